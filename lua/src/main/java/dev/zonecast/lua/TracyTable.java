package dev.zonecast.lua;

import java.util.Arrays;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;

/**
 * The table {@code tracy} of a script. Asked with a marked name ({@link CallSiteMarks}), it gives the function made for that call
 * site; everything else, also a function that the script put there itself, is as in any table.
 */
final class TracyTable extends LuaTable {
    private static final LuaValue[] NOTHING = {};

    final LuaZones zones;

    /**
     * What stands under a marked name, by the mark's number: quicker to find than in the table, where a name that is equal but not
     * the same is compared byte by byte. Replaced by a copy, so that a race costs no more than one more function.
     */
    private LuaValue[] byMark = NOTHING;

    TracyTable(LuaZones zones) {
        this.zones = zones;
    }

    @Override
    public LuaValue get(LuaValue key) {
        int number = CallSiteMarks.numberOf(key);
        if (number < 0) {
            return super.get(key);
        }
        LuaValue[] known = byMark;
        LuaValue value = number < known.length ? known[number] : null;
        return value != null ? value : bind(key, number);
    }

    private LuaValue bind(LuaValue key, int number) {
        CallSite site = CallSiteMarks.site(number);
        if (site == null || !(super.get(key) instanceof BeginFunction begin)) {
            return super.get(key);
        }
        LuaValue bound = begin.at(site);
        LuaValue[] all = Arrays.copyOf(byMark, Math.max(byMark.length, number + 16));
        all[number] = bound;
        byMark = all;
        return bound;
    }

    /** Every change of a named field comes by here. */
    @Override
    public void hashset(LuaValue key, LuaValue value) {
        super.hashset(key, value);
        byMark = NOTHING;
    }
}
