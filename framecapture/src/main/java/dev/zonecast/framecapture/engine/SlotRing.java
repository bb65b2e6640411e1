package dev.zonecast.framecapture.engine;

import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Slots in the order in which they were given to the GPU, and those that are free. There are as many as the GPU's lag takes: one more is
 * made when all are busy, up to {@link #LIMIT}, and one less is kept when for a while not all were needed.
 */
final class SlotRing<S extends CaptureSlot> {
    static final int LIMIT = 8;

    /** So many captures tell how many slots are needed. */
    static final int PERIOD = 256;

    private final Supplier<S> maker;
    private final Consumer<S> destroyer;
    private final CaptureSlot[] busy = new CaptureSlot[LIMIT];
    private final CaptureSlot[] free = new CaptureSlot[LIMIT];
    private int first;
    private int busyCount;
    private int freeCount;
    private int peak;
    private int untilLook = PERIOD;

    SlotRing(Supplier<S> maker, Consumer<S> destroyer) {
        this.maker = maker;
        this.destroyer = destroyer;
    }

    /** Slots that the GPU works on. */
    int busy() {
        return busyCount;
    }

    /** One that the GPU works on, 0 for the oldest. */
    S busy(int index) {
        return cast(busy[(first + index) % LIMIT]);
    }

    int depth() {
        return busyCount + freeCount;
    }

    /** A slot that is neither busy nor free until it is given back by {@link #submitted} or {@link #free}; null if there may be no more. */
    S next() {
        if (freeCount > 0) {
            return cast(free[--freeCount]);
        }
        return busyCount < LIMIT ? maker.get() : null;
    }

    /** The GPU works on it now. */
    void submitted(S slot) {
        busy[(first + busyCount++) % LIMIT] = slot;
        peak = Math.max(peak, busyCount);
        if (--untilLook == 0) {
            if (depth() > peak && freeCount > 0) {
                destroyer.accept(cast(free[--freeCount]));
            }
            untilLook = PERIOD;
            peak = busyCount;
        }
    }

    void free(S slot) {
        free[freeCount++] = slot;
    }

    /** The one that the GPU has worked on for longest, or null. */
    S oldest() {
        return busyCount == 0 ? null : cast(busy[first]);
    }

    /** Takes the oldest out; the caller gives it back by {@link #free}. */
    void removeOldest() {
        busy[first] = null;
        first = (first + 1) % LIMIT;
        busyCount--;
    }

    /** Takes one out that the GPU works on, 0 for the oldest; the caller gives it back by {@link #free}. */
    void remove(int index) {
        for (int i = index; i > 0; i--) {
            busy[(first + i) % LIMIT] = busy[(first + i - 1) % LIMIT];
        }
        removeOldest();
    }

    /** Destroys all slots. */
    void clear() {
        for (S slot = oldest(); slot != null; slot = oldest()) {
            removeOldest();
            destroyer.accept(slot);
        }
        while (freeCount > 0) {
            destroyer.accept(cast(free[--freeCount]));
        }
    }

    @SuppressWarnings("unchecked") // The maker made them all.
    private S cast(CaptureSlot slot) {
        return (S) slot;
    }
}
