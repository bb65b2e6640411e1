package dev.zonecast.trace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The locations of a trace, by what they say and by the index of the string that events name them by. */
final class LocationTable {
    private static final int MAX_LOCATIONS = 100_000;

    private record Key(String name, String function, String file, int line) {}

    private final LossAccount losses;
    private final Map<Key, Location> known = new HashMap<>();
    private final List<Location> all = new ArrayList<>();

    LocationTable(LossAccount losses) {
        this.losses = losses;
    }

    /** The location with these properties. */
    Location of(String name, String function, String file, int line, int rgb) {
        Key key = new Key(name, function, file, line);
        Location location = known.get(key);
        if (location == null) {
            if (all.size() >= MAX_LOCATIONS) {
                losses.add(LossKind.TOO_MANY_NAMES, "places", 1);
                if (all.size() > MAX_LOCATIONS) {
                    return all.getLast();
                }
                key = new Key("(further places)", "", "", 0);
            }
            location = new Location(all.size(), key.name, key.function, key.file, key.line, rgb);
            known.put(key, location);
            all.add(location);
        } else if (rgb != 0) {
            location.setRgb(rgb);
        }
        return location;
    }

    /** A location of another trace: the zone's name, and {@code file:line} if the zone has it. */
    Location of(String zoneName, String loc) {
        int colon = loc.lastIndexOf(':');
        if (colon < 0) {
            return of(zoneName, "", loc, 0, 0);
        }
        try {
            return of(zoneName, "", loc.substring(0, colon), Integer.parseInt(loc.substring(colon + 1)), 0);
        } catch (NumberFormatException e) {
            return of(zoneName, "", loc, 0, 0);
        }
    }
}
