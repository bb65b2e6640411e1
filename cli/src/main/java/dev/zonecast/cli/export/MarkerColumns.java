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
import tools.jackson.core.JsonGenerator;

/**
 * The markers of threads: all zones first, then the other markers, then pictures; the front-end sorts them by itself. Each column is
 * made of blocks of rows, which {@link JsonBlocks} has several threads write.
 */
final class MarkerColumns {
    private static final byte[] NULL = JsonArray.NULL;

    /** A millisecond has as many nanoseconds, as a power of ten. */
    private static final int NANOS_EXPONENT = 6;

    private static final int INSTANT = 0;
    private static final int INTERVAL = 1;

    /** Makes the values of some rows. */
    private interface RowsMaker {
        void make(RowChunk rows, int count, JsonArray array);
    }

    /** Makes the value of a picture. */
    private interface PictureMaker {
        void make(Screenshots.Screenshot picture, JsonArray array);
    }

    private final FirefoxTables tables;
    private final SpillFile texts;
    private final JsonBlocks blocks;
    private final Map<Screenshots.FrameKey, Long> frameBegins;
    private final long base;
    private final long startNanos;
    private final int[] categories;
    /** The same of all zones of a place, but for those that somebody said something of. */
    private final byte[][] dataOfPlaces;

    /**
     * For one profile.
     *
     * @param base that the profile's times count from
     * @param startNanos start of the trace, counted from the base
     */
    MarkerColumns(
            FirefoxTables tables,
            SpillFile texts,
            JsonBlocks blocks,
            Map<Screenshots.FrameKey, Long> frameBegins,
            long base,
            long startNanos) {
        this.startNanos = startNanos;
        this.tables = tables;
        this.texts = texts;
        this.blocks = blocks;
        this.frameBegins = frameBegins;
        this.base = base;
        int places = tables.places();
        categories = new int[places];
        dataOfPlaces = new byte[places][];
        for (int place = 0; place < places; place++) {
            categories[place] = tables.category(place);
            dataOfPlaces[place] = zoneData(tables, tables.location(place));
        }
    }

