package dev.zonecast.demo.script;

import dev.zonecast.demo.scene.GameLogic;
import dev.zonecast.demo.scene.GameLogicException;
import dev.zonecast.demo.scene.ScriptedObjects;
import dev.zonecast.lua.LuaHook;
import dev.zonecast.lua.LuaHookOptions;
import dev.zonecast.lua.LuaZones;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.lib.jse.JsePlatform;

/**
 * Runs the scripts in the package's resources. The same seed and the same steps give the same flights. All calls come from one
 * thread; LuaJ makes a thread for each drone's coroutine, of which one runs at a time.
 */
public final class LuaGame implements GameLogic {
    /** Objects of a drone: its body, and what it draws behind it. */
    static final int SEGMENTS = 12;

    private static final int MOST_DRONES = 8;
    private static final int OBJECTS_A_DRONE = 60;

    private final LuaZones zones;
    private final LuaHook hook;
    private final LuaValue update;
    private final LuaValue stop;

    /**
     * Loads the scripts.
     *
     * @throws GameLogicException if they are wrong
     */
    public LuaGame(ScriptedObjects objects, long seed) {
        Globals globals = JsePlatform.standardGlobals();
        globals.finder = LuaGame.class::getResourceAsStream;
        zones = LuaZones.install(globals);
        hook = LuaHook.install(globals, LuaHookOptions.defaults().include("director.lua:*"));
        try {
            globals.get("math").get("randomseed").call(LuaValue.valueOf((double) seed));
            globals.set("world", WorldFunction.table(objects));
            LuaValue director = globals.get("require").call("director");
            update = director.get("update");
            stop = director.get("stop");
        } catch (LuaError e) {
            throw wrong(e);
        }
    }

    /** How many of a scene's objects the scripts take: a few drones, and none in a scene that is nearly empty. */
    public static int objectsOf(int sceneObjects) {
        return Math.min(MOST_DRONES, sceneObjects / OBJECTS_A_DRONE) * SEGMENTS;
    }

    @Override
    public void advance(float stepSeconds) {
        try {
            update.call(LuaValue.valueOf(stepSeconds));
        } catch (LuaError e) {
            throw wrong(e);
        }
    }

    /** Lets the coroutines return: each is a thread. */
    @Override
    public void close() {
        try {
            stop.call();
        } catch (LuaError e) {
            throw wrong(e);
        } finally {
            hook.close();
            zones.close();
        }
    }

    private static GameLogicException wrong(LuaError e) {
        return new GameLogicException("the game's scripts: " + e.getMessage(), e);
    }
}
