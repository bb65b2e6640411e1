package dev.zonecast.capture.trace;

import dev.zonecast.capture.fxt.TraceBytes;
import dev.zonecast.core.fxt.ExtensionLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Records of one provider of ours, written by hand: it has tables of its own, and its thread references are the koids. */
public final class ProviderRecords {
    private static final int MAX_BYTES = 4096;
    private static final int BEGIN = 2;
    private static final int END = 3;
    private static final int COMPLETE = 4;

    private final TraceBytes trace;
    private final int process;
    private final int provider;
    private final Map<String, Integer> strings = new HashMap<>();

    /** The provider begins: its session and the names of its tracks. */
    public ProviderRecords(TraceBytes trace, int provider, int process, String name) {
        this.trace = trace;
        this.process = process;
        this.provider = provider;
        trace.provider(provider, name);
        trace.blob(
                string(ExtensionLayout.SESSION),
                blob(0, process)
                        .putLong(0)
                        .putLong(1_700_000_000_000L)
                        .putLong(0)
                        .putLong(0)
                        .put(text(name))
                        .put(text("clock"))
                        .put(text("why"))
                        .put(text("21"))
                        .put(text("system")));
    }

    /** What follows is of this provider. */
    public ProviderRecords section() {
        trace.section(provider);
        return this;
    }

    /** Registers a track under a reference that is its koid, and names it. */
    public ProviderRecords track(int koid, int kind, long subject, long submitter, String name) {
        trace.thread(koid, process, koid);
        int nameIndex = string(name);
        int argument = string("process");
        trace.record(7 | 2L << 16 | (long) nameIndex << 24 | 1L << 40)
                .word(koid)
                .word(8 | 2L << 4 | (long) argument << 16)
                .word(process)
                .end();
        trace.blob(
                string(ExtensionLayout.TRACK),
                blob(kind, koid).putLong(subject).putLong(submitter).putInt(0).putInt(0));
        return this;
    }

    public ProviderRecords begin(int koid, String category, String name, long time) {
        trace.event(BEGIN, 0, koid, string(category), string(name), time).end();
        return this;
    }

    public ProviderRecords end(int koid, String category, String name, long time) {
        trace.event(END, 0, koid, string(category), string(name), time).end();
        return this;
    }

    public ProviderRecords frameBegin(int koid, String name, long number, long time) {
        int argument = string("number");
        trace.event(BEGIN, 1, koid, string("frame"), string(name), time)
                .word(1 | 1L << 4 | (long) argument << 16 | number << 32)
                .end();
        return this;
    }

    /** A wait for a lock. */
    public ProviderRecords lockWait(int koid, int lock, long begin, long end) {
        int argument = string("lock");
        trace.event(COMPLETE, 1, koid, string("lock"), string("wait for it"), begin)
                .word(1 | 1L << 4 | (long) argument << 16 | (long) lock << 32)
                .word(end)
                .end();
        return this;
    }

    public ProviderRecords plot(int koid, String name, int value, long time) {
        int argument = string(name);
        trace.event(1, 1, koid, string("plot"), string(name), time)
                .word(1 | 1L << 4 | (long) argument << 16 | (long) value << 32)
                .word(0)
                .end();
        return this;
    }

    /** An event with an id: 5 and 7 begin and end what lasts, 8 and 10 an arrow. */
    public ProviderRecords withId(int type, int koid, String name, long id, long time) {
        trace.event(type, 0, koid, string("work"), string(name), time).word(id).end();
        return this;
    }

    public ProviderRecords complete(int koid, String category, String name, long begin, long end) {
        trace.event(COMPLETE, 0, koid, string(category), string(name), begin)
                .word(end)
                .end();
        return this;
    }

