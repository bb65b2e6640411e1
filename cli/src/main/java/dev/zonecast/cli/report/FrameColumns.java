package dev.zonecast.cli.report;

import dev.zonecast.cli.export.ByteColumns;
import dev.zonecast.trace.Frame;
import dev.zonecast.trace.Program;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The frames of a set, in the order of their ends, which is that of their begins. */
final class FrameColumns {
    private final Program program;
    private final String name;
    private final boolean base;
    private long[] begins = new long[64];
    private long[] ends = new long[64];
    private long[] numbers = new long[64];
    private int count;

    FrameColumns(Program program, String name, boolean base) {
        this.program = program;
        this.name = name;
        this.base = base;
    }

    Program program() {
        return program;
    }

    String name() {
        return name;
    }

    boolean isBase() {
        return base;
    }

    int count() {
        return count;
    }

    void add(Frame frame) {
        if (count == begins.length) {
            begins = Arrays.copyOf(begins, count * 2);
            ends = Arrays.copyOf(ends, count * 2);
            numbers = Arrays.copyOf(numbers, count * 2);
        }
        begins[count] = frame.beginNanos();
        ends[count] = frame.endNanos();
        numbers[count] = frame.number();
        count++;
    }

    long firstNanos() {
        return Arrays.stream(begins, 0, count).min().orElse(Long.MAX_VALUE);
    }

    /** A frame, whatever object it is. */
    record Key(long begin, long end, long number) {}

    /** Places of the frames in the columns. */
    Map<Key, Integer> places() {
        Map<Key, Integer> places = new HashMap<>();
        for (int i = 0; i < count; i++) {
            places.putIfAbsent(new Key(begins[i], ends[i], numbers[i]), i);
        }
        return places;
    }

    void write(ByteColumns out, long base) {
        long before = base;
        for (int i = 0; i < count; i++) {
            out.addSigned(begins[i] - before);
            before = begins[i];
        }
        for (int i = 0; i < count; i++) {
            out.add(ends[i] - begins[i]);
        }
        long expected = 0;
        for (int i = 0; i < count; i++) {
            out.addSigned(numbers[i] - expected);
            expected = numbers[i] + 1;
        }
    }
}
