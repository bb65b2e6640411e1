package dev.zonecast.core.live;

import java.util.ArrayDeque;

/**
 * Which number a frame of the base set has for the viewer. It counts the marks that it gets, and puts a frame of its own at the moment of
 * the connection; we number all marks of the process, with those that were not recorded or lost.
 */
final class FrameNumbers {
    static final long NONE = -1;

    /** Shifts that are kept. Images of frames before the oldest one are not sent. */
    private static final int MAX_SHIFTS = 64;

    /**
     * From a mark on, the viewer's count is another.
     *
     * @param from number of the mark
     * @param lost marks that were lost on their way
     * @param lastBefore number of the last mark before it that the viewer got. Frames between the two have no mark
     */
    private record Shift(long from, long lost, long lastBefore) {}

    private final long marksBefore;
    private final long offset;
    private long marksSent;

    /** Newest first. */
    private final ArrayDeque<Shift> shifts = new ArrayDeque<>();

    private long lastImage = NONE;

    /** @param marksBefore issued before the session */
    FrameNumbers(long marksBefore) {
        this.marksBefore = marksBefore;
        // One less than were issued: the viewer puts a frame of its own at the moment of the connection. Only thus are
        // the numbers that it shows ours.
        offset = Math.max(0, marksBefore - 1);
        shifts.push(new Shift(marksBefore, 0, marksBefore));
    }

    /** First number of the viewer's count. */
    long offset() {
        return offset;
    }

    /** A mark comes. False: not to be sent, as it was on its way when the session was announced, and {@link #offset} has it. */
    boolean marked(long number) {
        if (number <= marksBefore) {
            return false;
        }
        marksSent++;
        long lost = number - marksBefore - marksSent;
        long more = lost - shifts.getFirst().lost;
        if (more != 0) {
            shifts.push(new Shift(number, lost, number - 1 - Math.max(0, more)));
            if (shifts.size() > MAX_SHIFTS) {
                shifts.removeLast();
            }
        }
        return true;
    }

    /** True if the frame ended before the session began. */
    boolean isBefore(long frame) {
        return frame < marksBefore;
    }

    /**
     * The number under which an image has to be sent to land on its frame, or {@link #NONE} if it cannot be: the frame was before the
     * session, or the viewer knows it as one with another that has an image; a second one would end the session. A frame whose mark was
     * lost is one with the frame before it. An image may come when later marks have been sent.
     */
    long ofImage(long frame) {
        long number = isBefore(frame) ? NONE : number(frame);
        if (number <= lastImage || number >>> 32 != 0) {
            return NONE;
        }
        lastImage = number;
        return number;
    }

    private long number(long frame) {
        long last = frame;
        for (Shift shift : shifts) {
            if (shift.from <= frame) {
                return last - marksBefore + offset + 1 - shift.lost;
            }
            last = Math.min(last, shift.lastBefore);
        }
        return NONE;
    }
}
