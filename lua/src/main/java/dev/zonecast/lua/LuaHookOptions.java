package dev.zonecast.lua;

import dev.zonecast.core.SourceLocation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What a {@link LuaHook} makes zones of. Immutable; each method gives a changed copy. One object may serve many hooks.
 *
 * <p>A pattern is matched against a function's {@code file:name}, such as {@code scripts/ai.lua:Enemy:update}, as a whole and with
 * regard to case; {@code *} matches any characters, {@code ?} one. So {@code scripts/ai/*} is all functions of a folder, and
 * {@code *:Vec.*} all functions of a table, wherever they are.
 */
public final class LuaHookOptions {
    private static final LuaHookOptions DEFAULTS =
            new LuaHookOptions(256, List.of(), List.of(), Duration.ZERO, false, true);

    private final int depth;
    private final List<Pattern> included;
    private final List<Pattern> excluded;
    private final Duration recordedFrom;
    private final boolean libraries;
    private final boolean coroutines;

    private LuaHookOptions(
            int depth,
            List<Pattern> included,
            List<Pattern> excluded,
            Duration recordedFrom,
            boolean libraries,
            boolean coroutines) {
        this.depth = depth;
        this.included = included;
        this.excluded = excluded;
        this.recordedFrom = recordedFrom;
        this.libraries = libraries;
        this.coroutines = coroutines;
    }

    /** All Lua functions, calls up to 256 deep; coroutines' switches, no library functions. */
    public static LuaHookOptions defaults() {
        return DEFAULTS;
    }

    /**
     * How many calls deep, counted for each coroutine, zones are made; a deeper call is part of the one that is its limit.
     *
     * @param calls from 1 on
     * @throws IllegalArgumentException for less than 1
     */
    public LuaHookOptions depth(int calls) {
        if (calls < 1) {
            throw new IllegalArgumentException("depth must be 1 or more: " + calls);
        }
        return new LuaHookOptions(calls, included, excluded, recordedFrom, libraries, coroutines);
    }

    /** Makes zones of functions that match one of the included patterns only. */
    public LuaHookOptions include(String pattern) {
        return new LuaHookOptions(depth, with(included, pattern), excluded, recordedFrom, libraries, coroutines);
    }

    /** Makes no zones of functions that match; this wins over {@link #include}. */
    public LuaHookOptions exclude(String pattern) {
        return new LuaHookOptions(depth, included, with(excluded, pattern), recordedFrom, libraries, coroutines);
    }

    /**
     * Leaves calls that are shorter out of recordings, if no zone that is recorded lies inside them ({@link
     * SourceLocation#recordedFrom}); viewers show all.
     *
     * @param duration zero, the default: all are recorded
     * @throws IllegalArgumentException if negative
     */
    public LuaHookOptions recordedFrom(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("a duration cannot be negative: " + duration);
        }
        return new LuaHookOptions(depth, included, excluded, duration, libraries, coroutines);
    }

    /**
     * Makes zones of calls of Java functions too: those in the global table and in the tables that it holds ({@code string}, {@code
     * table}, tables of the program) when the hook is installed. LuaJ tells no hook of such calls, so each function is replaced by
     * one that calls it; the script can tell by comparing functions. Off by default: most are shorter than a zone.
     */
    public LuaHookOptions libraries(boolean wanted) {
        return new LuaHookOptions(depth, included, excluded, recordedFrom, wanted, coroutines);
    }

    /**
     * Makes a zone of the time that a coroutine is suspended, on its own thread, and one of the time that it runs, on the thread that
     * resumed it. Without it a function that yields looks busy until it is resumed. On by default; replaces {@code coroutine.yield},
     * {@code resume} and {@code wrap} when the hook is installed.
     */
    public LuaHookOptions coroutines(boolean wanted) {
        return new LuaHookOptions(depth, included, excluded, recordedFrom, libraries, wanted);
    }

    int depth() {
        return depth;
    }

    boolean libraries() {
        return libraries;
    }

    boolean coroutines() {
        return coroutines;
    }

    boolean selects(CallSite function) {
        String name = function.file() + ":" + function.function();
        return (included.isEmpty() || matches(included, name)) && !matches(excluded, name);
    }

    /** The zones of a function. */
    ZonePlace place(CallSite function) {
        ZonePlace place = function.place("");
        // Without a place of its own it shares that of other functions, and of zones that the script begins itself.
        if (place.ownName() == null) {
            place.location().recordedFrom(recordedFrom);
        }
        return place;
    }

    private static boolean matches(List<Pattern> patterns, String name) {
        return patterns.stream().anyMatch(pattern -> pattern.matcher(name).matches());
    }

    private static List<Pattern> with(List<Pattern> patterns, String glob) {
        StringBuilder regex = new StringBuilder();
        for (String part : glob.splitWithDelimiters("[*?]", 0)) {
            regex.append(
                    switch (part) {
                        case "*" -> ".*";
                        case "?" -> ".";
                        default -> Pattern.quote(part);
                    });
        }
        List<Pattern> all = new ArrayList<>(patterns);
        all.add(Pattern.compile(regex.toString(), Pattern.DOTALL));
        return List.copyOf(all);
    }
}
