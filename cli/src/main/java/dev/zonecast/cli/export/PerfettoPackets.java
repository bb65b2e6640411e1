package dev.zonecast.cli.export;

import dev.zonecast.trace.Location;
import dev.zonecast.trace.PlotSeries;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.Session;
import dev.zonecast.trace.Track;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Packets of Perfetto's trace format: track events, the descriptions of their tracks, and tables of strings to which they refer by
 * number. Field numbers are those of Perfetto's {@code trace_packet.proto}, {@code track_event.proto}, {@code
 * track_descriptor.proto}, {@code counter_descriptor.proto}, {@code debug_annotation.proto} and {@code interned_data.proto}.
 */
final class PerfettoPackets {
    static final int SLICE_BEGIN = 1;
    static final int SLICE_END = 2;
    static final int INSTANT = 3;
    private static final int COUNTER = 4;

    private static final int MAX_INTERNED = 100_000;
    private static final int SEQUENCE = 1;
    private static final int STATE_CLEARED = 1;
    private static final int NEEDS_STATE = 2;
    private static final int BOOT_TIME = 6;
    private static final int REAL_TIME = 1;
    private static final long NANOS_PER_MILLI = 1_000_000;

    // Of TracePacket.
    private static final int CLOCK_SNAPSHOT = 6;
    private static final int TIMESTAMP = 8;
    private static final int SEQUENCE_ID = 10;
    private static final int TRACK_EVENT = 11;
    private static final int INTERNED_DATA = 12;
    private static final int SEQUENCE_FLAGS = 13;
    private static final int TRACK_DESCRIPTOR = 60;

    // Of InternedData.
    private static final int CATEGORIES = 1;
    private static final int NAMES = 2;
    private static final int ANNOTATION_NAMES = 3;
    private static final int SOURCE_LOCATIONS = 4;

    /** An event that is written later. The strings that it refers to are defined by then. */
    static final class Held {
        private final long timeNanos;
        private final byte[] event;

        private Held(long timeNanos, byte[] event) {
            this.timeNanos = timeNanos;
            this.event = event;
        }
    }

    /** What an event says beside its name and time. */
    final class Event {
        private final ProtoMessage event = new ProtoMessage();
        private final ProtoMessage annotation = new ProtoMessage();
        private long timeNanos;

        private Event begin(int type, long track, long time) {
            timeNanos = time;
            event.clear().number(9, type).number(11, track);
            return this;
        }

        Event name(String text) {
            interned(event, names, NAMES, 10, 23, text);
            return this;
        }

        Event category(String text) {
            interned(event, categories, CATEGORIES, 3, 22, text);
            return this;
        }

        Event location(Location location) {
            if (!location.file().isEmpty() || !location.function().isEmpty()) {
                event.number(34, sourceLocation(location));
            }
            return this;
        }

        /** @param value a text or a number; null: nothing is written */
        Event argument(String name, Object value) {
            if (value == null) {
                return this;
            }
            annotation.clear();
            ProtoMessage named = interned(annotation, annotationNames, ANNOTATION_NAMES, 1, 10, name);
            switch (value) {
                case Long whole -> named.number(4, whole);
                case Double real -> named.real(5, real);
                default -> named.text(6, value.toString());
            }
            event.message(4, annotation);
            return this;
        }

        Event arguments(List<Argument> arguments) {
            arguments.forEach(argument -> argument(argument.name(), argument.value()));
            return this;
        }

        /** An arrow begins or goes on here. */
        Event flow(long id) {
            event.fixed(47, id);
            return this;
        }

        /** An arrow ends here. */
        Event flowEnd(long id) {
            event.fixed(48, id);
            return this;
        }

        private Event value(double value) {
            event.real(44, value);
            return this;
        }

        /** A picture, as the front-end looks for it. */
        Event jpeg(byte[] picture) {
            event.message(50, annotation.clear().bytes(1, picture));
            return this;
        }

        void write() throws IOException {
            lastNanos = Math.max(lastNanos, timeNanos);
            packet.number(TIMESTAMP, Math.max(0, timeNanos)).message(TRACK_EVENT, event);
            writePacket();
        }

        /** Ends the event, in place of {@link #write}. */
        Held hold() {
            return new Held(timeNanos, event.toArray());
        }
    }

