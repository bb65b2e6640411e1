package dev.zonecast.trace;

import dev.zonecast.fxt.BlockSize;
import dev.zonecast.fxt.EndReason;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtReader;
import dev.zonecast.fxt.SavedEnd;
import dev.zonecast.fxt.SkippedRecords;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Our own records in a recording, laid out as {@link ExtensionLayout} says. One that is too short, of another version or of a kind
 * that is not known is left out: it was written by a later version of ours.
 */
final class ExtensionBlobs {
    private static final int MAX_PIXELS_A_SIDE = 1 << 14;
    /** Version, kind and id. */
    private static final int LEAST_BYTES = 8;

    private interface Content {
        void read(int kind, int id, ByteBuffer b) throws IOException;
    }

    private record Blob(int leastBytes, Content content) {}

    private final TraceReader reader;
    private final StackTable stacks;
    private final Map<String, Blob> blobs = new HashMap<>();

    ExtensionBlobs(TraceReader reader) {
        this.reader = reader;
        stacks = new StackTable(reader.losses);
        on(ExtensionLayout.SESSION, ExtensionLayout.SESSION_TEXTS, (kind, id, b) -> session(id, b));
        on(ExtensionLayout.LOCATION, ExtensionLayout.LOCATION_BYTES, (kind, id, b) -> location(kind, b));
        on(ExtensionLayout.CATEGORY, LEAST_BYTES, (kind, id, b) -> reader.markers.category(kind, id, b));
        on(ExtensionLayout.MARKER, ExtensionLayout.MARKER_TEXTS, (kind, id, b) -> reader.markers.marker(kind, id, b));
        on(ExtensionLayout.TRACK, ExtensionLayout.TRACK_BYTES, this::track);
        on(ExtensionLayout.THREAD_END, ExtensionLayout.THREAD_END_BYTES, (kind, id, b) -> threadEnd(id, b));
        on(ExtensionLayout.PLOT, ExtensionLayout.PLOT_BYTES, (kind, id, b) -> plot(kind, b));
        on(ExtensionLayout.ATTRIBUTE, ExtensionLayout.ATTRIBUTE_PART, this::attribute);
        on(ExtensionLayout.FRAME_IMAGE, ExtensionLayout.FRAME_IMAGE_PART, this::frameImage);
        on(ExtensionLayout.MEMORY, ExtensionLayout.MEMORY_BYTES, this::memory);
        on(ExtensionLayout.GPU_CONTEXT, ExtensionLayout.GPU_CONTEXT_NAME + 1, this::gpuContext);
        on(
                ExtensionLayout.GPU_CALIBRATION,
                ExtensionLayout.GPU_CALIBRATION_BYTES,
                (kind, id, b) -> gpuCalibration(id, b));
        on(ExtensionLayout.CALL, ExtensionLayout.CALL_TEXTS, (kind, id, b) -> call(id, b));
        on(ExtensionLayout.STACK, LEAST_BYTES, (kind, id, b) -> stack(id, kind, b));
        on(ExtensionLayout.SAMPLE, ExtensionLayout.SAMPLE_TYPE, this::sample);
        on(ExtensionLayout.STATISTICS, ExtensionLayout.STATISTICS_FIGURES, (kind, id, b) -> statistics(kind, b));
        on(ExtensionLayout.SAVED, ExtensionLayout.SAVED_BYTES, (kind, id, b) -> saved(kind, b));
        on(ExtensionLayout.END, LEAST_BYTES, (kind, id, b) -> reader.source.part.ended = true);
        for (String ofRecovery :
                List.of(ExtensionLayout.LOCK, ExtensionLayout.OPEN, ExtensionLayout.LATE, ExtensionLayout.CHECKSUM)) {
            on(ofRecovery, LEAST_BYTES, (kind, id, b) -> {});
        }
    }

    private void on(String name, int leastBytes, Content content) {
        blobs.put(name, new Blob(Math.max(LEAST_BYTES, leastBytes), content));
    }

    void blob(String name, ByteBuffer b) throws IOException {
        Blob blob = blobs.get(name);
        if (b.limit() < (blob == null ? LEAST_BYTES : blob.leastBytes)
                || (b.getShort(ExtensionLayout.VERSION_OFFSET) & 0xFFFF) != ExtensionLayout.VERSION) {
            malformed(name);
        } else if (blob == null) {
            reader.losses.add(LossKind.FOREIGN_DATA, reader.source.process(), name, 1);
        } else {
            int kind = b.getShort(ExtensionLayout.KIND_OFFSET) & 0xFFFF;
            blob.content.read(kind, b.getInt(ExtensionLayout.ID_OFFSET), b);
        }
    }

