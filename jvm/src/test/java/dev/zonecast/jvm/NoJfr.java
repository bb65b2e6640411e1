package dev.zonecast.jvm;

import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.session.Profiler;
import java.time.Duration;

/** A program that wants the virtual machine's events where there is no JFR: it goes on without. */
final class NoJfr {
    private static final Duration LIMIT = Duration.ofSeconds(100);

    private NoJfr() {}

    /** Prints what came of it. */
    public static void main(String[] arguments) throws InterruptedException {
        LateLog log = new LateLog();
        Zonecast.start(Options.defaults().set(Option.LISTEN, false));
        Profiler.current().attach(log);
        JvmEvents jvm = JvmEvents.install(JvmOptions.defaults());
        try (Zone ignored = Zone.open(SourceLocation.here("alive"))) {
            jvm.register(Thread.currentThread());
        }
        jvm.flush(LIMIT);
        Zonecast.flush(LIMIT);
        System.out.println("- running: " + jvm.isRunning());
        System.out.println("- problem: " + jvm.problem());
        System.out.println("- sampling event: " + jvm.samplingEvent() + ", clock error: " + jvm.clockErrorNanos());
        System.out.println("- zones: " + log.zones("alive").size());
        log.messages().stream()
                .filter(message -> message.track().equals("JVM: sampler"))
                .forEach(message -> System.out.println("- message: " + message.text()));
        jvm.close();
    }
}
