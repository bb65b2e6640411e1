package dev.zonecast.agent;

/** Fills the pipe of its standard error, which nobody reads, and ends. */
final class PipeFiller {
    /** Writes until the pipe takes no more, and does not wait: the pages first, then the rest of the last one. */
    private static final String FILL = "exec 3>&2;"
            + " dd if=/dev/zero of=/proc/self/fd/3 bs=4096 count=10000 oflag=nonblock 2>/dev/null;"
            + " dd if=/dev/zero of=/proc/self/fd/3 bs=1 count=10000 oflag=nonblock 2>/dev/null";

    private PipeFiller() {}

    public static void main(String[] arguments) throws Exception {
        new ProcessBuilder("sh", "-c", FILL)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start()
                .waitFor();
    }
}
