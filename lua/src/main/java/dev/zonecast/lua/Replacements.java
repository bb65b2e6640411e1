package dev.zonecast.lua;

import java.util.ArrayList;
import java.util.List;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;

/** What was put in the place of something else in Lua tables. While no script runs. */
final class Replacements {
    private record Replaced(LuaTable table, LuaValue key, LuaValue before, LuaValue now) {}

    private final List<Replaced> all = new ArrayList<>();
    private boolean undone;

    void put(LuaTable table, String name, LuaValue value) {
        put(table, LuaValue.valueOf(name), value);
    }

    void put(LuaTable table, LuaValue key, LuaValue value) {
        all.add(new Replaced(table, key, table.rawget(key), value));
        table.rawset(key, value);
    }

    /** Puts back what was there, last one first; later replacements by a script stay. */
    void undo() {
        for (Replaced replaced : all.reversed()) {
            if (replaced.table.rawget(replaced.key) == replaced.now) {
                replaced.table.rawset(replaced.key, replaced.before);
            }
        }
        all.clear();
        undone = true;
    }

    /** True after {@link #undo}: scripts may still hold what was put in. */
    boolean areUndone() {
        return undone;
    }
}
