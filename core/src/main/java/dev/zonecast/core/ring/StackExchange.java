package dev.zonecast.core.ring;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Call stacks on their way from one thread to the collector: objects, which a ring of words cannot hold. A record in the ring names
 * the slot, so the slot is filled (plain) before that record is published (release); the collector empties it (release) and the
 * thread looks (acquire) before it fills it again.
 *
 * <p>Bounded: if all slots are in use, the event has no stack, which counts as a drop.
 */
final class StackExchange {
    static final int FULL = -1;

    private final AtomicReferenceArray<Object> slots;
    private int next;

    /** @param capacity a power of two */
    StackExchange(int capacity) {
        slots = new AtomicReferenceArray<>(capacity);
    }

    /** The slot, or {@link #FULL}. The producer. */
    int put(Object stack) {
        int slot = next & (slots.length() - 1);
        if (slots.getAcquire(slot) != null) {
            return FULL;
        }
        slots.setPlain(slot, stack);
        next++;
        return slot;
    }

    /** Number of the next {@link #put}. The producer. */
    int next() {
        return next;
    }

    /** Takes back the {@link #put} of that number if it was the last one: no record names its slot. The producer. */
    void takeBack(int number) {
        if (next != number) {
            slots.setPlain(number & (slots.length() - 1), null);
            next = number;
        }
    }

    /** True after a {@link #put} that leaves half of the slots to the next ones: time to wake the collector. */
    boolean isHalfUsed() {
        return (next & (slots.length() / 2 - 1)) == 0;
    }

    /** Empties a slot. The collector. */
    Object take(int slot) {
        Object stack = slots.getPlain(slot);
        slots.setRelease(slot, null);
        return stack;
    }
}