    private final OutputStream out;
    private final ProtoMessage packet = new ProtoMessage();
    private final ProtoMessage framed = new ProtoMessage();
    private final ProtoMessage internedData = new ProtoMessage();
    private final ProtoMessage entry = new ProtoMessage();
    private final ProtoMessage descriptor = new ProtoMessage();
    private final Event event = new Event();
    private final Map<String, Integer> names = new HashMap<>();
    private final Map<String, Integer> categories = new HashMap<>();
    private final Map<String, Integer> annotationNames = new HashMap<>();
    private final Map<Location, Integer> locations = new HashMap<>();
    private boolean first = true;
    long lastNanos;

    PerfettoPackets(OutputStream out) {
        this.out = out;
    }

    private void writePacket() throws IOException {
        if (!internedData.isEmpty()) {
            packet.message(INTERNED_DATA, internedData);
            internedData.clear();
        }
        packet.number(SEQUENCE_ID, SEQUENCE).number(SEQUENCE_FLAGS, first ? STATE_CLEARED | NEEDS_STATE : NEEDS_STATE);
        first = false;
        framed.clear().message(1, packet).writeTo(out);
        packet.clear();
    }

    /** Adds a text by its number, which is defined at its first use, or as it is once there are too many. */
    private ProtoMessage interned(
            ProtoMessage to, Map<String, Integer> table, int field, int numberField, int textField, String text) {
        if (!table.containsKey(text) && table.size() >= MAX_INTERNED) {
            return to.text(textField, text);
        }
        return to.number(numberField, number(table, text, field, defined -> defined.text(2, text)));
    }

    private <K> int number(Map<K, Integer> table, K key, int field, Consumer<ProtoMessage> definition) {
        return table.computeIfAbsent(key, k -> {
            int number = table.size() + 1;
            definition.accept(entry.clear().number(1, number));
            internedData.message(field, entry);
            return number;
        });
    }

    private int sourceLocation(Location location) {
        return number(
                locations,
                location,
                SOURCE_LOCATIONS,
                defined -> defined.text(2, location.file())
                        .text(3, location.function())
                        .number(4, location.line()));
    }

    // --- tracks

    /** What follows is of 1970 (UTC) and so on: the time of day that a moment of the trace was. */
    void clock(Session session) throws IOException {
        ProtoMessage clocks = new ProtoMessage();
        clocks.message(1, entry.clear().number(1, BOOT_TIME).number(2, session.startNanos()));
        clocks.message(1, entry.clear().number(1, REAL_TIME).number(2, session.epochMillis() * NANOS_PER_MILLI));
        packet.message(CLOCK_SNAPSHOT, clocks);
        writePacket();
    }

    void process(long uuid, Program program) throws IOException {
        descriptor
                .clear()
                .number(1, uuid)
                .message(3, entry.clear().number(1, program.number()).text(6, program.title()));
        writeDescriptor();
    }

    /** Ids of threads have 32 bits there, with a sign. */
    private static long id31(long koid) {
        return koid & 0x7FFF_FFFF;
    }

    void thread(long uuid, Track track) throws IOException {
        descriptor.clear().number(1, uuid);
        entry.clear().number(1, track.program().number()).number(2, id31(track.koid()));
        descriptor.message(4, entry.text(5, track.name()));
        writeDescriptor();
    }

    /** A track of its own in a process or below a thread; those of one name stay apart. */
    void track(long uuid, long parent, String name, int rank) throws IOException {
        descriptor
                .clear()
                .number(1, uuid)
                .number(5, parent)
                .text(2, name)
                .number(12, rank)
                .number(15, 2);
        writeDescriptor();
    }

    void counter(long uuid, long parent, String name, PlotSeries.Format format) throws IOException {
        entry.clear();
        switch (format) {
            case MEMORY -> entry.number(3, 3);
            case PERCENTAGE -> entry.text(6, "%");
            case NUMBER -> entry.number(3, 2);
        }
        descriptor.clear().number(1, uuid).number(5, parent).text(2, name).message(8, entry);
        writeDescriptor();
    }

    private void writeDescriptor() throws IOException {
        packet.message(TRACK_DESCRIPTOR, descriptor);
        writePacket();
    }

    // --- events

    /** An event; {@link Event#write} ends it, before the next one. */
    Event event(int type, long track, long timeNanos) {
        return event.begin(type, track, timeNanos);
    }

    /** Writes an event that was held. */
    void write(Held held) throws IOException {
        lastNanos = Math.max(lastNanos, held.timeNanos);
        packet.number(TIMESTAMP, Math.max(0, held.timeNanos)).bytes(TRACK_EVENT, held.event);
        writePacket();
    }

    void value(long track, long timeNanos, double value) throws IOException {
        event.begin(COUNTER, track, timeNanos).value(value).write();
    }
}
