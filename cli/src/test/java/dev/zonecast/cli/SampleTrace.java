package dev.zonecast.cli;

import dev.zonecast.fxt.fixtures.TraceBytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A trace of another program whose figures are known: times in nanoseconds, as the tests expect them. */
final class SampleTrace {
    static final int CALLS = 1000;

    private static final int UPDATE = 2;
    private static final int DRAW = 3;
    private static final int NOTE = 4;
    private static final int LOAD = 5;
    private static final int VALUE = 6;
    private static final int LOC = 7;
    private static final int PLACE = 8;
    private static final int PROCESS = 9;
    private static final int JOB = 10;

    private SampleTrace() {}

    /**
     * Each call of {@code update} takes 1000 ns and has a {@code draw} of {@code drawNanos} plus 0 to 9 ns inside.
     *
     * @param drawNanos less than 900
     */
    static Path write(Path file, long drawNanos) throws IOException {
        TraceBytes trace = TraceBytes.trace();
        String[] words = {
            "cat", "update", "draw", "a note", "load", "value", "loc", "src/Game.java:12", "process", "job"
        };
        for (int i = 0; i < words.length; i++) {
            trace.string(i + 1, words[i]);
        }
        trace.thread(1, 70, 71).thread(2, 70, 72);
        trace.record(7 | 1L << 16 | (long) JOB << 24).word(70).end();
        trace.record(7 | 2L << 16 | (long) JOB << 24 | 1L << 40)
                .word(71)
                .word(8 | 2L << 4 | (long) PROCESS << 16)
                .word(70)
                .end();
        for (int i = 0; i < CALLS; i++) {
            long time = 10_000 + i * 2000L;
            trace.event(2, 1, 1, UPDATE, time)
                    .word(6 | 1L << 4 | (long) LOC << 16 | (long) PLACE << 32)
                    .end();
            trace.event(2, 0, 1, DRAW, time + 50).end();
            trace.event(3, 0, 1, 0, time + 50 + drawNanos + i % 10).end();
            trace.event(3, 0, 1, 0, time + 1000).end();
            trace.event(1, 1, 1, LOAD, time)
                    .word(1 | 1L << 4 | (long) VALUE << 16 | (long) i << 32)
                    .word(0)
                    .end();
        }
        trace.event(0, 0, 2, NOTE, 20_000).end();
        trace.event(8, 0, 1, JOB, 10_100).word(5).end();
        trace.event(10, 0, 2, JOB, 12_100).word(5).end();
        trace.event(5, 0, 1, JOB, 10_100).word(6).end();
        trace.event(7, 0, 2, JOB, 12_100).word(6).end();
        return Files.write(file, trace.bytes());
    }
}
