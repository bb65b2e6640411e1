package dev.zonecast.capture.tracy;

import dev.zonecast.core.tracy.EventType;
import dev.zonecast.core.tracy.Protocol;
import dev.zonecast.core.tracy.Wire;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Events of a client, byte for byte as the protocol has them; written independently of our own client's encoder. */
final class WireScript {
    final Protocol protocol;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private long threadBase;
    private long serialBase;
    private long gpuBase;
    private long contextBase;

    WireScript(Protocol protocol) {
        this.protocol = protocol;
    }

    /** What was written since the last call. */
    byte[] take() {
        byte[] bytes = out.toByteArray();
        out.reset();
        return bytes;
    }

    int size() {
        return out.size();
    }

    WireScript raw(int... bytes) {
        for (int b : bytes) {
            out.write(b);
        }
        return this;
    }

    /** An event of fixed size, filled by the caller. */
    WireScript event(EventType type, Field... fields) {
        byte[] bytes = new byte[protocol.sizeBytes(type)];
        bytes[0] = protocol.code(type);
        for (Field field : fields) {
            field.put(bytes);
        }
        out.writeBytes(bytes);
        return this;
    }

    /** A field of an event. */
    interface Field {
        void put(byte[] event);
    }

    static Field u8(int at, int value) {
        return event -> event[at] = (byte) value;
    }

    static Field u16(int at, int value) {
        return event -> Wire.putShort(event, at, value);
    }

    static Field u32(int at, int value) {
        return event -> Wire.putInt(event, at, value);
    }

    static Field u48(int at, long value) {
        return event -> {
            Wire.putInt(event, at, (int) value);
            Wire.putShort(event, at + 4, (int) (value >>> 32));
        };
    }

    static Field u64(int at, long value) {
        return event -> Wire.putLong(event, at, value);
    }

    static Field f32(int at, float value) {
        return u32(at, Float.floatToRawIntBits(value));
    }

    static Field f64(int at, double value) {
        return u64(at, Double.doubleToRawLongBits(value));
    }

    // --- threads and zones

    WireScript thread(int id) {
        threadBase = 0;
        return event(EventType.THREAD_CONTEXT, u32(1, id));
    }

    /** A difference to the time before, of this thread. */
    long threadDelta(long ticks) {
        long delta = ticks - threadBase;
        threadBase = ticks;
        return delta;
    }

    long serialDelta(long ticks) {
        long delta = ticks - serialBase;
        serialBase = ticks;
        return delta;
    }

    long gpuDelta(long ticks) {
        long delta = ticks - gpuBase;
        gpuBase = ticks;
        return delta;
    }

    /** A difference to the time of the last sample or context switch, of whatever thread. */
    long contextDelta(long ticks) {
        long delta = ticks - contextBase;
        contextBase = ticks;
        return delta;
    }

    /** A sample, or the stack at a context switch; the stack comes before it. */
    WireScript sample(EventType type, EventType type32, EventType type16, long ticks, int thread) {
        long delta = contextDelta(ticks);
        if (!protocol.compactTimes()) {
            return event(type, u64(1, delta), u32(9, thread));
        }
        if (delta >= 0 && delta < 65_536) {
            return event(type16, u32(1, thread), u16(5, (int) delta));
        }
        if (delta >= 0 && delta < (1L << 32) + 65_536) {
            return event(type32, u32(1, thread), u32(5, (int) (delta - 65_536)));
        }
        return event(type, u32(1, thread), u64(5, delta < 0 ? delta : delta - (1L << 32) - 65_536));
    }

    private WireScript zone(
            EventType type, EventType type32, EventType type16, long ticks, boolean hasLocation, long location) {
        long delta = threadDelta(ticks);
        if (protocol.compactTimes() && delta >= 0 && delta < 65_536) {
            return event(
                    type16,
                    hasLocation
                            ? new Field[] {u16(1, (int) delta), u64(3, location)}
                            : new Field[] {u16(1, (int) delta)});
        }
        if (protocol.compactTimes() && delta >= 0 && delta < (1L << 32) + 65_536) {
            int value = (int) (delta - 65_536);
            return event(
                    type32, hasLocation ? new Field[] {u32(1, value), u64(5, location)} : new Field[] {u32(1, value)});
        }
        long value = protocol.compactTimes() && delta >= 0 ? delta - (1L << 32) - 65_536 : delta;
        return event(type, hasLocation ? new Field[] {u64(1, value), u64(9, location)} : new Field[] {u64(1, value)});
    }

    WireScript begin(long ticks, long location) {
        return zone(EventType.ZONE_BEGIN, EventType.ZONE_BEGIN_32, EventType.ZONE_BEGIN_16, ticks, true, location);
    }

    WireScript beginWithStack(long ticks, long location) {
        return zone(
                EventType.ZONE_BEGIN_CALLSTACK,
                EventType.ZONE_BEGIN_CALLSTACK_32,
                EventType.ZONE_BEGIN_CALLSTACK_16,
                ticks,
                true,
                location);
    }

    WireScript end(long ticks) {
        return zone(EventType.ZONE_END, EventType.ZONE_END_32, EventType.ZONE_END_16, ticks, false, 0);
    }

    WireScript beginAllocated(long ticks, int rgb, int line, String function, String file, String name) {
        byte[] texts = (function + "\0" + file + "\0" + name).getBytes(StandardCharsets.UTF_8);
        byte[] payload = new byte[8 + texts.length];
        Wire.putInt(payload, 0, rgb);
        Wire.putInt(payload, 4, line);
        System.arraycopy(texts, 0, payload, 8, texts.length);
        pointer16(EventType.SOURCE_LOCATION_PAYLOAD, 0, payload);
        return event(EventType.ZONE_BEGIN_ALLOC_SRC_LOC, u64(1, threadDelta(ticks)));
    }

