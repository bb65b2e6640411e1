package dev.zonecast.flight;

import dev.zonecast.core.collect.Profiler;
import dev.zonecast.core.recording.FxtRecording;
import dev.zonecast.flight.buffer.ManagedState;
import dev.zonecast.flight.buffer.OwnFolder;
import dev.zonecast.flight.buffer.ProgramFolder;
import dev.zonecast.flight.buffer.TraceBuffer;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * What a managed program keeps for its manager in case it dies: its rings, which are in its own folder, and the buffer that the
 * manager has given it hold together by commits. For the provider's thread.
 */
final class ManagedRings {
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final Profiler profiler;
    private final RingCommits commits;
    private final ProgramFolder folder;
    private final ManagedState state;
    private RingCommits.Party party;

    ManagedRings(Profiler profiler, RingCommits commits, OwnFolder own, String programName) throws IOException {
        this.profiler = profiler;
        this.commits = commits;
        folder = new ProgramFolder(own.path());
        state = new ManagedState(own, programName);
    }

    /** The program's folder. */
    ProgramFolder folder() {
        return folder;
    }

    /**
     * A recording is going to begin, and is to be attached after this.
     *
     * @param afterCommit called on the collector's thread
     * @throws IOException if the collector does not answer in time
     */
    void join(FxtRecording recording, TraceBuffer buffer, Runnable afterCommit) throws IOException {
        RingCommits.Party next = new RingCommits.Party(recording, state.into(buffer), afterCommit);
        party = next;
        CompletableFuture<Void> joined = profiler.onCollector(() -> commits.join(next));
        if (!profiler.await(joined, LIMIT)) {
            // It comes behind that.
            leave();
            throw new IOException("the collector does not answer");
        }
    }

    /** The recording has ended, or has not begun. */
    void leave() {
        RingCommits.Party last = party;
        party = null;
        if (last != null) {
            var _ = profiler.onCollector(() -> commits.leave(last));
        }
    }
}
