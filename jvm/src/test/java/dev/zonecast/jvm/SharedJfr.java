package dev.zonecast.jvm;

import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.Parameter;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.event.SampleEvent;
import dev.zonecast.core.event.SampleKind;
import dev.zonecast.core.late.LateEvents;
import dev.zonecast.core.session.Profiler;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

/** A program that shares JFR with others, in a process of its own: its first argument says how. What it prints is looked at. */
final class SharedJfr {
    private static final Duration LIMIT = Duration.ofSeconds(100);
    private static final SourceLocation ZONE = SourceLocation.here("collection");

    private static final int EXCEPTIONS = 5_000;

    /** A few at the begin and the end may lie in intervals that have no more than JFR hands over. */
    private static final int MOST_UNSEEN = 20;

    private static final String ON_PURPOSE = "one of many";

    private static final LateLog LOG = new LateLog();

    /** An event of the program. */
    @jdk.jfr.Name("test.Counted")
    @jdk.jfr.StackTrace(false)
    static final class Counted extends jdk.jfr.Event {
        int number;

        static void commit(int from, int to) {
            for (int i = from; i < to; i++) {
                Counted event = new Counted();
                event.number = i;
                event.commit();
            }
        }
    }

    private SharedJfr() {}

    /** Runs one of the programs. */
    public static void main(String[] arguments) throws Exception {
        BrokenLog log = new BrokenLog();
        if (arguments[0].startsWith("broken log")) {
            System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        }
        Zonecast.start(Options.defaults().set(Option.LISTEN, false));
        if (!Set.of("rest", "adaptive", "unheard").contains(arguments[0])) {
            Profiler.current().attach(LOG);
        }
        switch (arguments[0]) {
            case "recording" -> besideARecording(Path.of(arguments[1]));
            case "flag" -> besideTheFlag();
            case "command" -> besideTheCommand(Path.of(arguments[1]));
            case "stopped" -> endedBySomebodyElse(Recording::stop);
            case "closed" -> endedBySomebodyElse(Recording::close);
            case "overlapping" -> sessionsThatOverlap();
            case "repeated" -> repeated();
            case "fallback" -> withoutProcessorTimeSamples();
            case "shared" -> samplesThatAnotherRecordingWantsMoreOften();
            case "adaptive" -> adaptive();
            case "switched" -> switched();
            case "rest" -> restWhileNobodyListens(Path.of(arguments[1]));
            case "nothing" -> nothingWanted();
            case "early" -> endedBeforeTheStart();
            case "just started" -> endedJustAfterTheStart();
            case "exceptions" -> manyExceptions();
            case "unheard" -> closedWithoutAListener();
            case "broken log" -> startedWithABrokenLog(log);
            case "late" -> startedWhileTheProgramEnds();
            case "broken log at the end" -> endedWithABrokenLog(log);
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        // The way that programs end that do not care.
    }

    private static JvmEvents install() {
        return JvmEvents.install(JvmOptions.defaults());
    }

    private static void collectInsideAZone() {
        try (Zone ignored = Zone.open(ZONE)) {
            System.gc();
        }
    }

    private static long collections() {
        return LOG.allZones().stream()
                .filter(zone -> zone.track().startsWith("JVM: garbage"))
                .filter(zone -> zone.text() != null && zone.text().contains("System.gc()"))
                .count();
    }

    private static void flush(JvmEvents jvm) throws InterruptedException {
        jvm.flush(LIMIT);
        Zonecast.flush(LIMIT);
    }

    private static void say(String what) {
        System.out.println("- " + what);
    }

    /** The recording was there before, and is there afterwards. */
    private static void besideARecording(Path file) throws IOException, InterruptedException {
        try (Recording theirs = new Recording()) {
            theirs.setName("theirs");
            theirs.enable("test.Counted");
            theirs.enable("jdk.ThreadPark").withThreshold(Duration.ofMillis(7));
            theirs.enable("jdk.CPUTimeSample").with("throttle", "20 ms");
            theirs.start();
            Map<String, String> before = Map.copyOf(theirs.getSettings());
            Counted.commit(0, 1000);
            JvmEvents jvm = install();
            flush(jvm);
            Counted.commit(1000, 2000);
            collectInsideAZone();
            flush(jvm);
            jvm.close();
            Counted.commit(2000, 3000);
            say("settings as before: " + before.equals(theirs.getSettings()));
            say("state: " + theirs.getState());
            theirs.stop();
            theirs.dump(file);
        }
        say("collections: " + collections());
    }

    private static void besideTheFlag() throws InterruptedException {
        Counted.commit(0, 1000);
        JvmEvents jvm = install();
        flush(jvm);
        Counted.commit(1000, 2000);
        collectInsideAZone();
        flush(jvm);
        say("collections: " + collections());
        jvm.close();
        Counted.commit(2000, 3000);
    }

    /** What {@code jcmd} does, without another process. */
    private static void besideTheCommand(Path file) throws InterruptedException, JMException {
        JvmEvents jvm = install();
        flush(jvm);
        diagnostic("jfrStart", "name=theirs", "settings=none", "test.Counted#enabled=true");
        collectInsideAZone();
        Counted.commit(0, 3000);
        diagnostic("jfrStop", "name=theirs", "filename=" + file);
        collectInsideAZone();
        flush(jvm);
        say("collections: " + collections());
        say("running: " + jvm.isRunning());
    }

    private static void diagnostic(String command, String... arguments) throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        Object said = server.invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                command,
                new Object[] {arguments},
                new String[] {String[].class.getName()});
        System.out.println(said);
    }

    private interface End {
        void of(Recording recording);
    }

    private static void endedBySomebodyElse(End end) throws InterruptedException {
        JvmEvents jvm = install();
        flush(jvm);
        collectInsideAZone();
        flush(jvm);
        FlightRecorder.getFlightRecorder().getRecordings().forEach(end::of);
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (jvm.isRunning() && System.nanoTime() < deadline) {
            Thread.sleep(10);
        }
        long before = System.nanoTime();
        jvm.flush(LIMIT);
        say("flush waits: " + (System.nanoTime() - before > LIMIT.toNanos() / 2));
        say("running: " + jvm.isRunning());
        say("problem: " + jvm.problem());
        say("collections: " + collections());
        jvm.close();
        JvmEvents again = install();
        flush(again);
        collectInsideAZone();
        flush(again);
        say("collections in all: " + collections());
    }

    private static void repeated() throws InterruptedException {
        for (int i = 0; i < 4; i++) {
            JvmEvents jvm = install();
            flush(jvm);
            collectInsideAZone();
            // In the middle: what has happened is handed over by the end itself.
            jvm.close();
        }
        Zonecast.flush(LIMIT);
        say("collections: " + collections());
        say("tracks: " + LOG.startedTracks("JVM: garbage collection"));
        say("recordings left: "
                + FlightRecorder.getFlightRecorder().getRecordings().size());
        say("threads left: " + threads("zonecast-jvm"));
    }

    private static long threads(String name) throws InterruptedException {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        long count;
        do {
            count = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().equals(name))
                    .count();
            Thread.sleep(10);
        } while (count > 0 && System.nanoTime() < deadline);
        return count;
    }

    private static void withoutProcessorTimeSamples() throws InterruptedException {
        JvmEvents jvm = JvmEvents.install(JvmOptions.defaults()
                .samplingPeriod(Duration.ofMillis(10))
                .without("jdk.CPUTimeSample", "jdk.ThreadPark"));
        flush(jvm);
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (LOG.samples(SampleKind.RUNNING).size() < 20 && System.nanoTime() < deadline && compute()) {
            flush(jvm);
        }
        say("sampled by " + jvm.samplingEvent());
        say("samples: " + (LOG.samples(SampleKind.RUNNING).size() >= 20));
    }

    private static void samplesThatAnotherRecordingWantsMoreOften() throws InterruptedException {
        try (Recording theirs = new Recording()) {
            theirs.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(5));
            theirs.start();
            JvmEvents jvm = JvmEvents.install(
                    JvmOptions.defaults().samplingPeriod(Duration.ofMillis(20)).without("jdk.CPUTimeSample"));
            flush(jvm);
            long deadline = System.nanoTime() + LIMIT.toNanos();
            while (LOG.samples(SampleKind.RUNNING).size() < 20 && System.nanoTime() < deadline && compute()) {
                flush(jvm);
            }
            say("weights: "
                    + LOG.samples(SampleKind.RUNNING).stream()
                            .map(SampleEvent::weight)
                            .distinct()
                            .toList());
        }
    }

    /** Any load is too much, so that the lowest mode follows. */
    private static void adaptive() throws InterruptedException {
        AdaptiveSampling modes =
                new AdaptiveSampling(Duration.ofMillis(1), Duration.ofMillis(20), Duration.ofMillis(30), 0, 0, 100, 0);
        JvmEvents jvm = JvmEvents.install(JvmOptions.defaults().adaptiveSampling(modes));
        say("period at first: " + LateEvents.INSTANCE.samplingPeriodNanos());
        // The modes follow the load from now on.
        Profiler.current().attach(LOG);
        boolean sampled = work(jvm, 30);
        say("told: "
                + LOG.messages().stream().anyMatch(message -> message.text().equals("sampling: LOW, each 30 ms")));
        say("sampled so: " + sampled);
        say("period at last: " + LateEvents.INSTANCE.samplingPeriodNanos());
    }

    /** Neither events nor samples at first. */
    private static void switched() throws InterruptedException {
        JvmEvents jvm = JvmEvents.install(JvmOptions.defaults()
                .events(false)
                .samplingPeriod(Duration.ZERO)
                .allocationsPerSecond(0));
        say("running: " + jvm.isRunning());
        jvm.samplingPeriod(Duration.ofMillis(5));
        awaitRunning(jvm, true);
        say("on: " + work(jvm, 5));
        jvm.samplingPeriod(Duration.ofMillis(20));
        say("other rate: " + work(jvm, 20) + ", shown " + shownMillis());
        jvm.samplingPeriod(Duration.ZERO);
        flush(jvm);
        flush(jvm);
        int before = LOG.samples(SampleKind.RUNNING).size();
        say("sampled by: " + jvm.samplingEvent() + ", period " + LateEvents.INSTANCE.samplingPeriodNanos());
        boolean ignored = compute();
        flush(jvm);
        say("shown: " + shownMillis());
        say("samples while off: " + (LOG.samples(SampleKind.RUNNING).size() - before));
        Duration period = Duration.ofMillis(70);
        jvm.adaptiveSampling(new AdaptiveSampling(period, period, period, 50, 80, 85, 30));
        say("adaptive: " + work(jvm, 70) + ", shown " + shownMillis());
    }

    /** The parameter of viewers. */
    private static int shownMillis() {
        return Parameter.ofInt("sampling period in ms, 0: off", -1).value();
    }

    /** True once a sample has this weight. */
    private static boolean work(JvmEvents jvm, long millis) throws InterruptedException {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!sampledEach(millis * 1_000_000) && System.nanoTime() < deadline && compute()) {
            flush(jvm);
        }
        return sampledEach(millis * 1_000_000);
    }

    private static boolean compute() {
        long x = 1;
        for (int i = 0; i < 100_000_000; i++) {
            x = x * 31 + i;
        }
        return x != 0;
    }

    private static boolean sampledEach(long nanos) {
        return LOG.samples(SampleKind.RUNNING).stream().anyMatch(sample -> sample.weight() == nanos);
    }

    private static void restWhileNobodyListens(Path file) throws InterruptedException, IOException {
        JvmEvents jvm = install();
        say("running before anybody listens: " + jvm.isRunning());
        for (int i = 0; i < 2; i++) {
            Zonecast.startRecording(file.resolveSibling(i + ".fxt"));
            awaitRunning(jvm, true);
            say("running: " + jvm.isRunning());
            Zonecast.stopRecording();
            awaitRunning(jvm, false);
            say("running afterwards: " + jvm.isRunning());
        }
        say("recordings left: " + recordingsLeft());
        say("problem: " + jvm.problem());
    }

    /** None, as soon as the session that has ended is closed. */
    private static int recordingsLeft() throws InterruptedException {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        int left = FlightRecorder.getFlightRecorder().getRecordings().size();
        while (left > 0 && System.nanoTime() < deadline) {
            Thread.sleep(10);
            left = FlightRecorder.getFlightRecorder().getRecordings().size();
        }
        return left;
    }

    private static void awaitRunning(JvmEvents jvm, boolean running) throws InterruptedException {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (jvm.isRunning() != running && System.nanoTime() < deadline) {
            Thread.sleep(10);
        }
    }

    /** All that listened is gone before JFR has started. */
    private static void endedBeforeTheStart() {
        StartGap gap = new StartGap();
        gap.publishAll(LIMIT);
        gap.publishAll(LIMIT);
        boolean ignored = Zonecast.flush(LIMIT);
        say("gaps: " + LOG.zones("JVM events not recorded yet").size());
        say("messages: "
                + LOG.messages().stream()
                        .filter(message -> message.text().contains("JFR was starting"))
                        .count());
    }

    /** The clocks have one common moment so far. */
    private static void endedJustAfterTheStart() {
        JvmEvents jvm = install();
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (FlightRecorder.getFlightRecorder().getRecordings().stream()
                        .noneMatch(recording -> recording.getState() == RecordingState.RUNNING)
                && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        LateEvents.INSTANCE.collect(LIMIT);
        boolean ignored = Zonecast.flush(LIMIT);
        say("gaps: " + LOG.zones("JVM events not recorded yet").size());
        jvm.close();
    }

    /** Far more than JFR hands over. */
    private static void manyExceptions() throws InterruptedException {
        JvmEvents jvm = install();
        flush(jvm);
        for (int i = 0; i < EXCEPTIONS; i++) {
            try {
                throw new IllegalStateException(ON_PURPOSE);
            } catch (IllegalStateException e) {
                // As a program that goes on.
            }
        }
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (exceptions() < EXCEPTIONS - MOST_UNSEEN && System.nanoTime() < deadline) {
            flush(jvm);
        }
        say("all: " + (exceptions() >= EXCEPTIONS - MOST_UNSEEN));
        jvm.close();
    }

    /** Shown ones, and further ones by the messages. */
    private static long exceptions() {
        String further = "further exceptions: ";
        return LOG.messages().stream()
                .map(LateLog.Message::text)
                .mapToLong(text -> text.startsWith(further)
                        ? Long.parseLong(text.substring(further.length(), text.indexOf(' ', further.length())))
                        : text.contains(ON_PURPOSE) ? 1 : 0)
                .sum();
    }

    private static void closedWithoutAListener() {
        install().close();
        say("period: " + LateEvents.INSTANCE.samplingPeriodNanos());
        JvmEvents jvm = JvmEvents.install(JvmOptions.defaults()
                .events(false)
                .samplingPeriod(Duration.ofMillis(10))
                .allocationsPerSecond(0));
        jvm.samplingPeriod(Duration.ZERO);
        say("period: " + LateEvents.INSTANCE.samplingPeriodNanos());
    }

    /** As if the next viewer came while the session of the last one is closed on another thread. */
    private static void sessionsThatOverlap() throws IOException {
        JvmOptions nothing = JvmOptions.defaults()
                .events(false)
                .samplingPeriod(Duration.ZERO)
                .allocationsPerSecond(0);
        JvmEvents owner = JvmEvents.install(nothing);
        ThreadFilter all = new ThreadFilter(List.of("*"), false);
        try (JfrSession first = Jfr.open(nothing, all, new StartGap(), owner);
                JfrSession second = Jfr.open(nothing, all, new StartGap(), owner)) {
            say("two: " + (first != second));
        }
        say("recordings left: "
                + FlightRecorder.getFlightRecorder().getRecordings().size());
    }

    /** The log throws while the session is made. */
    private static void startedWithABrokenLog(BrokenLog log) {
        log.broken = true;
        try {
            say("running: "
                    + JvmEvents.install(JvmOptions.defaults().without("jdk.ThreadPark"))
                            .isRunning());
        } catch (AssertionError e) {
            say(e.getMessage());
        }
        log.broken = false;
        // It is installed all the same.
        say("problem: " + install().problem());
        say("recordings left: "
                + FlightRecorder.getFlightRecorder().getRecordings().size());
    }

    /** JFR refuses: it cannot have a hook of its own any more. The recording, which ends at the same time, waits for that. */
    private static void startedWhileTheProgramEnds() {
        CountDownLatch refused = new CountDownLatch(1);
        LateEvents.INSTANCE.add(limit -> refused.await());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            say("problem: " + install().problem());
            refused.countDown();
        }));
    }

    /** The log throws when other code has stopped the recording. */
    private static void endedWithABrokenLog(BrokenLog log) throws InterruptedException {
        flush(install());
        log.broken = true;
        FlightRecorder.getFlightRecorder().getRecordings().forEach(Recording::stop);
        say("recordings left: " + recordingsLeft());
    }

    private static void nothingWanted() throws InterruptedException {
        JvmEvents jvm = JvmEvents.install(JvmOptions.defaults()
                .events(false)
                .samplingPeriod(Duration.ZERO)
                .allocationsPerSecond(0));
        collectInsideAZone();
        flush(jvm);
        say("running: " + jvm.isRunning());
        say("problem: " + jvm.problem());
        say("JFR: " + FlightRecorder.isInitialized());
    }
}
