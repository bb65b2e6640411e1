package dev.zonecast.cli.odd;

import dev.zonecast.fxt.fixtures.TraceBytes;
import java.util.List;

/** All odd traces. Thread 1 of the table is thread 71 of process 70 unless a trace says otherwise; times are nanoseconds. */
final class OddTraces {
    private static final int INSTANT = 0;
    private static final int COUNTER = 1;
    private static final int BEGIN = 2;
    private static final int END = 3;
    private static final int COMPLETE = 4;
    private static final int ASYNC_BEGIN = 5;
    private static final int ASYNC_END = 7;

    private static final String BACKWARDS = "times that ran backwards";

    /** Of all tracks together; see the trace of a million threads. */
    private static final int MAX_TRACKS = 100_000;

    private static final int MAX_PLACES = 100_000;
    private static final int MAX_DEPTH = 65_536;
    private static final int THREADS = 150_000;
    private static final int NAMES = 120_000;
    private static final int PROCESSES = 10_000;
    /** The greatest that is read. */
    private static final long MAX_TIME = (1L << 62) - 1;

    private OddTraces() {}

    static List<OddTrace> all() {
        return List.of(
                empty(),
                zeroLength(),
                noEnd(),
                noBegin(),
                endBeforeBegin(),
                childBeforeParent(),
                parentEndsBeforeChild(),
                threadGoesBack(),
                negativeTimes(),
                hugeTimes(),
                wholeRange(),
                oneHertz(),
                oneHertzForAges(),
                deep(5_000),
                deep(70_000),
                equalIdsOfTwoProviders(),
                equalAsyncIds(),
                millionThreads(),
                manyProcesses(),
                manyNames(),
                plotsWithoutNumbers(),
                emptyNames(),
                controlCharacters(),
                overlappingCompleteEvents(),
                parentBeforeChild(),
                childBeforeParentComplete(),
                parentOfManyChildren(true),
                parentOfManyChildren(false),
                completeEventsInOpenZones());
    }

    private static TraceBytes named(TraceBytes trace, String... names) {
        trace.thread(1, 70, 71);
        for (int i = 0; i < names.length; i++) {
            trace.string(i + 1, names[i]);
        }
        return trace;
    }

    private static void begin(TraceBytes trace, int name, long time) {
        trace.event(BEGIN, 0, 1, name, time).end();
    }

    private static void end(TraceBytes trace, long time) {
        trace.event(END, 0, 1, 0, time).end();
    }

    private static void complete(TraceBytes trace, int name, long begin, long end) {
        trace.event(COMPLETE, 0, 1, name, begin).word(end).end();
    }

    private static OddTrace empty() {
        return OddTrace.of("empty", 0, trace -> {});
    }

    private static OddTrace zeroLength() {
        return OddTrace.of("zero length", 4, trace -> {
                    named(trace, "outer", "zero", "flash");
                    begin(trace, 1, 1000);
                    begin(trace, 2, 1000);
                    end(trace, 1000);
                    begin(trace, 2, 3000);
                    end(trace, 3000);
                    end(trace, 3000);
                    complete(trace, 3, 4000, 4000);
                })
                .zones("outer", 1, 2000, 2000)
                .zones("zero", 2, 0, 0)
                .zones("flash", 1, 0, 0);
    }

    private static OddTrace noEnd() {
        return OddTrace.of("no end", 1, trace -> {
                    named(trace, "outer", "inner", "whole", "note");
                    begin(trace, 3, 500);
                    end(trace, 700);
                    begin(trace, 1, 1000);
                    begin(trace, 2, 2000);
                    trace.event(INSTANT, 0, 1, 4, 5000).end();
                })
                .zones("whole", 1, 200, 200)
                .open(2);
    }

    private static OddTrace noBegin() {
        return OddTrace.of("no begin", 1, trace -> {
                    named(trace, "whole");
                    end(trace, 1000);
                    begin(trace, 1, 2000);
                    end(trace, 3000);
                    end(trace, 4000);
                })
                .zones("whole", 1, 1000, 1000)
                .loss("ends without a begin", 2);
    }

    /** The end is moved to the begin. */
    private static OddTrace endBeforeBegin() {
        return OddTrace.of("times back: end before begin", 3, trace -> {
                    named(trace, "pair", "complete", "good");
                    begin(trace, 1, 5000);
                    end(trace, 4000);
                    complete(trace, 2, 9000, 8000);
                    begin(trace, 3, 10_000);
                    end(trace, 11_000);
                })
                .zones("pair", 1, 0, 0)
                .zones("complete", 1, 0, 0)
                .zones("good", 1, 1000, 1000)
                .loss(BACKWARDS, 2);
    }

