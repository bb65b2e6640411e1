package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.session.Profiler;
import java.time.Duration;

/** What programs have in common whose stack overflows at one place after the other. */
final class OverflowProgram {
    private static final long STACK_BYTES = 160 << 10;
    private static final Duration LIMIT = Duration.ofSeconds(50);

    private OverflowProgram() {}

    /** Runs a program in a JVM of its own. Its last line is how many errors it found. */
    static void expectNoErrors(Class<?> program, String compiler) throws Exception {
        ChildJvm.Result result = new ChildJvm()
                .flags(compiler, "-Dzonecast.listen=false", "-Xlog:disable")
                .run(program)
                .expectSuccess();

        assertEquals("0 errors", result.outLines().getLast(), result.toString());
    }

    /** Runs an action on a thread with a small stack. The sink has all that it recorded. */
    static void run(EventSink checks, String thread, Runnable action) throws Exception {
        boolean ignored = Profiler.start(Options.fromSystemProperties()
                .set(Option.LISTEN, false)
                .set(Option.SYSTEM_REPORTS, false)
                .set(Option.RING_WAIT, LIMIT));
        Profiler.current().attach(checks);
        Thread small = new Thread(null, action, thread, STACK_BYTES);
        small.start();
        small.join();
        Profiler.current().detach(checks, LIMIT).join();
    }

    /** Other frames lie below: the stack ends at another place. */
    static void stand(int frames, Runnable action) {
        if (frames == 0) {
            action.run();
        } else {
            stand(frames - 1, action);
        }
    }
}
