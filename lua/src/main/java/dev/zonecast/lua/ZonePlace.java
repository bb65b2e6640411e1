package dev.zonecast.lua;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where a zone of a script stands.
 *
 * @param location what all zones of this place share
 * @param ownName name that each zone is given for itself because the location cannot have it, else null
 */
record ZonePlace(SourceLocation location, String ownName) {
    static final int MAX_LOCATIONS = SourceLocation.MAX_SCRIPT_PLACES;

    /** Longer names are surely made at run time, and would be kept for ever in a location. */
    private static final int MAX_NAME_CHARS = 200;

    private static final SourceLocation TOO_MANY =
            SourceLocation.of("", "(more than " + MAX_LOCATIONS + " places in scripts)", "(Lua)", 0, 0);

    private static final ConcurrentHashMap<SourceLocation.Content, SourceLocation> KNOWN = new ConcurrentHashMap<>();

    /**
     * The place with this content.
     *
     * @param name of the zone, empty if the function's serves
     * @param line from 1 on, 0 if unknown
     */
    static ZonePlace of(String name, String function, String file, int line) {
        if (name.length() > MAX_NAME_CHARS) {
            return of("", function, file, line).named(name);
        }
        var content = new SourceLocation.Content(name, function, file, line, 0);
        SourceLocation known = KNOWN.get(content);
        if (known == null) {
            // Checked before the entry is made: a few threads at once may go beyond the bound by as many.
            if (KNOWN.size() >= MAX_LOCATIONS) {
                SourceLocation.refuseScriptPlace();
                return new ZonePlace(TOO_MANY, name.isEmpty() ? function : name);
            }
            known = KNOWN.computeIfAbsent(content, c -> SourceLocation.of(name, function, file, line, 0));
        }
        return new ZonePlace(known, null);
    }

    /** The same place, with a name for each single zone. */
    ZonePlace named(String name) {
        return new ZonePlace(location, name);
    }

    /** Begins a zone here; the token is 0 if nothing was recorded. */
    long begin() {
        return begin(null);
    }

    /**
     * Begins a zone here; the token is 0 if nothing was recorded.
     *
     * @param stack the calls that led here, or null
     */
    long begin(CallStack stack) {
        long token = stack == null ? Zone.begin(location) : Zone.begin(location, stack);
        if (ownName != null) {
            Zone.name(token, ownName);
        }
        return token;
    }
}
