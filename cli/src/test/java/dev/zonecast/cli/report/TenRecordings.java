package dev.zonecast.cli.report;

import static dev.zonecast.trace.stats.ScriptedTrace.MILLI;

import dev.zonecast.fxt.fixtures.TraceBytes;
import dev.zonecast.trace.stats.ScriptedTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Recordings of all kinds, to hold the page's figures against those of {@code stats}. */
final class TenRecordings {
    private static final int MAIN = 10;
    private static final int WORKER = 11;
    private static final int GPU = 600;
    private static final int GC = 20;
    private static final int WAITS = 21;
    private static final int COMPILER = 22;
    private static final int ASSETS = 30;
    private static final int AUDIO = 31;

    private TenRecordings() {}

    /**
     * A recording, and what page and statistics are made of it with.
     *
     * @param options of both commands
     */
    record Case(String name, Path trace, List<Object> options) {}

    static List<Case> write(Path folder) throws IOException {
        List<Case> all = new ArrayList<>();
        all.add(of("frames and pictures", PageTrace.write(folder.resolve("frames.fxt"))));
        all.add(of("a late first event", PageTrace.write(folder.resolve("late.fxt"), 20 * MILLI)));
        all.add(of("two programs", PageTrace.writeTwo(folder.resolve("two.fxt"))));
        all.add(of(
                "one of two programs",
                PageTrace.writeTwo(folder.resolve("one.fxt")),
                "--process",
                PageTrace.SECOND_PROCESS));
        all.add(of("cut off", cutOff().write(folder.resolve("cut.fxt"))));
        all.add(of("the virtual machine and waits", jvm().write(folder.resolve("jvm.fxt"))));
        all.add(of("locks, markers and plots", locks().write(folder.resolve("locks.fxt"))));
        all.add(of("one thread", locks().write(folder.resolve("thread.fxt")), "--thread", "main"));
        all.add(of("many threads", threads().write(folder.resolve("threads.fxt"))));
        all.add(of("over the edges", edges().write(folder.resolve("edges.fxt"))));
        all.add(of("another program's", Files.write(folder.resolve("other.fxt"), other())));
        all.add(of(
                "many zones",
                Files.write(folder.resolve("many.fxt"), ManyZones.stream(3000).readAllBytes())));
        all.add(of("deep", deep().write(folder.resolve("deep.fxt"))));
        all.add(of("odd", odd().write(folder.resolve("odd.fxt"))));
        return all;
    }

    private static Case of(String name, Path trace, Object... options) {
        return new Case(name, trace, List.of(options));
    }

    private static ScriptedTrace tracks() {
        return new ScriptedTrace()
                .thread(MAIN, "main")
                .thread(WORKER, "worker")
                .gpu(GPU, "renderer", MAIN)
                .jvm(GC, "JVM: garbage collection")
                .jvm(WAITS, "JVM: waits of main")
                .jvm(COMPILER, "JVM: compiler");
    }

    /** The last frame and three zones are open when the recording ends: its frame would be the longest by far. */
    private static ScriptedTrace cutOff() {
        ScriptedTrace trace = tracks().begin(MAIN, "main loop", 0).begin(WORKER, "worker loop", MILLI);
        for (int i = 0; i < 12; i++) {
            long begin = 10L * i * MILLI;
            trace.markedFrame(MAIN, i, begin, begin + (i == 5 ? 10 : 9) * MILLI)
                    .zone(MAIN, "update", begin + MILLI, begin + (i == 5 ? 8 : 3) * MILLI)
                    .zone(WORKER, "job", begin + 2 * MILLI, begin + 5 * MILLI + i);
        }
        return trace.openFrame(12, 120 * MILLI)
                .begin(MAIN, "update", 121 * MILLI)
                .message(MAIN, "the end", 400 * MILLI);
    }

    /** Frames with collections, compilations and waits, on their own thread and on another; clocks of two GPU contexts. */
    private static ScriptedTrace jvm() {
        ScriptedTrace trace = tracks().idle("rest")
                .gpuContext(0, "renderer")
                .gpuCalibration(0, MILLI, 900, 12.5)
                .gpuCalibration(0, 2 * MILLI, 300, -1)
                .gpuContext(1, "")
                .gpuCalibration(1, MILLI, 40, Double.NaN);
        for (int i = 0; i < 20; i++) {
            long begin = 20L * i * MILLI;
            long length = (i % 7 == 3 ? 20 : 12) * MILLI;
            trace.markedFrame(MAIN, i, begin, begin + length)
                    .begin(MAIN, "frame", begin)
                    .begin(MAIN, "update", begin + MILLI)
                    .end(MAIN, begin + length - 3 * MILLI)
                    .end(MAIN, begin + length - MILLI)
                    .begin(WORKER, "request", begin)
                    .zone(WORKER, "rest", begin + 2 * MILLI, begin + 4 * MILLI)
                    .end(WORKER, begin + 19 * MILLI)
                    .zone(GPU, "bloom", begin + 4 * MILLI, begin + 9 * MILLI)
                    .stop(MAIN, "park", begin + 2 * MILLI, begin + (i % 7 == 3 ? 12 : 3) * MILLI)
                    .zone(WAITS, "park", begin + 2 * MILLI, begin + (i % 7 == 3 ? 12 : 3) * MILLI)
                    .stop(WORKER, "sleep", begin + 5 * MILLI, begin + 25 * MILLI);
            if (i % 4 == 0) {
                trace.begin(GC, "G1 Pause", begin + MILLI)
                        .zone(GC, "evacuate", begin + MILLI, begin + 2 * MILLI)
                        .end(GC, begin + 3 * MILLI)
                        .zone(COMPILER, "compile (C2)", begin, begin + 18 * MILLI);
            }
        }
        return trace;
    }

