package dev.zonecast.trace;

import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtArguments;
import dev.zonecast.fxt.FxtEvent;
import dev.zonecast.fxt.FxtLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Markers of our recordings, and what describes them: see {@link ExtensionLayout#MARKER}. */
final class MarkerReader {
    private static final int MAX_KINDS = 100_000;
    private static final int MAX_KNOWN_STACKS = 10_000;
    private static final int MAX_BESIDE = 1_000;

    private static final double NANOS_PER_MILLI = 1e6;

    private final TraceReader reader;
    private final Map<MarkerKind, MarkerKind> kinds = new HashMap<>();
    private final Map<String, Calls> stacks = new HashMap<>();

    /** Begins beside the open interval of their track, of threads that have more of them than rows. Each comes whole at its end. */
    private final Map<Track, List<TraceMarker>> beside = new HashMap<>();

    MarkerReader(TraceReader reader) {
        this.reader = reader;
    }

    // --- definitions

    void category(int color, int id, ByteBuffer b) {
        String[] texts = ExtensionBlobs.texts(b, ExtensionLayout.CATEGORY_TEXTS, 2);
        if (reader.source.categories.size() < MAX_KINDS) {
            reader.source.categories.put(
                    id, new MarkerCategory(texts[0].isEmpty() ? "Other" : texts[0], texts[1], color));
        } else {
            reader.losses.add(LossKind.TOO_MANY_NAMES, "categories", 1);
        }
    }

    void marker(int nameIndex, int id, ByteBuffer b) {
        Source source = reader.source;
        if (kinds.size() >= MAX_KINDS) {
            reader.losses.add(LossKind.TOO_MANY_NAMES, "markers", 1);
            return;
        }
        if (nameIndex == 0 || nameIndex > FxtLayout.MAX_STRING_INDEX) {
            reader.losses.add(LossKind.MALFORMED, source.process(), ExtensionLayout.MARKER, 1);
            return;
        }
        int count = Math.min(
                b.getShort(ExtensionLayout.MARKER_FIELD_COUNT) & 0xFFFF,
                (ExtensionLayout.MARKER_TEXTS - ExtensionLayout.MARKER_FIELDS) / 2);
        String[] texts = ExtensionBlobs.texts(b, ExtensionLayout.MARKER_TEXTS, 5 + 3 * count);
        List<DataField> fields = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int at = ExtensionLayout.MARKER_FIELDS + 2 * i;
            int flags = b.get(at + 1);
            fields.add(new DataField(
                    texts[5 + 3 * i],
                    texts[6 + 3 * i],
                    texts[7 + 3 * i],
                    DataField.Kind.ofCode(b.get(at)),
                    (flags & ExtensionLayout.MARKER_SEARCHABLE) != 0,
                    (flags & ExtensionLayout.MARKER_HIDDEN) != 0));
        }
        MarkerKind made = new MarkerKind(
                source.string(nameIndex),
                source.categories.getOrDefault(b.getInt(ExtensionLayout.MARKER_CATEGORY), MarkerCategory.OTHER),
                texts[0],
                List.copyOf(fields),
                texts[1],
                texts[2],
                texts[3],
                texts[4],
                b.getShort(ExtensionLayout.MARKER_SHOWN_IN) & 0xFFFF);
        MarkerKind kind = kinds.computeIfAbsent(made, k -> k);
        source.bind(nameIndex, kind);
        source.markers.put(id, kind);
    }

    // --- events

    /** @param owner the thread whose intervals the track has, or the track itself */
    void event(Track track, Track owner, FxtEvent event) throws IOException {
        long time = event.timeNanos();
        switch (event.type()) {
            case FxtLayout.INSTANT -> reader.delivery.event(read(owner, event, false, time));
            case FxtLayout.DURATION_COMPLETE -> {
                long end = reader.losses.notBefore(time, event.endNanos(), track.process());
                TraceMarker whole = read(owner, event, true, time);
                ended(track, whole);
                reader.delivery.event(whole.until(end, false));
            }
            case FxtLayout.DURATION_BEGIN -> {
                TraceMarker begun = read(owner, event, true, time);
                if (track.openMarker == null) {
                    track.openMarker = begun;
                } else {
                    beside(track, begun);
                }
            }
            case FxtLayout.DURATION_END -> {
                TraceMarker open = track.openMarker;
                if (open == null) {
                    reader.losses.add(LossKind.UNMATCHED_OTHER_ENDS, track.process(), "markers", 1);
                    return;
                }
                track.openMarker = null;
                long end = reader.losses.notBefore(open.beginNanos(), time, track.process());
                boolean cutOff = event.arguments().find("ended by") >= 0;
                TraceMarker ended = cutOff ? open : joined(open, read(owner, event, true, open.beginNanos()));
                reader.delivery.event(ended.until(end, cutOff));
                if (cutOff) {
                    endBeside(track, end);
                }
            }
            default -> reader.losses.add(LossKind.MALFORMED, track.process(), "marker events", 1);
        }
    }

    private void beside(Track track, TraceMarker begun) {
        List<TraceMarker> begins = beside.computeIfAbsent(track, t -> new ArrayList<>());
        if (begins.size() < MAX_BESIDE) {
            begins.add(begun);
        } else {
            reader.losses.add(LossKind.TOO_MANY_LANES, 1);
        }
    }

    /** An interval comes whole: its begin may have come before, with the data of another kind. */
    private void ended(Track track, TraceMarker whole) {
        List<TraceMarker> begins = beside.getOrDefault(track, List.of());
        begins.stream()
                .filter(begun -> begun.beginNanos() == whole.beginNanos()
                        && begun.kind().name().equals(whole.kind().name()))
                .min(Comparator.comparing(begun -> !begun.kind().equals(whole.kind())))
                .ifPresent(begins::remove);
    }

    private void endBeside(Track track, long time) throws IOException {
        List<TraceMarker> begins = beside.remove(track);
        if (begins != null) {
            for (TraceMarker open : begins) {
                reader.delivery.event(open.until(Math.max(time, open.beginNanos()), true));
            }
        }
    }

    /** The trace ends: what is still open. */
    void endAll(Track track, long time) throws IOException {
        TraceMarker open = track.openMarker;
        track.openMarker = null;
        if (open != null) {
            reader.delivery.event(open.until(Math.max(time, open.beginNanos()), true));
        }
        endBeside(track, time);
    }

    /** Data of the end where there is some, else that of the start, with the kind that it belongs to. */
    private static TraceMarker joined(TraceMarker start, TraceMarker end) {
        boolean noneAtEnd = end.values().stream().allMatch(value -> value == null);
        return new TraceMarker(
                noneAtEnd ? start.kind() : end.kind(),
                end.track(),
                true,
                start.beginNanos(),
                start.beginNanos(),
                noneAtEnd ? start.values() : end.values(),
                start.stack() == null ? end.stack() : start.stack(),
                false);
    }

    private TraceMarker read(Track owner, FxtEvent event, boolean isInterval, long begin) {
        MarkerKind known = reader.source.marker(event.nameIndex());
        MarkerKind kind = known != null
                ? known
                : new MarkerKind(event.name(), MarkerCategory.OTHER, "", List.of(), "", "", "", "", 0);
        FxtArguments arguments = event.arguments();
        // Behind the data, if there is any.
        int last = arguments.count() - 1;
        boolean hasData = !kind.fields().isEmpty()
                && arguments.count() >= kind.fields().size()
                && arguments.name(0).equals(kind.fields().getFirst().key());
        boolean hasStack = last >= (hasData ? kind.fields().size() : 0)
                && arguments.name(last).equals("stack");
        return new TraceMarker(
                kind,
                owner,
                isInterval,
                begin,
                begin,
                hasData ? values(reader.source, kind, arguments, 0) : List.of(),
                hasStack ? stack(arguments.asText(last)) : null,
                false);
    }

    /** Values of a kind's fields among the arguments from one on. */
    static List<Object> values(Source source, MarkerKind kind, FxtArguments arguments, int from) {
        if (kind.fields().isEmpty() || from >= arguments.count()) {
            return List.of();
        }
        List<Object> values = new ArrayList<>(Collections.nCopies(kind.fields().size(), null));
        for (int i = 0; i < values.size() && from + i < arguments.count(); i++) {
            if (arguments.type(from + i) != FxtLayout.ARGUMENT_NULL) {
                DataField field = kind.fields().get(i);
                values.set(
                        i,
                        field.isTime()
                                ? (Object) ((arguments.asLong(from + i) - source.traceStartNanos) / NANOS_PER_MILLI)
                                : value(field.kind(), arguments, from + i));
            }
        }
        return values;
    }

    private static Object value(DataField.Kind kind, FxtArguments arguments, int i) {
        return switch (kind) {
            case WHOLE -> arguments.asLong(i);
            case DECIMAL -> arguments.asDouble(i);
            case TRUTH -> arguments.asLong(i) != 0;
            case TEXT, CONSTANT -> arguments.asText(i);
        };
    }

    private Calls stack(String text) {
        if (stacks.size() >= MAX_KNOWN_STACKS) {
            stacks.clear();
        }
        return stacks.computeIfAbsent(text, Calls::parse);
    }
}
