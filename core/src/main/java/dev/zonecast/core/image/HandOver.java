package dev.zonecast.core.image;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * A bounded queue of things that are too large to be made anew or to be copied: a few slots that are used again and again. A slot
 * belongs to one thread at a time: to the thread that {@linkplain #claim claimed} it until it is {@linkplain #publish published}, then to
 * the
 * one consumer from {@link #take} to {@link #release}. Nobody waits, and nothing is allocated.
 *
 * <p>Any thread may claim and publish; one thread takes and releases.
 */
public final class HandOver<T extends HandOver.Slot> {
    private final Slot[] slots;
    private final AtomicLong tickets = new AtomicLong();
    private long taken;

    /** What is handed over; made by the queue's maker alone. */
    public abstract static class Slot {
        private static final int FREE = 0;
        private static final int CLAIMED = 1;
        private static final int PUBLISHED = 2;
        private static final int TAKEN = 3;

        private static final VarHandle STATE;

        static {
            try {
                STATE = MethodHandles.lookup().findVarHandle(Slot.class, "state", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        /** Order of publication. */
        private long ticket;

        @SuppressWarnings("unused") // Read and written through STATE.
        private int state = FREE;

        /** A free slot. */
        protected Slot() {}
    }

    /** A queue of so many slots. */
    public HandOver(int capacity, Supplier<T> maker) {
        slots = new Slot[capacity];
        for (int i = 0; i < capacity; i++) {
            slots[i] = maker.get();
        }
    }

    /** A slot to be filled, or null if none is free. */
    public T claim() {
        for (Slot slot : slots) {
            // Acquires what the consumer did before it released the slot: it reads no more.
            if (Slot.STATE.compareAndSet(slot, Slot.FREE, Slot.CLAIMED)) {
                return cast(slot);
            }
        }
        return null;
    }

    /** Hands a claimed slot to the consumer. It must not be touched afterwards. */
    public void publish(T slot) {
        Slot published = slot;
        published.ticket = tickets.getAndIncrement();
        // Releases ticket and content to the consumer, who acquires them with the state.
        Slot.STATE.setRelease(slot, Slot.PUBLISHED);
    }

    /** Takes a claimed slot back unused. */
    public void giveBack(T slot) {
        Slot.STATE.setRelease(slot, Slot.FREE);
    }

    /**
     * The next slot in the order of publication, to be {@linkplain #release released}; null if there is none, or if its publisher has
     * its ticket but is not done. The consumer's thread.
     */
    public T take() {
        for (Slot slot : slots) {
            if ((int) Slot.STATE.getAcquire(slot) == Slot.PUBLISHED && slot.ticket == taken) {
                taken++;
                Slot.STATE.setRelease(slot, Slot.TAKEN);
                return cast(slot);
            }
        }
        return null;
    }

    /** Lets a slot that was taken be used again. The consumer's thread. */
    public void release(T slot) {
        Slot.STATE.setRelease(slot, Slot.FREE);
    }

    /** True if nobody has a slot and none waits. */
    public boolean isIdle() {
        for (Slot slot : slots) {
            if ((int) Slot.STATE.getAcquire(slot) != Slot.FREE) {
                return false;
            }
        }
        return true;
    }

    @SuppressWarnings("unchecked") // The maker made them all.
    private T cast(Slot slot) {
        return (T) slot;
    }
}