    /** A zone begins before the zone around it: its begin is moved to that one's. */
    private static OddTrace childBeforeParent() {
        return OddTrace.of("times back: child before parent", 2, trace -> {
                    named(trace, "parent", "child");
                    begin(trace, 1, 10_000);
                    begin(trace, 2, 9000);
                    end(trace, 11_000);
                    end(trace, 12_000);
                })
                .zones("parent", 1, 2000, 1000)
                .zones("child", 1, 1000, 1000)
                .loss(BACKWARDS, 1);
    }

    /** A zone ends before the zone inside it: its end is moved to that one's. */
    private static OddTrace parentEndsBeforeChild() {
        return OddTrace.of("times back: parent ends before child", 2, trace -> {
                    named(trace, "parent", "child");
                    begin(trace, 1, 1000);
                    begin(trace, 2, 2000);
                    end(trace, 5000);
                    end(trace, 4000);
                })
                .zones("parent", 1, 4000, 1000)
                .zones("child", 1, 3000, 3000)
                .loss(BACKWARDS, 1);
    }

    /** Zones that are not inside each other may come in any order. */
    private static OddTrace threadGoesBack() {
        return OddTrace.of("times back: zones in no order", 2, trace -> {
                    named(trace, "late", "early");
                    begin(trace, 1, 9000);
                    end(trace, 9500);
                    begin(trace, 2, 1000);
                    end(trace, 1200);
                })
                .zones("late", 1, 500, 500)
                .zones("early", 1, 200, 200);
    }

    private static OddTrace negativeTimes() {
        return OddTrace.of("negative times", 2, trace -> {
                    named(trace, "pair", "complete");
                    begin(trace, 1, -5000);
                    end(trace, -3000);
                    complete(trace, 2, -100, 50);
                })
                .zones("pair", 1, 2000, 2000)
                .zones("complete", 1, 150, 150);
    }

    private static OddTrace hugeTimes() {
        return OddTrace.of("huge times", 2, trace -> {
                    named(trace, "pair", "complete");
                    begin(trace, 1, MAX_TIME - 5000);
                    end(trace, MAX_TIME - 1000);
                    complete(trace, 2, MAX_TIME - 700, MAX_TIME);
                })
                .zones("pair", 1, 4000, 4000)
                .zones("complete", 1, 700, 700);
    }

    /** From the least time to the greatest: such a duration has no place in 64 bits. The times are moved into the range. */
    private static OddTrace wholeRange() {
        return OddTrace.of("the whole range of times", 2, trace -> {
                    named(trace, "long", "short");
                    complete(trace, 1, Long.MIN_VALUE, Long.MAX_VALUE);
                    complete(trace, 2, 1000, 3000);
                })
                .zones("long", 1, 2 * MAX_TIME, 2 * MAX_TIME - 2000)
                .zones("short", 1, 2000, 2000)
                .loss("times out of range", 2);
    }

    private static OddTrace oneHertz() {
        return OddTrace.of("clock of 1 Hz", 1, trace -> {
                    trace.ticksPerSecond(1);
                    named(trace, "pair");
                    begin(trace, 1, 3);
                    end(trace, 5);
                })
                .zones("pair", 1, 2_000_000_000, 2_000_000_000);
    }

    /** 2^40 s are more nanoseconds than a number has: the times beyond are one. */
    private static OddTrace oneHertzForAges() {
        return OddTrace.of("clock of 1 Hz for ages", 2, trace -> {
                    trace.ticksPerSecond(1);
                    named(trace, "good", "beyond");
                    begin(trace, 1, 1);
                    end(trace, 2);
                    begin(trace, 2, 1L << 40);
                    end(trace, 1L << 41);
                })
                .zones("good", 1, 1_000_000_000, 1_000_000_000)
                .zones("beyond", 1, 0, 0)
                .loss("times out of range", 2);
    }

    /** Each zone begins a nanosecond after the one around it and ends one before. Zones beyond the limit count for the last one. */
    private static OddTrace deep(int depth) {
        long kept = Math.min(depth, MAX_DEPTH);
        OddTrace trace = OddTrace.of("depth " + depth, kept, bytes -> {
                    named(bytes, "deep");
                    for (int i = 0; i < depth; i++) {
                        begin(bytes, 1, i);
                    }
                    for (int i = depth - 1; i >= 0; i--) {
                        end(bytes, 2L * depth - i);
                    }
                })
                .zones("deep", kept, kept * 2 * depth - kept * (kept - 1), 2L * depth);
        return depth > kept ? trace.loss("zones nested too deep", depth - kept) : trace;
    }

