package dev.zonecast.bench;

import dev.zonecast.capture.tracy.SessionBenchmark;
import dev.zonecast.core.collect.CollectorBenchmark;
import java.util.List;

/** What is asked, with the targets that the project has set itself. */
final class Questions {
    private static final Reading CLOCKS = Reading.of("two clock reads", ZoneBenchmark.class, "twoClockReads");
    private static final Reading ZONE = Reading.of("zone", ZoneBenchmark.class, "tokenForm");
    private static final Reading CLOSEABLE = Reading.of("zone", ZoneBenchmark.class, "closeableForm");
    private static final Reading TWO = Reading.of("zone", ZoneBenchmark.class, "tokenFormTwoThreads");
    private static final Reading NANO_TIME = Reading.of("zone", ZoneBenchmark.class, "tokenFormNanoTime");
    private static final Reading MAPPED = Reading.of("zone", ZoneBenchmark.class, "tokenFormMappedRing");
    private static final Reading VIRTUAL = Reading.of("zone", ZoneBenchmark.class, "tokenFormVirtualThread");

    private static final Reading LOOP = Reading.of("empty loop", IdleBenchmark.class, "emptyLoop");
    private static final Reading IDLE = Reading.of("zone", IdleBenchmark.class, "nobodyListens");
    private static final Reading OFF = Reading.of("zone", IdleBenchmark.class, "switchedOff");

    private static final Reading JFR = Reading.of("JFR event", PeerBenchmark.class, "flightRecorderEvent");
    private static final Reading REMOTERY = Reading.of("Remotery sample", PeerBenchmark.class, "remoterySample");

    private static final Reading MARKER_CLOCK = Reading.of("clock read", MarkerBenchmark.class, "clockRead");

