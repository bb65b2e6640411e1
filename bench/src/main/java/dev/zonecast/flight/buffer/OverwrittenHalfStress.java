package dev.zonecast.flight.buffer;

import dev.zonecast.core.BufferMode;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * The writer of a circular buffer fills half after half while a reader copies the two halves of a moment: each half in the copy is of
 * that moment, or left out. Every record of a half has the half's count as its time.
 *
 * <p>x86-64 keeps stores in order, so there this finds a compiler that reorders them, and a reader that trusts too much. A missing fence
 * of the writer shows on AArch64.
 */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "Both halves are left out, or none was complete at that moment.")
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "The newer half is in the copy; the older one was overwritten.")
@Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "Both halves are in the copy.")
@Outcome(id = "-1", expect = Expect.FORBIDDEN, desc = "The copy has records that were written after its moment.")
@State
public class OverwrittenHalfStress {
    private static final int HALVES = 12;
    private static final int RECORD_BYTES = 16;
    private static final int RECORDS = 100;
    private static final int MEETING_SPINS = 5_000;
    private static final long HEADER = FxtLayout.EVENT | 2L << FxtLayout.WORDS_SHIFT;

    private final BufferMemory memory =
            BufferMemory.create(MemoryScope.auto().allocate(BufferLayout.LEAST_BYTES, 64), BufferMode.CIRCULAR);
    private final AtomicInteger arrived = new AtomicInteger();

    /** A moment as the collector gives it out. */
    private volatile TraceBuffer.Ends ends;

    @Actor
    public void writer() {
        meet();
        for (int count = 0; count < HALVES; count++) {
            if (count > 0) {
                memory.begin(count);
            }
            Memory half = memory.rolling(count & 1);
            for (int i = 0; i < RECORDS; i++) {
                half.setLong((long) i * RECORD_BYTES, HEADER);
                half.setLong((long) i * RECORD_BYTES + 8, count);
            }
            long end = (long) RECORDS * RECORD_BYTES;
            memory.rollingEnd(count & 1, end);
            ends = new TraceBuffer.Ends(count, 0, count > 0 ? end : 0, end, 0);
        }
    }

    @Actor
    public void reader(I_Result result) {
        meet();
        for (int i = 0; i < MEETING_SPINS && ends == null; i++) {
            Thread.onSpinWait();
        }
        TraceBuffer.Ends moment = ends;
        if (moment != null) {
            try (BufferCopy copy = new BufferCopy(memory, moment)) {
                boolean isOfTheMoment = all(copy.older(), moment.wrapped() - 1) && all(copy.newer(), moment.wrapped());
                int halves = (copy.older().isEmpty() ? 0 : 1) + (copy.newer().isEmpty() ? 0 : 1);
                result.r1 = isOfTheMoment ? halves : -1;
            }
        }
    }

    private static boolean all(List<Memory> pieces, int count) {
        for (Memory piece : pieces) {
            for (long at = 0; at < piece.byteSize(); at += RECORD_BYTES) {
                if (piece.getLong(at + 8) != count) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Both begin at about the same time; neither waits for long, for the other may have no processor. */
    private void meet() {
        arrived.incrementAndGet();
        for (int i = 0; i < MEETING_SPINS && arrived.get() < 2; i++) {
            Thread.onSpinWait();
        }
    }
}
