package dev.zonecast.flight;

import dev.zonecast.core.clock.Clock;
import dev.zonecast.core.clock.ClockMap;
import dev.zonecast.core.collect.CollectorPasses;
import dev.zonecast.core.collect.RingRelease;
import dev.zonecast.core.collect.ThreadTrack;
import dev.zonecast.core.recording.FxtRecording;
import dev.zonecast.flight.buffer.ProgramState;
import dev.zonecast.flight.buffer.TraceBuffer;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Lets rings and trace buffers that outlive the program hold together: a ring's room is given back to its thread only when the records
 * are in all the buffers, so that at every moment each published record is in one of the two; commits say in which. While nothing is
 * recorded into such a buffer, room is given back at once.
 *
 * <p>For the collector's thread, but for {@link #add}.
 */
final class RingCommits implements RingRelease {
    /** Room that is not given back yet: a quarter of a ring of the usual size. */
    private static final long MOST_HELD_BYTES = 256 << 10;

    private static final System.Logger LOG = System.getLogger("dev.zonecast");
    private static final double WARNED_FROM = 0.9;

    /** A recording into a buffer that outlives the program. */
    static final class Party {
        private final FxtRecording recording;
        private final TraceBuffer buffer;
        private final ProgramState state;
        private final Runnable afterCommit;
        private int lastWrapped;
        private boolean warned;
        /** The manager knows when the program ends. */
        private boolean isManaged;

        /** @param afterCommit called on the collector's thread */
        Party(FxtRecording recording, TraceBuffer buffer, ProgramState state, Runnable afterCommit) {
            this.recording = recording;
            this.buffer = buffer;
            this.state = state;
            this.afterCommit = afterCommit;
        }

        /** The collector has not come to it yet: nothing may be given back until it has. */
        private boolean isToBegin() {
            return !recording.hasBegun() && !recording.hasEnded();
        }

        /** Readers of a buffer that was full learn from it how much is missing, however the program ends. */
        private void noteLife() {
            if (buffer.failed()) {
                buffer.seen(System.nanoTime() + recording.shiftNanos());
            }
        }

        private void warn() {
            if (!warned && buffer.usedUp() >= WARNED_FROM) {
                warned = true;
                LOG.log(
                        Level.WARNING,
                        "the trace buffer is {0} % full; when it is full recording ends",
                        WARNED_FROM * 100);
            }
        }
    }

    private CollectorPasses collector;

    /** Replaced, not changed: one is added before its recording can begin. */
    private volatile List<Party> parties = List.of();

    /** Their buffers were full. */
    private final List<Party> endedEarly = new ArrayList<>();

    private long commits;

    /** Before the collector is started. */
    void follow(CollectorPasses itsCollector) {
        collector = itsCollector;
    }

    /** Reads what the rings hold, and commits it. */
    void drain() {
        collector.drainOnce();
    }

    /** A recording is going to begin that all of the program belongs to from its beginning on. Any thread. */
    synchronized void add(Party party) {
        parties = Stream.concat(parties.stream(), Stream.of(party)).toList();
    }

    /**
     * A recording is going to begin, in a program that has recorded before: what is in the rings does not belong to it. It is to be
     * attached right after this.
     */
    void join(Party party) {
        party.isManaged = true;
        collector.drainOnce();
        boolean isAlone = parties.isEmpty();
        if (isAlone || parties.stream().anyMatch(Party::isToBegin)) {
            commits++;
            saveRings(true);
        }
        // Else the pass has just committed. Places of a further number would not count for the others, and the next
        // commit overwrites those that do.
        long ticks = Clock.ticks();
        ClockMap clock = collector.clock();
        ClockMap.Line now = new ClockMap.Line(ticks, clock.nanos(ticks), clock.nanosPerTick());
        party.state.commit(commits, now, 0, ProgramState.Phase.EXPECTED, party.buffer, collector.dropped());
        add(party);
        if (isAlone) {
            giveBack();
        }
    }

    /** A recording has ended, or never began. */
    synchronized void leave(Party party) {
        if (parties.contains(party)) {
            parties = parties.stream().filter(each -> each != party).toList();
            commit(party, ProgramState.Phase.ENDED);
            if (party.buffer.failed() && !party.isManaged) {
                endedEarly.add(party);
            }
        }
    }

    @Override
    public void passed(ThreadTrack track) {
        if (parties.isEmpty()) {
            AT_ONCE.passed(track);
        } else if (isFilling() || track.heldBytes() >= MOST_HELD_BYTES) {
            commit();
        }
    }

    @Override
    public void between() {
        if (isFilling()) {
            commit();
        }
    }

    @Override
    public void cycleEnd() {
        endedEarly.forEach(Party::noteLife);
        if (parties.isEmpty()) {
            return;
        }
        commit();
        parties.forEach(Party::warn);
        parties.forEach(Party::noteLife);
    }

    @Override
    public void ended() {
        for (Party each : parties) {
            if (each.recording.hasEnded()) {
                leave(each);
            }
        }
    }

    @Override
    public double filled() {
        return parties.stream().mapToDouble(each -> each.buffer.filled()).max().orElse(-1);
    }

    private boolean isFilling() {
        for (Party each : parties) {
            if (each.recording.isFilling()) {
                return true;
            }
        }
        return false;
    }

    private void commit() {
        List<Party> all = parties;
        if (all.stream().anyMatch(Party::isToBegin)) {
            // The collector may be faster than the thread that attaches it.
            return;
        }
        for (Party each : all) {
            int wrapped = each.buffer.wrapped();
            each.recording.commit(wrapped != each.lastWrapped);
            each.lastWrapped = wrapped;
        }
        commits++;
        saveRings(false);
        for (Party each : all) {
            commit(each, each.recording.hasEnded() ? ProgramState.Phase.ENDED : ProgramState.Phase.RECORDING);
        }
        giveBack();
        all.forEach(each -> each.afterCommit.run());
    }

    private void commit(Party party, ProgramState.Phase phase) {
        party.state.commit(
                commits,
                collector.clock().line(),
                party.recording.shiftNanos(),
                phase,
                party.buffer,
                collector.dropped());
    }

    /** @param all also rings without news */
    private void saveRings(boolean all) {
        for (ThreadTrack track : collector.tracks()) {
            track.save(commits, all);
        }
    }

    private void giveBack() {
        collector.tracks().forEach(ThreadTrack::giveBackSaved);
    }
}
