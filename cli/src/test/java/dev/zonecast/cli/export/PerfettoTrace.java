package dev.zonecast.cli.export;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A trace in Perfetto's format, decoded by hand. Slices are made as Perfetto makes them: sorted by time; a begin below 512 others is
 * dropped, its end is not and ends the innermost slice that is open.
 */
final class PerfettoTrace {
    private static final int MAX_DEPTH = 512;

    /** What a descriptor says of a track. Ids are -1 where it has none. */
    record Track(long uuid, long parent, String name, long process, long thread) {}

    /** An event; type 1 begins and 2 ends a slice, 3 is a moment, 4 a value. */
    record Event(long time, int type, long track, String name, double value, Map<String, String> arguments) {}

    /** A slice that has ended. */
    record Slice(long track, String name, long begin, long end, Map<String, String> arguments) {}

    record Field(int number, Object value) {
        long asLong() {
            return (Long) value;
        }

        byte[] bytes() {
            return (byte[]) value;
        }

        String text() {
            return new String(bytes(), StandardCharsets.UTF_8);
        }
    }

    final Map<Long, Track> tracks = new LinkedHashMap<>();
    final List<Event> events = new ArrayList<>();
    private final Map<Long, String> names = new HashMap<>();
    private final Map<Long, String> argumentNames = new HashMap<>();

    PerfettoTrace(byte[] trace) {
        fields(trace).forEach(packet -> packet(packet.bytes()));
    }

    /** The fields of a message of Protocol Buffers. */
    static List<Field> fields(byte[] message) {
        ByteBuffer in = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
        List<Field> fields = new ArrayList<>();
        while (in.hasRemaining()) {
            long tag = varint(in);
            int type = (int) tag & 7;
            Object value = switch (type) {
                case 0 -> varint(in);
                case 1 -> in.getLong();
                case 2 -> {
                    byte[] inner = new byte[(int) varint(in)];
                    in.get(inner);
                    yield inner;
                }
                default -> throw new IllegalStateException("type " + type);
            };
            fields.add(new Field((int) (tag >>> 3), value));
        }
        return fields;
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = in.get();
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    private void packet(byte[] packet) {
        long time = 0;
        byte[] event = null;
        for (Field field : fields(packet)) {
            switch (field.number) {
                case 8 -> time = field.asLong();
                case 11 -> event = field.bytes();
                case 12 -> interned(field.bytes());
                case 60 -> descriptor(field.bytes());
                default -> {
                    // The sequence and the clock.
                }
            }
        }
        if (event != null) {
            event(time, event);
        }
    }

    private void interned(byte[] data) {
        for (Field table : fields(data)) {
            List<Field> entry = fields(table.bytes());
            Map<Long, String> into = table.number == 2 ? names : table.number == 3 ? argumentNames : new HashMap<>();
            into.put(entry.get(0).asLong(), entry.get(1).text());
        }
    }

    private void descriptor(byte[] data) {
        long uuid = 0;
        long parent = -1;
        long process = -1;
        long thread = -1;
        String name = "";
        for (Field field : fields(data)) {
            switch (field.number) {
                case 1 -> uuid = field.asLong();
                case 2 -> name = field.text();
                case 3 -> {
                    for (Field part : fields(field.bytes())) {
                        process = part.number == 1 ? part.asLong() : process;
                        name = part.number == 6 ? part.text() : name;
                    }
                }
                case 4 -> {
                    for (Field part : fields(field.bytes())) {
                        process = part.number == 1 ? part.asLong() : process;
                        thread = part.number == 2 ? part.asLong() : thread;
                        name = part.number == 5 ? part.text() : name;
                    }
                }
                case 5 -> parent = field.asLong();
                default -> {
                    // How it is shown.
                }
            }
        }
        tracks.put(uuid, new Track(uuid, parent, name, process, thread));
    }

    private void event(long time, byte[] event) {
        int type = 0;
        long track = 0;
        String name = "";
        double value = 0;
        Map<String, String> arguments = new LinkedHashMap<>();
        for (Field field : fields(event)) {
            switch (field.number) {
                case 4 -> argument(field.bytes(), arguments);
                case 9 -> type = (int) field.asLong();
                case 10 -> name = names.get(field.asLong());
                case 11 -> track = field.asLong();
                case 23 -> name = field.text();
                case 44 -> value = Double.longBitsToDouble(field.asLong());
                case 50 -> arguments.put("jpeg", "");
                default -> {
                    // Category, location and arrows.
                }
            }
        }
        events.add(new Event(time, type, track, name, value, arguments));
    }

    private void argument(byte[] annotation, Map<String, String> arguments) {
        String name = "";
        for (Field field : fields(annotation)) {
            switch (field.number) {
                case 1 -> name = argumentNames.get(field.asLong());
                case 4 -> arguments.put(name, Long.toString(field.asLong()));
                case 5 -> arguments.put(name, Double.toString(Double.longBitsToDouble(field.asLong())));
                case 6 -> arguments.put(name, field.text());
                default -> {
                    // Of another kind.
                }
            }
        }
    }

    /** Name of a track and of those above it, the outermost first. */
    String path(long uuid) {
        Track track = tracks.get(uuid);
        return track == null ? "?" : (track.parent < 0 ? "" : path(track.parent) + "/") + track.name;
    }

    /** All slices that end, in the order of their begins. */
    List<Slice> slices() {
        List<Event> sorted = new ArrayList<>(events);
        sorted.sort(Comparator.comparingLong(Event::time));
        Map<Long, Deque<Event>> open = new HashMap<>();
        List<Slice> slices = new ArrayList<>();
        for (Event event : sorted) {
            Deque<Event> stack = open.computeIfAbsent(event.track, track -> new ArrayDeque<>());
            if (event.type == PerfettoPackets.SLICE_BEGIN && stack.size() < MAX_DEPTH) {
                stack.push(event);
            } else if (event.type == PerfettoPackets.SLICE_END && !stack.isEmpty()) {
                Event begin = stack.pop();
                Map<String, String> arguments = new LinkedHashMap<>(begin.arguments);
                arguments.putAll(event.arguments);
                slices.add(new Slice(event.track, begin.name, begin.time, event.time, arguments));
            }
        }
        slices.sort(Comparator.comparingLong(Slice::begin));
        return slices;
    }
}
