package dev.zonecast.bench;

import dev.zonecast.capture.tracy.SessionBenchmark;
import dev.zonecast.core.collect.CollectorBenchmark;
import java.util.Arrays;
import java.util.List;

/** What is asked, with the targets that the project has set itself. */
final class Questions {
    private static final List<Class<?>> BENCHMARKS = List.of(
            CollectorBenchmark.class,
            EventBenchmark.class,
            GpuBenchmark.class,
            IdleBenchmark.class,
            LuaBenchmark.class,
            MemoryBenchmark.class,
            OpenGlBenchmark.class,
            PeerBenchmark.class,
            PipelineBenchmark.class,
            SessionBenchmark.class,
            VulkanBenchmark.class,
            ZoneBenchmark.class);

    /**
     * A question a line: its text, the subject, the baseline, what the baseline is called, the target. A question with {@code *} is asked by
     * {@code ./zonecast bench} alone. A subject is a class without "Benchmark" and a method, and the parameter {@code what} if the class has
     * one; a baseline of the same class has the method alone. The sum of several has {@code +} between them.
     */
    private static final String TABLE = """
            * zone, token form | Zone.tokenForm | twoClockReads | two clock reads | times 1.10
            * zone, try with resources | Zone.closeableForm | twoClockReads | two clock reads | times 1.10
            * two threads at once | Zone.tokenFormTwoThreads | tokenForm | zone | times 1.15
            * ring in a mapped file | Zone.tokenFormMappedRing | tokenForm | zone | times 1.02
            * bytes allocated, token form | Zone.tokenForm | twoClockReads | two clock reads | bytes
            * bytes allocated, try with resources | Zone.closeableForm | twoClockReads | two clock reads | bytes
            * enabled, nobody listens | Idle.nobodyListens | emptyLoop | empty loop | ns 2
            * switched off | Idle.switchedOff | emptyLoop | empty loop | times 1.05
            * beside a JFR event | Zone.tokenForm | Peer.flightRecorderEvent | JFR event | times 0.25
            * beside a Remotery sample | Zone.tokenForm | Peer.remoterySample | Remotery sample | times 0.142857
            * collector to a file | Collector.drain recording | drain none | no sink | rate 10e6
            * recording a Tracy client | Session.record | decompress | its decompression | rate 10e6
            * our side of a GPU zone | Gpu.zone THREAD + Gpu.collect THREAD | twoQueries THREAD + twoResults THREAD | two queries, two results | more 100
            * our side of a GPU zone in a command buffer | Gpu.zone TARGET + Gpu.collect TARGET | twoQueries TARGET + twoResults TARGET | two queries, two results | more 100
            * Lua: explicit zone | Lua.recorded ZONE | recorded JAVA_CALL | Java call | times 3
            * Lua: hooked call | Lua.recorded HOOKED_CALL | recorded DEBUG_CALL | call, debug library | times 2
            * Lua: hooked call, debug library | Lua.recorded HOOKED_DEBUG_CALL | recorded DEBUG_CALL | call, debug library | times 2
            * Lua: hook, nobody listens | Lua.idle HOOKED_CALL | idle CALL | call | times 1.10
              Lua: explicit zone with a name | Lua.recorded NAMED_ZONE | recorded JAVA_CALL | Java call |
              Lua: explicit zone, nobody listens | Lua.idle ZONE | idle JAVA_CALL | Java call |
              our side of a GPU zone, submission | Gpu.zone THREAD | twoQueries THREAD | two queries |
              our side of a GPU zone, collect | Gpu.collect THREAD | twoResults THREAD | two results |
              our side of a GPU zone, 20 a frame | Gpu.zoneInFrames THREAD | twoQueries THREAD | two queries | more 100
              our side of a GPU zone in a command buffer, recording | Gpu.zone TARGET | twoQueries TARGET | two queries |
              our side of a GPU zone in a command buffer, collect | Gpu.collect TARGET | twoResults TARGET | two results |
              our side of a GPU zone in a command buffer, 20 a frame | Gpu.zoneInFrames TARGET | twoQueries TARGET | two queries | more 100
              OpenGL zone | OpenGl.zone + OpenGl.collect | twoQueries + twoResults | two queries, two results | more 100
              OpenGL zone, submission | OpenGl.zone | twoQueries | two glQueryCounter |
              OpenGL zone, collect | OpenGl.collect | twoResults | two results |
              Vulkan zone | Vulkan.zone + Vulkan.collect | twoTimestamps + twoResults | two timestamps, two results | more 100
              Vulkan zone, recording | Vulkan.zone | twoTimestamps | two vkCmdWriteTimestamp |
              Vulkan zone, collect | Vulkan.collect | twoResults | two results |
              traced lock, uncontended | Event.call TRACED_LOCK | call LOCK_AND_TWO_CLOCK_READS | bare lock and two clock reads | more 15
              bytes allocated, traced lock | Event.call TRACED_LOCK | call LOCK_AND_TWO_CLOCK_READS | bare lock and two clock reads | bytes
              memory, allocated and freed | Event.call MEMORY | call TWO_CLOCK_READS | two clock reads | more 30
              bytes allocated, memory | Event.call MEMORY | call TWO_CLOCK_READS | two clock reads | bytes
            * flow, begin and end | Event.call FLOW | call TWO_CLOCK_READS | two clock reads | more 20
            * bytes allocated, flow | Event.call FLOW | call TWO_CLOCK_READS | two clock reads | bytes
              flow beside a zone | Event.call FLOW | call ZONE | zone |
              span, begin and end | Event.call SPAN | call TWO_CLOCK_READS | two clock reads | more 20
              span beside a zone | Event.call SPAN | call ZONE | zone |
              zone with 16 calls | Event.call ZONE_WITH_STACK | call STACK_WALKER | StackWalker | times 1.5
              zone with 16 calls, beside their lines | Event.call ZONE_WITH_STACK | call STACK_WALKER_WITH_LINES | StackWalker with lines |
              with Java 21's memory and clock | Zone.tokenFormJava21 | twoClockReadsJava21 | two clock reads | times 1.10
              bytes allocated, with Java 21's memory | Zone.tokenFormJava21 | twoClockReadsJava21 | two clock reads | bytes
              with System.nanoTime for a clock | Zone.tokenFormNanoTime | tokenForm | zone |
              on a virtual thread | Zone.tokenFormVirtualThread | tokenForm | zone |
              collector to nowhere | Collector.drain discard | drain none | no sink |
              collector to the summary | Collector.drain summary | drain none | no sink |
              collector to summary and file | Collector.drain summary and recording | drain none | no sink |
              pipeline to nowhere | Pipeline.zones discard | zones discard | to nowhere |
              pipeline to a file | Pipeline.zones recording | zones discard | to nowhere |
              pipeline to a streaming buffer | Pipeline.zones streaming | zones recording | to a file | times 1.1
              pipeline to a viewer | Pipeline.zones viewer | zones discard | to nowhere |
            * marker, two numbers | Event.call MARKER_TWO_NUMBERS | call CLOCK_READ | clock read | more 10
            * bytes allocated, marker with two numbers | Event.call MARKER_TWO_NUMBERS | call CLOCK_READ | clock read | bytes
              marker, interval with two numbers | Event.call MARKER_INTERVAL | call CLOCK_READ | clock read |
              marker, six numbers | Event.call MARKER_SIX_NUMBERS | call CLOCK_READ | clock read |
              marker, 16 characters and a number | Event.call MARKER_TEXT_AND_NUMBER | call CLOCK_READ | clock read |
              marker, untyped | Event.call MARKER_UNTYPED | call CLOCK_READ | clock read |
            * block allocated, not sampled | Memory.allocatedNotSampled | Idle.emptyLoop | empty loop | ns 2
              block freed, not sampled | Memory.freedNotSampled | Idle.emptyLoop | empty loop | ns 2
            * addition to a counter | Idle.counter | emptyLoop | empty loop | more 2
              addition to a counter, two threads at once | Idle.counterTwoThreads | emptyLoop | empty loop | more 2
              addition to a java.util.concurrent.LongAdder | Idle.longAdder | emptyLoop | empty loop |
              plot, long | Event.call PLOT_LONG | call CLOCK_READ | clock read |
              plot, double | Event.call PLOT_DOUBLE | call CLOCK_READ | clock read |
              frame mark | Event.call FRAME_MARK | call CLOCK_READ | clock read |
              message, literal | Event.call MESSAGE_LITERAL | call CLOCK_READ | clock read |
              message, 32 characters | Event.call MESSAGE_TEXT | call CLOCK_READ | clock read |
              message, 32 characters, not ASCII | Event.call MESSAGE_UMLAUTS | call CLOCK_READ | clock read |
              zone with a text of 16 characters | Event.call ZONE_WITH_TEXT | call CLOCK_READ | clock read |
              zone with a value | Event.call ZONE_WITH_VALUE | call CLOCK_READ | clock read |
              zone with a name and a colour | Event.call ZONE_WITH_NAME_AND_COLOR | call CLOCK_READ | clock read |
            """;

