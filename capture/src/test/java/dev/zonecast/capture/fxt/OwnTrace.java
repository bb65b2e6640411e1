package dev.zonecast.capture.fxt;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Makes recordings of ours by hand, one program after another, with names of few threads. */
public final class OwnTrace {
    private static final int BLOB_BYTES = 512;
    private static final int SESSION = 1;
    private static final int END = 2;
    private static final int ZONE = 3;
    private static final int WORK = 4;
    private static final int STATISTICS = 5;
    private static final int SAVED = 6;
    /** For strings of a test's own. */
    public static final int FREE = 20;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private TraceBytes records = TraceBytes.records();
    private long time;

    /** No program yet. */
    public OwnTrace() {
        // Programs are added.
    }

    /** A program begins: its first records, as in a file of its own. */
    public OwnTrace run(int pid, String name, long startNanos) throws IOException {
        append();
        records = TraceBytes.trace();
        records.string(SESSION, "zonecast.session")
                .string(END, "zonecast.end")
                .string(ZONE, "zone")
                .string(WORK, "work")
                .string(STATISTICS, "zonecast.statistics")
                .string(SAVED, "zonecast.saved");
        ByteBuffer session = blob().putInt(1)
                .putInt(pid)
                .putLong(startNanos)
                .putLong(0)
                .putLong(0)
                .putLong(0);
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        session.putShort((short) text.length).put(text);
        records.blob(SESSION, session);
        records.thread(1, pid, 100);
        time = startNanos;
        return this;
    }

    public OwnTrace zone(long beginNanos, long endNanos) {
        begin(beginNanos);
        records.event(3, 0, 1, ZONE, 0, endNanos).end();
        time = endNanos;
        return this;
    }

    /** A zone that stays open. */
    public OwnTrace begin(long beginNanos) {
        records.event(2, 0, 1, ZONE, WORK, beginNanos).end();
        return this;
    }

    /** The profiler's statistics: only these figures are not 0. */
    public OwnTrace statistics(long droppedEvents, long truncatedTexts) {
        ByteBuffer blob = blob().putInt(1 | 20 << 16).putInt(1).putLong(time);
        blob.putLong(0).putLong(droppedEvents).putLong(0).putLong(truncatedTexts);
        while (blob.position() < 16 + 20 * 8) {
            blob.putLong(0);
        }
        records.blob(STATISTICS, blob);
        return this;
    }

    /** How the recording ended. */
    public OwnTrace saved(int reason, long lastNanos, long endNanos) {
        ByteBuffer blob = blob().putInt(1).putInt(0).putLong(0).putLong(0).putLong(0);
        blob.putLong(reason).putLong(lastNanos).putLong(endNanos).putLong(0);
        records.blob(SAVED, blob);
        return this;
    }

    /** The program's recording is complete. */
    public OwnTrace end() {
        records.blob(END, blob().putInt(1).putInt(0).putLong(time));
        return this;
    }

    /** Records of a test's own, of the program at hand. */
    public TraceBytes records() {
        return records;
    }

    private static ByteBuffer blob() {
        return ByteBuffer.allocate(BLOB_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    }

    private void append() throws IOException {
        out.write(records.bytes());
        records = TraceBytes.records();
    }

    /** All programs, one behind the other. */
    public byte[] bytes() throws IOException {
        append();
        return out.toByteArray();
    }
}
