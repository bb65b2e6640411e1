package dev.zonecast.core.collect;

import dev.zonecast.core.buffer.DeadProgram;
import dev.zonecast.core.buffer.LeftRing;
import dev.zonecast.core.buffer.NameJournalReader;
import dev.zonecast.core.buffer.SavedTrace;
import dev.zonecast.core.clock.ClockMap;
import dev.zonecast.core.fxt.FxtRecording;
import dev.zonecast.core.fxt.RecordingResumption;
import dev.zonecast.core.lock.LockEvent;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.ring.FiberState;
import dev.zonecast.core.ring.UnendedState;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.ref.WeakReference;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Makes a trace of what a dead program left: the records of its trace buffer up to the last commit, then those of its rings that the
 * commit did not cover, which go the same way that they would have gone in the program.
 */
public final class ProgramRecovery {
    /**
     * What was made.
     *
     * @param bytes of the file
     * @param fromRings records that came from the rings
     * @param damaged places at which something was damaged; what lay behind in that part is not there
     * @param dropped events and records that the program had no room for
     */
    public record Result(
            Path file, String programName, long pid, long bytes, long fromRings, long damaged, long dropped) {}

    /** The collector says something of itself every second: nothing that had begun is later by much more. */
    private static final long LATEST_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final DeadProgram program;
    private final SavedTrace trace;
    private final LeftState left;
    private final ClockMap clock;
    private final SinkList sinks = new SinkList();
    private final SerialRouter serial;
    private final EventRouter router;
    private final FxtRecording recording;
    private long damagedRings;

    private ProgramRecovery(DeadProgram program, SavedTrace trace) {
        this.program = program;
        this.trace = trace;
        left = new LeftState(program, trace);
        clock = ClockMap.fixed(withRate(program.clock()));
        RingIds ids = new RingIds(program.names()::gpuContexts, program.names().locks(), program.names()::marker);
        serial = new SerialRouter(clock, sinks, RingRelease.AT_ONCE, ids);
        router = new EventRouter(clock, sinks, serial, RingRelease.AT_ONCE, left::thread, ids);
        recording = FxtRecording.after(trace, program.programName(), program.pid());
    }

    /** A program that died within moments had not measured its clock yet; this one is of the same machine. */
    private static ClockMap.Line withRate(ClockMap.Line line) {
        if (line.nanosPerTick() > 0) {
            return line;
        }
        ClockMap own = new ClockMap();
        long until = System.nanoTime() + ClockMap.WARM_UP_NANOS;
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
        own.calibrate(1_000_000_000);
        return new ClockMap.Line(line.ticks(), line.nanos(), own.nanosPerTick());
    }

    /**
     * Makes the trace.
     *
     * @param folder of the program, which is dead
     * @param target is complete, or not there; one that exists is replaced
     */
    public static Result recover(Path folder, Path target) throws IOException {
        Path parent = target.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        Path part = target.resolveSibling(target.getFileName() + ".part");
        try (DeadProgram program = new DeadProgram(folder);
                FileChannel channel = FileChannel.open(
                        part,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.TRUNCATE_EXISTING)) {
            SavedTrace trace = new SavedTrace(target, channel, Long.MAX_VALUE);
            long fromRings = new ProgramRecovery(program, trace).run();
            long damaged = trace.damaged();
            trace.endOpen();
            trace.finish(program.dropped(), fromRings, true);
            channel.force(true);
            Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
            return new Result(
                    target,
                    program.programName(),
                    program.pid(),
                    trace.fileBytes(),
                    fromRings,
                    damaged,
                    program.dropped());
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(part);
            throw e;
        }
    }

    private long run() throws IOException {
        program.writeTo(trace);
        RecordingResumption resumption = null;
        if (program.isBeforeFirstCommit()) {
            recording.begin(program.clock().nanos(), 0);
            recording.commit(false);
        } else if (program.rings().isEmpty()) {
            return 0;
        } else {
            resumption = recording.resume(program.shiftNanos(), trace.tracks().highest());
            left.look();
        }
        sinks.add(new GuardedSink(recording));
        try (Arena arena = Arena.ofShared()) {
            replay(resumption, arena);
        }
        recording.endUnended(trace.lastNanos() - recording.shiftNanos());
        recording.commit(false);
        for (GuardedSink sink : sinks.all()) {
            if (sink.failure() != null) {
                throw new IOException(
                        "cannot recover " + program.programName() + ": " + sink.failure(), sink.failure());
            }
        }
        return router.events();
    }

    /** @param resumption null: nothing was recorded before */
    private void replay(RecordingResumption resumption, Arena arena) throws IOException {
        List<ThreadTrack> tracks = new ArrayList<>();
        for (LeftRing ring : program.rings()) {
            tracks.add(track(ring, resumption, arena));
        }
        if (resumption != null) {
            left.resume(resumption, serial, router.markers());
        }
        for (int i = 0; i < tracks.size(); i++) {
            unended(tracks.get(i), program.rings().get(i).unended());
        }
        for (ThreadTrack track : tracks) {
            track.markEnd();
            while (track.position < track.end) {
                try {
                    router.drain(track);
                } catch (IllegalStateException e) {
                    damagedRings++;
                }
            }
        }
        serial.counterRestarted();
        recording.commit(false);
    }

    private ThreadTrack track(LeftRing ring, RecordingResumption resumption, Arena arena) throws IOException {
        int open = left.openZones(ring.threadId());
        RingTranslation translation = new RingTranslation(ring, program.names(), open, arena);
        NameJournalReader.ThreadName known = program.names().thread(ring.threadId());
        String name = known == null || known.name().isEmpty() ? "thread " + ring.threadId() : known.name();
        boolean virtual = known != null && known.virtual();
        FiberState fiber = known != null && known.fiber() ? new FiberState(name, new Object()) : null;
        ThreadTrack track = new ThreadTrack(
                ring.threadId(), virtual, new WeakReference<>(null), fiber, null, translation.translated(), name);
        if (resumption == null || !left.knows(ring.threadId())) {
            recording.threadStarted(track);
        } else {
            resumption.thread(track, open, depth -> trace.late().of(ring.threadId(), depth));
            for (int i = 0; i < open; i++) {
                track.push(0, 0);
            }
        }
        left.resumed(track);
        return track;
    }

    /** What was begun, and is recorded when it has ended. */
    private void unended(ThreadTrack track, UnendedState unended) {
        long since = unended.sinceNanos() + program.shiftNanos();
        if (unended.id() == 0 || since < 0 || since - LATEST_NANOS > trace.lastNanos()) {
            return;
        }
        if (!track.isFiber()) {
            serial.locks()
                    .event(
                            track,
                            unended.sinceNanos(),
                            unended.id(),
                            unended.shared() ? LockEvent.SHARED_WAIT : LockEvent.WAIT);
        } else {
            int nameId = program.names().name(unended.id());
            String name = Registry.INSTANCE.names().text(nameId);
            sinks.call(sink -> sink.fiberEntered(track, unended.sinceNanos(), unended.threadId(), name));
        }
    }

    /** Rings in which a record said nonsense. */
    long damagedRings() {
        return damagedRings;
    }
}