    static final List<Question> ALL = List.of(
            new Question("zone, token form", true, ZONE, CLOCKS, Goal.times(1.10)),
            new Question("zone, try with resources", true, CLOSEABLE, CLOCKS, Goal.times(1.10)),
            new Question("two threads at once", true, TWO, ZONE, Goal.times(1.15)),
            new Question("ring in a mapped file", true, MAPPED, ZONE, Goal.times(1.02)),
            new Question("bytes allocated, token form", true, ZONE, CLOCKS, Goal.noAllocation()),
            new Question("bytes allocated, try with resources", true, CLOSEABLE, CLOCKS, Goal.noAllocation()),
            new Question("enabled, nobody listens", true, IDLE, LOOP, Goal.nanos(2)),
            new Question("switched off", true, OFF, LOOP, Goal.times(1.05)),
            new Question("beside a JFR event", true, ZONE, JFR, Goal.times(1 / 4.0)),
            new Question("beside a Remotery sample", true, ZONE, REMOTERY, Goal.times(1 / 7.0)),
            new Question("collector to a file", true, drain("recording"), drain("none"), Goal.perSecond(10e6)),
            new Question(
                    "recording a Tracy client",
                    true,
                    Reading.of("zone", SessionBenchmark.class, "record"),
                    Reading.of("its decompression", SessionBenchmark.class, "decompress"),
                    Goal.perSecond(10e6)),
            new Question(
                    "our side of a GPU zone",
                    true,
                    Reading.of("zone", GpuBenchmark.class, "zone"),
                    Reading.of("two queries", GpuBenchmark.class, "twoQueries"),
                    Goal.nanosMore(150)),
            lua("Lua: explicit zone", true, "zone", "Java call", "javaCall", Goal.times(3)),
            lua("Lua: hooked call", true, "hookedCall", "call, debug library", "debugCall", Goal.times(2)),
            lua(
                    "Lua: hooked call, debug library",
                    true,
                    "hookedDebugCall",
                    "call, debug library",
                    "debugCall",
                    Goal.times(2)),
            lua("Lua: hook, nobody listens", true, "hookedCallNobodyListens", "call", "call", Goal.times(1.10)),
            lua("Lua: explicit zone with a name", false, "namedZone", "Java call", "javaCall", Goal.information()),
            lua(
                    "Lua: explicit zone, nobody listens",
                    false,
                    "zoneNobodyListens",
                    "Java call",
                    "javaCallNobodyListens",
                    Goal.information()),
            new Question(
                    "OpenGL zone, submission",
                    false,
                    Reading.of("zone", OpenGlBenchmark.class, "zone"),
                    Reading.of("two glQueryCounter", OpenGlBenchmark.class, "twoQueries"),
                    Goal.nanosMore(150)),
            new Question(
                    "OpenGL zone, collect",
                    false,
                    Reading.of("zone", OpenGlBenchmark.class, "collect"),
                    Reading.of("two results", OpenGlBenchmark.class, "twoResults"),
                    Goal.nanosMore(150)),
            new Question(
                    "Vulkan zone, recording",
                    false,
                    Reading.of("zone", VulkanBenchmark.class, "zone"),
                    Reading.of("two vkCmdWriteTimestamp", VulkanBenchmark.class, "twoTimestamps"),
                    Goal.nanosMore(200)),
            new Question(
                    "Vulkan zone, collect",
                    false,
                    Reading.of("zone", VulkanBenchmark.class, "collect"),
                    Reading.of("two vkCmdWriteTimestamp", VulkanBenchmark.class, "twoTimestamps"),
                    Goal.information()),
            new Question(
                    "our side of a GPU zone, 20 a frame",
                    false,
                    Reading.of("zone", GpuBenchmark.class, "zoneInFrames"),
                    Reading.of("two queries", GpuBenchmark.class, "twoQueries"),
                    Goal.nanosMore(150)),
            new Question(
                    "traced lock, uncontended",
                    false,
                    Reading.of("lock", LockBenchmark.class, "tracedLock"),
                    Reading.of("bare lock and two clock reads", LockBenchmark.class, "lockAndTwoClockReads"),
                    Goal.nanosMore(15)),
            new Question(
                    "bytes allocated, traced lock",
                    false,
                    Reading.of("lock", LockBenchmark.class, "tracedLock"),
                    Reading.of("bare lock and two clock reads", LockBenchmark.class, "lockAndTwoClockReads"),
                    Goal.noAllocation()),
            new Question(
                    "memory, allocated and freed",
                    false,
                    Reading.of("pair", MemoryBenchmark.class, "allocatedAndFreed"),
                    Reading.of("two clock reads", MemoryBenchmark.class, "twoClockReads"),
                    Goal.nanosMore(30)),
            new Question(
                    "bytes allocated, memory",
                    false,
                    Reading.of("pair", MemoryBenchmark.class, "allocatedAndFreed"),
                    Reading.of("two clock reads", MemoryBenchmark.class, "twoClockReads"),
                    Goal.noAllocation()),
            new Question(
                    "zone with 16 calls",
                    false,
                    Reading.of("zone", StackBenchmark.class, "zoneWithStack"),
                    Reading.of("StackWalker", StackBenchmark.class, "stackWalker"),
                    Goal.times(1.5)),
            new Question(
                    "zone with 16 calls, beside their lines",
                    false,
                    Reading.of("zone", StackBenchmark.class, "zoneWithStack"),
                    Reading.of("StackWalker with lines", StackBenchmark.class, "stackWalkerWithLines"),
                    Goal.information()),
            new Question("with System.nanoTime for a clock", false, NANO_TIME, ZONE, Goal.information()),
            new Question("on a virtual thread", false, VIRTUAL, ZONE, Goal.information()),
            new Question("collector to nowhere", false, drain("discard"), drain("none"), Goal.information()),
            new Question("collector to the summary", false, drain("summary"), drain("none"), Goal.information()),
            new Question(
                    "collector to summary and file",
                    false,
                    drain("summary and recording"),
                    drain("none"),
                    Goal.information()),
            new Question("pipeline to nowhere", false, pipeline("discard"), pipeline("discard"), Goal.information()),
            new Question("pipeline to a file", false, pipeline("recording"), pipeline("discard"), Goal.information()),
            new Question(
                    "pipeline to a streaming buffer",
                    false,
                    pipeline("streaming"),
                    new Reading("to a file", PipelineBenchmark.class, "zones", "recording"),
                    Goal.times(1.1)),
            new Question("pipeline to a viewer", false, pipeline("viewer"), pipeline("discard"), Goal.information()),
            marker("marker, two numbers", true, "twoNumbers", Goal.nanosMore(10)),
            new Question(
                    "bytes allocated, marker with two numbers",
                    true,
                    Reading.of("marker", MarkerBenchmark.class, "twoNumbers"),
                    MARKER_CLOCK,
                    Goal.noAllocation()),
            marker("marker, interval with two numbers", false, "intervalWithTwoNumbers", Goal.information()),
            marker("marker, six numbers", false, "sixNumbers", Goal.information()),
            marker("marker, 16 characters and a number", false, "textAndNumber", Goal.information()),
            marker("marker, untyped", false, "untyped", Goal.information()),
            counter("addition to a counter", true, "add", Goal.nanosMore(2)),
            counter("addition to a counter, two threads at once", false, "addTwoThreads", Goal.nanosMore(2)),
            counter("addition to a java.util.concurrent.LongAdder", false, "longAdder", Goal.information()),
            record("plot, long", "plotLong"),
            record("plot, double", "plotDouble"),
            record("frame mark", "frameMark"),
            record("message, literal", "messageLiteral"),
            record("message, 32 characters", "messageText"),
            record("message, 32 characters, not ASCII", "messageTextUmlauts"),
            record("zone with a text of 16 characters", "zoneWithText"),
            record("zone with a value", "zoneWithValue"),
            record("zone with a name and a colour", "zoneWithNameAndColor"));

    private Questions() {}

    private static Reading drain(String sink) {
        return new Reading(sink.equals("none") ? "no sink" : "event", CollectorBenchmark.class, "drain", sink);
    }

    private static Reading pipeline(String sink) {
        return new Reading(sink.equals("discard") ? "to nowhere" : "event", PipelineBenchmark.class, "zones", sink);
    }

    private static Question lua(
            String text, boolean quick, String method, String baseline, String baselineMethod, Goal goal) {
        Reading subject = Reading.of(text, LuaBenchmark.class, method);
        return new Question(text, quick, subject, Reading.of(baseline, LuaBenchmark.class, baselineMethod), goal);
    }

    private static Question marker(String text, boolean quick, String method, Goal goal) {
        return new Question(text, quick, Reading.of(text, MarkerBenchmark.class, method), MARKER_CLOCK, goal);
    }

    private static Question counter(String text, boolean quick, String method, Goal goal) {
        Reading subject = Reading.of("addition", CounterBenchmark.class, method);
        return new Question(text, quick, subject, Reading.of("empty loop", CounterBenchmark.class, "emptyLoop"), goal);
    }

    private static Question record(String text, String method) {
        Reading subject = Reading.of(text, RecordBenchmark.class, method);
        Reading baseline = Reading.of("clock read", RecordBenchmark.class, "clockRead");
        return new Question(text, false, subject, baseline, Goal.information());
    }
}