    static final List<Question> ALL = TABLE.lines()
            .filter(line -> !line.isBlank())
            .map(Questions::question)
            .toList();

    private Questions() {}

    private static Question question(String line) {
        String[] cells = Arrays.stream(line.split("\\|", -1)).map(String::strip).toArray(String[]::new);
        boolean quick = cells[0].startsWith("*");
        String text = cells[0].substring(quick ? 1 : 0).strip();
        String type = cells[1].substring(0, cells[1].indexOf('.'));
        return new Question(text, quick, readings(type, cells[1]), readings(type, cells[2]), cells[3], goal(cells[4]));
    }

    private static List<Reading> readings(String defaultType, String text) {
        return Arrays.stream(text.split(" \\+ "))
                .map(each -> reading(defaultType, each))
                .toList();
    }

    private static Reading reading(String defaultType, String text) {
        String[] words = text.split(" ", 2);
        int point = words[0].indexOf('.');
        String type = point < 0 ? defaultType : words[0].substring(0, point);
        Class<?> benchmark = BENCHMARKS.stream()
                .filter(each -> each.getSimpleName().equals(type + "Benchmark"))
                .findFirst()
                .orElseThrow();
        return new Reading(benchmark, words[0].substring(point + 1), words.length == 1 ? "" : words[1]);
    }

    private static Goal goal(String text) {
        String[] words = text.split(" ", -1);
        return switch (words[0]) {
            case "times" -> Goal.times(Double.parseDouble(words[1]));
            case "ns" -> Goal.nanos(Double.parseDouble(words[1]));
            case "more" -> Goal.nanosMore(Double.parseDouble(words[1]));
            case "rate" -> Goal.perSecond(Double.parseDouble(words[1]));
            case "bytes" -> Goal.noAllocation();
            default -> Goal.information();
        };
    }
}
