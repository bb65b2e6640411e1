package dev.zonecast.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.ChildJvm;
import dev.zonecast.core.Counter;
import dev.zonecast.core.Frame;
import dev.zonecast.core.FrameName;
import dev.zonecast.core.Message;
import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.Plot;
import dev.zonecast.core.RecordingException;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Threads;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.late.LateEvents;
import dev.zonecast.core.session.Profiler;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is decided once in a process: whether there is a profiler, how it starts, and how it ends. */
class ProfilerLifeTest {
    private static final SourceLocation HERE = SourceLocation.here("here");

    /** Every call of the API; the tokens are forged where none are given out. */
    private static void useEverything() throws Exception {
        long token = Zone.begin(HERE);
        Zone.end(token);
        for (long forged :
                new long[] {1, -1, 77L << 48 | 5, Thread.currentThread().threadId() << 48}) {
            Zone.text(forged, "x");
            Zone.value(forged, 1);
            Zone.color(forged, 1);
            Zone.name(forged, "x");
            Zone.end(forged);
        }
        try (Zone zone = Zone.open(HERE)) {
            zone.text("x").value(1).color(2).name("y");
        }
        Frame.mark();
        Frame.mark(FrameName.of("f"));
        Frame.begin(FrameName.of("g"));
        Frame.end(FrameName.of("g"));
        Frame.vsync(1);
        Plot.of("p").set(1);
        Plot.of("p").set(Double.NaN);
        Counter.of("c").increment();
        Message.log("m");
        Message.log(null, null);
        Message.literal(null).log();
        Threads.name("t");
        Threads.group(1);
        Zonecast.appInfo(null);
        Zonecast.stopRecording();
        check(Zonecast.zoneSummaries().isEmpty(), "summaries");
        check(Zonecast.recordingFile() == null, "a recording");
        check(!Zonecast.isActive(), "active");
        check(!Zonecast.viewerConnected(), "a viewer");
        check(Zonecast.port() == -1, "a port");
        check(Zonecast.flush(Duration.ofDays(1)), "flush");
    }

