package dev.zonecast.lua;

import dev.zonecast.core.Message;
import dev.zonecast.core.MessageSource;
import dev.zonecast.core.Severity;
import dev.zonecast.core.Zone;
import java.util.Arrays;
import org.luaj.vm2.LuaError;

/**
 * Zones that scripts began on one thread and have not ended; also those that nobody recorded, so that begins and ends match whenever
 * a viewer comes or goes. Belongs to its thread.
 */
final class ZoneStack {
    /** A script with more open zones than this does not end them. */
    static final int MAX_OPEN = 1024;

    private static final ThreadLocal<ZoneStack> CURRENT = ThreadLocal.withInitial(ZoneStack::new);

    final Thread thread = Thread.currentThread();

    /** Of open zones, outermost first; 0 of one that was not recorded, or that ended with a call around it. */
    long[] tokens = new long[16];

    int open;

    /** Zones below the open ones that were ended for the script: their own ends may still come, and are no error. */
    private int abandoned;

    private ZoneStack() {}

    /** The stack of the calling thread. */
    static ZoneStack current() {
        return CURRENT.get();
    }

    int open() {
        return open;
    }

    /** Zones whose ends may still come. */
    int depth() {
        return abandoned + open;
    }

    /** Comes before each begin, which then puts its token on top. A full stack is emptied: what a script leaks all the time must not end the recording of its zones. */
    void makeRoom() {
        if (open < tokens.length) {
            return;
        }
        if (open < MAX_OPEN) {
            tokens = Arrays.copyOf(tokens, open * 2);
            return;
        }
        int ended = depth();
        endTo(0);
        abandoned = ended;
        Message.log(
                Severity.WARNING,
                MessageSource.PROFILER,
                0xFFA500,
                "Lua: " + MAX_OPEN + " zones were open on " + thread.getName()
                        + " and have been ended: a tracy.ZoneEnd is missing");
    }

    /** Ends the innermost zone. */
    void end() {
        if (open > 0) {
            Zone.end(tokens[--open]);
        } else if (abandoned > 0) {
            abandoned--;
        } else {
            throw noZone("ZoneEnd");
        }
    }

    /** Token of the innermost zone, for an attribute. */
    long innermost(String function) {
        if (open == 0) {
            if (abandoned > 0) {
                return 0;
            }
            throw noZone(function);
        }
        return tokens[open - 1];
    }

    /** Ends the inner zones until the {@link #depth} is {@code remaining} or less. */
    void endTo(int remaining) {
        int end = open;
        // Off the stack first: an end that throws is not tried again.
        open = Math.min(open, Math.max(0, remaining - abandoned));
        abandoned = Math.min(abandoned, remaining);
        // Each: an outer one may have ended already, with a zone of the program around it.
        for (int i = end - 1; i >= open; i--) {
            Zone.end(tokens[i]);
        }
    }

    /** A zone ended around the open ones from {@code outer} on, and they with it. Their own ends may still come. */
    void haveEnded(int outer) {
        for (int i = outer; i < open; i++) {
            tokens[i] = 0;
        }
    }

    /** Ends all, and expects no ends of those that were ended before. */
    void endAll() {
        endTo(0);
    }

    private static LuaError noZone(String function) {
        return new LuaError("tracy." + function
                + ": no zone is open in this coroutine (tracy.ZoneBegin is missing, or a zone was ended twice)");
    }
}
