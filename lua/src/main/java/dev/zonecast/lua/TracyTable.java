package dev.zonecast.lua;

import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;

/**
 * The table {@code tracy} of a script. Asked with a marked name ({@link CallSiteMarks}), it gives the function made for that call
 * site; everything else, also a function that the script put there itself, is as in any table.
 */
final class TracyTable extends LuaTable {
    final LuaZones zones;

    TracyTable(LuaZones zones) {
        this.zones = zones;
    }

    @Override
    public LuaValue get(LuaValue key) {
        LuaValue value = super.get(key);
        return value instanceof BeginFunction begin ? begin.at(key) : value;
    }
}
