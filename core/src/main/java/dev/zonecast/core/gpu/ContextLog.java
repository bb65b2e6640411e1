package dev.zonecast.core.gpu;

import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicInteger;

/** The log lines of one GPU context: one of each kind in its life, because what goes wrong goes wrong in each frame. Thread-safe. */
final class ContextLog {
    // Bits of what is logged once.
    private static final int WRONG_THREAD = 1;
    private static final int DROPPED = 2;
    private static final int LEFT_OPEN = 4;
    private static final int NESTED = 8;

    private final System.Logger log;
    private final String name;
    private final AtomicInteger logged = new AtomicInteger();

    ContextLog(System.Logger log, String name) {
        this.log = log;
        this.name = name;
    }

    private boolean isFirst(int bit) {
        return (logged.get() & bit) == 0 && (logged.getAndUpdate(bits -> bits | bit) & bit) == 0;
    }

    /** A call came where the context is not current. */
    void wrongThread(String call) {
        if (isFirst(WRONG_THREAD)) {
            log.log(
                    Level.WARNING,
                    "GPU context \"{0}\": {1} on a thread where the context is not current; such calls are ignored and"
                            + " counted",
                    name,
                    call);
        }
    }

    /** True once: at the first zone that is dropped. */
    boolean isFirstDrop() {
        return isFirst(DROPPED);
    }

    /** After {@link #isFirstDrop}. */
    void dropped(String reason) {
        log.log(Level.WARNING, "GPU context \"{0}\": zones are dropped and counted: {1}", name, reason);
    }

    /** A zone has no end in a command buffer that has run. */
    void leftOpen(String zone) {
        if (isFirst(LEFT_OPEN)) {
            log.log(
                    Level.WARNING,
                    "GPU context \"{0}\": zone \"{1}\" has no end in its command buffer; it ends with the last time"
                            + " taken there and counts as a wrong call. Call end() in the same recording",
                    name,
                    zone);
        }
    }

    /** So many zones are open at once that an end may be missing. */
    void nested(int depth, String zone) {
        if (isFirst(NESTED)) {
            log.log(
                    Level.WARNING,
                    "GPU context \"{0}\": {1} zones are open at once; zone \"{2}\" may have no end",
                    name,
                    depth,
                    zone);
        }
    }

    /** Once in its life as it is. */
    void closedElsewhere(long queries) {
        log.log(
                Level.INFO,
                "GPU context \"{0}\": closed on a thread where it is not current, so that its {1} queries remain",
                name,
                queries);
    }

    /** Once in its life as it is. */
    void lost() {
        log.log(Level.WARNING, "GPU context \"{0}\": the context is lost, no more zones are recorded", name);
    }
}
