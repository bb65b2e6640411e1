package dev.zonecast.cli.export;

import dev.zonecast.cli.export.FirefoxWriter.ThreadData;
import dev.zonecast.trace.Location;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import tools.jackson.core.JsonGenerator;

/** The markers of threads: all zones first, then the other markers, then pictures. The front-end sorts them itself. */
final class MarkerColumns {
    /** A millisecond has as many nanoseconds, as a power of ten. */
    private static final int NANOS_EXPONENT = 6;

    private static final int INSTANT = 0;
    private static final int INTERVAL = 1;

    private final JsonGenerator json;
    private final Millis millis;
    private final FirefoxTables tables;
    private final Payloads payloads;
    private final Map<Screenshots.FrameKey, Long> frameBegins;
    private final long base;
    private final long startNanos;
    /** By place; of zones without data of their own. */
    private final String[] dataOfPlaces;

    /**
     * For one profile.
     *
     * @param base that the profile's times count from
     * @param startNanos start of the trace, counted from the base
     */
    MarkerColumns(
            JsonGenerator json,
            FirefoxTables tables,
            Payloads payloads,
            Map<Screenshots.FrameKey, Long> frameBegins,
            long base,
            long startNanos) {
        this.json = json;
        this.millis = new Millis(json);
        this.startNanos = startNanos;
        this.tables = tables;
        this.payloads = payloads;
        this.frameBegins = frameBegins;
        this.base = base;
        dataOfPlaces = new String[tables.places()];
        for (int place = 0; place < dataOfPlaces.length; place++) {
            dataOfPlaces[place] = zoneData(tables, tables.location(place));
        }
    }

    private static String zoneData(FirefoxTables tables, Location location) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator object = ExportJson.generator(bytes)) {
            object.writeStartObject();
            object.writeStringProperty("type", FirefoxSchemas.ZONE);
            where(object, location, tables);
            object.writeEndObject();
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** Place of a zone in the source, if it is known: the number of a string, so that millions of zones do not repeat it. */
    static void where(JsonGenerator json, Location location, FirefoxTables tables) {
        if (!location.file().isEmpty()) {
            json.writeNumberProperty("where", tables.string(location.place()));
        }
    }

    private List<Screenshots.Screenshot> shown(List<Screenshots.Screenshot> screenshots) {
        List<Screenshots.Screenshot> shown = new ArrayList<>(screenshots);
        shown.removeIf(shot -> !frameBegins.containsKey(shot.frame()) || frameBegins.get(shot.frame()) < base);
        shown.sort(Comparator.comparingLong(shot -> frameBegins.get(shot.frame())));
        return shown;
    }

    /** Writes the markers of a thread. */
    void write(ThreadData thread, List<Screenshots.Screenshot> screenshots) {
        Rows zones = thread.zones;
        Rows marks = thread.marks;
        List<Screenshots.Screenshot> pictures = shown(screenshots);
        int pictureName = tables.string("CompositorScreenshot");
        json.writeName("markers").writeStartObject();
        JsonParts.array(json, "name", () -> {
            forEach(zones, row -> json.writeNumber(zones.name(row)));
            forEach(marks, row -> json.writeNumber(marks.name(row)));
            pictures.forEach(picture -> json.writeNumber(pictureName));
        });
        JsonParts.array(json, "startTime", () -> {
            forEach(zones, row -> millis.write(zones.begin(row) - base));
            forEach(marks, row -> millis.write(marks.begin(row) - base));
            pictures.forEach(this::time);
        });
        // A moment has its time in both columns: Perfetto takes null for a column that is missing.
        JsonParts.array(json, "endTime", () -> {
            forEach(zones, row -> millis.write(zones.end(row) - base));
            forEach(marks, row -> millis.write(marks.end(row) - base));
            pictures.forEach(this::time);
        });
        JsonParts.array(json, "phase", () -> {
            forEach(zones, row -> json.writeNumber(INTERVAL));
            forEach(marks, row -> json.writeNumber(marks.isMoment(row) ? INSTANT : INTERVAL));
            pictures.forEach(picture -> json.writeNumber(INSTANT));
        });
        JsonParts.array(json, "category", () -> {
            forEach(zones, row -> json.writeNumber(tables.category(zones.category(row))));
            forEach(marks, row -> json.writeNumber(marks.category(row)));
            pictures.forEach(picture -> json.writeNumber(FirefoxTables.OTHER));
        });
        JsonParts.array(json, "data", () -> {
            data(zones, row -> json.writeRawValue(dataOfPlaces[zones.category(row)]));
            data(marks, row -> json.writeNull());
            pictures.forEach(this::pictureData);
        });
        json.writeNumberProperty("length", zones.count() + marks.count() + pictures.size());
        json.writeEndObject();
    }

    private static void forEach(Rows rows, IntConsumer value) {
        for (int row = 0; row < rows.count(); row++) {
            value.accept(row);
        }
    }

    private void time(Screenshots.Screenshot picture) {
        millis.write(frameBegins.get(picture.frame()) - base);
    }

    private void data(Rows rows, IntConsumer withoutOwn) {
        rows.forEachData((row, place) -> {
            if (place == Rows.NO_DATA) {
                withoutOwn.accept(row);
            } else {
                payload(place, rows.begin(row));
            }
        });
    }

    private void payload(int place, long begin) {
        String data = PayloadTimes.placed(payloads.json(place), startNanos);
        int stack = payloads.stack(place);
        if (stack >= 0) {
            String time = BigDecimal.valueOf(Math.max(0, begin - base), NANOS_EXPONENT)
                    .stripTrailingZeros()
                    .toPlainString();
            data = data.substring(0, data.length() - 1) + ",\"cause\":{\"stack\":" + stack + ",\"time\":" + time + "}}";
        }
        json.writeRawValue(data);
    }

    private void pictureData(Screenshots.Screenshot shot) {
        json.writeStartObject();
        json.writeStringProperty("type", "CompositorScreenshot");
        json.writeNumberProperty("url", tables.string(shot.url()));
        json.writeStringProperty("windowID", "0x1");
        json.writeNumberProperty("windowWidth", shot.width());
        json.writeNumberProperty("windowHeight", shot.height());
        json.writeEndObject();
    }
}
