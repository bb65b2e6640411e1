package dev.zonecast.capture.manager;

import dev.zonecast.core.BufferMode;
import dev.zonecast.core.buffer.MappedFile;
import dev.zonecast.core.buffer.ProviderBuffer;
import dev.zonecast.core.buffer.RecordTimes;
import dev.zonecast.core.buffer.RetainedHalves;
import dev.zonecast.core.buffer.SavedTrace;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
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

    // Of a streaming buffer without a limit.
    private FileChannel channel;
    private SavedTrace trace;

    /** Of a streaming buffer with a limit, else null. */
    private RetainedHalves retained;

    private final PartProgress progress;
    private boolean wasReleased;

    private ProviderPart(
            SessionFolder session,
            PartProgress.Owner owner,
            ProviderBuffer buffer,
            RecordTimes times,
            Path file,
            PartProgress progress,
            MemoryBudget budget) {
        this.session = session;
        this.owner = owner;
        this.buffer = buffer;
        this.times = times;
        this.file = file;
        this.progress = progress;
        this.budget = budget;
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
        if (budget != null) {
            budget.take(recording.bufferBytes());
        }
        try {
            ProviderPart part = new ProviderPart(
                    session,
                    owner,
                    ProviderBuffer.create(session.buffer(owner.id()), recording.mode(), recording.bufferBytes()),
                    new RecordTimes(clock),
                    session.part(owner.id()),
                    new PartProgress(session.progress(owner.id()), owner),
                    budget);
            part.begin();
            return part;
        } catch (IOException e) {
            if (budget != null) {
                budget.give(recording.bufferBytes());
            }
            throw e;
        }
    }

    private void begin() throws IOException {
        if (session.recording().isLimited()) {
            retained = new RetainedHalves(session.path(), SessionFolder.chunkPrefix(owner.id()), latestNanos());
        } else if (session.recording().mode() == BufferMode.STREAMING) {
            channel = MappedFile.createPrivate(file);
            trace = newTrace(file, channel);
        }
    }

    private static long latestNanos() {
        return ProviderClock.nanos() + AHEAD_NANOS;
    }

    private static SavedTrace newTrace(Path path, FileChannel channel) {
        return new SavedTrace(path, channel, latestNanos(), false);
    }

    /** The file that the program writes to. */
    Path bufferFile() {
        return buffer.file();
    }

    /** What the program's clock is ahead of ours, as it is corrected. */
    long offsetNanos() {
        return times.offsetNanos();
    }

    /** Puts the buffer's parts into a trace, by our clock. */
    private ProviderBuffer.Parts into(SavedTrace to, boolean areCorrected) {
        return new ProviderBuffer.Parts() {
            @Override
            public void durable(MemorySegment records) throws IOException {
                if (!areCorrected) {
                    times.correct(records);
                }
                to.durable(records, 0, records.byteSize());
            }

            @Override
            public void half(MemorySegment records) throws IOException {
                if (!areCorrected) {
                    times.correct(records);
                }
                to.half(records, records.byteSize());
            }
        };
    }

    /** Keeps the buffer's parts, by our clock. */
    private final class Keeper implements ProviderBuffer.Parts {
        @Override
        public void durable(MemorySegment records) {
            times.correct(records);
            retained.durable(records);
        }

        @Override
        public void half(MemorySegment records) throws IOException {
            times.correct(records);
            budget.released(retained, retained.add(records));
        }
    }

    /**
     * Saves a half that the program says is full.
     *
     * @throws dev.zonecast.core.buffer.BufferDamagedException if it breaks the protocol
     */
    void save(long wrapped, long durableEnd) throws IOException {
        buffer.save(wrapped, durableEnd, retained != null ? new Keeper() : into(trace, false));
        noteProgress();
    }

    /** Remembers for another manager how far this one came. */
    void noteProgress() throws IOException {
        progress.append(new PartProgress.Entry(
                buffer.savedHalves(),
                buffer.savedDurableEnd(),
                trace == null ? 0 : trace.fileBytes(),
                times.ticksPerSecond(),
                times.offsetNanos()));
    }

    /** The program is gone or has stopped: with a limit, what its buffer still holds is one more half, and the buffer goes. */
    void release() throws IOException {
        if (retained != null && !wasReleased) {
            wasReleased = true;
            buffer.rest(new Keeper());
            budget.give(session.recording().bufferBytes());
        }
    }

    /**
     * All of it; nothing can be added after that.
     *
     * @param failed the program said nonsense: what its buffer holds is not looked at any more
     * @param afterDeath the program did not say that it stopped
     */
    Archive.Part finish(boolean failed, boolean afterDeath) throws IOException {
        try {
            boolean wantsRest = !failed && !wasReleased;
            if (trace == null) {
                channel = MappedFile.createPrivate(file);
                trace = newTrace(file, channel);
                if (retained != null) {
                    retained.writeTo(into(trace, true));
                }
            }
            if (wantsRest) {
                buffer.rest(into(trace, false));
            }
            return ended(trace, file, failed || afterDeath, afterDeath);
        } finally {
            close();
        }
    }

    private Archive.Part ended(SavedTrace to, Path target, boolean isIncomplete, boolean afterDeath)
            throws IOException {
        long damaged = to.damaged();
        long dropped = buffer.dropped();
        to.endOpen();
        to.finish(dropped, 0, afterDeath);
        long evicted = retained == null ? 0 : retained.evicted();
        return new Archive.Part(
                owner.id(), owner.name(), target, isIncomplete || dropped > 0 || damaged > 0 || evicted > 0);
    }

    /** What there is now, while the program goes on; null if it streams to its file. */
    Archive.Part snapshot() throws IOException {
        if (retained == null && trace != null) {
            return null;
        }
        Path target = session.path().resolve("snapshot-" + owner.id() + ".fxt");
        Files.deleteIfExists(target);
        try (FileChannel out = MappedFile.createPrivate(target)) {
            SavedTrace copy = newTrace(target, out);
            if (retained != null) {
                retained.writeTo(into(copy, true));
            }
            if (!wasReleased) {
                buffer.rest(into(copy, false));
            }
            return ended(copy, target, false, false);
        }
    }

    private void close() throws IOException {
        progress.close();
        if (channel != null) {
            channel.close();
        }
        if (retained != null) {
            retained.delete();
            if (!wasReleased) {
                budget.give(session.recording().bufferBytes());
            }
        }
        buffer.delete();
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
                        recording.bufferBytes(),
                        entry.halves(),
                        recording.isLimited() ? 0 : entry.durableEnd());
                FileChannel out = MappedFile.createPrivate(target)) {
            boolean released = buffer.awaitReleased(limitNanos);
            SavedTrace trace = newTrace(target, out);
            RecordTimes times = RecordTimes.fixed(entry.ticksPerSecond(), entry.offsetNanos());
            session.eachSaved(id, entry.partBytes(), saved -> {
                times.look(saved);
                trace.durable(saved, 0, saved.byteSize());
            });
            // With a limit the durable part comes first, whole; else as it was saved.
            buffer.rest(new ProviderBuffer.Parts() {
                @Override
                public void durable(MemorySegment records) throws IOException {
                    times.correct(records);
                    trace.durable(records, 0, records.byteSize());
                    if (recording.isLimited()) {
                        session.eachChunk(id, entry.halves(), chunk -> trace.half(chunk, chunk.byteSize()));
                    }
                }

                @Override
                public void half(MemorySegment records) throws IOException {
                    times.correct(records);
                    trace.half(records, records.byteSize());
                }
            });
            long damaged = trace.damaged();
            long dropped = buffer.dropped();
            trace.endOpen();
            trace.finish(dropped, 0, true);
            boolean isIncomplete = !released || recording.isLimited() || dropped > 0 || damaged > 0;
            return new Archive.Part(id, left.owner().name(), target, isIncomplete);
        }
    }
}
