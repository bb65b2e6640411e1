package mygame;

/** One tiny method that is called without end, and others that are called rarely. Knows nothing of Zonecast. */
public final class Hot {
    private static int state;

    private Hot() {}

    /**
     * Plays 100 frames, or as many as the second argument says.
     *
     * @param arguments how many calls, and how many frames
     */
    public static void main(String[] arguments) {
        long calls = Long.parseLong(arguments[0]);
        int frames = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 100;
        for (int frame = 0; frame < frames; frame++) {
            frame(calls / frames);
        }
        System.out.println("state " + state);
    }

    static void frame(long calls) {
        for (long i = 0; i < calls; i++) {
            tiny();
        }
        rest();
    }

    static void tiny() {
        state = Integer.rotateLeft(state * 31 + 7, 1);
    }

    static void rest() {
        state = Math.addExact(state >> 1, 1);
    }
}
