package dev.zonecast.core.event;

import dev.zonecast.core.kind.Order;
import java.io.IOException;

/**
 * A receiver of events: a viewer, a recording, a summary, a sink of the program. The collector's thread alone calls it. A call must not
 * block for long.
 *
 * <p>Guarantees:
 *
 * <ul>
 *   <li>Times are nanoseconds of {@link System#nanoTime} and never run backwards within a thread.
 *   <li>Zones of a thread nest, and each end has its begin. On attachment a sink gets the open zones of each thread first, with their
 *       true begins. An attribute belongs to the innermost open zone of its thread.
 *   <li>Events of {@link Order#ACROSS} come in the order of their time; GPU zones nest within one context and submitting thread.
 *   <li>Registered state (thread names, GPU contexts, application lines) is sent on each attachment.
 * </ul>
 *
 * A sink that throws is detached with a log line. Other sinks and the program go on.
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
     * End of a pass over all rings: a time to flush.
     *
     * @param nanos all events of {@link Order#ACROSS} before this time were delivered
     */
    default void cycleEnd(long nanos) throws IOException {}

    /** Writes all events so far to their destination, such as disk or network. */
    default void flush() throws IOException {}

    /**
     * The last call, also after a failure of this sink.
     *
     * @param nanos time of the detachment; zones that are still open end here
     * @param limitNanos time limit of this call
     */
    default void end(long nanos, long limitNanos) throws IOException {}
}
