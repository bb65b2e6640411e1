package dev.zonecast.lua;

import dev.zonecast.core.Zone;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.luaj.vm2.Prototype;

/**
 * The calls of Lua functions that a hook has seen begin on one thread and not end; one that was not recorded has the token 0. It
 * belongs to its thread, and refers to nothing that would keep a suspended coroutine from being collected.
 */
final class FrameStack {
    /** Calls for which there is room at first. */
    private static final int FIRST_ROOM = 32;

    /** Room for more calls than that is a sign that the Java stack may have overflowed. */
    private static final int DEEP = 256;

    /** Java methods whose frames represent a call each, as the interpreter tells of them. */
    private static final Set<String> CALLS = Set.of(
            "org.luaj.vm2.LuaClosure.execute",
            "org.luaj.vm2.lib.BaseLib$pcall.invoke",
            "org.luaj.vm2.lib.BaseLib$xpcall.invoke");

    final Thread thread = Thread.currentThread();
    long[] tokens = new long[FIRST_ROOM];

    /** Null for a Java function. What is above the top is left over from calls that have ended. */
    Prototype[] functions = new Prototype[FIRST_ROOM];

    /** How many zones of the script were open when each call began. */
    int[] scriptZones = new int[FIRST_ROOM];

    int depth;

    /** Zones that scripts began on this thread: the end of a call's zone ends those inside it. */
    final ZoneStack zones = ZoneStack.current();

    /** True after a call or return of the hook that threw: calls that ended may still be here. */
    boolean isUnsure;

    /** Of the hook, when the first of these calls began. */
    private int session;

    FrameStack(int session) {
        this.session = session;
    }

    /**
     * Drops calls that began in an earlier session: whether they have ended is not known. Their zones end now; the end of a call that
     * still runs will be none of ours.
     */
    void beginSession(int current) {
        if (session != current) {
            endAll();
            session = current;
        }
    }

    int depth() {
        return depth;
    }

    /**
     * Comes before each call, within the call, which then puts itself on top. Where the Java stack overflows there may be no room to
     * tell of a return either. So after an error, and when calls have been many and are few again, those that are still here are
     * counted on the Java stack.
     */
    void settle() {
        if (isUnsure || (tokens.length > DEEP && depth < tokens.length / 4)) {
            compareWithJavaStack();
            isUnsure = false;
        }
        if (depth == tokens.length) {
            int room = depth * 2;
            resize(room);
        }
    }

    private void compareWithJavaStack() {
        long outer = StackWalker.getInstance()
                        .walk(frames -> frames.filter(
                                        frame -> CALLS.contains(frame.getClassName() + "." + frame.getMethodName()))
                                .count())
                - 1;
        while (depth > outer) {
            pop();
        }
        resize(Math.max(FIRST_ROOM, Integer.highestOneBit(depth) * 4));
    }

    /** All or none: they have one length. */
    private void resize(int room) {
        long[] newTokens = Arrays.copyOf(tokens, room);
        int[] newZones = Arrays.copyOf(scriptZones, room);
        functions = Arrays.copyOf(functions, room);
        tokens = newTokens;
        scriptZones = newZones;
    }

    /** A call ends. One that began before the hook was there is none of ours. */
    void pop() {
        int top = depth - 1;
        if (top >= 0) {
            depth = top;
            long token = tokens[top];
            if (token != 0) {
                Zone.end(token);
                zones.haveEnded(scriptZones[top]);
            }
        }
    }

    void endAll() {
        while (depth > 0) {
            pop();
        }
    }

    /** Definitions of the functions that run, innermost first. */
    List<CallSite> definitions(int limit) {
        List<CallSite> found = new ArrayList<>();
        for (int i = depth - 1; i >= 0 && found.size() < limit; i--) {
            if (functions[i] != null) {
                found.add(ScriptPrototype.definitionOf(functions[i]));
            }
        }
        return found;
    }
}
