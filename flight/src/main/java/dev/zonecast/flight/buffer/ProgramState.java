package dev.zonecast.flight.buffer;

import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * How far a program's records are saved, in a file of one page. A commit is one release store: it says that all rings' saved
 * positions of its number, the ends of the trace buffer and the map of the clock belong together. Two places are used in turn, so
 * that a death in between leaves the commit before.
 *
 * <pre>
 *    0 magic | 8 version | 16 process id | 24 start, milliseconds since 1970 | 32 number of the last commit | 40 flags
 *   64, 192 a commit: ticks, nanoseconds, nanoseconds per tick | shift of the recording's times | wrapped, durable end, rolling end
 *           | {@link RecordingPhase} | dropped events, those of them that the rings count
 *  320 number of the last half that was saved to a file | 328, 360 wrapped count + 1, durable end, bytes of the file
 *  384 where halves begin in the file, by the lowest bits of their wrapped counts
 *  512 name of the program    1024 the file that the buffer is saved to, or a manager's buffer: u32 count of bytes, UTF-8
 * </pre>
 *
 * All integers in the machine's byte order. Commits are of the collector's thread, saved halves of the one that saves them.
 */
final class ProgramState {
    static final String FILE = "state.zc";
    static final long BYTES = 4096;

    static final long MAGIC = 0x5441_5453_454E_4F5AL;
    private static final int VERSION = 5;
    private static final int COMMIT_OFFSET = 32;
    private static final int FLAGS_OFFSET = 40;
    private static final int COMMITS_OFFSET = 64;
    private static final int COMMIT_BYTES = 128;
    private static final int SAVE_OFFSET = 320;
    private static final int SAVES_OFFSET = 328;
    private static final int SAVE_BYTES = 32;
    private static final int STARTS_OFFSET = 384;

    /** Halves whose beginnings in the file are known; one of them may be half-written. */
    static final int KNOWN_STARTS = 16;

    private static final int NAME_OFFSET = 512;
    private static final int NAME_BYTES = 500;
    private static final int OUTPUT_OFFSET = 1024;
    private static final int OUTPUT_BYTES = 3000;

    private static final RecordingPhase[] PHASES = RecordingPhase.values();

    /**
     * What belongs together.
     *
     * @param ticks of the clock at a moment
     * @param nanos of {@link System#nanoTime} then
     * @param shiftNanos what is added for the times of the recording
     * @param wrapped of the trace buffer
     * @param rollingEnd of the half that is written
     * @param phase of the recording
     * @param droppedEvents of the program, so far
     * @param droppedInRings how many of these the rings count
     */
    record Commit(
            long ticks,
            long nanos,
            double nanosPerTick,
            long shiftNanos,
            int wrapped,
            long durableEnd,
            long rollingEnd,
            RecordingPhase phase,
            long droppedEvents,
            long droppedInRings) {}

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

    static ProgramState create(Path file, String programName, Path output) throws IOException {
        ProgramState state = new ProgramState(MappedFile.create(file, BYTES, MemoryScope.global()));
        ProcessHandle self = ProcessHandle.current();
        state.page.setLong(8, VERSION);
        state.page.setLong(16, self.pid());
        state.page.setLong(
                24,
                self.info().startInstant().map(java.time.Instant::toEpochMilli).orElse(0L));
        state.text(NAME_OFFSET, NAME_BYTES, programName);
        state.output(output);
        state.page.setLongRelease(0L, MAGIC);
        return state;
    }

    /**
     * What a program left.
     *
     * @throws IOException if there is none, or it says nonsense
     */
    static ProgramState read(Path file, MemoryScope arena) throws IOException {
        Memory page = MappedFile.copy(file, BYTES, arena);
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
        int count = bytes.length;
        if (count > most) {
            count = most;
            while (count > 0 && (bytes[count] & 0xC0) == 0x80) {
                count--;
            }
        }
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

    /** Says where the buffer is or goes: no recording runs. */
    void output(Path file) {
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
        return page.getLongAcquire(COMMIT_OFFSET);
    }

    /** What holds until there is a commit. */
    void start(Commit commit) {
        write(COMMITS_OFFSET, commit);
    }

    /** Completes a commit; the rings have been told of its number. */
    void commit(long number, Commit commit) {
        // The place is that of the last commit but one: it may change only when the last one counts.
        VarHandle.storeStoreFence();
        write(COMMITS_OFFSET + (number & 1) * COMMIT_BYTES, commit);
        page.setLongRelease(COMMIT_OFFSET, number);
    }

    @SuppressWarnings("EnumOrdinal") // Codes of the file.
    private void write(long at, Commit commit) {
        page.setLong(at, commit.ticks);
        page.setLong(at + 8, commit.nanos);
        page.setLong(at + 16, Double.doubleToRawLongBits(commit.nanosPerTick));
        page.setLong(at + 24, commit.shiftNanos);
        page.setLong(at + 32, commit.wrapped);
        page.setLong(at + 40, commit.durableEnd);
        page.setLong(at + 48, commit.rollingEnd);
        page.setLong(at + 56, commit.phase.ordinal());
        page.setLong(at + 64, commit.droppedEvents);
        page.setLong(at + 72, commit.droppedInRings);
    }

    /** The last complete commit; that of {@link #start} if there is none. */
    Commit lastCommit() {
        long at = COMMITS_OFFSET + (commits() & 1) * COMMIT_BYTES;
        return new Commit(
                page.getLong(at),
                page.getLong(at + 8),
                Double.longBitsToDouble(page.getLong(at + 16)),
                page.getLong(at + 24),
                (int) page.getLong(at + 32),
                page.getLong(at + 40),
                page.getLong(at + 48),
                PHASES[Math.clamp(page.getLong(at + 56), 0, PHASES.length - 1)],
                page.getLong(at + 64),
                page.getLong(at + 72));
    }

    /**
     * A further half is in the file.
     *
     * @param start where it begins there
     */
    void saved(Saved saved, long start) {
        // As in commit.
        VarHandle.storeStoreFence();
        page.setLong(STARTS_OFFSET + ((saved.halves - 1) & (KNOWN_STARTS - 1)) * 8, start);
        long number = page.getLongAcquire(SAVE_OFFSET) + 1;
        long at = SAVES_OFFSET + (number & 1) * SAVE_BYTES;
        page.setLong(at, saved.halves);
        page.setLong(at + 8, saved.durableEnd);
        page.setLong(at + 16, saved.fileBytes);
        page.setLongRelease(SAVE_OFFSET, number);
    }

    Saved lastSaved() {
        long at = SAVES_OFFSET + (page.getLongAcquire(SAVE_OFFSET) & 1) * SAVE_BYTES;
        return new Saved(page.getLong(at), page.getLong(at + 8), page.getLong(at + 16));
    }

    /** Where a half begins in the file; it is one of the last {@link #KNOWN_STARTS} that have been saved. */
    long start(int wrapped) {
        return page.getLong(STARTS_OFFSET + (wrapped & (KNOWN_STARTS - 1)) * 8L);
    }

    /** Nothing is missing from the recording: the program ended it. */
    void endedWell() {
        page.setLongRelease(FLAGS_OFFSET, 1L);
    }

    boolean hasEndedWell() {
        return page.getLongAcquire(FLAGS_OFFSET) == 1;
    }
}