    private void gpuContext(int api, int id, ByteBuffer b) throws IOException {
        String name = texts(b, ExtensionLayout.GPU_CONTEXT_NAME, 1)[0];
        GpuContext context = new GpuContext(reader.source.program(), id, api, name);
        GpuContext before = reader.source.gpuContext(id);
        // Compressed recordings repeat it.
        if (reader.source.bind(context)) {
            if (!reader.source.hasOther(before)) {
                reader.plots.rename(context.program(), before.errorPlot(), context.errorPlot());
                reader.plots.rename(context.program(), before.driftPlot(), context.driftPlot());
            }
            reader.listener.gpuContext(context);
        }
    }

    /** Error and drift are plots too: every output that draws plots shows them. */
    private void gpuCalibration(int id, ByteBuffer b) throws IOException {
        long time = time(b, ExtensionLayout.GPU_CALIBRATION_TIME);
        long errorNanos = b.getLong(ExtensionLayout.GPU_CALIBRATION_ERROR_NANOS);
        boolean hasDrift = b.limit() >= ExtensionLayout.GPU_CALIBRATION_DRIFT_PPM + Double.BYTES;
        double driftPpm = hasDrift ? b.getDouble(ExtensionLayout.GPU_CALIBRATION_DRIFT_PPM) : Double.NaN;
        GpuContext context = reader.source.gpuContext(id);
        reader.seen(time);
        reader.delivery.gpuCalibration(context, time, errorNanos, driftPpm);
        clockValue(context, context.errorPlot(), time, (double) errorNanos);
        if (Double.isFinite(driftPpm)) {
            clockValue(context, context.driftPlot(), time, driftPpm);
        }
    }

    private void clockValue(GpuContext context, String plot, long time, double value) throws IOException {
        reader.plots.value(reader.plot(plot), context.process(), reader.source.track, time, value);
    }

    private void call(int id, ByteBuffer b) {
        String[] texts = texts(b, ExtensionLayout.CALL_TEXTS, 2);
        stacks.call(reader.source, id, b.getInt(ExtensionLayout.CALL_LINE), texts[0], texts[1]);
    }

    private void malformed(String name) {
        reader.losses.add(LossKind.MALFORMED, reader.source.process(), name, 1);
    }

    private void session(int id, ByteBuffer b) throws IOException {
        Session known = reader.source.session;
        if (known != null) {
            // Compressed recordings repeat it. Joined files begin with a record that starts all providers over.
            if (known.processId() != id || known.startNanos() != time(b, ExtensionLayout.SESSION_TIME)) {
                malformed(ExtensionLayout.SESSION);
            }
            return;
        }
        String[] texts = texts(b, ExtensionLayout.SESSION_TEXTS, 5);
        Program owner = reader.ownProgram(Integer.toUnsignedLong(id));
        if (owner == null) {
            return;
        }
        reader.session(new Session(
                owner,
                id,
                time(b, ExtensionLayout.SESSION_TIME),
                b.getLong(ExtensionLayout.SESSION_EPOCH_MILLIS),
                texts[0],
                texts[1],
                texts[2],
                texts[3],
                texts[4]));
    }

    private void location(int loc, ByteBuffer b) throws IOException {
        if (loc == 0 || loc > 0x7FFF) {
            malformed(ExtensionLayout.LOCATION);
            return;
        }
        Location location = reader.locations.of(
                string(b, ExtensionLayout.LOCATION_NAME),
                string(b, ExtensionLayout.LOCATION_FUNCTION),
                string(b, ExtensionLayout.LOCATION_FILE),
                b.getInt(ExtensionLayout.LOCATION_LINE),
                b.getInt(ExtensionLayout.LOCATION_RGB) & 0xFFFFFF);
        if (b.limit() >= ExtensionLayout.LOCATION_CATEGORY + Integer.BYTES) {
            MarkerCategory category = reader.source.categories.get(b.getInt(ExtensionLayout.LOCATION_CATEGORY));
            if (category != null) {
                location.category = category;
            }
        }
        reader.source.bind(loc, location);
    }

