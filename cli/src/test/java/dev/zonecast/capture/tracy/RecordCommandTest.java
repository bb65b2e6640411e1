package dev.zonecast.capture.tracy;

import static dev.zonecast.capture.tracy.WireScript.f32;
import static dev.zonecast.capture.tracy.WireScript.f64;
import static dev.zonecast.capture.tracy.WireScript.u16;
import static dev.zonecast.capture.tracy.WireScript.u32;
import static dev.zonecast.capture.tracy.WireScript.u48;
import static dev.zonecast.capture.tracy.WireScript.u64;
import static dev.zonecast.capture.tracy.WireScript.u8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.cli.CommandRun;
import dev.zonecast.trace.LockSpan;
import dev.zonecast.trace.TraceFrame;
import dev.zonecast.trace.TraceLog;
import dev.zonecast.trace.TraceMessage;
import dev.zonecast.trace.Track;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Protocol;
import dev.zonecast.tracy.QueryType;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The command {@code record} beside clients over real sockets, in all versions, good ones and bad ones. */
class RecordCommandTest {
    private static final long PLACE = 0x1000;
    private static final long PLOT = 0x2000;
    private static final long SET = 0x2100;
    private static final long POOL = 0x2200;
    private static final long LITERAL = 0x2300;
    private static final long FIBER = 0x2400;
    private static final long NAME = 0x3000;
    private static final long FUNCTION = 0x3001;
    private static final long FILE = 0x3002;
    private static final int MAIN = 77;
    private static final int OTHER = 78;

    @TempDir
    Path folder;

    static Stream<Protocol> versions() {
        return Protocol.ALL.stream();
    }

    private static FakeClient client(Protocol protocol, boolean onDemand) throws IOException {
        FakeClient client = new FakeClient(protocol, WireScript.welcome(protocol, onDemand, 0, 1_000));
        client.strings.put(NAME, "the zone");
        client.strings.put(FUNCTION, "run");
        client.strings.put(FILE, "game.cpp");
        client.strings.put(PLOT, "load");
        client.strings.put(SET, "physics");
        client.strings.put(POOL, "arena");
        client.strings.put(LITERAL, "a literal");
        client.strings.put(FIBER, "job fiber");
        client.locations.put(PLACE, new long[] {NAME, FUNCTION, FILE, 42, 0x336699});
        client.threads.put((long) MAIN, "main \u03bb");
        client.threads.put((long) OTHER, "other");
        return client;
    }

    private Path file() {
        return folder.resolve("recorded.fxt");
    }

    private CommandRun record(FakeClient client, String... options) {
        List<Object> arguments = new ArrayList<>(List.of("record", client.address(), "-o", file()));
        arguments.addAll(List.of(options));
        return CommandRun.of(arguments.toArray());
    }

    private static WireScript script(Protocol protocol) {
        return new WireScript(protocol).thread(MAIN);
    }

