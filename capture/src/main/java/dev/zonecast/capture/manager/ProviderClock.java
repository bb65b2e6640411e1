package dev.zonecast.capture.manager;

import dev.zonecast.flight.buffer.ManagerProtocol;
import dev.zonecast.flight.buffer.ManagerProtocol.Packet;
import dev.zonecast.fxt.RecordTimes;

/**
 * How a program's clock stands to ours: questions that it answers at once, of which the one with the shortest way tells most (the rule of
 * NTP's clock filter). Guarded by its session.
 */
final class ProviderClock {
    /** Asked one after the other; a program that sleeps between two answers spoils some of them. */
    private static final int QUESTIONS = 8;

    /** Times must not be negative: where {@link System#nanoTime} is, ours starts a day ahead of it. */
    private static final long HEAD_START_NANOS = 86_400_000_000_000L;

    private static final long SHIFT_NANOS = System.nanoTime() < 0 ? HEAD_START_NANOS - System.nanoTime() : 0;

    private RecordTimes.Reading before;
    private RecordTimes.Reading best;
    private long question;
    private long askedNanos;
    private boolean waits;
    private int left = QUESTIONS;

    /** Time of the archives, in nanoseconds. */
    static long nanos() {
        return System.nanoTime() + SHIFT_NANOS;
    }

    /** The program may answer by another clock from now on; what is known holds until it does. */
    void restart() {
        before = reading();
        best = null;
        left = QUESTIONS;
    }

    /** The next question, or null if one waits for its answer. */
    Packet ask() {
        if (waits) {
            return null;
        }
        waits = true;
        question = question + 1 & 0xFFFF_FFFFL;
        askedNanos = nanos();
        return new Packet(ManagerProtocol.CLOCK, 0, question, 0);
    }

    /** False if that is not the answer to the last question. */
    boolean answer(Packet packet) {
        if (!waits || packet.data16() != 0 || packet.data32() != question) {
            return false;
        }
        long now = nanos();
        waits = false;
        left--;
        long error = (now - askedNanos + 1) / 2;
        if (best == null || error < best.errorNanos()) {
            best = new RecordTimes.Reading(packet.data64(), askedNanos + (now - askedNanos) / 2, error);
        }
        return true;
    }

    /** True while it is worth to ask again at once. */
    boolean wantsMore() {
        return left > 0;
    }

    /** Nanoseconds since a question that has no answer; 0 if there is none. */
    long silentNanos() {
        return waits ? nanos() - askedNanos : 0;
    }

    /** The best answer so far, or null. */
    RecordTimes.Reading reading() {
        return best != null ? best : before;
    }
}