    private void track(int kind, int koid, ByteBuffer b) throws IOException {
        Track track = reader.track(koid & 0xFFFF_FFFFL);
        if (track == null) {
            return;
        }
        Track.Kind meaning = switch (kind) {
            case ExtensionLayout.TRACK_FRAMES -> Track.Kind.FRAMES;
            case ExtensionLayout.TRACK_VSYNC -> Track.Kind.VSYNC;
            case ExtensionLayout.TRACK_GPU -> Track.Kind.GPU;
            case ExtensionLayout.TRACK_LOCK -> Track.Kind.LOCK;
            case ExtensionLayout.TRACK_MARKERS -> Track.Kind.MARKERS;
            case ExtensionLayout.TRACK_PROFILER -> Track.Kind.PROFILER;
            case ExtensionLayout.TRACK_LATE -> Track.Kind.JVM;
            default -> Track.Kind.THREAD;
        };
        boolean isNew = track.describe(
                meaning,
                b.getLong(ExtensionLayout.TRACK_SUBJECT),
                b.getLong(ExtensionLayout.TRACK_SUBMITTER),
                b.getInt(ExtensionLayout.TRACK_GROUP),
                b.getInt(ExtensionLayout.TRACK_FLAGS));
        if (isNew) {
            reader.listener.track(track);
        }
    }

    private void threadEnd(int koid, ByteBuffer b) {
        // A buffer may have lost all else of the thread.
        Track track = reader.tracks.known(reader.source.program(), koid & 0xFFFF_FFFFL);
        if (track != null) {
            track.ended(time(b, ExtensionLayout.THREAD_END_TIME));
        }
    }

    private void memory(int kind, int pool, ByteBuffer b) throws IOException {
        Track track = reader.track(b.getLong(ExtensionLayout.MEMORY_THREAD) & 0xFFFF_FFFFL);
        TraceMemoryEvent.Kind what = switch (kind) {
            case ExtensionLayout.MEMORY_ALLOCATED -> TraceMemoryEvent.Kind.ALLOCATED;
            case ExtensionLayout.MEMORY_FREED -> TraceMemoryEvent.Kind.FREED;
            case ExtensionLayout.MEMORY_DISCARDED -> TraceMemoryEvent.Kind.DISCARDED;
            default -> null;
        };
        if (what == null) {
            malformed(ExtensionLayout.MEMORY);
        }
        if (track == null || what == null) {
            return;
        }
        reader.seen(time(b, ExtensionLayout.MEMORY_TIME));
        long size = b.getLong(ExtensionLayout.MEMORY_SIZE);
        boolean withStack = b.limit() >= ExtensionLayout.MEMORY_STACK_BYTES;
        reader.delivery.event(new TraceMemoryEvent(
                what,
                track,
                time(b, ExtensionLayout.MEMORY_TIME),
                reader.source.string(pool),
                b.getLong(ExtensionLayout.MEMORY_ADDRESS),
                BlockSize.bytes(size),
                BlockSize.blocks(size),
                withStack ? Calls.parse(string(b, ExtensionLayout.MEMORY_STACK)) : null));
    }

    private void plot(int nameIndex, ByteBuffer b) {
        PlotSeries plot = reader.plot(reader.source.string(nameIndex));
        if (plot == null) {
            return;
        }
        PlotSeries.Format format = switch (b.get(ExtensionLayout.PLOT_FORMAT)) {
            case ExtensionLayout.PLOT_MEMORY -> PlotSeries.Format.MEMORY;
            case ExtensionLayout.PLOT_PERCENTAGE -> PlotSeries.Format.PERCENTAGE;
            default -> PlotSeries.Format.NUMBER;
        };
        int flags = b.get(ExtensionLayout.PLOT_FLAGS);
        String[] texts = texts(b, ExtensionLayout.PLOT_TEXTS, 2);
        plot.describe(new PlotSeries.Look(
                format,
                (flags & ExtensionLayout.PLOT_STEP) != 0,
                (flags & ExtensionLayout.PLOT_FILL) != 0,
                b.getInt(ExtensionLayout.PLOT_RGB) & 0xFFFFFF,
                (flags & ExtensionLayout.PLOT_RATE) != 0,
                texts[0],
                texts[1]));
    }

