package dev.zonecast.core.registry;

/** The end of the process. Any thread. */
public final class ProgramEnd {
    private ProgramEnd() {}

    /** True while shutdown hooks run. */
    public static boolean hasBegun() {
        try {
            boolean ignored =
                    Runtime.getRuntime().removeShutdownHook(Thread.ofPlatform().unstarted(() -> {}));
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }
}
