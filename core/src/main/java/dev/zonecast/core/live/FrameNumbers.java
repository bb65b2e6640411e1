package dev.zonecast.core.live;

/**
 * Which number a frame of the base set has for the viewer. It counts the marks that it gets, and puts a frame of its own at the moment of
 * the connection; we number all marks of the process, with those that were not recorded or lost.
 */
final class FrameNumbers {
    static final long NONE = -1;

    private final long marksBefore;
    private final long offset;
    private long marksSent;
    /** Marks that were lost on their way, or, below 0, were on their way already when the session began. */
    private long lost;

    private long lastImage = NONE;

    /** @param marksBefore issued before the session */
    FrameNumbers(long marksBefore) {
        this.marksBefore = marksBefore;
        // One less than were issued: the viewer puts a frame of its own at the moment of the connection. Only thus are
        // the numbers that it shows ours.
        offset = Math.max(0, marksBefore - 1);
    }

    /** First number of the viewer's count. */
    long offset() {
        return offset;
    }

    /** A mark is sent. */
    void marked(long number) {
        marksSent++;
        lost = number - marksBefore - marksSent;
    }

    /**
     * The number under which an image has to be sent to land on its frame, or {@link #NONE} if it cannot be: the frame was before the
     * session, or the viewer knows it as one with another that has an image; a second one would end the session.
     */
    long ofImage(long frame) {
        if (frame < marksBefore) {
            return NONE;
        }
        long number = frame - marksBefore + offset + 1 - lost;
        if (number <= lastImage || number >>> 32 != 0) {
            return NONE;
        }
        lastImage = number;
        return number;
    }
}