    static void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    private static String ownThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("zonecast"))
                .sorted()
                .collect(Collectors.joining(" "));
    }

    // --- off

    @ParameterizedTest
    @ValueSource(strings = {"false", "Off"})
    void shouldDoNothingAtAllWhenSwitchedOff(String word, @TempDir Path folder) throws Exception {
        Path file = folder.resolve("none.fxt");
        ChildJvm.Result result = new ChildJvm()
                .flags("-Dzonecast.enabled=" + word, "-Dzonecast.record=" + file)
                .run(Off.class)
                .expectSuccess();

        assertEquals("enabled false, threads []", result.out().strip());
        assertEquals("", result.err());
        assertFalse(Files.exists(file));
    }

    static final class Off {
        public static void main(String[] arguments) throws Exception {
            Zonecast.startRecording(Path.of("unused"));
            useEverything();
            check(!Zonecast.start(), "started");
            check(!Zonecast.start(Options.defaults()), "started");
            check(Zonecast.shutdown(Duration.ofDays(1)), "shutdown");
            check(Zonecast.statistics().collector().clock().equals("off"), "statistics");
            System.out.println("enabled " + Zonecast.isEnabled() + ", threads [" + ownThreads() + "]");
        }
    }

    // --- by hand

    @Test
    void shouldWaitForItsStartWhenItShallNotStartByItself() throws Exception {
        ChildJvm.Result result = new ChildJvm()
                .flags(
                        "-Dzonecast.autostart=false",
                        "-Dzonecast.listen=false",
                        "-Dzonecast.port=unreadable",
                        "-Dzonecast.threads.rename=unreadable")
                .run(ByHand.class)
                .expectSuccess();

        assertEquals(
                List.of("before [zonecast-counters]", "after [zonecast-collector zonecast-counters]", "1 message"),
                result.outLines());
        assertEquals(
                List.of("zonecast.port", "zonecast.threads.rename"),
                result.err()
                        .lines()
                        // The test reads the properties again after the start.
                        .takeWhile(line -> !line.contains("clock:"))
                        .filter(line -> line.contains("unreadable"))
                        .map(line -> line.replaceAll(".*-D(.*)=unreadable.*", "$1"))
                        .sorted()
                        .toList(),
                result::toString);
    }

    static final class ByHand {
        public static void main(String[] arguments) throws Exception {
            useEverything();
            for (int i = 0; i < 100; i++) {
                check(Zonecast.port() == -1, "a port");
            }
            check(Zonecast.statistics().collector().clock().equals("off"), "statistics");
            System.out.println("before [" + ownThreads() + "]");
            check(Zonecast.start(), "not started");
            check(!Zonecast.start(), "started twice");
            System.out.println("after [" + ownThreads() + "]");
            RecordedEvents events = TestProfiler.record(() -> Message.log("x"));
            System.out.println(events.count("message") + " message");
        }
    }

    @Test
    void shouldLeaveTheStartToTheProgramWhenACounterIsMade() throws Exception {
        new ChildJvm().run(CounterBeforeTheStart.class).expectSuccess();
    }

    static final class CounterBeforeTheStart {
        public static void main(String[] arguments) throws Exception {
            Counter counter = Counter.of("c");
            TestProfiler.await(CounterBeforeTheStart::samplerPauses);
            check(Zonecast.start(Options.defaults().set(Option.LISTEN, false)), "started before");
            check(Zonecast.port() == -1, "a port");
            counter.increment();
        }

        private static boolean samplerPauses() {
            return Thread.getAllStackTraces().keySet().stream()
                    .anyMatch(thread -> thread.getName().equals("zonecast-counters")
                            && (thread.getState() == Thread.State.WAITING
                                    || thread.getState() == Thread.State.TIMED_WAITING));
        }
    }

    @Test
    void shouldStartLaterWhenAStartFailsAtItsFirstStep() throws Exception {
        ChildJvm.Result result = new ChildJvm()
                .flags("-Dzonecast.listen=false", "-Dzonecast.autostart=false")
                .run(FailingClaim.class)
                .expectSuccess();

        assertEquals(List.of("unable to create native thread", "started true"), result.outLines());
    }

    /** As where another copy of Zonecast runs, and the system gives no thread for the line about it. */
    static final class FailingClaim {
        private static final class Failing extends Properties {
            private static final long serialVersionUID = 1;

            Failing(Properties others) {
                super(others);
            }

            @Override
            public synchronized Object putIfAbsent(Object key, Object value) {
                throw new OutOfMemoryError("unable to create native thread");
            }
        }

        public static void main(String[] arguments) {
            Properties all = System.getProperties();
            System.setProperties(new Failing(all));
            try {
                System.out.println("started " + Zonecast.start());
            } catch (OutOfMemoryError e) {
                System.out.println(e.getMessage());
            }
            System.setProperties(all);
            System.out.println("started " + Zonecast.start());
        }
    }

    @Test
    void shouldStartWhenTheProgramAddsToACounter() throws Exception {
        new ChildJvm().flags("-Dzonecast.listen=false").run(CounterAlone.class).expectSuccess();
    }

    static final class CounterAlone {
        public static void main(String[] arguments) {
            Counter.of("c").increment();
            check(Profiler.current() != null, "not started");
        }
    }

    // --- in the wrong moment

    @ParameterizedTest
    @ValueSource(strings = {"-Dzonecast.summary=false", "-Dzonecast.summary=true"})
    void shouldLeaveTheProgramAloneWhenItsFirstEventComesWhileTheProgramEnds(String flag) throws Exception {
        ChildJvm.Result result =
                new ChildJvm().flags(flag).run(FirstUseAtTheEnd.class).expectSuccess();

        assertEquals("all calls returned", result.out().strip());
        assertTrue(result.err().contains("nothing is profiled: Shutdown in progress"), result.err());
    }

    static final class FirstUseAtTheEnd {
        public static void main(String[] arguments) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                try {
                    useEverything();
                    check(Zonecast.shutdown(Duration.ofDays(1)), "shutdown");
                    System.out.println("all calls returned");
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            }));
        }
    }

    // --- the end

    @Test
    void shouldReturnAtOnceFromEveryCallWhenItHasEnded(@TempDir Path folder) throws Exception {
        ChildJvm.Result result = new ChildJvm()
                .flags("-Dzonecast.listen=false", "-Dzonecast.summary=true")
                .run(Ended.class, folder.resolve("a.fxt").toString())
                .expectSuccess();

        assertEquals(List.of("recorded", "all calls returned"), result.outLines());
    }

    static final class Ended {
        public static void main(String[] arguments) throws Exception {
            Zonecast.startRecording(Path.of(arguments[0]));
            Zone.end(Zone.begin(HERE));
            // Two at once: both wait for the same end.
            FutureTask<Boolean> other = new FutureTask<>(() -> Zonecast.shutdown(Duration.ofSeconds(30)));
            Thread.ofPlatform().start(other);
            check(Zonecast.shutdown(Duration.ofSeconds(30)), "shutdown");
            check(Files.size(Path.of(arguments[0])) > 1000, "the recording is empty");
            check(other.get(), "the other shutdown");
            System.out.println("recorded");
            check(!Zonecast.isActive(), "active");
            check(Zone.begin(HERE) == 0, "a token");
            check(Zonecast.flush(Duration.ofDays(100_000_000)), "flush");
            check(Zonecast.shutdown(Duration.ofDays(100_000_000)), "shutdown again");
            check(Zonecast.detach(new RecordedEvents(), Duration.ofDays(100_000_000)), "detach");
            check(Zonecast.zoneSummaries().size() == 1, "what it knew at last");
            check(Zonecast.statistics().events() == 2, "the last figures");
            Zonecast.stopRecording();
            try {
                Zonecast.startRecording(Path.of(arguments[0] + "2"));
                throw new AssertionError("recording after the end");
            } catch (RecordingException e) {
                check(e.getMessage().contains("shut down"), e.getMessage());
            }
            RecordedEvents late = new RecordedEvents();
            Profiler.current().attach(late);
            check(late.lines("begin", "end").equals(List.of("end")), "the late sink was not ended");
            check(!Zonecast.isActive(), "the gate was opened again");
            Profiler.current().detach(late, Duration.ofDays(1)).join();
            TestProfiler.await(() -> ownThreads().isEmpty());
            System.out.println("all calls returned");
        }
    }

    @Test
    void shouldEndTheProgramInTimeWhenASinkBlocksForEver() throws Exception {
        ChildJvm.Result result = new ChildJvm()
                .flags("-Dzonecast.listen=false", "-Dzonecast.shutdown.limit=300")
                .run(Blocked.class)
                .expectSuccess();

        assertEquals(List.of("shutdown false", "flush false", "gate shut"), result.outLines());
    }

    static final class Blocked {
        public static void main(String[] arguments) throws Exception {
            CountDownLatch blocked = new CountDownLatch(1);
            TestProfiler.running().attach(SinkStub.of("blocking", (name, values) -> {
                if (name.equals("message")) {
                    blocked.countDown();
                    new CountDownLatch(1).await();
                }
            }));
            Message.log("x");
            blocked.await();
            System.out.println("shutdown " + Zonecast.shutdown(Duration.ofMillis(50)));
            System.out.println("flush " + Zonecast.flush(Duration.ofMillis(50)));
            System.out.println("gate " + (Zonecast.isActive() ? "open" : "shut"));
            // The JVM's end waits for the hook, which is bounded as well.
        }
    }

    @Test
    void shouldLeaveTheSinksTheRestOfTheTimeWhenLateEventsTakeTheirShare() throws Exception {
        ChildJvm.Result result = new ChildJvm()
                .flags("-Dzonecast.listen=false")
                .run(LateShare.class)
                .expectSuccess();

        assertEquals(List.of("a third at most: true"), result.outLines());
    }

    static final class LateShare {
        public static void main(String[] arguments) throws Exception {
            long limit = 300_000_000;
            AtomicLong left = new AtomicLong();
            TestProfiler.attach(new RecordedEvents() {
                @Override
                public void end(long nowNanos, long limitNanos) {
                    left.set(limitNanos);
                }
            });
            LateEvents.Source slow = share -> {
                boolean ignored = new CountDownLatch(1).await(share.toNanos(), TimeUnit.NANOSECONDS);
            };
            LateEvents.INSTANCE.add(slow);
            boolean ignored = Zonecast.shutdown(Duration.ofNanos(limit));
            LateEvents.INSTANCE.remove(slow);
            System.out.println("a third at most: " + (left.get() <= limit / 3));
        }
    }

    @Test
    void shouldNotWaitForTheFullRingsWhenTheProfilerHasEnded() throws Exception {
        new ChildJvm()
                .flags("-Dzonecast.listen=false", "-Dzonecast.ring.bytes=64K", "-Dzonecast.ring.wait=10000000")
                .run(WaitsAfterTheEnd.class)
                .expectSuccess();
    }

    static final class WaitsAfterTheEnd {
        public static void main(String[] arguments) {
            RecordedEvents events = TestProfiler.attach(new RecordedEvents());
            long open = Zone.begin(HERE);
            check(Zonecast.shutdown(Duration.ofSeconds(30)), "shutdown");
            // A ring's worth of attributes: each would wait ten seconds once it is full.
            for (int i = 0; i < 10_000; i++) {
                Message.log("x");
            }
            Zone.end(open);
            check(events.verify().count("zoneBegin") == 1, "zones");
        }
    }

    // --- limits

    @Test
    void shouldCountAndRecoverWhenTheRingsReachTheirLimit() throws Exception {
        ChildJvm.Result result = new ChildJvm()
                .flags(
                        "-Dzonecast.listen=false",
                        "-Dzonecast.ring.bytes=64K",
                        "-Dzonecast.ring.limit=" + RingLimit.BYTES)
                .run(RingLimit.class)
                .expectSuccess();

        assertEquals(List.of("recorded 4 dropped 6", "recovered"), result.outLines());
        assertEquals(
                1,
                result.err()
                        .lines()
                        .filter(line -> line.contains(
                                "limit reached: " + RingLimit.BYTES + " bytes of rings (zonecast.ring.limit); "))
                        .count(),
                result::toString);
    }

    static final class RingLimit {
        /** Four rings with their headers. */
        static final int BYTES = 4 * (512 + (64 << 10));

        public static void main(String[] arguments) throws Exception {
            RecordedEvents events = TestProfiler.attach(new RecordedEvents());
            CountDownLatch done = new CountDownLatch(10);
            CountDownLatch leave = new CountDownLatch(1);
            List<Thread> threads = Stream.generate(() -> Thread.ofPlatform().start(() -> {
                        Message.log("x");
                        done.countDown();
                        try {
                            leave.await();
                        } catch (InterruptedException e) {
                            throw new AssertionError(e);
                        }
                        // Those without a ring ask for one now and then.
                        for (int i = 0; i < 3_000; i++) {
                            Plot.of("late").set(i);
                        }
                    }))
                    .limit(10)
                    .toList();
            done.await();
            TestProfiler.flush();
            System.out.println("recorded " + events.count("message") + " dropped "
                    + TestProfiler.statistics().losses().droppedEvents());
            check(TestProfiler.statistics().rings().refusals() == 6, "refusals");
            check(TestProfiler.statistics().rings().bytes() == BYTES, "bytes");
            leave.countDown();
            for (Thread thread : threads) {
                thread.join();
            }
            TestProfiler.await(() -> {
                TestProfiler.flush();
                return TestProfiler.statistics().rings().threads() == 0;
            });
            TestProfiler.inThreads(4, () -> Message.log("again"));
            TestProfiler.detach(events);
            check(events.verify().count("message") == 8, "messages " + events.count("message"));
            long plotted = events.count("plot");
            check(
                    TestProfiler.statistics().losses().droppedEvents() + plotted == 6 + 30_000,
                    "every loss is counted: " + plotted);
            System.out.println("recovered");
        }
    }

    @Test
    void shouldKeepNoReferenceToTheThreadThatStartedItWhenThatHasEnded() throws Exception {
        new ChildJvm()
                .flags("-Dzonecast.listen=false", "-Dzonecast.system=false")
                .run(ShortLivedStarter.class)
                .expectSuccess();
    }

    static final class ShortLivedStarter {
        public static void main(String[] arguments) throws Exception {
            WeakReference<Thread> starter = new WeakReference<>(starter());
            TestProfiler.await(() -> {
                System.gc();
                check(Zonecast.flush(TestProfiler.LIMIT), "flush");
                return starter.refersTo(null);
            });
        }

        private static Thread starter() throws InterruptedException {
            Thread thread = Thread.ofPlatform().start(() -> Zone.end(Zone.begin(HERE)));
            thread.join();
            check(Profiler.current() != null, "not started");
            return thread;
        }
    }
}
