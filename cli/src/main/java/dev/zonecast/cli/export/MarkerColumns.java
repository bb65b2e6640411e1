package dev.zonecast.cli.export;

import dev.zonecast.cli.export.FirefoxWriter.ThreadData;
import dev.zonecast.cli.export.Payloads.Payload;
import dev.zonecast.cli.export.Screenshots.Screenshot;
import dev.zonecast.trace.Location;
import java.io.IOException;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;
import tools.jackson.core.JsonGenerator;

/** The markers of threads: all zones first, then the other markers, then pictures. The front-end sorts them itself. */
final class MarkerColumns {
    private static final int INSTANT = 0;
    private static final int INTERVAL = 1;

    private final JsonGenerator json;
    private final Millis millis;
    private final FirefoxTables tables;
    private final Payloads payloads;
    private final long base;
    /** By place; of zones without data of their own. */
    private final String[] dataOfPlaces;

    /**
     * For one profile.
     *
     * @param base that the profile's times count from
     */
    MarkerColumns(JsonGenerator json, FirefoxTables tables, Payloads payloads, long base) {
        this.json = json;
        this.millis = new Millis(json);
        this.tables = tables;
        this.payloads = payloads;
        this.base = base;
        dataOfPlaces = tables.places.stream()
                .map(place -> zone(place.location(), tables).text())
                .toArray(String[]::new);
    }

    /** Data of a zone: its place in the source, if that is known, as the number of a string. */
    static JsonObject zone(Location location, FirefoxTables tables) {
        return new JsonObject()
                .set("type", FirefoxSchemas.ZONE)
                .set("where", location.file().isEmpty() ? null : tables.string(location.place()));
    }

    /** Writes the markers of a thread. */
    void write(ThreadData thread, List<Screenshot> pictures) throws IOException {
        Rows zones = thread.zones();
        Rows marks = thread.marks();
        addPictures(pictures, marks);
        json.writeName("markers").writeStartObject();
        column("name", thread, zones::name, marks::name);
        times("startTime", thread, Rows::begin);
        // A moment has its time in both columns: Perfetto takes null for a column that is missing.
        times("endTime", thread, Rows::end);
        column("phase", thread, row -> INTERVAL, row -> marks.isMoment(row) ? INSTANT : INTERVAL);
        column("category", thread, row -> tables.places.get(zones.category(row)).category(), marks::category);
        JsonParts.array(json, "data", () -> {
            data(zones, row -> json.writeRawValue(dataOfPlaces[zones.category(row)]));
            data(marks, row -> json.writeNull());
        });
        json.writeNumberProperty("length", zones.count() + marks.count());
        json.writeEndObject();
    }

    private void addPictures(List<Screenshot> pictures, Rows marks) throws IOException {
        int name = tables.string("CompositorScreenshot");
        for (Screenshot picture : pictures) {
            JsonObject data = new JsonObject()
                    .set("type", "CompositorScreenshot")
                    .set("url", tables.string(picture.url()))
                    .set("windowID", "0x1")
                    .set("windowWidth", picture.width())
                    .set("windowHeight", picture.height());
            int payload = payloads.add(FirefoxStacks.NONE, data, List.of());
            marks.add(Math.max(base, picture.timeNanos()), Rows.INSTANT, name, FirefoxTables.OTHER, payload);
        }
    }

    private void column(String name, ThreadData thread, IntUnaryOperator ofZone, IntUnaryOperator ofMark) {
        JsonParts.array(json, name, () -> {
            thread.zones().forEach(row -> json.writeNumber(ofZone.applyAsInt(row)));
            thread.marks().forEach(row -> json.writeNumber(ofMark.applyAsInt(row)));
        });
    }

    /** A time of a row. */
    private interface RowTime {
        long nanos(Rows rows, int row);
    }

    private void times(String name, ThreadData thread, RowTime time) {
        JsonParts.array(json, name, () -> {
            thread.zones().forEach(row -> millis.write(time.nanos(thread.zones(), row) - base));
            thread.marks().forEach(row -> millis.write(time.nanos(thread.marks(), row) - base));
        });
    }

    private void data(Rows rows, IntConsumer withoutOwn) {
        rows.forEachData((row, place) -> {
            if (place == Rows.NO_DATA) {
                withoutOwn.accept(row);
            } else {
                payload(payloads.get(place), rows.begin(row));
            }
        });
    }

    private void payload(Payload payload, long begin) {
        JsonObject more = new JsonObject();
        payload.moments().forEach(at -> more.set(at.name(), Millis.of((long) at.value() - base)));
        if (payload.stack() != FirefoxStacks.NONE) {
            more.set(
                    "cause",
                    new JsonObject().set("stack", payload.stack()).set("time", Millis.of(Math.max(0, begin - base))));
        }
        String data = payload.json();
        boolean isWhole = more.isEmpty();
        json.writeRawValue(
                isWhole
                        ? data
                        : data.substring(0, data.length() - 1) + ","
                                + more.text().substring(1));
    }
}
