package dev.zonecast.trace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The locations of a trace, by what they say and by the index of the string that events name them by. */
final class LocationTable {
    private static final int MAX_LOCATIONS = 100_000;
    private static final Pattern PLACE = Pattern.compile("(.*):([+-]?\\d{1,9})", Pattern.DOTALL);

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
            location.rgb = rgb;
        }
        return location;
    }

    /** A location of another trace: the zone's name, and {@code file:line} if the zone has it. */
    Location of(String zoneName, String loc) {
        Matcher place = PLACE.matcher(loc);
        return place.matches()
                ? of(zoneName, "", place.group(1), Integer.parseInt(place.group(2)), 0)
                : of(zoneName, "", loc, 0, 0);
    }
}
