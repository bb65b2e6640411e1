package dev.zonecast.core.recording;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A strict reader of the trace format, written from its description and not from the writer: every bit that is not described has to
 * be zero, every size has to fit, every reference has to be registered, and a record of a type that a recording should not have is
 * an error.
 */
final class FxtReader {
    /** A record that cannot be. */
    static final class BadRecordException extends RuntimeException {
        private static final long serialVersionUID = 1;

        BadRecordException(String message) {
            super(message);
        }
    }

    sealed interface Item {}

    record Initialization(long ticksPerSecond) implements Item {}

    record StringEntry(int index, String text) implements Item {}

    record ThreadEntry(int index, Koids koids) implements Item {}

    record Event(int type, long time, Koids thread, String category, String name, List<Argument> arguments, long last)
            implements Item {}

    record Blob(String name, ByteBuffer payload) implements Item {}

    record KernelObject(int type, long koid, String name, List<Argument> arguments) implements Item {}

    record Koids(long process, long thread) {}

    /** Value: Integer, Long, Double or String; a koid is a Long. Index: of a string of the table, else -1. */
    record Argument(int type, String name, Object value, int index) {}

    private final ByteBuffer bytes;
    private final Map<Integer, String> strings = new HashMap<>();
    private final Map<Integer, Koids> threads = new HashMap<>();
    private final List<Item> items = new ArrayList<>();

    // The record at hand.
    private long header;
    private int end;

    private FxtReader(byte[] file) {
        bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** All records of a file that ends with one. */
    static List<Item> read(byte[] file) {
        FxtReader reader = new FxtReader(file);
        reader.readRecords();
        check(reader.bytes.remaining() == 0, "a part of a record at the end");
        return reader.items;
    }

    /** The whole records of a file that was cut anywhere. */
    static List<Item> readCut(byte[] file) {
        FxtReader reader = new FxtReader(file);
        reader.readRecords();
        return reader.items;
    }

    private void readRecords() {
        if (bytes.remaining() < 8) {
            return;
        }
        check(bytes.getLong() == 0x0016547846040010L, "no magic number");
        while (bytes.remaining() >= 8) {
            int start = bytes.position();
            header = bytes.getLong(start);
            int words = (int) field(4, 15);
            check(words > 0, "a record without length");
            if (bytes.remaining() < words * 8) {
                return;
            }
            bytes.position(start + 8);
            end = start + words * 8;
            try {
                items.add(record());
            } catch (RuntimeException e) {
                throw new BadRecordException("at " + start + ", type " + field(0, 3) + ": " + e.getMessage());
            }
            check(bytes.position() == end, "at " + start + ": " + (end - bytes.position()) + " bytes too long");
        }
    }

    private Item record() {
        return switch ((int) field(0, 3)) {
            case 1 -> {
                onlyBits(0, 15);
                yield new Initialization(word());
            }
            case 2 -> string();
            case 3 -> thread();
            case 4 -> event();
            case 5 -> blob();
            case 7 -> kernelObject();
            default -> throw new BadRecordException("not expected in a recording");
        };
    }

    private Item string() {
        onlyBits(0, 30, 32, 46);
        int index = (int) field(16, 30);
        check(index > 0, "index 0");
        String text = text((int) field(32, 46));
        strings.put(index, text);
        return new StringEntry(index, text);
    }

    private Item thread() {
        onlyBits(0, 23);
        int index = (int) field(16, 23);
        check(index > 0, "index 0");
        Koids koids = new Koids(word(), word());
        check(koids.process() < 1L << 32 && koids.thread() < 1L << 32, "koids of more than 32 bits");
        check(koids.process() > 0 && koids.thread() > 0, "koids that are not there");
        threads.put(index, koids);
        return new ThreadEntry(index, koids);
    }

    private Item event() {
        int type = (int) field(16, 19);
        check(type <= 4, "event type " + type);
        long time = word();
        check(time >= 0, "a negative time");
        int threadIndex = (int) field(24, 31);
        // No index: recovered records bear the thread themselves.
        Koids koids = threadIndex == 0 ? new Koids(word(), word()) : threads.get(threadIndex);
        check(koids != null, "thread " + threadIndex);
        String category = reference((int) field(32, 47));
        String name = reference((int) field(48, 63));
        List<Argument> arguments = arguments((int) field(20, 23));
        return new Event(type, time, koids, category, name, arguments, type == 1 || type == 4 ? word() : 0);
    }

    private Item blob() {
        onlyBits(0, 46, 48, 55);
        check(field(48, 55) == 1, "blob type " + field(48, 55));
        String name = reference((int) field(16, 31));
        byte[] payload = new byte[(int) field(32, 46)];
        bytes.get(payload);
        padding();
        return new Blob(name, ByteBuffer.wrap(payload));
    }

    private Item kernelObject() {
        onlyBits(0, 43);
        long koid = word();
        String name = reference((int) field(24, 39));
        return new KernelObject((int) field(16, 23), koid, name, arguments((int) field(40, 43)));
    }

    private List<Argument> arguments(int count) {
        List<Argument> arguments = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int start = bytes.position();
            long head = word();
            int words = (int) ((head >>> 4) & 0xFFF);
            String name = reference((int) ((head >>> 16) & 0xFFFF));
            check(!name.isEmpty(), "an argument without name");
            int type = (int) (head & 15);
            int index = -1;
            Object value = switch (type) {
                case 2 -> (int) (head >>> 32);
                case 3 -> word();
                case 5 -> Double.longBitsToDouble(word());
                case 6 -> {
                    check(head >>> 48 == 0, "unused bits of an argument");
                    int reference = (int) (head >>> 32);
                    index = reference < 0x8000 ? reference : -1;
                    yield reference(reference);
                }
                case 8 -> word();
                default -> throw new BadRecordException("argument type " + type);
            };
            if (type != 2 && type != 6) {
                check(head >>> 32 == 0, "unused bits of an argument");
            }
            check(bytes.position() == start + words * 8, "size of argument " + name);
            arguments.add(new Argument(type, name, value, index));
        }
        return arguments;
    }

