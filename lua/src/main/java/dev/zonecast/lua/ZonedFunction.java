package dev.zonecast.lua;

import dev.zonecast.core.Category;
import dev.zonecast.core.Zone;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LuaFunction;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;
import org.luaj.vm2.lib.VarArgFunction;

/** A Java function with a zone around each call. */
class ZonedFunction extends VarArgFunction {
    /** Stands where a script's file would. */
    private static final String FILE = "[Java]";

    /** The thread sleeps in them while another one runs the script on. */
    private static final Set<String> WAITING = Set.of("coroutine.yield", "coroutine.resume");

    final LuaValue original;
    private final ZonePlace place;
    private final Replacements replacements;

    /** @param replacements that it belongs to: there are no zones after they are undone */
    ZonedFunction(LuaValue original, String name, LuaHookOptions options, Replacements replacements) {
        this.original = original;
        this.name = name;
        this.replacements = replacements;
        this.place = options.place(definition(name));
        if (WAITING.contains(name) && place.ownName() == null) {
            place.location().category(Category.IDLE);
        }
    }

    private static CallSite definition(String name) {
        return new CallSite(FILE, name, 0);
    }

    /** Puts zones around the functions that are in the global table and in tables there. */
    static void replaceLibraries(Globals globals, LuaHookOptions options, Replacements replacements) {
        Set<LuaTable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        seen.add(globals);
        replaceIn(globals, "", options, replacements);
        for (LuaValue key : globals.keys()) {
            if (globals.rawget(key) instanceof LuaTable table
                    && !(table instanceof TracyTable)
                    && key.isstring()
                    && seen.add(table)) {
                replaceIn(table, key.tojstring() + ".", options, replacements);
            }
        }
    }

    private static void replaceIn(LuaTable table, String prefix, LuaHookOptions options, Replacements replacements) {
        for (LuaValue key : table.keys()) {
            LuaValue value = table.rawget(key);
            if (value instanceof LuaFunction && !value.isclosure() && key.isstring()) {
                String name = prefix + key.tojstring();
                if (options.selects(definition(name))) {
                    replacements.put(table, key, new ZonedFunction(value, name, options, replacements));
                }
            }
        }
    }

    @Override
    public Varargs invoke(Varargs arguments) {
        long zone = replacements.areUndone() ? 0 : place.begin();
        try {
            return original.invoke(arguments);
        } finally {
            Zone.end(zone);
        }
    }
}
