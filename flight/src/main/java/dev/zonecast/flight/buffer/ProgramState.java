package dev.zonecast.flight.buffer;

import dev.zonecast.core.clock.ClockMap;
import dev.zonecast.core.collect.CollectorPasses;
import dev.zonecast.fxt.write.FxtWriter;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;

/**
 * How far a program's records are saved, in a file of one page. A commit is one release store: it makes all rings' saved positions of
 * its number, the ends of the trace buffer and the map of the clock hold together. Two places are used in turn, so that a death in
 * between leaves the commit before.
 *
 * <pre>
 *    0 magic | 8 version | 16 process id | 24 start, milliseconds since 1970 | 32 last commit: twice its number, plus its place
 *   40 flags | 48 where the first half begins in the file that the buffer is saved to
 *   64, 192 a commit: ticks, nanoseconds, nanoseconds per tick | shift of the recording's times | wrapped, durable end, rolling end
 *           | {@link Phase} | dropped events, those of them that the rings count
 *  320 number of the last half that was saved to a file | 328, 360 wrapped count + 1, durable end, bytes of the file
 *  384 where halves begin in the file, by the lowest bits of their wrapped counts
 *  512 name of the program    1024 the file that the buffer is saved to, or a manager's buffer: u32 count of bytes, UTF-8
 * </pre>
 *
 * Little-endian. Commits belong to the collector's thread, saved halves to the thread that saves them.
 */
public final class ProgramState {
    /** Of the program's own trace buffer. */
    static final String FILE = "state.zc";

    /** Of the buffer of a manager that records the program. */
    static final String MANAGED_FILE = "managed.zc";

    static final long MAGIC = 0x5441_5453_454E_4F5AL;

    /** Halves whose beginnings in the file are known; one of them may be half-written. */
    static final int KNOWN_STARTS = 16;

    private static final long BYTES = 4096;
    private static final int VERSION = 6;
    private static final int COMMIT_OFFSET = 32;
    private static final int FLAGS_OFFSET = 40;
    private static final int FIRST_START_OFFSET = 48;
    private static final int COMMITS_OFFSET = 64;
    private static final int COMMIT_BYTES = 128;
    private static final int SAVE_OFFSET = 320;
    private static final int SAVES_OFFSET = 328;
    private static final int SAVE_BYTES = 32;
    private static final int STARTS_OFFSET = 384;
    private static final int NAME_OFFSET = 512;
    private static final int NAME_BYTES = 500;
    private static final int OUTPUT_OFFSET = 1024;
    private static final int OUTPUT_BYTES = 3000;

    /** State of the recording, in the order of the codes. */
    public enum Phase {
        /** It has ended, or there never was one: what comes later belongs to none. */
        ENDED,
        /** Records of it are in the buffer. */
        RECORDING,
        /** It begins with what comes next; nothing of it is in the buffer. */
        EXPECTED
    }

    private static final Phase[] PHASES = Phase.values();

    /**
     * What belongs together.
     *
     * @param clock a rate of 0 is not known
     * @param shiftNanos what is added for the times of the recording
     * @param wrapped of the trace buffer
     * @param rollingEnd of the half that is written
     * @param dropped events of the program, so far
     */
    public record Commit(
            ClockMap.Line clock,
            long shiftNanos,
            int wrapped,
            long durableEnd,
            long rollingEnd,
            Phase phase,
            CollectorPasses.Dropped dropped) {}

    /**
     * How much of a streaming buffer is in its file.
     *
     * @param halves that have been saved; the wrapped count of the next one
     */
    record Saved(long halves, long durableEnd, long fileBytes) {}

    private final Memory page;

    private ProgramState(Memory page) {
        this.page = page;
    }

    /** The state of a recording into the program's own buffer, which begins with what comes next. */
    static ProgramState ofBuffer(OwnFolder folder, String programName, Path output, ClockMap.Line now)
            throws IOException {
        return create(folder.path().resolve(FILE), programName, output, now, Phase.EXPECTED);
    }

    /** The state of a manager's recordings: none yet. */
    public static ProgramState ofManaged(OwnFolder folder, String programName) throws IOException {
        return create(folder.path().resolve(MANAGED_FILE), programName, null, new ClockMap.Line(0, 0, 0), Phase.ENDED);
    }

    private static ProgramState create(Path file, String programName, Path output, ClockMap.Line now, Phase phase)
            throws IOException {
        ProgramState state = new ProgramState(MappedFile.create(file, BYTES, MemoryScope.global()));
        state.page.setLong(8, VERSION);
        state.page.setLong(16, ProcessHandle.current().pid());
        state.page.setLong(24, startMillis());
        state.text(NAME_OFFSET, NAME_BYTES, programName);
        state.output(output);
        state.write(COMMITS_OFFSET, new Commit(now, 0, 0, 0, 0, phase, new CollectorPasses.Dropped(0, 0)));
        state.page.setLongRelease(0, MAGIC);
        return state;
    }

    /** Start of this process in milliseconds since 1970; 0: not known. */
    static long startMillis() {
        return ProcessHandle.current()
                .info()
                .startInstant()
                .map(Instant::toEpochMilli)
                .orElse(0L);
    }

