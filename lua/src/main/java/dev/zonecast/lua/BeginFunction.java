package dev.zonecast.lua;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.Zonecast;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.lib.LibFunction;

/**
 * The four functions that begin a zone. There is one of each kind in the table {@code tracy}, which finds its caller each time that
 * it is called ({@link CallerLookup}), and one for each call site that was marked, which knows its place.
 */
final class BeginFunction extends LibFunction {
    enum Kind {
        BEGIN("ZoneBegin", false, false),
        BEGIN_N("ZoneBeginN", true, false),
        BEGIN_S("ZoneBeginS", false, true),
        BEGIN_NS("ZoneBeginNS", true, true);

        final String functionName;
        final boolean takesName;
        final boolean takesDepth;

        Kind(String functionName, boolean takesName, boolean takesDepth) {
            this.functionName = functionName;
            this.takesName = takesName;
            this.takesDepth = takesDepth;
        }

        static boolean isName(LuaString text) {
            return text.m_length <= LONGEST && NAMES.contains(LuaText.of(text));
        }
    }

    private static final Set<String> NAMES =
            Arrays.stream(Kind.values()).map(kind -> kind.functionName).collect(Collectors.toUnmodifiableSet());

    private static final int LONGEST = "ZoneBeginNS".length();

    /** Deepest call stack; the limit of Tracy's own binding. */
    static final int MAX_STACK_DEPTH = 64;

    /** Names of one call site that become places; more than these are made at run time, and become names of single zones. */
    private static final int MAX_NAMES = 64;

    /** One object, so that a coroutine on another thread sees a name with its place or neither. */
    private record NamedPlace(LuaString name, ZonePlace place) {}

    private final LuaZones zones;
    private final Kind kind;

    /** Null: found at each call. */
    private final ZonePlace place;

    private final CallSite site;
    private final ConcurrentHashMap<LuaString, NamedPlace> named = new ConcurrentHashMap<>(2);
    private NamedPlace lastNamed;

    BeginFunction(LuaZones zones, Kind kind) {
        this(zones, kind, null);
    }

    private BeginFunction(LuaZones zones, Kind kind, CallSite site) {
        this.zones = zones;
        this.kind = kind;
        this.site = site;
        this.place = site == null ? null : site.place("");
        this.name = kind.functionName;
    }

    /** The same function for one call site. */
    BeginFunction at(CallSite called) {
        return new BeginFunction(zones, kind, called);
    }

    @Override
    public LuaValue call() {
        return call(NIL, NIL);
    }

    @Override
    public LuaValue call(LuaValue argument) {
        return call(argument, NIL);
    }

    @Override
    public LuaValue call(LuaValue first, LuaValue second) {
        LuaString zoneName = kind.takesName ? Arguments.string(first, 1, kind.functionName) : null;
        int depth = kind.takesDepth ? depth(kind.takesName ? second : first) : 0;
        ZoneStack stack = zones.stack();
        stack.makeRoom();
        long token = Zonecast.isActive() ? begin(zoneName, depth) : 0;
        // No call, which might throw: a zone that has begun is on the stack.
        stack.tokens[stack.open++] = token;
        return NONE;
    }

    private int depth(LuaValue argument) {
        return Arguments.integer(argument, 1, MAX_STACK_DEPTH, kind.takesName ? 2 : 1, kind.functionName);
    }

    private long begin(LuaString zoneName, int stackDepth) {
        CallStack stack = stackDepth > 0 ? CallerLookup.stack(zones.globals(), site, stackDepth) : null;
        if (site == null) {
            String text = zoneName == null ? "" : LuaText.of(zoneName);
            return CallerLookup.caller(zones.globals()).place(text).begin(stack);
        }
        return (zoneName == null ? place : placeNamed(zoneName)).begin(stack);
    }

    private ZonePlace placeNamed(LuaString zoneName) {
        NamedPlace last = lastNamed;
        if (last != null && last.name.raweq(zoneName)) {
            return last.place;
        }
        NamedPlace known = named.get(zoneName);
        if (known == null) {
            String text = LuaText.of(zoneName);
            if (named.size() >= MAX_NAMES) {
                return place.named(text);
            }
            known = new NamedPlace(LuaText.copy(zoneName), site.place(text));
            named.put(known.name, known);
        }
        lastNamed = known;
        return known.place;
    }
}