    @ParameterizedTest
    @MethodSource("versions")
    void shouldRecordZonesWithAllTheirAttributesWhenTheVersionIs(Protocol protocol) throws Exception {
        try (FakeClient client = client(protocol, false)) {
            String longText = "x".repeat(300);
            WireScript script = script(protocol)
                    .begin(5_000, PLACE)
                    .text("first")
                    .event(EventType.ZONE_TEXT)
                    .text(longText)
                    .event(EventType.ZONE_TEXT)
                    .text("renamed")
                    .event(EventType.ZONE_NAME)
                    .event(EventType.ZONE_COLOR, u8(1, 0x03), u8(2, 0x02), u8(3, 0x01))
                    .event(EventType.ZONE_VALUE, u64(1, 99))
                    .end(6_000)
                    .begin(100_000, PLACE)
                    .end(5_000_000_000L)
                    .thread(OTHER)
                    .beginAllocated(7_000, 0x00FF8800, 5, "dyn", "script.lua", "dynamic")
                    .end(7_500)
                    .event(EventType.TERMINATE);
            client.send(script);
            client.start();

            CommandRun run = record(client);

            assertEquals(0, run.exit(), run.err());
            assertTrue(client.awaitEnd(), "the session ends in good order");
            TraceLog log = TraceLog.of(file());
            assertTrue(log.summary.endedWell());
            assertEquals(3, log.zones.size());
            TraceLog.LoggedZone first = log.zones("the zone").getFirst();
            assertEquals(5_000, first.begin());
            assertEquals(6_000, first.end());
            assertEquals("renamed", first.name());
            assertEquals(List.of("first", longText), first.texts());
            assertEquals(List.of(99L), first.values());
            assertEquals(0x010203, first.rgb());
            assertEquals("main \u03bb", first.track().name());
            assertEquals("run", first.location().function());
            assertEquals("game.cpp", first.location().file());
            assertEquals(42, first.location().line());
            assertEquals(0x336699, first.location().rgb());
            TraceLog.LoggedZone second = log.zones("the zone").get(1);
            assertEquals(100_000, second.begin());
            assertEquals(5_000_000_000L, second.end());
            TraceLog.LoggedZone dynamic = log.zones("dynamic").getFirst();
            assertEquals(7_000, dynamic.begin());
            assertEquals(0xFF8800, dynamic.location().rgb());
            assertEquals("script.lua", dynamic.location().file());
            assertEquals("other", dynamic.track().name());
            assertEquals("scripted", log.session.program());
            assertEquals(4242, log.session.processId());
        }
    }

    @ParameterizedTest
    @MethodSource("versions")
    void shouldRecordPlotsMessagesAndFramesWhenTheVersionIs(Protocol protocol) throws Exception {
        try (FakeClient client = client(protocol, false)) {
            WireScript script = script(protocol)
                    .event(EventType.PLOT_CONFIG, u64(1, PLOT), u8(9, 1), u8(10, 1), u8(11, 0), u32(12, 0x332211));
            script.event(EventType.PLOT_DATA_INT, u64(1, PLOT), u64(9, script.threadDelta(1_000)), u64(17, 7));
            script.event(EventType.PLOT_DATA_FLOAT, u64(1, PLOT), u64(9, script.threadDelta(2_000)), f32(17, 1.5f));
            script.event(EventType.PLOT_DATA_DOUBLE, u64(1, PLOT), u64(9, script.threadDelta(3_000)), f64(17, 2.25));
            script.event(
                    EventType.PLOT_DATA_DOUBLE, u64(1, PLOT), u64(9, script.threadDelta(3_500)), f64(17, Double.NaN));
            boolean severities = protocol.messageMetadata();
            script.text("hello");
            script.event(
                    EventType.MESSAGE,
                    severities
                            ? new WireScript.Field[] {u64(1, 4_000), u8(9, 0x30)}
                            : new WireScript.Field[] {u64(1, 4_000)});
            script.event(
                    EventType.MESSAGE_LITERAL_COLOR,
                    u64(1, 4_100),
                    u8(9, 0x33),
                    u8(10, 0x22),
                    u8(11, 0x11),
                    u64(12, severities ? LITERAL << 8 | 0x40 : LITERAL));
            script.text("about the program").event(EventType.MESSAGE_APP_INFO, u64(1, 4_200));
            script.mark(10_000).mark(20_000).mark(35_000);
            script.event(EventType.FRAME_MARK_MSG_START, u64(1, 11_000), u64(9, SET));
            script.event(EventType.FRAME_MARK_MSG_END, u64(1, 12_500), u64(9, SET));
            script.pointer32(
                            EventType.FRAME_IMAGE_DATA, 0, new byte[] {0, (byte) 0xF8, 0x1F, 0, 0, 0x55, (byte) 0xAA, -1
                            })
                    .event(EventType.FRAME_IMAGE, u32(1, 1), u16(5, 4), u16(7, 4), u8(9, 0));
            script.event(EventType.TERMINATE);
            client.send(script);
            client.start();

            CommandRun run = record(client, "--json");

            assertEquals(0, run.exit(), run.err());
            TraceLog log = TraceLog.of(file());
            assertEquals(List.of(7.0, 1.5, 2.25), log.plotValues.get("load"));
            assertEquals(0x112233, log.plots.get("load").look().rgb());
            assertTrue(log.plots.get("load").look().step());
            TraceMessage hello = log.messages.stream()
                    .filter(message -> message.text().equals("hello"))
                    .findFirst()
                    .orElseThrow();
            assertEquals(4_000, hello.beginNanos());
            assertEquals(severities ? "WARNING" : "INFO", hello.severity());
            TraceMessage literal = log.messages.stream()
                    .filter(message -> message.text().equals("a literal"))
                    .findFirst()
                    .orElseThrow();
            assertEquals(0x112233, literal.rgb());
            assertEquals(severities ? "ERROR" : "INFO", literal.severity());
            assertTrue(log.messages.stream().anyMatch(line -> line.text().equals("about the program")));
            List<TraceFrame> base = log.frames.stream()
                    .filter(frame -> frame.name().equals("Frame"))
                    .toList();
            assertEquals(
                    List.of(10_000L, 20_000L, 35_000L),
                    base.stream().map(TraceFrame::beginNanos).toList());
            assertEquals(
                    List.of(1L, 2L, 3L), base.stream().map(TraceFrame::number).toList());
            TraceFrame physics = log.frames.stream()
                    .filter(frame -> frame.name().equals("physics"))
                    .findFirst()
                    .orElseThrow();
            assertEquals(1_500, physics.durationNanos());
            assertEquals(1, log.images.size());
            assertEquals(1, log.images.getFirst().frame());
            assertTrue(run.out().contains("\"dropped events\":1"), run.out());
        }
    }

