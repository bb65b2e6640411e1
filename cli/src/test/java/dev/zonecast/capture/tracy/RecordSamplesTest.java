package dev.zonecast.capture.tracy;

import static dev.zonecast.capture.tracy.WireScript.u32;
import static dev.zonecast.capture.tracy.WireScript.u64;
import static dev.zonecast.capture.tracy.WireScript.u8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.cli.CommandRun;
import dev.zonecast.trace.Calls;
import dev.zonecast.trace.StackSample;
import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceReader;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Protocol;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Samples of stacks, from the wire to the file. */
class RecordSamplesTest {
    private static final int MAIN = 77;
    private static final int OTHER = 78;

    /** Beyond what the short forms of times can say. */
    private static final long LATE = 10_000_000_000L;

    /** Place of the flags in a welcome of protocol 82, behind the status. */
    private static final int WELCOME_FLAGS = 65;

    private static final int FLAG_COMBINE = 1 << 3;
    private static final int FLAG_IDENTIFY = 1 << 4;

    @TempDir
    Path folder;

    static Stream<Protocol> versions() {
        return Protocol.ALL.stream();
    }

    private static WireScript sample(WireScript script, long ticks, int thread, long... addresses) {
        return script.addresses(addresses)
                .sample(
                        EventType.CALLSTACK_SAMPLE,
                        EventType.CALLSTACK_SAMPLE_32,
                        EventType.CALLSTACK_SAMPLE_16,
                        ticks,
                        thread);
    }

    private static String text(StackSample sample) {
        List<String> calls = new ArrayList<>();
        for (Calls.Call call : sample.stack().calls()) {
            calls.add(call.function() + " " + call.file() + ":" + call.line());
        }
        return sample.track().name() + " " + sample.beginNanos() + " " + sample.kind() + " " + sample.weight() + " "
                + calls;
    }

    @ParameterizedTest
    @MethodSource("versions")
    void shouldRecordSamplesWithTheirStacksWhenTheVersionIs(Protocol protocol) throws Exception {
        try (FakeClient client = new FakeClient(protocol, WireScript.welcome(protocol, true, 0, 1_000))) {
            client.threads.put((long) MAIN, "main");
            client.threads.put((long) OTHER, "other");
            client.frames.put(0xAAAL, List.of(new String[] {"inlined", "a.cpp"}, new String[] {"outer", "a.cpp"}));
            client.frames.put(0xBBBL, List.<String[]>of(new String[] {"start", "main.cpp"}));
            WireScript script = new WireScript(protocol).thread(MAIN);
            sample(script, 5_000, MAIN, 0xAAA, 0xBBB);
            // Switches have a part in the running sum of times, recorded or not.
            script.event(EventType.CONTEXT_SWITCH, u64(1, script.contextDelta(5_500)), u32(13, OTHER));
            script.event(EventType.THREAD_WAKEUP, u64(1, script.contextDelta(5_600)), u32(9, OTHER));
            script.addresses(0xBBB)
                    .sample(
                            EventType.CALLSTACK_SAMPLE_CONTEXT_SWITCH,
                            EventType.CALLSTACK_SAMPLE_CONTEXT_SWITCH_32,
                            EventType.CALLSTACK_SAMPLE_CONTEXT_SWITCH_16,
                            5_700,
                            OTHER);
            sample(script, 5_000_000, OTHER, 0xBBB);
            sample(script, LATE, OTHER, 0xAAA, 0xBBB);
            long end = LATE + 700;
            script.event(
                    EventType.CONTEXT_SWITCH,
                    u64(1, script.contextDelta(end)),
                    u32(9, OTHER),
                    u8(18, 100),
                    u8(19, 103));
            // Earlier than the one before, and of another thread's context.
            script.thread(OTHER);
            sample(script, 6_000_000, MAIN, 0xBBB);
            Path file = folder.resolve("samples.fxt");

            CommandRun run = record(client, script, file);

            assertTrue(run.out().contains("\"samples\":4"), run.out());
            assertTrue(run.out().contains("\"dropped events\":0"), run.out());
            List<String> samples = new ArrayList<>();
            List<TraceEvent.CoreRun> runs = new ArrayList<>();
            TraceReader.read(file, new TraceListener() {
                @Override
                public void event(TraceEvent event) {
                    if (event instanceof StackSample sample) {
                        samples.add(text(sample));
                    } else if (event instanceof TraceEvent.CoreRun run) {
                        runs.add(run);
                    }
                }
            });
            String both = " RUNNING " + WireScript.SAMPLING_PERIOD_NANOS
                    + " [inlined a.cpp:33, outer a.cpp:33, start main.cpp:33]";
            String start = " RUNNING " + WireScript.SAMPLING_PERIOD_NANOS + " [start main.cpp:33]";
            assertEquals(
                    List.of(
                            "main 5000" + both,
                            "other 5000000" + start,
                            "other " + LATE + both,
                            "main 6000000" + start),
                    samples);
            assertEquals(1, runs.size());
            TraceEvent.CoreRun recorded = runs.getFirst();
            assertEquals("other", recorded.track().name());
            assertEquals(5_500, recorded.beginNanos());
            assertEquals(end, recorded.endNanos());
            assertEquals(0, recorded.core());
            assertTrue(recorded.preempted());
        }
    }

