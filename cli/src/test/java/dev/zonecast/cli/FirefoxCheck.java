package dev.zonecast.cli;

import static dev.zonecast.cli.JsonTree.at;
import static dev.zonecast.cli.JsonTree.list;
import static dev.zonecast.cli.JsonTree.map;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the Firefox front-end relies on and does not check: columns of one length, indexes in range, phases, payloads, times. */
public final class FirefoxCheck {
    private static final Set<String> COLORS = Set.of(
            "transparent",
            "purple",
            "green",
            "orange",
            "yellow",
            "lightblue",
            "blue",
            "brown",
            "magenta",
            "red",
            "lightred",
            "darkgrey",
            "grey");
    private static final Set<String> TABLES = Set.of(
            "stackTable",
            "frameTable",
            "funcTable",
            "resourceTable",
            "nativeSymbols",
            "sources",
            "sourceLocationTable");

    private final Object profile;
    /** Formats of fields by key, by schema. */
    private final Map<String, Map<String, Object>> schemas = new HashMap<>();

    private double end;
    private int strings;
    private int categories;

    private FirefoxCheck(Object profile) {
        this.profile = profile;
    }

    /** Fails with what is wrong. */
    public static void check(Object profile) {
        FirefoxCheck check = new FirefoxCheck(profile);
        check.meta();
        check.shared();
        check.threads();
        check.counters();
    }

    private void meta() {
        assertEquals(70.0, at(profile, "meta", "preprocessedProfileVersion"));
        assertEquals(true, at(profile, "meta", "symbolicated"));
        end = (Double) at(profile, "meta", "profilingEndTime");
        Set<Object> names = new HashSet<>();
        boolean grey = false;
        for (Object category : list(at(profile, "meta", "categories"))) {
            assertTrue(COLORS.contains(at(category, "color")), category.toString());
            assertTrue(names.add(at(category, "name")), "twice: " + category);
            grey |= at(category, "color").equals("grey");
        }
        assertTrue(grey, "no default category");
        categories = names.size();
        for (Object schema : list(at(profile, "meta", "markerSchema"))) {
            Map<String, Object> formats = new HashMap<>();
            for (Object field : list(at(schema, "fields"))) {
                formats.put((String) at(field, "key"), at(field, "format"));
            }
            schemas.put((String) at(schema, "name"), formats);
        }
    }

    private void shared() {
        List<Object> stringArray = list(at(profile, "shared", "stringArray"));
        strings = stringArray.size();
        assertEquals(strings, new HashSet<>(stringArray).size(), "a string twice");
        for (String table : TABLES) {
            columns(table, at(profile, "shared", table));
        }
        indexes("stackTable", "frame", length("frameTable"));
        indexes("frameTable", "func", length("funcTable"));
        indexesOrNull("frameTable", "category", categories);
        indexes("funcTable", "name", strings);
        indexesOrNull("funcTable", "source", length("sources"));
        indexes("sources", "filename", strings);
        List<Object> prefixes = list(at(profile, "shared", "stackTable", "prefixOffset"));
        for (int i = 0; i < prefixes.size(); i++) {
            index("prefixOffset", prefixes.get(i), i + 1);
        }
    }

    private int length(String table) {
        return ((Double) at(profile, "shared", table, "length")).intValue();
    }

    private void indexes(String table, String column, int limit) {
        list(at(profile, "shared", table, column)).forEach(value -> index(table + "." + column, value, limit));
    }

    private void indexesOrNull(String table, String column, int limit) {
        list(at(profile, "shared", table, column)).stream()
                .filter(value -> value != null)
                .forEach(value -> index(table + "." + column, value, limit));
    }

    private static void index(String where, Object value, int limit) {
        double number = assertInstanceOf(Double.class, value, where);
        assertTrue(
                number >= 0 && number < limit && number == Math.rint(number), where + ": " + number + " of " + limit);
    }

    private static int columns(String where, Object table) {
        int length = ((Double) at(table, "length")).intValue();
        map(table).forEach((name, column) -> {
            if (column instanceof List<?> values) {
                assertEquals(length, values.size(), where + "." + name);
            }
        });
        return length;
    }

    private void threads() {
        List<Object> threads = list(at(profile, "threads"));
        assertTrue(!threads.isEmpty());
        assertEquals(true, at(threads.getFirst(), "isMainThread"));
        Set<Object> ids = new HashSet<>();
        for (Object thread : threads) {
            assertInstanceOf(String.class, at(thread, "pid"));
            assertTrue(ids.add(at(thread, "pid") + "/" + at(thread, "tid")));
            columns("samples", at(thread, "samples"));
            times("samples.time", list(at(thread, "samples", "time")));
            for (Object stack : list(at(thread, "samples", "stack"))) {
                if (stack != null) {
                    index("samples.stack", stack, length("stackTable"));
                }
            }
            markers(at(thread, "markers"));
        }
    }

    private void times(String where, List<Object> times) {
        double before = 0;
        for (Object time : times) {
            double now = assertInstanceOf(Double.class, time, where);
            assertTrue(now >= before && now <= end, where + ": " + now + " after " + before + ", end " + end);
            before = now;
        }
    }

    private void markers(Object markers) {
        int length = columns("markers", markers);
        double lastScreenshot = 0;
        for (int i = 0; i < length; i++) {
            index("markers.name", list(at(markers, "name")).get(i), strings);
            index("markers.category", list(at(markers, "category")).get(i), categories);
            double phase = (Double) list(at(markers, "phase")).get(i);
            double begin = (Double) list(at(markers, "startTime")).get(i);
            double ends = (Double) list(at(markers, "endTime")).get(i);
            assertTrue(phase == 0 || phase == 1, "phase " + phase);
            assertTrue(begin >= 0 && ends >= begin && ends <= end, begin + " to " + ends + " of " + end);
            Object data = list(at(markers, "data")).get(i);
            if (data == null) {
                // A marker without values.
                continue;
            }
            if (at(data, "type").equals("CompositorScreenshot")) {
                index("url", at(data, "url"), strings);
                assertTrue(begin >= lastScreenshot);
                lastScreenshot = begin;
            } else {
                payload(map(data), schemas.get((String) at(data, "type")));
            }
        }
    }

    private void payload(Map<String, Object> data, Map<String, Object> formats) {
        data.forEach((key, value) -> {
            if (key.equals("cause")) {
                index(key, at(value, "stack"), length("stackTable"));
                return;
            }
            assertTrue(key.equals("type") || formats.containsKey(key), key);
            if ("unique-string".equals(formats.get(key))) {
                index(key, value, strings);
            }
        });
    }

    private void counters() {
        List<Object> threads = list(at(profile, "threads"));
        for (Object counter : list(at(profile, "counters"))) {
            int main = ((Double) at(counter, "mainThreadIndex")).intValue();
            assertEquals(at(threads.get(main), "pid"), at(counter, "pid"));
            columns("counter", at(counter, "samples"));
            times("counter.time", list(at(counter, "samples", "time")));
            assertEquals(0.0, list(at(counter, "samples", "count")).getFirst());
            assertInstanceOf(List.class, at(counter, "display", "tooltipRows"));
        }
    }
}