    /**
     * What a program left.
     *
     * @throws IOException if there is none, or it is damaged
     */
    static ProgramState read(Path file) throws IOException {
        Memory page = MappedFile.copy(file, BYTES);
        if (page.byteSize() != BYTES || page.getLong(0) != MAGIC) {
            throw new BufferDamagedException(file + " is no state of a program");
        }
        if (page.getLong(8) != VERSION) {
            throw new BufferDamagedException(file + " was written by another version");
        }
        return new ProgramState(page);
    }

    private void text(long at, int most, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int count = FxtWriter.prefix(bytes, most);
        page.setInt(at, count);
        Memory.copy(bytes, 0, page, at + 4, count);
    }

    private String text(long at, int most) {
        int count = Math.clamp(page.getInt(at), 0, most);
        return new String(page.slice(at + 4, count).toBytes(), StandardCharsets.UTF_8);
    }

    long pid() {
        return page.getLong(16);
    }

    String programName() {
        return text(NAME_OFFSET, NAME_BYTES);
    }

    /** Sets where the buffer is or goes; null: nowhere. No recording runs. */
    public void output(Path file) {
        text(
                OUTPUT_OFFSET,
                OUTPUT_BYTES,
                file == null ? "" : file.toAbsolutePath().toString());
    }

    /** The file that a streaming buffer is saved to, or a manager's buffer; empty if there is none. */
    String output() {
        return text(OUTPUT_OFFSET, OUTPUT_BYTES);
    }

    /** Number of the last complete commit; 0 if there is none. */
    long commits() {
        return page.getLongAcquire(COMMIT_OFFSET) >>> 1;
    }

    /**
     * Completes a commit.
     *
     * @param number not less than the last one; unless the recording ends with it, the rings have it
     * @param shiftNanos what is added for the times of the recording
     */
    public void commit(
            long number,
            ClockMap.Line clock,
            long shiftNanos,
            Phase phase,
            TraceBuffer buffer,
            CollectorPasses.Dropped dropped) {
        // The place of the last commit but one: it may change only when the last one is valid.
        VarHandle.storeStoreFence();
        long place = 1 - (page.getLongAcquire(COMMIT_OFFSET) & 1);
        write(
                COMMITS_OFFSET + place * COMMIT_BYTES,
                new Commit(
                        clock, shiftNanos, buffer.wrapped(), buffer.durableEnd(), buffer.rollingEnd(), phase, dropped));
        page.setLongRelease(COMMIT_OFFSET, number << 1 | place);
    }

    @SuppressWarnings("EnumOrdinal") // Codes of the file.
    private void write(long at, Commit commit) {
        long[] words = {
            commit.clock.ticks(),
            commit.clock.nanos(),
            Double.doubleToRawLongBits(commit.clock.nanosPerTick()),
            commit.shiftNanos,
            commit.wrapped,
            commit.durableEnd,
            commit.rollingEnd,
            commit.phase.ordinal(),
            commit.dropped.all(),
            commit.dropped.inRings()
        };
        Memory.copy(words, 0, page, at, words.length);
    }

    /** The last complete commit, else the first one. */
    Commit lastCommit() {
        long place = page.getLongAcquire(COMMIT_OFFSET) & 1;
        long[] words =
                page.slice(COMMITS_OFFSET + place * COMMIT_BYTES, COMMIT_BYTES).toLongs();
        return new Commit(
                new ClockMap.Line(words[0], words[1], Double.longBitsToDouble(words[2])),
                words[3],
                (int) words[4],
                words[5],
                words[6],
                PHASES[Math.clamp(words[7], 0, PHASES.length - 1)],
                new CollectorPasses.Dropped(words[8], words[9]));
    }

    /**
     * Adds a half that is in the file.
     *
     * @param start where it begins there
     */
    void saved(Saved saved, long start) {
        // As in commit.
        VarHandle.storeStoreFence();
        page.setLong(startAt(saved.halves - 1), start);
        if (saved.halves == 1) {
            page.setLong(FIRST_START_OFFSET, start);
        }
        long number = page.getLongAcquire(SAVE_OFFSET) + 1;
        long[] words = {saved.halves, saved.durableEnd, saved.fileBytes};
        Memory.copy(words, 0, page, SAVES_OFFSET + (number & 1) * SAVE_BYTES, words.length);
        page.setLongRelease(SAVE_OFFSET, number);
    }

    Saved lastSaved() {
        long at = SAVES_OFFSET + (page.getLongAcquire(SAVE_OFFSET) & 1) * SAVE_BYTES;
        return new Saved(page.getLong(at), page.getLong(at + 8), page.getLong(at + 16));
    }

    /** Where the first half begins in the file; 0 if none was saved. */
    long firstStart() {
        return page.getLong(FIRST_START_OFFSET);
    }

    private static long startAt(long wrapped) {
        return STARTS_OFFSET + (wrapped & (KNOWN_STARTS - 1)) * Long.BYTES;
    }

    /** Where a half begins in the file; it is one of the last {@link #KNOWN_STARTS} that have been saved. */
    long start(int wrapped) {
        return page.getLong(startAt(wrapped));
    }

    /** Nothing is missing from the recording: the program ended it. */
    void endedWell() {
        page.setLongRelease(FLAGS_OFFSET, 1);
    }

    boolean hasEndedWell() {
        return page.getLongAcquire(FLAGS_OFFSET) == 1;
    }
}
