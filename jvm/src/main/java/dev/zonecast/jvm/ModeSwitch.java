package dev.zonecast.jvm;

/** The mode that is used: another one once two seconds running have asked for it, so that a load at a threshold does not make it swing. */
final class ModeSwitch {
    private static final int SECONDS = 2;

    private final AdaptiveSampling modes;
    private SamplingMode mode = SamplingMode.MEDIUM;
    private SamplingMode asked = mode;
    private int secondsAsked;
    private long lastFrames;
    private long lastNanos;

    ModeSwitch(AdaptiveSampling modes) {
        this.modes = modes;
    }

    /**
     * Once a second.
     *
     * @param frames that the program has marked so far
     * @return the mode from now on
     */
    SamplingMode second(double loadPercent, long frames, long nowNanos) {
        double seconds = (nowNanos - lastNanos) / 1e9;
        double framesPerSecond = lastNanos == 0 ? 0 : (frames - lastFrames) / seconds;
        lastFrames = frames;
        lastNanos = nowNanos;
        SamplingMode now = modes.mode(loadPercent, framesPerSecond);
        secondsAsked = now == asked ? secondsAsked + 1 : 1;
        asked = now;
        if (secondsAsked >= SECONDS) {
            mode = now;
        }
        return mode;
    }
}
