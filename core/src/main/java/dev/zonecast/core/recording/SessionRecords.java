package dev.zonecast.core.recording;

import dev.zonecast.core.Statistics;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import dev.zonecast.fxt.write.Arguments;
import dev.zonecast.fxt.write.Events;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;

/** What is said of the program, the clocks and the profiler itself: for people as events, for our own reader as blobs. */
final class SessionRecords extends Records {
    private static final long COUNTER = Events.header(FxtLayout.COUNTER, 5, 1, Term.PROFILER, Term.ZONECAST.index());
    private static final long RING_USE_HEAD = Arguments.whole(Term.RING_USE);
    private static final long LOSSES_HEAD = Arguments.whole(Term.LOSSES);

    private static final long INITIALIZATION = FxtLayout.INITIALIZATION | 2L << FxtLayout.WORDS_SHIFT;

    private final ProgramFacts program;
    private Track track;

    // Of the start.
    private long time;
    private long epochMillis;
    private long shiftNanos;
    private long frameMarks;

    SessionRecords(Records recording, ProgramFacts program) {
        super(recording);
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
    void start(long time, long epochMillis, long shiftNanos, long frameMarks) throws IOException {
        this.time = time;
        this.epochMillis = epochMillis;
        this.shiftNanos = shiftNanos;
        this.frameMarks = frameMarks;
        if (writer.offset() == 0) {
            writer.word(FxtLayout.MAGIC).record(INITIALIZATION).word(FxtLayout.TICKS_PER_SECOND);
        }
        restate();
        track = tracks.own(ExtensionLayout.TRACK_PROFILER, 0, 0, "Zonecast");

        long header = Events.header(FxtLayout.INSTANT, 0, 0, Term.PROFILER, Term.RECORDING.index());
        writer.event(header | tracks.reference(track), time)
                .textArgument(Term.PROGRAM, program.name())
                .argument(Arguments.whole(Term.PID), program.pid())
                .textArgument(Term.STARTED, Instant.ofEpochMilli(epochMillis).toString())
                .textArgument(Term.CLOCK, program.clock())
                .textArgument(Term.CLOCK_REASON, program.clockReason())
                .textArgument(Term.JAVA, program.java())
                .textArgument(Term.SYSTEM, program.system())
                .close();
    }

    /** The words of the format, and what the program is: nothing else means anything without them. */
    void restate() throws IOException {
        strings.writeTerms();
        writeBlob();
        tracks.describeProcess(program.name());
    }

    /** In place of {@link #start}: the first thread of its own is this one, in every recording. */
    void resume() {
        track = new Track(TrackTable.FIRST_OWN_KOID, ExtensionLayout.TRACK_PROFILER, 0, 0);
    }

    private void writeBlob() throws IOException {
        writer.blob(Term.BLOB_SESSION, 0, (int) program.pid())
                .word(time)
                .word(epochMillis)
                .word(shiftNanos)
                .word(frameMarks)
                .text(program.name())
                .text(program.clock())
                .text(program.clockReason())
                .text(program.java())
                .text(program.system());
        boolean ignored = writer.closeBlob(DurableRoom.Share.ALWAYS);
    }

    void statistics(long time, Statistics statistics) throws IOException {
        Statistics.Losses losses = statistics.losses();
        Statistics.Rings rings = statistics.rings();
        writer.blob(Term.BLOB_STATISTICS, ExtensionLayout.STATISTICS_FIGURE_COUNT, rings.threads())
                .word(time)
                .word(statistics.events())
                .word(losses.droppedEvents())
                .word(statistics.wrongCalls())
                .word(losses.truncatedTexts())
                .word(losses.refusedNames())
                .word(losses.droppedGpuZones())
                .word(statistics.collector().lateEvents())
                .word(rings.waits())
                .word(rings.refusals())
                .word(rings.bytes())
                .word(statistics.collector().busyNanos())
                .word(statistics.collector().clockErrorNanos())
                .word(losses.droppedFrameImages())
                .word(rings.use().percent())
                .word(rings.use().highPercent())
                .word(rings.use().flushes())
                .word(rings.use().warnings())
                .word(rings.use().bufferPercent())
                .word(losses.refusedStacks())
                .word(losses.lostRecords());
        if (!losses.refusals().isEmpty()) {
            writer.word(losses.refusals().size());
            losses.refusals().values().forEach(writer::word);
            losses.refusals().keySet().forEach(writer::text);
        }
        writer.closeBlob();
        counter(COUNTER, track, time, LOSSES_HEAD, losses.total());
        counter(COUNTER, track, time, RING_USE_HEAD, rings.use().percent());
    }

    void end(long time) throws IOException {
        writer.blob(Term.BLOB_END, 0, 0).word(time).closeBlob();
    }
}
