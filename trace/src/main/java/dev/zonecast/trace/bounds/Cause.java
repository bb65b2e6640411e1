package dev.zonecast.trace.bounds;

/** What a frame's thread worked on or waited for. The cause with the most time is the frame's verdict. */
public enum Cause {
    /** The thread that marks the frames works in a zone. */
    CPU("CPU"),
    /** As {@link #CPU}, while the GPU idles between two zones that this frame submits. */
    STARVED_GPU("starved GPU"),
    /** It waits for another thread, which works. */
    WORKER("worker"),
    /** It waits for a lock. */
    LOCK("lock"),
    /** It waits for a file or a socket. */
    IO("I/O"),
    /** The virtual machine stops all threads: a garbage collection, as a rule. */
    PAUSE("JVM pause"),
    /** It compiles a shader, links a program or creates a pipeline. */
    COMPILE("shader compilation"),
    /** It copies data to the GPU or allocates memory there. */
    UPLOAD("upload"),
    /** It waits for the GPU, which works. */
    GPU("GPU"),
    /** It waits for the display, or for the next frame's time. */
    PRESENT("presentation"),
    /** It waits, and the recording does not have for what. */
    WAIT("other wait"),
    /** It is in no zone and no known wait. */
    OUTSIDE("outside zones"),
    /** Most of the frame is {@link #PRESENT}, and the frame is not longer than usual: it has time to spare. */
    NONE("not bound");

    private final String title;

    Cause(String title) {
        this.title = title;
    }

    /** For people. */
    public String title() {
        return title;
    }
}