    @ParameterizedTest
    @MethodSource("versions")
    void shouldRecordLocksMemoryAndGpuWhenTheVersionIs(Protocol protocol) throws Exception {
        try (FakeClient client = client(protocol, false)) {
            client.frames.put(0xAAAL, List.<String[]>of(new String[] {"draw", "a.cpp"}));
            WireScript script = script(protocol);
            script.event(EventType.LOCK_ANNOUNCE, u32(1, 5), u64(5, 1_000), u64(13, PLACE), u8(21, 0));
            script.text("the lock").event(EventType.LOCK_NAME, u32(1, 5));
            lock(script, EventType.LOCK_WAIT, MAIN, 2_000);
            lock(script, EventType.LOCK_OBTAIN, MAIN, 3_000);
            markLock(script, MAIN);
            // Not its own, and none that is known.
            markLock(script, OTHER);
            script.event(EventType.LOCK_MARK, u32(1, MAIN), u32(5, 6), u64(9, PLACE));
            // The other thread obtains it before the first one has told that it is free.
            lock(script, EventType.LOCK_OBTAIN, OTHER, 4_000);
            script.event(EventType.LOCK_RELEASE, u32(1, 5), u64(5, script.serialDelta(4_100)));
            script.event(EventType.LOCK_RELEASE, u32(1, 5), u64(5, script.serialDelta(5_000)));
            memory(script, EventType.MEM_ALLOC, 6_000, 0xA0, 100);
            script.event(EventType.MEM_NAME_PAYLOAD, u64(1, POOL));
            memory(script, EventType.MEM_ALLOC_NAMED, 6_100, 0xB0, 1L << 33);
            memory(script, EventType.MEM_FREE, 6_200, 0xA0, -1);
            gpu(script);
            script.event(EventType.TERMINATE);
            client.send(script);
            client.start();

            CommandRun run = record(client, "--json");

            assertEquals(0, run.exit(), run.err());
            assertTrue(run.out().contains("\"wrong calls\":2"), run.out());
            TraceLog log = TraceLog.of(file());
            List<LockSpan> holds = log.locks.stream().filter(LockSpan::hold).toList();
            assertEquals(
                    List.of("main \u03bb", "other"),
                    holds.stream().map(LockSpan::name).toList());
            assertEquals(
                    List.of(3_000L, 4_000L),
                    holds.stream().map(LockSpan::beginNanos).toList());
            assertEquals(
                    List.of(4_000L, 5_000L),
                    holds.stream().map(LockSpan::endNanos).toList());
            assertEquals("Lock: the lock", holds.getFirst().track().name());
            assertEquals("run", holds.getFirst().place().function());
            assertNull(holds.getLast().place());
            LockSpan wait =
                    log.locks.stream().filter(span -> !span.hold()).findFirst().orElseThrow();
            assertEquals(1_000, wait.endNanos() - wait.beginNanos());
            assertEquals(List.of(100.0, 0.0), log.plotValues.get("memory: memory"));
            assertEquals(List.of(8.0 * (1L << 30)), log.plotValues.get("memory: arena"));
            List<TraceLog.LoggedZone> passes = log.zones.stream()
                    .filter(zone -> zone.track().kind() == Track.Kind.GPU)
                    .toList();
            assertEquals(2, passes.size());
            assertEquals("graphics", passes.getFirst().track().name());
            assertEquals(
                    "call stack:\na.cpp:33 in draw",
                    String.valueOf(passes.getLast().stack()));
            assertNull(passes.getFirst().stack());
            assertEquals(20_500, passes.getLast().begin());
            assertEquals(22_500, passes.getLast().end());
            assertEquals(21_000, passes.getFirst().begin());
            assertEquals(21_500, passes.getFirst().end());
        }
    }

