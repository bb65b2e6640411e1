package dev.zonecast.core.recording;

import dev.zonecast.core.Statistics;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import dev.zonecast.fxt.write.Arguments;
import dev.zonecast.fxt.write.Blobs;
import dev.zonecast.fxt.write.Events;
import dev.zonecast.fxt.write.Payload;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.Map;

/** What is said of the program, the clocks and the profiler itself: for people as events, for our own reader as blobs. */
final class SessionRecords {
    private static final long LOSSES = Events.header(FxtLayout.COUNTER, 5, 1, Term.PROFILER, Term.ZONECAST.index());
    private static final long RING_USE_HEAD = Arguments.longHead(Term.RING_USE);
    private static final long LOSSES_HEAD = Arguments.longHead(Term.LOSSES);

    private static final long INITIALIZATION = FxtLayout.INITIALIZATION | 2L << FxtLayout.WORDS_SHIFT;

    private final RecordingWriter writer;
    private final TrackTable tracks;
    private final ProgramFacts program;
    private Track track;

    SessionRecords(RecordingWriter writer, TrackTable tracks, ProgramFacts program) {
        this.writer = writer;
        this.tracks = tracks;
        this.program = program;
    }

    /** The thread of the file that such events belong to. */
    Track track() {
        return track;
    }

    /** How a file begins, for one whose records come later. */
    static ByteBuffer header() {
        return ByteBuffer.allocate(3 * FxtLayout.WORD_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(FxtLayout.MAGIC)
                .putLong(INITIALIZATION)
                .putLong(FxtLayout.TICKS_PER_SECOND)
                .flip();
    }

    /**
     * The first records of a file, behind its {@link #header} if that is there.
     *
     * @param shiftNanos what is added to {@link System#nanoTime}
     * @param frameMarks marks of the base set before
     */
    void start(StringTable strings, long time, long epochMillis, long shiftNanos, long frameMarks) throws IOException {
        if (writer.offset() == 0) {
            writer.word(FxtLayout.MAGIC);
            writer.record2(INITIALIZATION, FxtLayout.TICKS_PER_SECOND);
        }
        strings.writeTerms();
        writeBlob(time, epochMillis, shiftNanos, frameMarks);
        tracks.describeProcess(program.name());
        track = tracks.own(ExtensionLayout.TRACK_PROFILER, 0, 0, "Zonecast");

        long thread = tracks.reference(track);
        writer.open();
        writer.word(time);
        writer.stringArgument(Term.PROGRAM, program.name());
        writer.longArgument(Term.PID, program.pid());
        writer.stringArgument(Term.STARTED, Instant.ofEpochMilli(epochMillis).toString());
        writer.stringArgument(Term.CLOCK, program.clock());
        writer.stringArgument(Term.CLOCK_REASON, program.clockReason());
        writer.stringArgument(Term.JAVA, program.java());
        writer.stringArgument(Term.SYSTEM, program.system());
        writer.close(Events.header(FxtLayout.INSTANT, 0, 7, Term.PROFILER, Term.RECORDING.index()) | thread);
    }

    /** In place of {@link #start}: the first thread of its own is this one, in every recording. */
    void resume() {
        track = new Track(TrackTable.FIRST_OWN_KOID, ExtensionLayout.TRACK_PROFILER, 0, 0);
    }

    private void writeBlob(long time, long epochMillis, long shiftNanos, long frameMarks) throws IOException {
        byte[] texts = new Payload()
                .text(program.name())
                .text(program.clock())
                .text(program.clockReason())
                .text(program.java())
                .text(program.system())
                .toBytes();
        writer.durableRoom().took(DurableRoom.blobBytes(ExtensionLayout.SESSION_TEXTS + texts.length));
        writer.open();
        writer.word(Blobs.head(0, (int) program.pid()));
        writer.word(time);
        writer.word(epochMillis);
        writer.word(shiftNanos);
        writer.word(frameMarks);
        writer.bytes(texts, 0, texts.length);
        writer.close(Blobs.header(Term.BLOB_SESSION, ExtensionLayout.SESSION_TEXTS + texts.length));
    }

    void statistics(long time, Statistics statistics) throws IOException {
        writer.open();
        writer.word(Blobs.head(
                ExtensionLayout.STATISTICS_FIGURE_COUNT, statistics.rings().threads()));
        writer.word(time);
        writer.word(statistics.events());
        writer.word(statistics.losses().droppedEvents());
        writer.word(statistics.wrongCalls());
        writer.word(statistics.losses().truncatedTexts());
        writer.word(statistics.losses().refusedNames());
        writer.word(statistics.losses().droppedGpuZones());
        writer.word(statistics.collector().lateEvents());
        writer.word(statistics.rings().waits());
        writer.word(statistics.rings().refusals());
        writer.word(statistics.rings().bytes());
        writer.word(statistics.collector().busyNanos());
        writer.word(statistics.collector().clockErrorNanos());
        writer.word(statistics.losses().droppedFrameImages());
        writer.word(statistics.rings().use().percent());
        writer.word(statistics.rings().use().highPercent());
        writer.word(statistics.rings().use().flushes());
        writer.word(statistics.rings().use().warnings());
        writer.word(statistics.rings().use().bufferPercent());
        writer.word(statistics.losses().refusedStacks());
        writer.word(statistics.losses().lostRecords());
        int refusalBytes = refusals(statistics.losses().refusals());
        writer.close(Blobs.header(Term.BLOB_STATISTICS, ExtensionLayout.STATISTICS_BYTES + refusalBytes));
        writer.record5(
                LOSSES | tracks.reference(track),
                time,
                LOSSES_HEAD,
                statistics.losses().total(),
                0);
        writer.record5(
                LOSSES | tracks.reference(track),
                time,
                RING_USE_HEAD,
                statistics.rings().use().percent(),
                0);
    }

    /** Bytes that were written. */
    private int refusals(Map<String, Long> refusals) throws IOException {
        if (refusals.isEmpty()) {
            return 0;
        }
        Payload tables = new Payload();
        writer.word(refusals.size());
        for (Map.Entry<String, Long> table : refusals.entrySet()) {
            writer.word(table.getValue());
            tables.text(table.getKey());
        }
        byte[] texts = tables.toBytes();
        writer.bytes(texts, 0, texts.length);
        return Long.BYTES * (1 + refusals.size()) + texts.length;
    }

    void end(long time) throws IOException {
        writer.open();
        writer.word(Blobs.head(0, 0));
        writer.word(time);
        writer.close(Blobs.header(Term.BLOB_END, ExtensionLayout.END_BYTES));
    }
}
