package dev.zonecast.capture.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.flight.buffer.CrashReportFile;
import dev.zonecast.trace.TraceLog;
import dev.zonecast.trace.TraceMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that are killed at any moment lose nothing that they had published. */
class CrashTest {
    private static final int TIMES = Integer.getInteger("zonecast.crash.times", 15);

    @TempDir
    private Path folder;

    @Test
    void shouldRecoverAllThatWasPublishedWhenAProgramIsKilledAtAnyMoment() throws Exception {
        long seed = Long.getLong("zonecast.crash.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int i = 0; i < TIMES; i++) {
            List<String> flags = flags(i, random);
            // Some are killed before the first commit.
            long lifeNanos = i % 5 == 0 ? random.nextInt(5_000_000) : random.nextInt(300_000_000);
            String zones = random.nextBoolean() ? "20" : "500";
            String restNanos = i % 5 == 4 ? "0" : "100000";
            String what =
                    "time " + i + " of seed " + seed + ": " + flags + " " + lifeNanos + " " + zones + " " + restNanos;
            Path target = folder.resolve("recovered-" + i + ".fxt");
            KilledProgram.Outcome outcome;
            try {
                outcome = KilledProgram.run(folder.resolve("run"), target, flags, lifeNanos, zones, restNanos);
            } catch (Exception | AssertionError e) {
                throw new AssertionError(what, e);
            }
            check(outcome, what + " " + outcome.result());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"call of a bad address", "read of a bad address", "abort", "halt"})
    void shouldRecoverAllThatWasPublishedWhenAProgramEndsBadly(String how) throws Exception {
        Random random = new Random(how.length());
        for (int i = 0; i < 3; i++) {
            List<String> flags = flags(i, random);
            String what = how + " " + flags;
            KilledProgram.Outcome outcome = KilledProgram.runToItsEnd(
                    folder.resolve("run"), folder.resolve("recovered.fxt"), flags, how, 20L + random.nextInt(200));
            check(outcome, what + " " + outcome.result());
        }
    }

    @Test
    void shouldNameTheJvmsReportAndShowItsFirstLinesWhenAProgramCrashesInNativeCode() throws Exception {
        List<String> flags =
                List.of("-Dzonecast.buffer=circular", "-XX:ErrorFile=" + folder.resolve("crash of %p.txt"));
        Path trace = folder.resolve("recovered.fxt");

        KilledProgram.Outcome outcome =
                KilledProgram.runToItsEnd(folder.resolve("run"), trace, flags, "read of a bad address", 50);

        CrashReportFile crash = outcome.result().crash();
        assertEquals(folder.resolve("crash of " + outcome.result().pid() + ".txt"), crash.file());
        assertTrue(
                crash.lines().stream().anyMatch(line -> line.contains("SIGSEGV")),
                crash.lines().toString());
        TraceLog log = TraceLog.of(trace);
        List<String> messages = log.messages.stream().map(TraceMessage::text).toList();
        assertTrue(!log.summary.cut());
        assertTrue(messages.containsAll(crash.lines()), messages.toString());
    }

    @Test
    void shouldFindTheReportOfAJvmThatHadNoMemory() throws IOException {
        Path file = Files.writeString(folder.resolve("hs_err_pid1234.log"), """
                #
                # There is insufficient memory for the Java Runtime Environment to continue.
                # Native memory allocation (mmap) failed to map 65536 bytes. Error detail: committing reserved memory.
                # Possible reasons:
                #   The system is out of physical RAM or swap space
                #   This process is running with CompressedOops enabled, and the Java Heap may be blocking the growth
                # Possible solutions:
                #   Reduce memory load on the system
                #   Increase physical memory or swap space
                #   Check if swap backing store is full
                #   Decrease Java heap size (-Xmx/-Xms)
                #   Decrease number of Java threads
                #   Decrease Java thread stack sizes (-Xss)
                # This output file may be truncated or incomplete.
                #
                #  Out of Memory Error (os_linux.cpp:2825), pid=1234, tid=1235
                #
                # JRE version:  (25.0.1+8) (build )

                ---------------  S U M M A R Y ------------
                """);

        CrashReportFile report = CrashReportFile.find(List.of(file.toString()), 1234);

        assertEquals(8, report.lines().size(), report.lines().toString());
        assertTrue(report.lines().getFirst().startsWith("There is insufficient memory"));
        assertEquals(
                "Out of Memory Error (os_linux.cpp:2825), pid=1234, tid=1235",
                report.lines().getLast());
        assertNull(CrashReportFile.find(List.of(file.toString()), 123));
    }

    private List<String> flags(int i, Random random) {
        String bytes = "-Dzonecast.buffer.bytes=" + (random.nextBoolean() ? "2M" : "32M");
        String compact = "-Dzonecast.record.compact=" + random.nextBoolean();
        return switch (i % 3) {
            case 0 -> List.of("-Dzonecast.buffer=circular", bytes, compact, "-Dzonecast.ring.wait=1000000");
            case 1 ->
                List.of(
                        "-Dzonecast.buffer=streaming",
                        bytes,
                        compact,
                        "-Dzonecast.ring.wait=1000000",
                        "-Dzonecast.record=" + folder.resolve("stream.fxt"));
            default ->
                List.of(
                        "-Dzonecast.buffer=oneshot",
                        "-Dzonecast.buffer.bytes=256M",
                        compact,
                        "-Dzonecast.ring.wait=1000000");
        };
    }

    private static void check(KilledProgram.Outcome outcome, String what) {
        assertEquals(0, outcome.result().damaged(), what);
        assertFalse(outcome.zones().summary().endedWell(), what);
        // A disk that takes longer than a second for a half costs a streaming buffer records, and it says how many.
        long dropped = outcome.result().dropped();
        List<Long> before = Collections.nCopies(outcome.reported().size(), 0L);
        outcome.zones().assertHas(before, outcome.reported(), dropped, what.contains("circular"), what);
    }
}
