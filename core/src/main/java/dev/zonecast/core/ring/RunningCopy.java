package dev.zonecast.core.ring;

import java.lang.System.Logger.Level;
import java.security.CodeSource;

/**
 * At most one copy of Zonecast runs in a process. Class loaders that do not see each other's classes load a copy each. The copy that
 * starts first claims a system property; copies that find it claimed stay off. The value is plain text, so that copies of any two
 * versions understand each other.
 *
 * <p>Thread-safe.
 */
public final class RunningCopy {
    /** Names jar and class loader of the copy that runs. */
    static final String PROPERTY = "dev.zonecast.running";

    /** The text under which this copy runs; null if it does not. */
    private static volatile String claim;

    /** Why this copy is off; null if no other copy ran. */
    private static volatile String offReason;

    private RunningCopy() {}

    /** False if another copy runs. This copy then stays off. */
    static boolean mayRun() {
        Object running = System.getProperties().get(PROPERTY);
        if (running == null || running.equals(claim)) {
            return true;
        }
        turnOff(running);
        return false;
    }

    /**
     * Claims the process for this copy.
     *
     * @return false if another copy runs; this copy then stays off
     */
    public static boolean claim() {
        String mine = describe();
        Object running = System.getProperties().putIfAbsent(PROPERTY, mine);
        if (running == null) {
            claim = mine;
            return true;
        }
        turnOff(running);
        return false;
    }

    /** This copy has ended: a copy that is loaded later may run. */
    public static void release() {
        String mine = claim;
        if (mine != null) {
            System.getProperties().remove(PROPERTY, mine);
        }
    }

    /** Why this copy is off, with the place of the copy that runs; null if no other copy ran when this one started. */
    public static String offReason() {
        return offReason;
    }

    private static synchronized void turnOff(Object running) {
        if (offReason != null) {
            return;
        }
        offReason = "another copy of Zonecast runs in this process: " + running;
        // On a thread of its own: the caller initialises a class, and the program's log may need that class.
        Thread.ofPlatform()
                .daemon(false)
                .name("zonecast-second-copy")
                .start(() -> System.getLogger("dev.zonecast")
                        .log(
                                Level.WARNING,
                                "Zonecast already runs in this process, from {0}. This copy, from {1}, stays off and"
                                        + " records nothing. To record both parts of the program, let them share one copy:"
                                        + " put Zonecast''s jars in a class loader that both see, and declare the"
                                        + " dependency with scope \"provided\"",
                                running,
                                describe()));
    }

    private static String describe() {
        CodeSource source = RunningCopy.class.getProtectionDomain().getCodeSource();
        ClassLoader loader = RunningCopy.class.getClassLoader();
        String name = loader == null ? "of the JVM" : loader.getName();
        return (source == null ? "(no jar)" : source.getLocation())
                + " (class loader "
                + (name != null ? name : loader.getClass().getName())
                + "@"
                + Integer.toHexString(System.identityHashCode(loader))
                + ")";
    }
}
