package dev.zonecast.core.gpu;

/**
 * Links of signals to waits. A signal's is an odd number, its wait's the even number below. A timeline semaphore's link follows from its
 * value, which signals and waits name. A binary semaphore's follows from the number of its last signal, which one wait takes.
 *
 * <p>Thread-safe.
 */
final class Semaphores {
    private static final int SLOT_BITS = 12;

    /** Binary semaphores with a signal that has no wait yet. Of two that share a slot, the later one has its link. */
    private static final long[] SIGNALLED = new long[1 << SLOT_BITS];

    private static final long[] NUMBERS = new long[1 << SLOT_BITS];
    private static long last;

    private Semaphores() {}

    /**
     * A link of a submission; 0: nothing that is known signals the semaphore.
     *
     * @param value of a timeline semaphore; 0: it is a binary one
     */
    static long link(long semaphore, long value, boolean signals) {
        long mixed = semaphore * 0x9E37_79B9_7F4A_7C15L;
        long known = value != 0 ? value : number(semaphore, (int) (mixed >>> (Long.SIZE - SLOT_BITS)), signals);
        if (known == 0 || semaphore == 0) {
            return 0;
        }
        return (((mixed ^ known) * 0xD6E8_FEB8_6659_FD93L) << 1) | (signals ? 1 : 0);
    }

    /** Number of the signal that is given, or taken; 0: none is there. */
    private static synchronized long number(long semaphore, int slot, boolean isGiven) {
        if (isGiven) {
            SIGNALLED[slot] = semaphore;
            NUMBERS[slot] = ++last;
            return last;
        }
        if (SIGNALLED[slot] != semaphore) {
            return 0;
        }
        SIGNALLED[slot] = 0;
        return NUMBERS[slot];
    }
}
