package dev.zonecast.agent;

import dev.zonecast.core.Zonecast;
import dev.zonecast.jvm.JvmEvents;
import dev.zonecast.jvm.JvmOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the agent switches on by options alone, beside its hooks. Thread-safe. */
final class AgentFeatures {
    private static final String PREFIX = "zonecast.";
    static final String BUFFER = "zonecast.buffer";
    private static final String LISTEN = "zonecast.listen";
    private static final String RAN_BEFORE = " is not used: the profiler ran before the agent came";
    private static final String SNAPSHOT_FRAME = "zonecast.snapshot.frame";

    /** How long JFR waits for the program's first frame. */
    private static final Duration FIRST_FRAME = Duration.ofSeconds(5);

    private static boolean jvmEventsWanted;

    /** Null: not installed. */
    private static JvmEvents jvmEvents;

    private AgentFeatures() {}

    /** Adds the profiler's options that an option of the agent implies. What the user set stays. */
    static void imply(AgentOptions options) {
        Map<String, String> profiler = options.profiler();
        Optional<Duration> hitch = options.get(AgentOption.HITCH);
        if (hitch.isPresent()) {
            profiler.put(SNAPSHOT_FRAME, hitch.get().toNanos() / 1_000 + "us");
            if (System.getProperty(BUFFER) == null) {
                profiler.putIfAbsent(BUFFER, "circular");
            }
        }
    }

    /** The words of the start's line. */
    static String on(AgentOptions options) {
        List<String> on = new ArrayList<>(List.of("frames", "GPU zones", "hitches"));
        if (options.get(AgentOption.JVM)) {
            on.add("JVM events");
        }
        Optional<Duration> samples = options.get(AgentOption.SAMPLES);
        if (samples.isPresent()) {
            on.add("a stack sample each " + text(samples.get()));
        }
        if (options.get(AgentOption.LWJGL_MEMORY)) {
            on.add("LWJGL's memory");
        }
        Optional<PictureOptions> images = options.get(AgentOption.IMAGES);
        if (images.isPresent()) {
            on.add("pictures of " + images.get().width() + "x" + images.get().height() + ", "
                    + images.get().perSecond() + " a second");
        }
        Optional<Duration> hitch = options.get(AgentOption.HITCH);
        if (hitch.isPresent()) {
            on.add("a snapshot after a frame of more than " + text(hitch.get()));
        }
        if (!options.get(AgentOption.METHODS).isEmpty()) {
            on.add("methods " + options.get(AgentOption.METHODS));
        }
        return String.join(", ", on);
    }

    /** A line for each option that comes too late for a program that runs. */
    static List<String> lateFor(AgentOptions options, boolean profilerRuns) {
        List<String> lines = new ArrayList<>();
        if (options.get(AgentOption.LWJGL_MEMORY) && !TracedLibraries.exist()) {
            lines.add("lwjgl-memory is not used: LWJGL may have chosen its allocator before the agent came");
        }
        if (profilerRuns) {
            boolean hitch = options.get(AgentOption.HITCH).isPresent();
            if (hitch) {
                lines.add("hitch" + RAN_BEFORE);
            }
            for (String name : options.profiler().keySet()) {
                boolean isImplied = hitch && (name.equals(SNAPSHOT_FRAME) || name.equals(BUFFER));
                if (!isImplied && !name.equals(RunningAgent.RECORD) && !name.equals(LISTEN)) {
                    lines.add(name.substring(PREFIX.length()) + RAN_BEFORE);
                }
            }
        }
        return lines;
    }

    /** Opens the port of a profiler that runs, if it is asked for. */
    static void listen(AgentOptions options) {
        if (Boolean.parseBoolean(options.profiler().get(LISTEN))) {
            int ignored = Zonecast.listen();
        }
    }

    private static String text(Duration time) {
        long micros = time.toNanos() / 1_000;
        return micros % 1_000 == 0 ? micros / 1_000 + " ms" : micros + " us";
    }

    /**
     * JFR takes half a second of a processor or more to start: not on the program's threads, and not before its first frame, which it
     * would delay on a machine of few processors. Samples are wanted from the start.
     */
    static synchronized void startJvmEvents(AgentOptions options) {
        boolean events = options.get(AgentOption.JVM);
        Duration period = options.get(AgentOption.SAMPLES).orElse(Duration.ZERO);
        boolean samples = !period.isZero();
        JvmOptions wanted = JvmOptions.defaults().events(events).samplingPeriod(period);
        jvmEventsWanted = events || samples;
        if (jvmEventsWanted) {
            Thread.ofPlatform().daemon().name("zonecast-agent-jvm").start(() -> {
                if (samples || FrameSets.awaitFirst(FIRST_FRAME)) {
                    installJvmEvents(wanted);
                }
            });
        }
    }

    private static synchronized void installJvmEvents(JvmOptions options) {
        if (jvmEventsWanted && jvmEvents == null) {
            jvmEvents = JvmEvents.install(options);
        }
    }

    /** A program that has this module of Zonecast itself may have installed them: they stay. */
    static synchronized void stopJvmEvents() {
        jvmEventsWanted = false;
        if (jvmEvents != null && JvmEvents.class.getClassLoader() == AgentFeatures.class.getClassLoader()) {
            jvmEvents.close();
            jvmEvents = null;
        }
    }
}