    private String reference(int reference) {
        if (reference == 0) {
            return "";
        }
        if (reference >= 0x8000) {
            check((reference & 0x7FFF) <= 32_000, "an inline string of " + (reference & 0x7FFF) + " bytes");
            check(reference != 0x8000, "an empty inline string");
            return text(reference & 0x7FFF);
        }
        String text = strings.get(reference);
        check(text != null, "string " + reference + " was never registered");
        return text;
    }

    private String text(int length) {
        byte[] utf8 = new byte[length];
        bytes.get(utf8);
        padding();
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(utf8))
                    .toString();
            check(text.indexOf(0) < 0, "a zero byte in a string");
            return text;
        } catch (CharacterCodingException e) {
            throw new BadRecordException("not UTF-8: " + e);
        }
    }

    private void padding() {
        while (bytes.position() % 8 != 0) {
            check(bytes.get() == 0, "padding that is not zero");
        }
    }

    private long word() {
        check(bytes.position() + 8 <= end, "too short");
        return bytes.getLong();
    }

    private long field(int from, int to) {
        return (header >>> from) & ((1L << (to - from + 1)) - 1);
    }

    /** Ranges of bits, inclusive, that may be set. */
    private void onlyBits(int... ranges) {
        long mask = 0;
        for (int i = 0; i < ranges.length; i += 2) {
            mask |= ((1L << (ranges[i + 1] - ranges[i] + 1)) - 1) << ranges[i];
        }
        check((header & ~mask) == 0, "unused bits of the header: " + Long.toHexString(header));
    }

    private static void check(boolean condition, String what) {
        if (!condition) {
            throw new BadRecordException(what);
        }
    }
}
