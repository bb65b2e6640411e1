package dev.zonecast.lua;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaValue;

/**
 * Names with a call site behind them. {@code tracy.ZoneBegin()} does not tell the function where it is called from: the
 * interpreter keeps the program counter to itself, but for a debug library that is told of each instruction. So when a script is
 * loaded, each such call gets a copy of the constant {@code "ZoneBegin"} of its own: a string equal to it in every respect, whose
 * bytes are the first ones of a longer array, and the rest of the array says which call it is. A table that knows of this
 * ({@link TracyTable}) hands out a function made for that very place; to all others it is the string that it was.
 *
 * <p>Thread-safe. Equal names of equal sites get the same number, and there are at most {@value #MAX_SITES}; a call beyond that is
 * not marked.
 */
final class CallSiteMarks {
    static final int MAX_SITES = ZonePlace.MAX_LOCATIONS;

    /** Longer than what LuaJ shares between equal short strings (32). */
    private static final int MARKED_BYTES = 48;

    /**
     * Of the word that says it: {@link #MAGIC} in its upper half, then 8 bits for the name's length, so that a part of the name does
     * not pass for it, then 24 for the mark's number.
     */
    private static final int WORD_OFFSET = 40;

    private static final int LENGTH_SHIFT = 24;
    private static final int NUMBER_MASK = 0xFF_FFFF;

    private static final int MAGIC = 0x5A43_5349;

    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder())
            .withInvokeExactBehavior();

    private record Mark(String name, CallSite site) {}

    private static final Map<Mark, Integer> NUMBERS = new HashMap<>();

    /** By number of the mark; grown by replacement. */
    private static volatile CallSite[] sites = new CallSite[64];

    private CallSiteMarks() {}

    /**
     * A string equal to {@code name} that leads to {@code site}, or null if there are too many sites.
     *
     * @param name of up to 40 bytes
     */
    static LuaString mark(LuaString name, CallSite site) {
        int number = number(new Mark(LuaText.of(name), site));
        if (number < 0) {
            return null;
        }
        byte[] bytes = new byte[MARKED_BYTES];
        System.arraycopy(name.m_bytes, name.m_offset, bytes, 0, name.m_length);
        WORD.set(bytes, WORD_OFFSET, (long) MAGIC << 32 | (long) name.m_length << LENGTH_SHIFT | number);
        return LuaString.valueUsing(bytes, 0, name.m_length);
    }

    /** Number of the mark of a string, or -1. It is read from bytes: {@link #site} says whether there is such a site. */
    static int numberOf(LuaValue key) {
        if (key instanceof LuaString string && string.m_bytes.length == MARKED_BYTES && string.m_offset == 0) {
            long word = (long) WORD.get(string.m_bytes, WORD_OFFSET);
            int low = (int) word;
            return word >>> 32 == MAGIC && low >>> LENGTH_SHIFT == string.m_length ? low & NUMBER_MASK : -1;
        }
        return -1;
    }

    /** The site of a mark, or null. */
    static CallSite site(int number) {
        CallSite[] all = sites;
        return number >= 0 && number < all.length ? all[number] : null;
    }

    private static synchronized int number(Mark mark) {
        Integer known = NUMBERS.get(mark);
        if (known != null) {
            return known;
        }
        int number = NUMBERS.size();
        if (number == MAX_SITES) {
            return -1;
        }
        NUMBERS.put(mark, number);
        CallSite[] all = sites;
        if (number == all.length) {
            all = Arrays.copyOf(all, number * 2);
        }
        all[number] = mark.site;
        // A volatile write after the element: who reads the array finds the site.
        sites = all;
        return number;
    }
}