    private static void lock(WireScript script, EventType type, int thread, long ticks) {
        script.event(type, u32(1, thread), u32(5, 5), u64(9, script.serialDelta(ticks)));
    }

    private static void markLock(WireScript script, int thread) {
        script.event(EventType.LOCK_MARK, u32(1, thread), u32(5, 5), u64(9, PLACE));
    }

    private static void memory(WireScript script, EventType type, long ticks, long address, long bytes) {
        WireScript.Field size = bytes < 0 ? event -> {} : u48(21, bytes);
        script.event(type, u64(1, script.serialDelta(ticks)), u32(9, MAIN), u64(13, address), size);
    }

    /** Two zones, one in the other, 2 ns a tick, the GPU's tick 1000 at 20000 ns. */
    private static void gpu(WireScript script) {
        script.event(
                EventType.GPU_NEW_CONTEXT,
                u64(1, 20_000),
                u64(9, 1_000),
                u32(17, 0),
                f32(21, 2.0f),
                u8(25, 3),
                u8(27, 2));
        script.text("graphics").event(EventType.GPU_CONTEXT_NAME, u8(1, 3));
        script.addresses(0xAAA).event(EventType.CALLSTACK_SERIAL);
        for (int query = 0; query < 2; query++) {
            script.event(
                    query == 0 ? EventType.GPU_ZONE_BEGIN_CALLSTACK_SERIAL : EventType.GPU_ZONE_BEGIN_SERIAL,
                    u64(1, script.serialDelta(20_100 + query)),
                    u32(9, MAIN),
                    u16(13, query),
                    u8(15, 3),
                    u64(16, PLACE));
        }
        for (int query = 2; query < 4; query++) {
            script.event(
                    EventType.GPU_ZONE_END_SERIAL,
                    u64(1, script.serialDelta(20_100 + query)),
                    u32(9, MAIN),
                    u16(13, query),
                    u8(15, 3));
        }
        long[] ticks = {1_250, 1_500, 1_750, 2_250};
        for (int query = 0; query < 4; query++) {
            script.event(EventType.GPU_TIME, u64(1, script.gpuDelta(ticks[query])), u16(9, query), u8(11, 3));
        }
    }

