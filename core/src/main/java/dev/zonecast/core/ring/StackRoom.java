package dev.zonecast.core.ring;

/** Checks that the Java stack has room, before work that must not stop half-way. */
public final class StackRoom {
    /** More frames than any such path has, in interpreted and in compiled code. */
    private static final int FRAMES = 256;

    private StackRoom() {}

    /** False if the stack may overflow within the next calls. */
    public static boolean isEnough() {
        try {
            return descend(FRAMES, 1, 2) != 0;
        } catch (StackOverflowError e) {
            return false;
        }
    }

    /** Uses its arguments behind the inner call, so each frame keeps them. */
    private static long descend(int frames, long a, long b) {
        return frames == 0 ? 1 : 1 | a + b * descend(frames - 1, b, a);
    }
}
