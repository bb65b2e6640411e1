package dev.zonecast.capture.manager;

import dev.zonecast.core.BufferMode;
import dev.zonecast.flight.buffer.DeadRings;
import dev.zonecast.flight.buffer.MappedFile;
import dev.zonecast.flight.buffer.ProgramFolder;
import dev.zonecast.flight.buffer.ProviderBuffer;
import dev.zonecast.flight.buffer.RetainedHalves;
import dev.zonecast.flight.buffer.SavedTrace;
import dev.zonecast.fxt.EndReason;
import dev.zonecast.fxt.RecordTimes;
import dev.zonecast.memory.Memory;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * What one program gives to one recording: its buffer, and what has been saved of it. Guarded by its session.
 *
 * <p>Without a memory limit, halves of a streaming buffer go to the part's file as they come. With one they are kept as they are, and
 * the file is made at the end; so it is for the other modes, whose buffer is read once.
 */
final class ProviderPart {
    /** Times may be ahead, those of the GPU's zones for one; a recording may last. */
    private static final long AHEAD_NANOS = TimeUnit.DAYS.toNanos(366);

    private final SessionFolder session;
    private final PartProgress.Owner owner;
    private final ProviderBuffer buffer;
    private final RecordTimes times;
    private final Path file;
    private final MemoryBudget budget;

    /** Of the buffer in the budget; null without a limit. */
    private final MemoryBudget.Lease lease;

    // Of a streaming buffer without a limit.
    private FileChannel channel;
    private SectionTrace trace;

    /** Of a streaming buffer with a limit, else null. */
    private RetainedHalves retained;

    private final PartProgress progress;
    private PartProgress.OwnFolder folder = PartProgress.OwnFolder.NONE;
    private boolean wasReleased;
    private boolean closed;

    /** What was released ends at the last commit of a program that died; its rings go on there. */
    private boolean endsAtCommit;

    private ProviderPart(
            SessionFolder session,
            PartProgress.Owner owner,
            ProviderBuffer buffer,
            PartProgress progress,
            RecordTimes times,
            MemoryBudget budget,
            MemoryBudget.Lease lease)
            throws IOException {
        this.session = session;
        this.owner = owner;
        this.buffer = buffer;
        this.times = times;
        this.budget = budget;
        this.lease = lease;
        file = session.part(owner.id());
        this.progress = progress;
        if (session.recording().isLimited()) {
            retained = new RetainedHalves(session.path(), SessionFolder.chunkPrefix(owner.id()), latestNanos());
        } else if (session.recording().mode() == BufferMode.STREAMING) {
            makeTrace();
        }
    }

    private void makeTrace() throws IOException {
        channel = MappedFile.createPrivate(file);
        trace = new SectionTrace(file, channel, latestNanos());
    }

    /**
     * Makes a program's buffer.
     *
     * @param budget of all programs, or null
     * @param clock what is known of the program's
     */
    static ProviderPart create(
            SessionFolder session, MemoryBudget budget, PartProgress.Owner owner, Supplier<RecordTimes.Reading> clock)
            throws IOException {
        Recording recording = session.recording();
        long bytes = recording.bufferBytes(owner.name());
        MemoryBudget.Lease lease = budget == null ? null : budget.take(bytes);
        ProviderBuffer buffer = null;
        PartProgress progress = null;
        try {
            buffer = ProviderBuffer.create(session.buffer(owner.id()), recording.mode(), bytes);
            progress = PartProgress.create(session.progress(owner.id()), owner);
            return new ProviderPart(session, owner, buffer, progress, new RecordTimes(clock), budget, lease);
        } catch (IOException e) {
            try (lease) {
                delete(progress, buffer);
            } catch (IOException f) {
                e.addSuppressed(f);
            }
            throw e;
        }
    }

    /** The progress before the buffer: a recovery goes by it. */
    private static void delete(PartProgress progress, ProviderBuffer buffer) throws IOException {
        try {
            if (progress != null) {
                progress.delete();
            }
        } finally {
            if (buffer != null) {
                buffer.delete();
            }
        }
    }

    private static long latestNanos() {
        return ProviderClock.nanos() + AHEAD_NANOS;
    }

    /** The program has begun to record. */
    void started() throws IOException {
        buffer.started();
    }

    /** The program's own folder, which another manager has to know as well. */
    void folder(PartProgress.OwnFolder own) throws IOException {
        folder = own;
        noteProgress();
    }

    /** The file that the program writes to. */
    Path bufferFile() {
        return buffer.file();
    }

    /** What the program's clock is ahead of ours, as it is corrected. */
    long offsetNanos() {
        return times.offsetNanos();
    }