    private void attribute(int kind, int koid, ByteBuffer b) throws IOException {
        int depth = b.getInt(ExtensionLayout.ATTRIBUTE_DEPTH);
        int total = b.getInt(ExtensionLayout.ATTRIBUTE_TOTAL);
        int place = b.getInt(ExtensionLayout.ATTRIBUTE_PLACE);
        long key = (long) koid << 32 | kind;
        BlobParts parts = reader.source.attribute;
        byte[] whole = parts.add(key, total, place, b.position(ExtensionLayout.ATTRIBUTE_PART));
        if (parts.broken) {
            malformed(ExtensionLayout.ATTRIBUTE);
        }
        Track track = whole == null ? null : reader.track(koid & 0xFFFF_FFFFL);
        if (track != null) {
            reader.events.attribute(
                    track, depth, kind, ByteBuffer.wrap(whole.clone()).order(b.order()));
        }
    }

    private void stack(int id, int count, ByteBuffer b) {
        if (b.limit() >= ExtensionLayout.STACK_CALLS + Integer.BYTES * count) {
            int[] calls = new int[count];
            for (int i = 0; i < count; i++) {
                calls[i] = b.getInt(ExtensionLayout.STACK_CALLS + Integer.BYTES * i);
            }
            stacks.stack(reader.source, id, calls);
        } else {
            malformed(ExtensionLayout.STACK);
        }
    }

    private void sample(int kind, int id, ByteBuffer b) throws IOException {
        StackSample.Kind why = switch (kind) {
            case ExtensionLayout.SAMPLE_RUNNING -> StackSample.Kind.RUNNING;
            case ExtensionLayout.SAMPLE_NATIVE -> StackSample.Kind.NATIVE;
            case ExtensionLayout.SAMPLE_SLEEPING -> StackSample.Kind.SLEEPING;
            case ExtensionLayout.SAMPLE_ALLOCATION -> StackSample.Kind.ALLOCATION;
            default -> null;
        };
        Stack stack = reader.source.stacks.get(id);
        Track track = reader.track(b.getLong(ExtensionLayout.SAMPLE_THREAD));
        if (why == null) {
            malformed(ExtensionLayout.SAMPLE);
        } else if (stack == null) {
            reader.losses.add(LossKind.UNKNOWN_REFERENCES, reader.source.process(), "stacks of samples", 1);
        } else if (track != null) {
            reader.delivery.event(new StackSample(
                    track,
                    time(b, ExtensionLayout.SAMPLE_TIME),
                    why,
                    b.getLong(ExtensionLayout.SAMPLE_WEIGHT),
                    texts(b, ExtensionLayout.SAMPLE_TYPE, 1)[0],
                    stack));
        }
    }

    private void frameImage(int kind, int id, ByteBuffer b) throws IOException {
        long frame = b.getLong(ExtensionLayout.FRAME_IMAGE_FRAME);
        int width = b.getShort(ExtensionLayout.FRAME_IMAGE_WIDTH) & 0xFFFF;
        int height = b.getShort(ExtensionLayout.FRAME_IMAGE_HEIGHT) & 0xFFFF;
        boolean bottomUp = (b.getInt(ExtensionLayout.FRAME_IMAGE_FLAGS) & ExtensionLayout.FRAME_IMAGE_BOTTOM_UP) != 0;
        int total = b.getInt(ExtensionLayout.FRAME_IMAGE_TOTAL);
        int place = b.getInt(ExtensionLayout.FRAME_IMAGE_PLACE);
        if (kind == ExtensionLayout.FRAME_IMAGE_AGAIN) {
            TraceFrameImage last = reader.source.lastImage;
            if (last != null && last.picture() == id) {
                reader.delivery.frameImage(last.again(frame));
            } else {
                reader.losses.add(LossKind.UNKNOWN_REFERENCES, reader.source.process(), "frame images", 1);
            }
            return;
        }
        boolean possible = width > 0 && height > 0 && (width | height) % 4 == 0 && total == width * height / 2;
        if (kind != ExtensionLayout.FRAME_IMAGE_BC1 || !possible || Math.max(width, height) > MAX_PIXELS_A_SIDE) {
            malformed(ExtensionLayout.FRAME_IMAGE);
            return;
        }
        BlobParts parts = reader.source.image;
        byte[] blocks = parts.add(frame, total, place, b.position(ExtensionLayout.FRAME_IMAGE_PART));
        if (parts.broken) {
            malformed(ExtensionLayout.FRAME_IMAGE);
        }
        if (blocks != null) {
            TraceFrameImage whole =
                    new TraceFrameImage(reader.source.program(), frame, id, width, height, bottomUp, blocks.clone());
            reader.source.lastImage = whole;
            reader.delivery.frameImage(whole);
        }
    }