    @ParameterizedTest
    @MethodSource("versions")
    void shouldRecordCallStacksAndFibersWhenTheVersionIs(Protocol protocol) throws Exception {
        try (FakeClient client = client(protocol, true)) {
            client.frames.put(0xAAAL, List.of(new String[] {"inlined", "a.cpp"}, new String[] {"outer", "a.cpp"}));
            client.frames.put(0xBBBL, List.<String[]>of(new String[] {"main", "main.cpp"}));
            WireScript script = script(protocol)
                    .addresses(0xAAA, 0xBBB)
                    .event(EventType.CALLSTACK)
                    .beginWithStack(5_000, PLACE)
                    .end(6_000);
            enterFiber(script, 7_000, MAIN);
            script.begin(7_100, PLACE).end(7_200);
            leaveFiber(script, 7_300, MAIN);
            script.begin(7_400, PLACE).end(7_500);
            // No time between: it goes on.
            enterFiber(script, 7_600, MAIN);
            leaveFiber(script, 7_700, MAIN);
            enterFiber(script, 7_700, MAIN);
            leaveFiber(script, 7_800, MAIN);
            // It goes on elsewhere, and never waits again.
            script.thread(OTHER);
            enterFiber(script, 8_000, OTHER);
            script.begin(8_100, PLACE).end(8_200);
            script.event(EventType.TERMINATE);
            client.send(script);
            client.start();

            CommandRun run = record(client);

            assertEquals(0, run.exit(), run.err());
            TraceLog log = TraceLog.of(file());
            List<TraceLog.LoggedZone> zones = log.zones;
            assertEquals(List.of(), zones.getFirst().texts());
            String stack = log.zoneStacks.getFirst().toString();
            assertEquals("call stack:\na.cpp:33 in inlined\na.cpp:33 in outer\nmain.cpp:33 in main", stack);
            assertEquals("job fiber", zones.get(1).track().name());
            assertEquals("main \u03bb", zones.get(2).track().name());
            assertEquals("job fiber", zones.get(3).track().name());
            assertEquals(
                    List.of(
                            new TraceLog.FiberRun("main \u03bb", "job fiber", 7_000, 7_300),
                            new TraceLog.FiberRun("main \u03bb", "job fiber", 7_600, 7_800),
                            new TraceLog.FiberRun("other", "job fiber", 8_000, 8_200)),
                    log.fiberRuns);
        }
    }

    private static void enterFiber(WireScript script, long ticks, int thread) {
        script.event(
                EventType.FIBER_ENTER, u64(1, script.threadDelta(ticks)), u64(9, FIBER), u32(17, thread), u32(21, 2));
    }

    private static void leaveFiber(WireScript script, long ticks, int thread) {
        script.event(EventType.FIBER_LEAVE, u64(1, script.threadDelta(ticks)), u32(9, thread));
    }

    @ParameterizedTest
    @MethodSource("versions")
    void shouldRecordCallStacksOfMemoryWhenTheVersionIs(Protocol protocol) throws Exception {
        try (FakeClient client = client(protocol, true)) {
            client.frames.put(0xAAAL, List.of(new String[] {"inlined", "a.cpp"}, new String[] {"outer", "a.cpp"}));
            WireScript script = script(protocol);
            script.addresses(0xAAA).event(EventType.CALLSTACK_SERIAL);
            script.event(EventType.MEM_NAME_PAYLOAD, u64(1, POOL));
            memory(script, EventType.MEM_ALLOC_CALLSTACK_NAMED, 6_000, 0xA0, 100);
            memory(script, EventType.MEM_ALLOC, 6_100, 0xB0, 10);
            script.literalStack("Game.load", "Game.java", 7).event(EventType.CALLSTACK_SERIAL);
            memory(script, EventType.MEM_FREE_CALLSTACK, 6_200, 0xB0, -1);
            // Without one, as of a client that could not take it.
            script.event(EventType.MEM_NAME_PAYLOAD, u64(1, POOL));
            memory(script, EventType.MEM_FREE_CALLSTACK_NAMED, 6_300, 0xA0, -1);
            script.event(EventType.TERMINATE);
            client.send(script);
            client.start();

            CommandRun run = record(client);

            assertEquals(0, run.exit(), run.err());
            List<String> stacks = TraceLog.of(file()).memory.stream()
                    .map(event -> event.kind() + " " + event.stack())
                    .toList();
            assertEquals(
                    List.of(
                            "ALLOCATED call stack:\na.cpp:33 in inlined\na.cpp:33 in outer",
                            "ALLOCATED null",
                            "FREED call stack:\nGame.java:7 in Game.load",
                            "FREED null"),
                    stacks);
        }
    }