    private record Into(SavedTrace trace, RecordTimes times) implements ProviderBuffer.Parts {
        @Override
        public void durable(Memory records) throws IOException {
            times.correct(records);
            trace.durable(records);
        }

        @Override
        public boolean half(Memory records) throws IOException {
            times.correct(records);
            return trace.half(records);
        }
    }

    /** Keeps the buffer's parts, by our clock. */
    private final class Keeper implements ProviderBuffer.Parts {
        @Override
        public void durable(Memory records) {
            times.correct(records);
            retained.durable(records);
        }

        @Override
        public boolean half(Memory records) throws IOException {
            times.correct(records);
            budget.released(retained, retained.add(records));
            return true;
        }
    }

    /**
     * Saves a half that the program reports as full.
     *
     * @throws dev.zonecast.flight.buffer.BufferDamagedException if it breaks the protocol
     */
    void save(long wrapped, long durableEnd) throws IOException {
        buffer.save(wrapped, durableEnd, retained != null ? new Keeper() : new Into(trace.trace, times));
        noteProgress();
    }

    /** Remembers for another manager how far this one came. */
    void noteProgress() throws IOException {
        progress.append(new PartProgress.Entry(
                buffer.savedHalves(),
                buffer.savedDurableEnd(),
                trace == null ? 0 : trace.trace.fileBytes(),
                times.ticksPerSecond(),
                times.offsetNanos(),
                folder,
                wasReleased));
    }

    /** Waits until a program that is gone is dead, or has ended its recording. */
    void awaitEnd(long limitNanos) {
        LeftRings.awaitEnd(buffer, folder.in(session.runtime()), limitNanos);
    }

    /** True if the rest of the buffer is read when the program has disconnected. */
    boolean isKept() {
        return retained != null && !wasReleased;
    }

    /**
     * The program is gone: with a limit, what its buffer still holds is one more half. The buffer keeps its durable part alone, unless the
     * program may still write there: that would kill it.
     */
    void release() throws IOException {
        if (isKept()) {
            wasReleased = true;
            ProgramFolder program = folder.in(session.runtime());
            try (DeadRings left = LeftRings.of(buffer, program)) {
                buffer.rest(left, new Keeper());
                endsAtCommit = left != null;
            }
            if (LeftRings.awaitEnd(buffer, program, 0)) {
                noteProgress();
                lease.shrink(buffer.dropHalves());
            }
        }
    }

    /**
     * All of it; nothing can be added after that. If it cannot be written, its files stay for a recovery.
     *
     * @param failure why its session ended: what its buffer holds is not looked at any more; null: it did not fail
     * @param unstopped why the program did not say that it stopped; null: it did
     * @param endNanos when it stopped, or was gone
     */
    Archive.Part finish(EndReason failure, EndReason unstopped, long endNanos) throws IOException {
        try (Closeable _ = this::close) {
            if (trace == null) {
                makeTrace();
                if (retained != null) {
                    retained.writeTo(trace.trace);
                }
            }
            if (failure == null) {
                takeRest(trace);
            }
            EndReason said = buffer.endReason();
            EndReason reason = failure != null ? failure : said.isEarly() || unstopped == null ? said : unstopped;
            Archive.Part whole = ended(trace, file, reason, unstopped != null, endNanos);
            // First: a recovery that finds it takes what was kept as well.
            buffer.delete();
            if (retained != null) {
                retained.delete();
            }
            return whole;
        }
    }

    /** What the buffer still holds, and the rings of a program that has died. */
    private void takeRest(SectionTrace to) throws IOException {
        boolean goesOn = !wasReleased || endsAtCommit;
        try (DeadRings left = goesOn ? LeftRings.of(buffer, folder.in(session.runtime())) : null) {
            if (!wasReleased) {
                buffer.rest(left, new Into(to.trace, times));
            }
            to.replay(left, times);
        }
    }

    private Archive.Part ended(SectionTrace to, Path target, EndReason reason, boolean isDead, long endNanos)
            throws IOException {
        boolean isWhole = to.finish(buffer, reason, isDead, endNanos);
        long evicted = retained == null ? 0 : retained.evicted();
        return new Archive.Part(owner.id(), owner.name(), target, isDead || !isWhole || evicted > 0);
    }

