package example;

import dev.zonecast.core.Frame;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.lua.LuaHook;
import dev.zonecast.lua.LuaZones;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.lib.jse.JsePlatform;

/** A game with its logic in Lua: each call of a Lua function is a zone below the Java zone that called it. */
public final class LuaGame {
    private static final SourceLocation LOGIC = SourceLocation.here("game logic");

    /** Runs as many frames as {@code -Dframes} says. */
    public static void main(String[] arguments) {
        Globals globals = JsePlatform.standardGlobals();
        LuaZones.install(globals); // the table "tracy" for scripts
        LuaHook.install(globals); // a zone for every call
        globals.loadfile("scripts/game.lua").call();
        globals.get("spawn").call(LuaValue.valueOf(40));
        LuaValue update = globals.get("update");
        for (int frames = Integer.getInteger("frames", 600); frames > 0; frames--) {
            try (var _ = Zone.open(LOGIC)) {
                update.call();
            }
            Frame.mark();
        }
    }
}