    @Test
    void shouldGoOnWithPlaceholdersWhenTheClientAnswersNothing() throws Exception {
        try (FakeClient client = client(Protocol.V82, false)) {
            client.answers = false;
            client.send(script(Protocol.V82)
                    .begin(5_000, PLACE)
                    .end(6_000)
                    .mark(7_000)
                    .mark(8_000));
            client.start();

            CommandRun run = record(client, "--frames", "1", "--json");

            assertEquals(0, run.exit(), run.err());
            assertTrue(client.awaitEnd());
            TraceLog log = TraceLog.of(file());
            assertEquals(1, log.zones(Names.UNKNOWN).size());
            assertEquals("thread " + MAIN, log.zones.getFirst().track().name());
            assertEquals(2, log.frames.size());
            assertTrue(run.out().contains("\"names without an answer\":2"), run.out());
        }
    }

    @Test
    void shouldCompressByTheNameOfTheFileAndPrintItsSize() throws Exception {
        Path small = folder.resolve("small.fxt.gz");
        try (FakeClient client = client(Protocol.V82, true)) {
            client.send(script(Protocol.V82)
                    .begin(5_000, PLACE)
                    .end(6_000)
                    .mark(7_000)
                    .event(EventType.TERMINATE));
            client.start();

            CommandRun run = CommandRun.of("record", client.address(), "-o", small, "--json");

            assertEquals(0, run.exit(), run.err());
            assertTrue(run.out().contains("\"fileBytes\":" + Files.size(small) + ","), run.out());
            assertEquals(1, TraceLog.of(small).zones("the zone").size());
            assertEquals(0x1F, Files.readAllBytes(small)[0]);
        }
    }

    @Test
    void shouldEndAfterTheFramesThatAreWanted() throws Exception {
        try (FakeClient client = client(Protocol.V82, false)) {
            WireScript script = script(Protocol.V82);
            for (int i = 1; i <= 10; i++) {
                script.mark(i * 1_000L);
            }
            client.send(script);
            client.start();

            CommandRun run = record(client, "--frames", "4");

            assertEquals(0, run.exit(), run.err());
            assertTrue(client.awaitEnd());
            List<TraceFrame> frames = TraceLog.of(file()).frames;
            assertEquals(4, frames.stream().filter(frame -> !frame.cutOff()).count());
            assertEquals(5, frames.size());
        }
    }

    @Test
    void shouldSayTypeAndPlaceOfAnUnknownEventAndKeepWhatCameBefore() throws Exception {
        try (FakeClient client = client(Protocol.V82, false)) {
            WireScript script = script(Protocol.V82).begin(5_000, PLACE).end(6_000);
            int offset = script.size();
            client.send(script.raw(0xEE).begin(7_000, PLACE));
            client.start();

            CommandRun run = record(client);

            assertEquals(2, run.exit());
            assertTrue(
                    run.err().contains("unknown event type 238 of protocol 82 (Tracy 0.14) at byte " + offset),
                    run.err());
            TraceLog log = TraceLog.of(file());
            assertTrue(log.summary.endedWell());
            assertEquals(1, log.zones.size());
        }
    }

    @Test
    void shouldKeepWhatCameWhenTheProgramVanishes() throws Exception {
        try (FakeClient client = client(Protocol.V82, true)) {
            client.vanishes = true;
            client.send(script(Protocol.V82).begin(5_000, PLACE).end(6_000).begin(6_500, PLACE));
            client.sendRaw(new byte[] {100, 0, 0, 0, 1, 2, 3});
            client.start();

            CommandRun run = record(client, "--json");

            assertEquals(2, run.exit());
            assertTrue(run.err().contains("the connection to the program broke"), run.err());
            assertTrue(run.out().contains("\"end\":\"gone\""), run.out());
            TraceLog log = TraceLog.of(file());
            assertTrue(log.summary.endedWell());
            assertEquals(2, log.zones.size());
            assertTrue(log.zones.getLast().cutOff());
        }
    }