    // --- texts

    WireScript text(String text) {
        return text(EventType.SINGLE_STRING_DATA_8, EventType.SINGLE_STRING_DATA, text);
    }

    WireScript secondText(String text) {
        return text(EventType.SECOND_STRING_DATA_8, EventType.SECOND_STRING_DATA, text);
    }

    private WireScript text(EventType shortForm, EventType longForm, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        if (protocol.shortStrings() && utf8.length < 256) {
            raw(protocol.code(shortForm), utf8.length);
        } else {
            int length = protocol.shortStrings() ? utf8.length - 256 : utf8.length;
            raw(protocol.code(longForm), length & 0xFF, length >>> 8);
        }
        out.writeBytes(utf8);
        return this;
    }

    WireScript pointer16(EventType type, long pointer, byte[] payload) {
        byte[] head = new byte[11];
        head[0] = protocol.code(type);
        Wire.putLong(head, 1, pointer);
        Wire.putShort(head, 9, payload.length);
        out.writeBytes(head);
        out.writeBytes(payload);
        return this;
    }

    WireScript pointer32(EventType type, long pointer, byte[] payload) {
        byte[] head = new byte[13];
        head[0] = protocol.code(type);
        Wire.putLong(head, 1, pointer);
        Wire.putInt(head, 9, payload.length);
        out.writeBytes(head);
        out.writeBytes(payload);
        return this;
    }

    WireScript named(EventType type, long pointer, String text) {
        return pointer16(type, pointer, text.getBytes(StandardCharsets.UTF_8));
    }

    WireScript location(long name, long function, long file, int line, int rgb) {
        return event(
                EventType.SOURCE_LOCATION,
                u64(1, name),
                u64(9, function),
                u64(17, file),
                u32(25, line),
                u8(29, rgb),
                u8(30, rgb >> 8),
                u8(31, rgb >> 16));
    }

    WireScript addresses(long... addresses) {
        byte[] payload = new byte[8 * addresses.length];
        for (int i = 0; i < addresses.length; i++) {
            Wire.putLong(payload, 8 * i, addresses[i]);
        }
        return pointer16(EventType.CALLSTACK_PAYLOAD, 0, payload);
    }

    /** A stack of one call that comes with its texts. */
    WireScript literalStack(String function, String file, int line) {
        byte[] functionUtf8 = function.getBytes(StandardCharsets.UTF_8);
        byte[] fileUtf8 = file.getBytes(StandardCharsets.UTF_8);
        byte[] payload = new byte[9 + functionUtf8.length + fileUtf8.length];
        payload[0] = 1;
        Wire.putInt(payload, 1, line);
        Wire.putShort(payload, 5, functionUtf8.length);
        System.arraycopy(functionUtf8, 0, payload, 7, functionUtf8.length);
        Wire.putShort(payload, 7 + functionUtf8.length, fileUtf8.length);
        System.arraycopy(fileUtf8, 0, payload, 9 + functionUtf8.length, fileUtf8.length);
        return pointer16(EventType.CALLSTACK_ALLOC_PAYLOAD, 0, payload);
    }

    WireScript mark(long ticks) {
        return event(EventType.FRAME_MARK_MSG, u64(1, ticks), u64(9, 0));
    }

    // --- around the events

    /** Nanoseconds from sample to sample, of any scripted client. */
    static final long SAMPLING_PERIOD_NANOS = 125_000;

    /** Status and welcome of a client whose ticks are nanoseconds, with time 0 at tick 0. */
    static byte[] welcome(Protocol protocol, boolean onDemand, long frameMarks, long connectedTicks) {
        int size = protocol.welcomeHasDelay() ? 1178 : 1170;
        byte[] bytes = new byte[1 + size + (onDemand ? 16 : 0)];
        bytes[0] = 1;
        Wire.putLong(bytes, 1, Double.doubleToRawLongBits(1.0));
        int shift = size - 1170 + 1;
        Wire.putLong(bytes, shift + 32, 1_700_000_000L);
        Wire.putLong(bytes, shift + 48, 4242);
        Wire.putLong(bytes, shift + 56, SAMPLING_PERIOD_NANOS);
        bytes[shift + 64] = (byte) (onDemand ? 1 : 0);
        byte[] name = "scripted".getBytes(StandardCharsets.UTF_8);
        System.arraycopy(name, 0, bytes, shift + 82, name.length);
        byte[] host = "a machine\na line".getBytes(StandardCharsets.UTF_8);
        System.arraycopy(host, 0, bytes, shift + 146, host.length);
        if (onDemand) {
            Wire.putLong(bytes, 1 + size, frameMarks);
            Wire.putLong(bytes, 1 + size + 8, connectedTicks);
        }
        return bytes;
    }

    /** A block of literals alone. */
    static byte[] block(byte[] events) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        packed.writeBytes(new byte[4]);
        int length = events.length;
        packed.write(Math.min(length, 15) << 4);
        if (length >= 15) {
            int rest = length - 15;
            for (; rest >= 255; rest -= 255) {
                packed.write(255);
            }
            packed.write(rest);
        }
        packed.writeBytes(events);
        byte[] bytes = packed.toByteArray();
        Wire.putInt(bytes, 0, bytes.length - 4);
        return Arrays.copyOf(bytes, bytes.length);
    }
}