    private static CommandRun record(FakeClient client, WireScript script, Path file) throws IOException {
        script.event(EventType.TERMINATE);
        client.send(script);
        client.start();
        CommandRun run = CommandRun.of("record", client.address(), "-o", file, "--json");
        assertEquals(0, run.exit(), run.err());
        return run;
    }

    /** A client on Windows sends the halves of a stack as two samples, and the stacks at switches as samples. */
    @Test
    void shouldJoinHalvesAndLeaveOutSwitchesWhenTheWelcomeAsksForIt() throws Exception {
        byte[] welcome = WireScript.welcome(Protocol.V82, true, 0, 1_000);
        welcome[WELCOME_FLAGS] |= FLAG_COMBINE | FLAG_IDENTIFY;
        try (FakeClient client = new FakeClient(Protocol.V82, welcome)) {
            client.threads.put((long) MAIN, "main");
            client.threads.put((long) OTHER, "other");
            client.frames.put(0xAAAL, List.<String[]>of(new String[] {"kernel", "a.cpp"}));
            client.frames.put(0xBBBL, List.<String[]>of(new String[] {"start", "main.cpp"}));
            WireScript script = new WireScript(Protocol.V82).thread(MAIN);
            sample(script, 5_000, MAIN, 0xAAA);
            sample(script, 5_000, OTHER, 0xBBB);
            sample(script, 5_000, MAIN, 0xBBB);
            // The switch comes between the halves.
            sample(script, 6_000, MAIN, 0xAAA);
            script.event(EventType.CONTEXT_SWITCH, u64(1, script.contextDelta(6_000)), u32(13, MAIN));
            sample(script, 6_000, MAIN, 0xBBB);
            sample(script, 7_000, MAIN, 0xBBB);
            script.event(EventType.CONTEXT_SWITCH, u64(1, script.contextDelta(8_000)), u32(9, MAIN));
            script.event(EventType.CONTEXT_SWITCH, u64(1, script.contextDelta(9_000)), u32(13, MAIN));
            sample(script, 9_000, MAIN, 0xBBB);
            sample(script, 9_500, MAIN, 0xBBB);
            Path file = folder.resolve("samples.fxt");

            CommandRun run = record(client, script, file);

            assertTrue(run.out().contains("callstack sample context switch\":2"), run.out());
            String weight = " RUNNING " + WireScript.SAMPLING_PERIOD_NANOS;
            String start = weight + " [start main.cpp:33]";
            assertEquals(
                    Set.of(
                            "main 5000" + weight + " [kernel a.cpp:33, start main.cpp:33]",
                            "other 5000" + start,
                            "main 7000" + start,
                            "main 9500" + start),
                    Set.copyOf(samples(file)));
        }
    }

    /** Events name a thread for the first time after the switch to it. */
    @Test
    void shouldLeaveOutTheStackAtTheFirstSwitchToAThread() throws Exception {
        byte[] welcome = WireScript.welcome(Protocol.V82, true, 0, 1_000);
        welcome[WELCOME_FLAGS] |= FLAG_IDENTIFY;
        try (FakeClient client = new FakeClient(Protocol.V82, welcome)) {
            client.threads.put((long) MAIN, "main");
            client.threads.put((long) OTHER, "other");
            client.frames.put(0xBBBL, List.<String[]>of(new String[] {"start", "main.cpp"}));
            WireScript script = new WireScript(Protocol.V82).thread(MAIN);
            script.event(EventType.CONTEXT_SWITCH, u64(1, script.contextDelta(5_000)), u32(13, OTHER), u8(17, 3));
            sample(script, 5_000, OTHER, 0xBBB);
            sample(script, 6_000, OTHER, 0xBBB);
            Path file = folder.resolve("samples.fxt");

            CommandRun run = record(client, script, file);

            assertTrue(run.out().contains("callstack sample context switch\":1"), run.out());
            String start = " RUNNING " + WireScript.SAMPLING_PERIOD_NANOS + " [start main.cpp:33]";
            assertEquals(List.of("other 6000" + start), samples(file));
        }
    }

    private static List<String> samples(Path file) throws IOException {
        List<String> samples = new ArrayList<>();
        TraceReader.read(file, new TraceListener() {
            @Override
            public void event(TraceEvent event) {
                if (event instanceof StackSample sample) {
                    samples.add(text(sample));
                }
            }
        });
        return samples;
    }
}