    private static byte[] zoneData(FirefoxTables tables, Location location) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator object = ExportJson.generator(bytes)) {
            object.writeStartObject();
            object.writeStringProperty("type", FirefoxSchemas.ZONE);
            where(object, location, tables);
            object.writeEndObject();
        }
        return bytes.toByteArray();
    }

    /** Place of a zone in the source, if it is known: the number of a string, so that millions of zones do not repeat it. */
    static void where(JsonGenerator json, Location location, FirefoxTables tables) {
        if (!location.file().isEmpty()) {
            json.writeNumberProperty("where", tables.string(location.place()));
        }
    }

    /** Of a thread. */
    void write(JsonGenerator json, ThreadData thread, List<Screenshots.Screenshot> screenshots) {
        new Table(json, thread, shown(screenshots)).write();
    }

    private List<Screenshots.Screenshot> shown(List<Screenshots.Screenshot> screenshots) {
        List<Screenshots.Screenshot> shown = new ArrayList<>(screenshots);
        shown.removeIf(shot -> !frameBegins.containsKey(shot.frame()) || frameBegins.get(shot.frame()) < base);
        shown.sort(Comparator.comparingLong(shot -> frameBegins.get(shot.frame())));
        return shown;
    }

    /** The markers of one thread. */
    private final class Table {
        private final JsonGenerator json;
        private final ThreadData thread;
        private final List<Screenshots.Screenshot> pictures;
        private final int zoneBlocks;
        private final int rowBlocks;
        private final int length;

        Table(JsonGenerator json, ThreadData thread, List<Screenshots.Screenshot> pictures) {
            this.json = json;
            this.thread = thread;
            this.pictures = pictures;
            zoneBlocks = Math.ceilDiv(thread.zones.chunks(), JsonBlocks.ROW_CHUNKS);
            rowBlocks = zoneBlocks + Math.ceilDiv(thread.marks.chunks(), JsonBlocks.ROW_CHUNKS);
            length = thread.zones.count() + thread.marks.count() + pictures.size();
        }

        void write() {
            int pictureName = tables.string("CompositorScreenshot");
            json.writeName("markers").writeStartObject();
            column("name", MarkerColumns::names, MarkerColumns::names, (picture, array) -> array.number(pictureName));
            column("startTime", this::begins, this::begins, this::begin);
            // An instant has its time in both columns: Perfetto takes null for a column that is missing.
            column("endTime", this::zoneEnds, this::markEnds, this::begin);
            column("phase", Table::zonePhases, Table::markPhases, (picture, array) -> array.number(INSTANT));
            column(
                    "category",
                    this::zoneCategories,
                    Table::markCategories,
                    (picture, array) -> array.number(FirefoxTables.OTHER));
            column(
                    "data",
                    (rows, count, array) -> data(rows, count, true, array),
                    (rows, count, array) -> data(rows, count, false, array),
                    (picture, array) -> array.raw(pictureData(picture)));
            json.writeNumberProperty("length", length);
            json.writeEndObject();
        }

        private void column(String name, RowsMaker zones, RowsMaker marks, PictureMaker ofPictures) {
            int count = rowBlocks + (pictures.isEmpty() ? 0 : 1);
            blocks.write(json, name, count, length, (block, array) -> {
                if (block < zoneBlocks) {
                    rows(thread.zones, block, zones, array);
                } else if (block < rowBlocks) {
                    rows(thread.marks, block - zoneBlocks, marks, array);
                } else {
                    pictures.forEach(picture -> ofPictures.make(picture, array));
                }
            });
        }

        private void begins(RowChunk rows, int count, JsonArray array) {
            for (int i = 0; i < count; i++) {
                array.millis(rows.begin(i) - base);
            }
        }

        private void begin(Screenshots.Screenshot picture, JsonArray array) {
            array.millis(frameBegins.get(picture.frame()) - base);
        }

        private void zoneEnds(RowChunk rows, int count, JsonArray array) {
            for (int i = 0; i < count; i++) {
                array.millis(rows.end(i) - base);
            }
        }

        private void markEnds(RowChunk rows, int count, JsonArray array) {
            for (int i = 0; i < count; i++) {
                array.millis((isInstant(rows, i) ? rows.begin(i) : rows.end(i)) - base);
            }
        }

        private static void zonePhases(RowChunk rows, int count, JsonArray array) {
            for (int i = 0; i < count; i++) {
                array.number(INTERVAL);
            }
        }

        private static void markPhases(RowChunk rows, int count, JsonArray array) {
            for (int i = 0; i < count; i++) {
                array.number(isInstant(rows, i) ? INSTANT : INTERVAL);
            }
        }

        private void zoneCategories(RowChunk rows, int count, JsonArray array) {
            for (int i = 0; i < count; i++) {
                array.number(categories[rows.category(i)]);
            }
        }

        private static void markCategories(RowChunk rows, int count, JsonArray array) {
            for (int i = 0; i < count; i++) {
                array.number(rows.category(i));
            }
        }

        private void data(RowChunk rows, int count, boolean zones, JsonArray array) {
            for (int i = 0; i < count; i++) {
                long at = rows.data(i);
                if (at == FirefoxWriter.NO_DATA) {
                    array.raw(zones ? dataOfPlaces[rows.category(i)] : NULL);
                } else {
                    array.raw(payload(at, rows.begin(i)));
                }
            }
        }
    }

    private static void rows(SpillRows rows, int block, RowsMaker maker, JsonArray array) {
        rows.forChunks(
                block * JsonBlocks.ROW_CHUNKS,
                JsonBlocks.ROW_CHUNKS,
                (chunk, count) -> maker.make(chunk, count, array));
    }

    private static void names(RowChunk rows, int count, JsonArray array) {
        for (int i = 0; i < count; i++) {
            array.number(rows.name(i));
        }
    }

    private static boolean isInstant(RowChunk rows, int row) {
        return rows.end(row) == FirefoxWriter.INSTANT_END;
    }

    private byte[] payload(long at, long begin) {
        byte[] data = PayloadTimes.placed(texts.bytes(at), startNanos);
        int stack = texts.number(at);
        if (stack < 0) {
            return data;
        }
        String time = BigDecimal.valueOf(Math.max(0, begin - base), NANOS_EXPONENT)
                .stripTrailingZeros()
                .toPlainString();
        String text = new String(data, 0, data.length - 1, StandardCharsets.UTF_8);
        return (text + ",\"cause\":{\"stack\":" + stack + ",\"time\":" + time + "}}").getBytes(StandardCharsets.UTF_8);
    }

    private byte[] pictureData(Screenshots.Screenshot shot) {
        return ("{\"type\":\"CompositorScreenshot\",\"url\":" + tables.string(shot.url())
                        + ",\"windowID\":\"0x1\",\"windowWidth\":" + shot.width() + ",\"windowHeight\":" + shot.height()
                        + "}")
                .getBytes(StandardCharsets.UTF_8);
    }
}