    /**
     * What there is now, while the program goes on. What a stream has saved is read without the session's lock: it may be large.
     *
     * @param lock of the session
     */
    Archive.Part snapshot(Object lock) throws IOException {
        Path target = session.path().resolve("snapshot-" + owner.id() + ".fxt");
        Files.deleteIfExists(target);
        try (FileChannel out = MappedFile.createPrivate(target)) {
            SectionTrace copy = new SectionTrace(target, out, latestNanos());
            boolean streams;
            long saved = 0;
            synchronized (lock) {
                streams = trace != null;
                saved = streams ? trace.trace.fileBytes() : 0;
            }
            copySaved(0, saved, copy);
            synchronized (lock) {
                if (closed) {
                    throw new IOException("the recording has ended");
                }
                if (streams) {
                    copySaved(saved, trace.trace.fileBytes(), copy);
                } else if (retained != null) {
                    retained.writeTo(copy.trace);
                }
                takeRest(copy);
                return ended(copy, target, buffer.endReason(), false, ProviderClock.nanos());
            }
        } catch (IOException e) {
            // A part of it would take the room of halves that are still to be saved.
            Files.deleteIfExists(target);
            throw e;
        }
    }

    private void copySaved(long from, long until, SectionTrace to) throws IOException {
        if (until > from) {
            try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
                to.trace.saved(in, from, until - from);
            }
        }
    }

    /** Bytes of records that there are of the program, saved or not. */
    long heldBytes() throws IOException {
        long saved = trace != null ? trace.trace.fileBytes() : retained != null ? retained.bytes() : 0;
        return saved + (wasReleased ? 0 : buffer.unsavedBytes());
    }

    /** Records that the program has dropped. */
    long dropped() throws IOException {
        return buffer.dropped();
    }

    private void close() throws IOException {
        FileChannel written = channel;
        try (lease;
                buffer;
                written;
                progress) {
            closed = true;
        }
    }

    // --- of a manager that is gone

    /**
     * What a killed manager has left of a program.
     *
     * @param limitNanos how long a program that lives may take to end its recording
     */
    static Archive.Part recover(SessionFolder session, int id, long limitNanos) throws IOException {
        PartProgress.Left left = PartProgress.read(session.progress(id));
        PartProgress.Entry entry = left.entry();
        Recording recording = session.recording();
        if (Files.notExists(session.buffer(id))) {
            // The part was complete, and the archive was not.
            return new Archive.Part(id, left.owner().name(), session.part(id), true);
        }
        Path target = session.path().resolve("recovered-" + id + ".fxt");
        Files.deleteIfExists(target);
        try (ProviderBuffer buffer = ProviderBuffer.left(
                        session.buffer(id),
                        recording.mode(),
                        recording.bufferBytes(left.owner().name()),
                        entry.halves(),
                        recording.isLimited() ? 0 : entry.durableEnd());
                FileChannel out = MappedFile.createPrivate(target)) {
            ProgramFolder program = entry.folder().in(session.runtime());
            boolean released = LeftRings.awaitEnd(buffer, program, limitNanos);
            SectionTrace section = new SectionTrace(target, out, latestNanos());
            SavedTrace trace = section.trace;
            RecordTimes times = RecordTimes.fixed(entry.ticksPerSecond(), entry.offsetNanos());
            boolean isThere = session.eachSaved(id, entry.partBytes(), saved -> {
                times.look(saved);
                trace.durable(saved);
            });
            if (!isThere) {
                trace.noteDamage();
            }
            try (DeadRings rings = LeftRings.of(buffer, program)) {
                ProviderBuffer.Parts into = new Into(trace, times);
                if (entry.isReleased()) {
                    buffer.durable(into);
                    chunks(session, id, Long.MAX_VALUE, trace);
                } else {
                    // With a limit the durable part comes first, whole; else as it was saved.
                    buffer.rest(rings, new ProviderBuffer.Parts() {
                        @Override
                        public void durable(Memory records) throws IOException {
                            into.durable(records);
                            if (recording.isLimited()) {
                                chunks(session, id, entry.halves(), trace);
                            }
                        }

                        @Override
                        public boolean half(Memory records) throws IOException {
                            return into.half(records);
                        }
                    });
                }
                section.replay(rings, times);
            }
            EndReason said = buffer.endReason();
            EndReason reason = said.isEarly() ? said : released ? EndReason.MANAGER_DIED : EndReason.NO_ANSWER;
            boolean isWhole = section.finish(buffer, reason, true, 0);
            return new Archive.Part(id, left.owner().name(), target, !released || recording.isLimited() || !isWhole);
        } catch (IOException e) {
            // A part of it would take the room of the other programs.
            Files.deleteIfExists(target);
            throw e;
        }
    }

    private static void chunks(SessionFolder session, int id, long halves, SavedTrace trace) throws IOException {
        if (!session.eachChunk(id, halves, trace::half)) {
            trace.noteDamage();
        }
    }
}
