package dev.zonecast.demo.script;

import dev.zonecast.demo.scene.ScriptedObjects;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.Varargs;
import org.luaj.vm2.lib.VarArgFunction;

/** A function of the table {@code world}, by which scripts move objects; their indices count from 0. */
final class WorldFunction extends VarArgFunction {
    /** What a function does with an object and its numbers. */
    private interface Action {
        void on(int index, float a, float b, float c);
    }

    private final ScriptedObjects objects;
    private final Action action;

    private WorldFunction(ScriptedObjects objects, Action action) {
        this.objects = objects;
        this.action = action;
    }

    static LuaTable table(ScriptedObjects objects) {
        LuaTable world = new LuaTable();
        world.set("drones", objects.count() / LuaGame.SEGMENTS);
        world.set("segments", LuaGame.SEGMENTS);
        world.set("place", new WorldFunction(objects, objects::place));
        world.set("aim", new WorldFunction(objects, objects::aim));
        world.set("resize", new WorldFunction(objects, objects::resize));
        world.set("paint", new WorldFunction(objects, objects::paint));
        return world;
    }

    @Override
    public Varargs invoke(Varargs arguments) {
        int index = arguments.checkint(1);
        argcheck(index >= 0 && index < objects.count(), 1, "there is no object " + index);
        action.on(index, number(arguments, 2), number(arguments, 3), number(arguments, 4));
        return NONE;
    }

    private static float number(Varargs arguments, int position) {
        return (float) arguments.checkdouble(position);
    }
}
