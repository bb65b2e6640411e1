package dev.zonecast.flight;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.BufferMode;
import dev.zonecast.core.clock.ClockMap;
import dev.zonecast.core.collect.CollectorPasses;
import dev.zonecast.core.collect.HandledRecords;
import dev.zonecast.core.collect.ThreadTrack;
import dev.zonecast.core.event.SinkStart;
import dev.zonecast.core.recording.FxtRecording;
import dev.zonecast.core.ring.EventRing;
import dev.zonecast.core.ring.RingLayout;
import dev.zonecast.flight.buffer.OwnFolder;
import dev.zonecast.flight.buffer.ProgramState;
import dev.zonecast.flight.buffer.RuntimeFolder;
import dev.zonecast.flight.buffer.TraceBuffer;
import dev.zonecast.fxt.write.RecordOutput;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** At each moment of a commit a recovery finds a saved place of the ring that belongs to the last complete commit. */
class RingCommitsTest {
    private static final int RING_BYTES = 4096;
    private static final int COMMITS_OFFSET = 32;

    @TempDir
    Path folder;

    private final RingCommits commits = new RingCommits();
    private final Memory memory = MemoryScope.auto().allocate(RingLayout.HEADER_BYTES + (long) RING_BYTES, 64);
    private final EventRing ring = EventRing.left(memory, RING_BYTES);
    private final ThreadTrack track = HandledRecords.thread(7, ring, "main");

    private Path watched;
    private int moments;

    /** Asked for the drops between the rings' places and the end of the commit. */
    private final class Passes implements CollectorPasses {
        private final ClockMap clock = new ClockMap();

        @Override
        public void drainOnce() {
            commits.cycleEnd();
        }

        @Override
        public List<ThreadTrack> tracks() {
            return List.of(track);
        }

        @Override
        public ClockMap clock() {
            return clock;
        }

        @Override
        public Dropped dropped() {
            if (watched != null) {
                moments++;
                long last = committed(watched);
                long first = place(0);
                long second = place(1);
                assertTrue(
                        (first > 0 && first <= last) || (second > 0 && second <= last),
                        "commit " + last + " has neither place " + first + " nor " + second);
            }
            return new Dropped(0, 0);
        }
    }

    private long place(int place) {
        return memory.getLong(RingLayout.SAVED_OFFSET + (long) place * RingLayout.SAVED_BYTES);
    }

    private static long committed(Path state) {
        try {
            return ByteBuffer.wrap(Files.readAllBytes(state))
                            .order(ByteOrder.nativeOrder())
                            .getLong(COMMITS_OFFSET)
                    >>> 1;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private RingCommits.Party party(String name) throws IOException {
        OwnFolder own = new OwnFolder(RuntimeFolder.open(folder.resolve(name)), 1 << 16);
        TraceBuffer buffer = new TraceBuffer(
                folder.resolve(name + ".buffer"), MemoryScope.auto().allocate(1 << 20, 8), BufferMode.CIRCULAR, null);
        FxtRecording recording = FxtRecording.into(buffer, name, RecordOutput.LEAST_BUFFER_BYTES);
        recording.begin(new SinkStart(System.nanoTime(), 0));
        ProgramState state = ProgramState.ofManaged(own, name);
        if (watched == null) {
            watched = own.path().resolve("managed.zc");
        }
        return new RingCommits.Party(recording, buffer, state, () -> {});
    }

    private void pass() {
        HandledRecords.handle(track, 64);
        commits.cycleEnd();
    }

    @Test
    void shouldKeepAPlaceOfTheLastCommitWhenAnotherRecordingJoins() throws IOException {
        commits.follow(new Passes());
        RingCommits.Party first = party("first");
        Path state = watched;
        watched = null;
        commits.add(first);
        pass();
        pass();
        watched = state;

        commits.join(party("second"));
        pass();
        pass();

        assertEquals(2 + 2 * 2, moments);
        assertEquals(256, ring.consumerPosition());
    }
}
