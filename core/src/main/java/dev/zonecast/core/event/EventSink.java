package dev.zonecast.core.event;

import dev.zonecast.core.kind.Order;
import java.io.IOException;

/**
 * Where events go: a viewer, a recording, a summary, a program's own sink. Called by the collector's thread only; must not block it for
 * long.
 *
 * <p>What a sink may rely on:
 *
 * <ul>
 *   <li>Times are nanoseconds of {@link System#nanoTime} and never run backwards within a thread.
 *   <li>On each thread zones nest; every end has its begin. A zone open when the sink is attached is begun anew for it, with its
 *       true begin, before any other event of that thread; attributes always belong to the thread's innermost open zone.
 *   <li>Events of {@link Order#ACROSS} come in the order of their time; GPU zones nest within one context and submitting thread.
 *   <li>Everything that is registered, not recorded (thread names, GPU contexts, application lines), is sent again on attachment.
 * </ul>
 *
 * A sink that throws is detached with a log line; the others and the program go on.
 */
public interface EventSink {
    /** For log lines: {@code viewer 127.0.0.1:51234}, {@code recording game.fxt}. */
    String description();

    /** First call. */
    default void begin(SinkStart start) throws IOException {}

    /** A thread starts, changes its name or ends. */
    default void thread(EventThread thread, Life life) throws IOException {}

    /** Begins and ends of zones of one thread, in the order of their time. */
    default void zones(EventThread thread, ZoneRun run) throws IOException {}

    /**
     * Any other event.
     *
     * @param event valid during the call
     */
    void event(Event event) throws IOException;

    /**
     * End of a pass over all rings; a moment to flush.
     *
     * @param nanos all events of {@link Order#ACROSS} before this time have come
     */
    default void cycleEnd(long nanos) throws IOException {}

    /** Puts everything that was accepted where it belongs (on disk, on the wire). */
    default void flush() throws IOException {}

    /**
     * Last call, also after a failure of this sink; must return within the time given.
     *
     * @param nanos time of the detachment; zones that are open now end here
     * @param limitNanos how long it may take
     */
    default void end(long nanos, long limitNanos) throws IOException {}
}