    private static OddTrace equalIdsOfTwoProviders() {
        return OddTrace.of("two providers with equal ids", 2, trace -> {
                    trace.provider(1, "first").section(1);
                    named(trace, "of the first");
                    trace.provider(2, "second").section(2);
                    named(trace, "of the second");
                    trace.section(1);
                    begin(trace, 1, 1000);
                    trace.section(2);
                    begin(trace, 1, 1500);
                    trace.section(1);
                    end(trace, 2000);
                    trace.section(2);
                    end(trace, 3500);
                })
                .zones("of the first", 1, 1000, 1000)
                .zones("of the second", 1, 2000, 2000);
    }

    private static OddTrace equalAsyncIds() {
        return OddTrace.of("equal async ids", 0, trace -> {
            named(trace, "request").thread(2, 80, 81);
            trace.event(ASYNC_BEGIN, 0, 1, 1, 1000).word(5).end();
            trace.event(ASYNC_BEGIN, 0, 2, 1, 1500).word(5).end();
            trace.event(ASYNC_END, 0, 1, 1, 2000).word(5).end();
            trace.event(ASYNC_END, 0, 2, 1, 3500).word(5).end();
        });
    }

    /** The threads stand in the events. */
    private static OddTrace millionThreads() {
        return OddTrace.of("150,000 threads", MAX_TRACKS, trace -> {
                    trace.string(1, "work");
                    for (int i = 0; i < THREADS; i++) {
                        trace.event(COMPLETE, 0, 0, 1, i)
                                .word(70)
                                .word(i + 1)
                                .word(i + 10)
                                .end();
                    }
                })
                .zones("work", MAX_TRACKS, 10L * MAX_TRACKS, 10L * MAX_TRACKS)
                .loss("events of threads beyond the limit", THREADS - MAX_TRACKS)
                .big();
    }

    /** Each with one thread: a profile in which each thread is the first of its process. */
    private static OddTrace manyProcesses() {
        return OddTrace.of("10,000 processes", PROCESSES, trace -> {
                    trace.string(1, "work");
                    for (int i = 0; i < PROCESSES; i++) {
                        trace.event(COMPLETE, 0, 0, 1, i)
                                .word(i + 1)
                                .word(i + 1)
                                .word(i + 10)
                                .end();
                    }
                })
                .zones("work", PROCESSES, 10L * PROCESSES, 10L * PROCESSES)
                .big();
    }

    private static OddTrace manyNames() {
        return OddTrace.of("120,000 names", NAMES, trace -> {
                    trace.thread(1, 70, 71);
                    for (int i = 0; i < NAMES; i++) {
                        String name = "name " + i;
                        trace.event(COMPLETE, 0, 1, 0x8000 | name.length(), 10L * i)
                                .text(name)
                                .word(10L * i + 4)
                                .end();
                    }
                })
                .zones("name 0", 1, 4, 4)
                .zones("name 99999", 1, 4, 4)
                .zones("(further places)", NAMES - MAX_PLACES, 4L * (NAMES - MAX_PLACES), 4L * (NAMES - MAX_PLACES))
                .loss("names beyond the limit", NAMES - MAX_PLACES)
                .loss("names beyond the limit: places", NAMES - MAX_PLACES)
                // Tables have the name of the place alone.
                .loss("left out by this output", NAMES - MAX_PLACES)
                .loss("left out by this output: names of single zones", NAMES - MAX_PLACES)
                .big();
    }

    private static void value(TraceBytes trace, long time, double value) {
        trace.event(COUNTER, 1, 1, 1, time)
                .word(5 | 2L << 4 | 2L << 16)
                .word(Double.doubleToRawLongBits(value))
                .word(0)
                .end();
    }

    private static OddTrace plotsWithoutNumbers() {
        return OddTrace.of("NaN and infinite plots", 0, trace -> {
                    named(trace, "load", "value");
                    value(trace, 1000, Double.NaN);
                    value(trace, 2000, 3);
                    value(trace, 3000, Double.POSITIVE_INFINITY);
                    value(trace, 4000, 5);
                    value(trace, 5000, Double.NEGATIVE_INFINITY);
                })
                .plot("load:value", 2, 3, 3, 4, 5);
    }