    /** Fields that an older recording does not have are 0. */
    private void statistics(int kind, ByteBuffer b) throws IOException {
        long[] figures = new long[ExtensionLayout.STATISTICS_FIGURE_COUNT];
        int present = kind == 0 ? figures.length : Math.min(kind, figures.length);
        for (int i = 0; i < present; i++) {
            int at = ExtensionLayout.STATISTICS_FIGURES + i * Long.BYTES;
            figures[i] = at + Long.BYTES <= b.limit() ? b.getLong(at) : 0;
        }
        ProfilerStatistics statistics = ProfilerStatistics.of(
                reader.source.program(),
                time(b, ExtensionLayout.STATISTICS_TIME),
                figures,
                b.limit() >= ExtensionLayout.STATISTICS_RING_USE_END,
                refusals(b, kind));
        reader.source.part.statistics = statistics;
        reader.listener.statistics(statistics);
    }

    /** Fields that an older recording does not have are 0. */
    private void saved(int afterDeath, ByteBuffer b) throws IOException {
        boolean isAfterDeath = afterDeath == 1;
        int at = ExtensionLayout.SAVED_SKIPPED;
        for (SkippedRecords.Kind each : SkippedRecords.Kind.values()) {
            LossKind kind = switch (each) {
                case TYPE -> LossKind.UNKNOWN_TYPES;
                case EVENT -> LossKind.UNKNOWN_EVENTS;
                case METADATA -> LossKind.METADATA;
                case LARGE -> LossKind.LARGE_RECORDS;
            };
            reader.losses.add(kind, reader.source.process(), field(b, at));
            at += Long.BYTES;
        }
        EndReason reason = EndReason.of(field(b, ExtensionLayout.SAVED_REASON));
        reader.saved(
                new SavedEnd(
                        isAfterDeath && reason == EndReason.ENDED ? EndReason.DIED : reason,
                        isAfterDeath,
                        FxtReader.time(field(b, ExtensionLayout.SAVED_END)),
                        b.getLong(ExtensionLayout.SAVED_FIGURES),
                        field(b, ExtensionLayout.SAVED_DROPPED_EVENTS),
                        b.getLong(ExtensionLayout.SAVED_FIGURES + Long.BYTES),
                        b.getLong(ExtensionLayout.SAVED_FIGURES + 2 * Long.BYTES)),
                FxtReader.time(field(b, ExtensionLayout.SAVED_LAST)));
    }

    private static long time(ByteBuffer b, int at) {
        return FxtReader.time(b.getLong(at));
    }

    private static long field(ByteBuffer b, int at) {
        return at + Long.BYTES <= b.limit() ? b.getLong(at) : 0;
    }

    /** By the entries of the tables that refused something. */
    private static Map<String, Long> refusals(ByteBuffer b, int figures) {
        int at = ExtensionLayout.STATISTICS_FIGURES + figures * Long.BYTES;
        if (figures == 0 || at + Long.BYTES > b.limit()) {
            return Map.of();
        }
        int tables = Math.clamp(b.getLong(at), 0, (b.limit() - at) / Long.BYTES - 1);
        String[] entries = texts(b, at + (1 + tables) * Long.BYTES, tables);
        Map<String, Long> refusals = new LinkedHashMap<>();
        for (int i = 0; i < tables; i++) {
            refusals.merge(entries[i], b.getLong(at + (1 + i) * Long.BYTES), Long::sum);
        }
        return refusals;
    }

    private String string(ByteBuffer b, int at) {
        return reader.source.string(b.getShort(at) & 0xFFFF);
    }

    /** Texts one after another; those that are not there are empty. */
    static String[] texts(ByteBuffer b, int from, int count) {
        String[] texts = new String[count];
        Arrays.fill(texts, "");
        int at = from;
        for (int i = 0; i < count && at + 2 <= b.limit(); i++) {
            int bytes = Math.min(b.getShort(at) & 0xFFFF, b.limit() - at - 2);
            byte[] utf8 = new byte[bytes];
            b.get(at + 2, utf8);
            texts[i] = new String(utf8, StandardCharsets.UTF_8);
            at += 2 + bytes;
        }
        return texts;
    }
}