    @Test
    void shouldTryOneVersionAfterTheOtherAndThenSayWhichItKnows() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 4, InetAddress.getLoopbackAddress())) {
            List<Integer> tried = new ArrayList<>();
            Thread.ofPlatform().daemon().start(() -> {
                try {
                    while (true) {
                        try (Socket socket = server.accept()) {
                            byte[] greeting = socket.getInputStream().readNBytes(12);
                            tried.add((int) greeting[8]);
                            socket.getOutputStream().write(2);
                        }
                    }
                } catch (IOException e) {
                    tried.add(-1);
                }
            });

            CommandRun run = CommandRun.of("record", "127.0.0.1:" + server.getLocalPort(), "-o", file());

            assertEquals(2, run.exit());
            assertEquals(List.of(82, 76, 74, 69), tried.subList(0, 4));
            assertTrue(run.err().contains("version that is not known"), run.err());
            assertFalse(Files.exists(file()), "no file is made before there is a session");
        }
    }

    @Test
    void shouldSayWhoListensWhenItIsNoClient() throws Exception {
        assertTrue(errorOf(new byte[] {3})
                .contains("accepts no viewer now: another one is connected, or its only session has ended"));
        assertTrue(errorOf("HTTP/1.1 400 Bad Request".getBytes(java.nio.charset.StandardCharsets.US_ASCII))
                .contains("is no Tracy client: it answered 72"));
        assertTrue(errorOf(new byte[0]).contains("closed the connection"));
        assertTrue(errorOf(new byte[] {1, 0, 0}).contains("closed the connection"));
        byte[] timeless = WireScript.welcome(Protocol.V82, false, 0, 0);
        timeless[8] = (byte) 0xFF;
        assertTrue(errorOf(timeless).contains("clock cannot be right"));
    }

    private String errorOf(byte[] answer) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 4, InetAddress.getLoopbackAddress())) {
            Thread.ofPlatform().daemon().start(() -> {
                try (Socket socket = server.accept();
                        InputStream in = socket.getInputStream()) {
                    in.readNBytes(12);
                    socket.getOutputStream().write(answer);
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            CommandRun run = CommandRun.of("record", "127.0.0.1:" + server.getLocalPort(), "-o", file());
            assertEquals(2, run.exit());
            assertEquals(1, run.err().lines().count(), run.err());
            return run.err();
        }
    }

    @Test
    void shouldSayThatNobodyListens() throws Exception {
        // It has the port and does not listen: no other program can.
        try (Socket holder = new Socket()) {
            holder.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            int port = holder.getLocalPort();

            CommandRun run = CommandRun.of("record", "127.0.0.1:" + port, "-o", file());

            assertEquals(2, run.exit());
            assertTrue(run.err().contains("no program listens at 127.0.0.1:" + port), run.err());
            assertFalse(Files.exists(file()));
        }
    }

    @Test
    void shouldAskEachNameOnceAndNothingThatItDoesNotNeed() throws Exception {
        try (FakeClient client = client(Protocol.V76, false)) {
            WireScript script = script(Protocol.V76);
            for (int i = 0; i < 1_000; i++) {
                script.begin(5_000 + i * 10L, PLACE).end(5_005 + i * 10L);
            }
            client.send(script);
            client.send(script.thread(MAIN).begin(100_000, PLACE).end(100_001).event(EventType.TERMINATE));
            client.start();

            CommandRun run = record(client);

            assertEquals(0, run.exit(), run.err());
            assertTrue(client.awaitEnd());
            assertEquals(1_001, TraceLog.of(file()).zones.size());
            assertEquals(
                    List.of(
                            QueryType.THREAD_STRING,
                            QueryType.SOURCE_LOCATION,
                            QueryType.STRING,
                            QueryType.STRING,
                            QueryType.STRING,
                            QueryType.TERMINATE),
                    client.asked);
        }
    }
}