    private static OddTrace emptyNames() {
        return OddTrace.of("empty names", 2, trace -> {
                    named(trace, "value");
                    trace.record(7 | 2L << 16).word(71).end();
                    begin(trace, 0, 1000);
                    complete(trace, 0, 1200, 1500);
                    end(trace, 2000);
                    trace.event(INSTANT, 0, 1, 0, 3000).end();
                    trace.event(COUNTER, 1, 1, 0, 4000)
                            .word(1 | 1L << 4 | 7L << 32)
                            .word(0)
                            .end();
                })
                .zones("(unnamed)", 2, 1300, 1000)
                .plot(":", 1, 0, 7, 7, 7);
    }

    private static OddTrace controlCharacters() {
        String odd = "a\u0000b\u001B[31mc\nd\te\u202Ef\u009Bg\uFFFE,\"h";
        return OddTrace.of("control characters", 1, trace -> {
                    named(trace, odd);
                    begin(trace, 1, 1000);
                    end(trace, 2000);
                    trace.event(INSTANT, 0, 1, 1, 3000).end();
                })
                .zones(odd, 1, 1000, 1000);
    }

    /** Neither is inside the other: the time of one is not subtracted from the other's. */
    private static OddTrace overlappingCompleteEvents() {
        return OddTrace.of("overlapping complete events", 4, trace -> {
                    named(trace, "first", "second", "later", "earlier");
                    complete(trace, 1, 1000, 3000);
                    complete(trace, 2, 2000, 4000);
                    complete(trace, 3, 12_000, 14_000);
                    complete(trace, 4, 11_000, 13_000);
                })
                .zones("first", 1, 2000, 2000)
                .zones("second", 1, 2000, 2000)
                .zones("later", 1, 2000, 2000)
                .zones("earlier", 1, 2000, 2000);
    }

    private static OddTrace parentBeforeChild() {
        return OddTrace.of("parent before child", 5, trace -> {
                    named(trace, "parent", "child", "grandchild");
                    complete(trace, 1, 1000, 6000);
                    complete(trace, 2, 1000, 3000);
                    complete(trace, 3, 1500, 2000);
                    complete(trace, 2, 3000, 4000);
                    complete(trace, 1, 7000, 7100);
                })
                .zones("parent", 2, 5100, 2100)
                .zones("child", 2, 3000, 2500)
                .zones("grandchild", 1, 500, 500);
    }

    private static OddTrace childBeforeParentComplete() {
        return OddTrace.of("child before parent", 4, trace -> {
                    named(trace, "parent", "child", "grandchild");
                    complete(trace, 3, 1500, 2000);
                    complete(trace, 2, 1000, 3000);
                    complete(trace, 2, 3000, 4000);
                    complete(trace, 1, 1000, 6000);
                })
                .zones("parent", 1, 5000, 2000)
                .zones("child", 2, 3000, 2500)
                .zones("grandchild", 1, 500, 500);
    }

    /** More than are kept one by one until their parent comes. */
    private static OddTrace parentOfManyChildren(boolean parentFirst) {
        int children = 5000;
        String order = parentFirst ? "a parent before " : "a parent behind ";
        return OddTrace.of(order + children + " children", 2L * children + 1, trace -> {
                    named(trace, "parent", "child", "grandchild");
                    if (parentFirst) {
                        complete(trace, 1, 0, 100L * children);
                    }
                    for (int i = 0; i < children; i++) {
                        complete(trace, 3, 100L * i + 10, 100L * i + 20);
                        complete(trace, 2, 100L * i, 100L * i + 70);
                    }
                    if (!parentFirst) {
                        complete(trace, 1, 0, 100L * children);
                    }
                })
                .zones("parent", 1, 100L * children, 30L * children)
                .zones("child", children, 70L * children, 60L * children)
                .zones("grandchild", children, 10L * children, 10L * children);
    }

    private static OddTrace completeEventsInOpenZones() {
        return OddTrace.of("complete events in open zones", 4, trace -> {
                    named(trace, "outer", "inner", "parent", "child");
                    begin(trace, 1, 1000);
                    complete(trace, 3, 1100, 1500);
                    complete(trace, 4, 1200, 1300);
                    begin(trace, 2, 2000);
                    end(trace, 3000);
                    end(trace, 4000);
                })
                .zones("outer", 1, 3000, 1600)
                .zones("inner", 1, 1000, 1000)
                .zones("parent", 1, 400, 300)
                .zones("child", 1, 100, 100);
    }
}
