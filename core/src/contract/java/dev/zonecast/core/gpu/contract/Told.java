package dev.zonecast.core.gpu.contract;

import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.session.Profiler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** What the collector tells while something is done. */
public final class Told {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private Told() {}

    /** Something that may fail. */
    @FunctionalInterface
    public interface Work {
        void run() throws Exception;
    }

    /** Does the work; the listener has got all its events on return, on the collector's thread. */
    public static void by(Work work, Consumer<Event> listener) throws Exception {
        EventSink sink = new EventSink() {
            @Override
            public String description() {
                return "events of a test";
            }

            @Override
            public void event(Event event) {
                listener.accept(event);
            }
        };
        // False where another test was first, which is fine.
        boolean ignored = Profiler.start(Options.defaults().set(Option.LISTEN, false));
        Profiler.current().attach(sink);
        try {
            work.run();
        } finally {
            Profiler.current().detach(sink, LIMIT).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
    }
}
