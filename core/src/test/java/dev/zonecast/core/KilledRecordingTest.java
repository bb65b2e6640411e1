package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.collect.TestProfiler;
import dev.zonecast.core.recording.CutRecording;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a killed program leaves. A run by hand on a quiet machine, with {@code -Dzonecast.test.kills=100}, also checks the bound of
 * {@code docs/how-to/recording.md} by the program's own clock: on a busy machine the program's threads stand still for longer.
 */
class KilledRecordingTest {
    private static final long BOUND_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Kills at random moments, of a run by hand. */
    private static final Integer KILLS_BY_HAND = Integer.getInteger("zonecast.test.kills");

    private static final int KILLS = KILLS_BY_HAND == null ? 4 : KILLS_BY_HAND;

    private static final int MESSAGES = 300;

    @TempDir
    Path folder;

    /** Records as many messages as its argument says. Reports each, with the time when it was recorded, and waits to be killed. */
    static final class Reporting {
        private Reporting() {}

        public static void main(String[] arguments) throws Exception {
            var out = new FileOutputStream(FileDescriptor.out);
            int messages = Integer.parseInt(arguments[0]);
            for (int i = 0; i < messages; i++) {
                Message.log(Integer.toString(i));
                out.write((i + " " + System.nanoTime() + "\n").getBytes(StandardCharsets.US_ASCII));
                Thread.sleep(0, 300_000);
            }
            Thread.sleep(600_000);
        }
    }

    private record Report(int message, long nanos) {}

    private static Report report(String line) {
        String[] parts = line.split(" ", -1);
        return new Report(Integer.parseInt(parts[0]), Long.parseLong(parts[1]));
    }

    /** Kills the program after it has reported so many messages, and the condition holds; all that it reported. */
    private static List<Report> kill(Path file, int messages, int afterReports, TestProfiler.Condition condition)
            throws Exception {
        Process program = new ChildJvm()
                .flags("-Dzonecast.listen=false", "-Dzonecast.record=" + file)
                .start(Reporting.class, Integer.toString(messages));
        List<Report> reports = new ArrayList<>();
        try (var lines =
                new BufferedReader(new InputStreamReader(program.getInputStream(), StandardCharsets.US_ASCII))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.matches("\\d+ \\d+")) {
                    reports.add(report(line));
                }
                if (reports.size() == afterReports) {
                    TestProfiler.await(condition);
                    // Unlike the process, its handle leaves the pipe open.
                    boolean ignored = program.toHandle().destroyForcibly();
                }
            }
        } finally {
            program.destroyForcibly().waitFor();
        }
        return reports;
    }

    @Test
    void shouldHoldTheFirstMessagesWithoutAGapWhenTheProgramIsKilled() throws Exception {
        List<Long> lags = new ArrayList<>();
        int empty = 0;
        for (int i = 0; i < KILLS; i++) {
            Path file = folder.resolve("killed-" + i + ".fxt");
            // Early, a little later, in full run.
            int after = new int[] {1, 300, 1200, 40}[i % 4] + 7 * (i / 4);
            List<Report> reports = kill(file, Integer.MAX_VALUE, after, () -> true);
            assertTrue(reports.size() >= after, "reported " + reports.size());

            CutRecording recording = CutRecording.read(file);
            assertTrue(recording.hasHeader(), "no header after " + after + " messages");
            int held = recording.messages("INFO").size();
            assertEquals(first(held), recording.messages("INFO"));
            empty += held == 0 ? 1 : 0;
            long aliveUntil = reports.getLast().nanos();
            long lag =
                    held >= reports.size() ? 0 : aliveUntil - reports.get(held).nanos();
            lags.add(lag);
        }
        lags.sort(null);
        System.out.println(KILLS + " kills, behind by ms: half " + lags.get(KILLS / 2) / 1_000_000 + ", 90 % "
                + lags.get(KILLS * 9 / 10) / 1_000_000 + ", worst " + lags.getLast() / 1_000_000
                + "; without a message " + empty);
        assertTrue(KILLS_BY_HAND == null || lags.getLast() <= BOUND_NANOS, "behind by ns: " + lags);
    }

    private static List<String> first(int messages) {
        return IntStream.range(0, messages).mapToObj(Integer::toString).toList();
    }

    @Test
    void shouldComeToHoldAllThatTheProgramRecordedWhileItLives() throws Exception {
        Path file = folder.resolve("whole.fxt");

        List<Report> reports = kill(
                file,
                MESSAGES,
                MESSAGES,
                () -> CutRecording.read(file).messages("INFO").size() == MESSAGES);

        assertEquals(MESSAGES, reports.size());
        assertEquals(first(MESSAGES), CutRecording.read(file).messages("INFO"));
    }
}