    private static ScriptedTrace locks() {
        ScriptedTrace trace = tracks().lock(ASSETS, "assets", 3).lock(AUDIO, "audio", 4);
        for (int i = 0; i < 9; i++) {
            long begin = 10L * i * MILLI;
            trace.frame(i, begin, begin + 10 * MILLI)
                    .zone(MAIN, "update", begin, begin + 9 * MILLI)
                    .hold(ASSETS, "main", begin + MILLI, begin + (2L + i % 3) * MILLI)
                    .lockWait(MAIN, 3, "assets", begin, begin + MILLI + i)
                    .lockWait(WORKER, 5, "never held", begin + i, begin + 4 * MILLI)
                    .plot(MAIN, "load", begin, i * 0.7)
                    .plot(WORKER, "negative", begin + 1, -i)
                    .message(MAIN, "message " + i, begin + 5 * MILLI);
        }
        return trace.hold(AUDIO, "worker", MILLI, 70 * MILLI);
    }

    private static ScriptedTrace threads() {
        ScriptedTrace trace = tracks();
        for (int i = 0; i < 18; i++) {
            trace.thread(100 + i, "pool-" + i);
        }
        for (int frame = 0; frame < 6; frame++) {
            long begin = 50L * frame * MILLI;
            trace.markedFrame(MAIN, frame, begin, begin + (frame == 4 ? 50 : 20) * MILLI);
            for (int i = 0; i < 18; i++) {
                trace.begin(100 + i, "request", begin + i)
                        .zone(100 + i, "parse " + i % 4, begin + MILLI, begin + (2L + i) * MILLI)
                        .end(100 + i, begin + 48 * MILLI);
            }
        }
        return trace;
    }

    /** Zones that reach over many frames, with others inside that end in the next frame. */
    private static ScriptedTrace edges() {
        ScriptedTrace trace = tracks();
        for (int i = 0; i < 30; i++) {
            trace.markedFrame(MAIN, i, 7L * i * MILLI, 7L * (i + 1) * MILLI);
        }
        trace.begin(MAIN, "load", 3 * MILLI);
        for (int i = 0; i < 20; i++) {
            trace.zone(MAIN, "part", (5L + 5L * i) * MILLI, (9L + 5L * i) * MILLI);
        }
        trace.end(MAIN, 150 * MILLI);
        for (int i = 0; i < 8; i++) {
            trace.begin(WORKER, "stream", 26L * i * MILLI)
                    .stop(WORKER, "read file", (26L * i + 3) * MILLI, (26L * i + 20) * MILLI)
                    .zone(WORKER, "decode", (26L * i + 10) * MILLI, (26L * i + 22) * MILLI)
                    .end(WORKER, (26L * i + 25) * MILLI);
        }
        return trace;
    }

    /** Whole durations, inner ones first, and open ends: no session, no frames. */
    private static byte[] other() {
        TraceBytes trace = TraceBytes.trace()
                .string(1, "outer")
                .string(2, "inner")
                .string(3, "leaf")
                .thread(1, 70, 71)
                .thread(2, 70, 72);
        for (int i = 0; i < 500; i++) {
            long begin = 10_000L + i * 1000L;
            trace.event(4, 0, 1, 3, begin + 210).word(begin + 220 + i % 17).end();
            trace.event(4, 0, 1, 2, begin + 200).word(begin + 400).end();
            trace.event(4, 0, 1, 1, begin).word(begin + 900 - i % 13).end();
            trace.event(2, 0, 2, 2, begin).end();
            trace.event(3, 0, 2, 0, begin + 500 + i).end();
        }
        trace.event(2, 0, 2, 1, 600_000).end();
        return trace.bytes();
    }

    /** More zones inside each other than a page has rows. */
    private static ScriptedTrace deep() {
        ScriptedTrace trace = tracks();
        for (int i = 0; i < 5000; i++) {
            trace.begin(WORKER, "deep", i);
        }
        for (int i = 0; i < 5000; i++) {
            trace.end(WORKER, MILLI + i);
        }
        return trace;
    }

    private static ScriptedTrace odd() {
        ScriptedTrace trace = tracks().zone(MAIN, "zero", 5 * MILLI, 5 * MILLI)
                .zone(MAIN, "zero", 5 * MILLI, 5 * MILLI)
                .end(MAIN, 6 * MILLI)
                .zone(MAIN, "backwards", 9 * MILLI, 7 * MILLI)
                .zone(MAIN, "<b>\u202ename\u0007</b>", 10 * MILLI, 11 * MILLI)
                .plot(MAIN, "broken", MILLI, Double.NaN)
                .plot(MAIN, "broken", 2 * MILLI, Double.POSITIVE_INFINITY)
                .plot(MAIN, "half broken", MILLI, Double.NaN)
                .plot(MAIN, "half broken", 2 * MILLI, 3)
                .zone(WORKER, "days", 20 * MILLI, 86_400_000 * MILLI);
        Random random = new Random(7);
        for (int i = 0; i < 2000; i++) {
            long begin = 86_400_003 * MILLI + i * 1000L;
            trace.zone(MAIN, "random", begin, begin + random.nextInt(900));
        }
        return trace.frame(0, 0, 0).frame(1, 0, MILLI).frame(2, MILLI, 86_400_004 * MILLI);
    }
}
