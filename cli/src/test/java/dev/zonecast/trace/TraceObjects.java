package dev.zonecast.trace;

/** Objects of a trace for tests of outputs. */
public final class TraceObjects {
    private TraceObjects() {}

    /** The base set of frames of a program. */
    public static Track frames() {
        return new Track(0, new Program(1, 1, new Program.Namesakes(), 0), 2);
    }

    /** A picture of a frame, one block of black. */
    public static TraceFrameImage image(Program program, long frame) {
        return new TraceFrameImage(program, frame, 1, 4, 4, false, new byte[8]);
    }
}