    /** A line of text, with a call stack if that is not null. */
    public ProviderRecords message(int koid, String text, long time, String stack) {
        int argument = string("stack");
        int value = stack == null ? 0 : string(stack);
        trace.event(0, stack == null ? 0 : 1, koid, string("message"), string(text), time);
        if (stack != null) {
            trace.word(6 | 1L << 4 | (long) argument << 16 | (long) value << 32);
        }
        trace.end();
        return this;
    }

    /** As {@link #begin}, with the calls that led there. */
    public ProviderRecords beginWithStack(int koid, String name, long time, String stack) {
        int argument = string("stack");
        int value = string(stack);
        trace.event(BEGIN, 1, koid, string("zone"), string(name), time)
                .word(6 | 1L << 4 | (long) argument << 16 | (long) value << 32)
                .end();
        return this;
    }

    public ProviderRecords gpuContext(int id, String name) {
        trace.blob(string(ExtensionLayout.GPU_CONTEXT), blob(2, id).putLong(0).put(text(name)));
        return this;
    }

    /** A picture of 4 by 4 pixels of one colour, as 5, 6 and 5 bits. */
    public ProviderRecords image(int id, long frame, int rgb565) {
        trace.blob(
                string(ExtensionLayout.FRAME_IMAGE),
                blob(0, id)
                        .putLong(frame)
                        .putShort((short) 4)
                        .putShort((short) 4)
                        .putInt(0)
                        .putInt(8)
                        .putInt(0)
                        .putLong(rgb565 | (long) rgb565 << 16));
        return this;
    }

    /** The picture before is that of another frame too. */
    public ProviderRecords imageAgain(int id, long frame) {
        trace.blob(
                string(ExtensionLayout.FRAME_IMAGE),
                blob(1, id)
                        .putLong(frame)
                        .putShort((short) 4)
                        .putShort((short) 4)
                        .putInt(0)
                        .putInt(8)
                        .putInt(0));
        return this;
    }

    /** The profiler's counts: events, dropped events, and zeros. */
    public ProviderRecords statistics(long time, long events, long dropped) {
        trace.blob(
                string(ExtensionLayout.STATISTICS),
                blob(2, 1).putLong(time).putLong(events).putLong(dropped));
        return this;
    }

    /** All figures: events, dropped events, zeros, and how full the fullest ring is. */
    public ProviderRecords fullStatistics(long time, long events, long dropped, int percent) {
        ByteBuffer figures = blob(ExtensionLayout.STATISTICS_FIGURE_COUNT, 1).putLong(time);
        for (int i = 0; i < ExtensionLayout.STATISTICS_FIGURE_COUNT; i++) {
            figures.putLong(
                    switch (i) {
                        case 0 -> events;
                        case 1 -> dropped;
                        case 13, 14 -> percent;
                        case 17 -> -1;
                        default -> 0;
                    });
        }
        trace.blob(string(ExtensionLayout.STATISTICS), figures);
        return this;
    }

    /** A block is allocated. */
    public ProviderRecords memory(int koid, String pool, long address, long bytes, long time) {
        int poolIndex = string(pool);
        trace.blob(
                string(ExtensionLayout.MEMORY),
                blob(ExtensionLayout.MEMORY_ALLOCATED, poolIndex)
                        .putLong(time)
                        .putLong(koid)
                        .putLong(address)
                        .putLong(bytes));
        return this;
    }

    public ProviderRecords recordingEnd() {
        trace.blob(string(ExtensionLayout.END), blob(0, 0).putLong(0));
        return this;
    }

    private int string(String text) {
        Integer known = strings.get(text);
        if (known == null) {
            known = strings.size() + 1;
            strings.put(text, known);
            trace.string(known, text);
        }
        return known;
    }

    private static ByteBuffer blob(int kind, int id) {
        return ByteBuffer.allocate(MAX_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putShort((short) ExtensionLayout.VERSION)
                .putShort((short) kind)
                .putInt(id);
    }

    private static byte[] text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(2 + bytes.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putShort((short) bytes.length)
                .put(bytes)
                .array();
    }
}
