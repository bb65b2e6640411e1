package dev.zonecast.capture.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.flight.buffer.ProgramFolder;
import dev.zonecast.flight.buffer.RuntimeFolder;
import dev.zonecast.flight.recovery.ProgramRecovery;
import dev.zonecast.fxt.fixtures.JavaProgram;
import dev.zonecast.trace.LossKind;
import dev.zonecast.trace.ProfilerStatistics;
import dev.zonecast.trace.TraceLog;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a program dropped after its last commit is counted in what it leaves. */
class DroppedAtDeathTest {
    private static final Pattern COUNTS = Pattern.compile("recorded (\\d+) refused (\\d+) cut (\\d+)");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"circular", "oneshot", "streaming"})
    void shouldCountWhatWasDroppedAfterTheLastCommit(String mode) throws Exception {
        Path run = folder.resolve("run");
        List<String> flags = new ArrayList<>(List.of(
                "-Dzonecast.buffer=" + mode,
                "-Dzonecast.buffer.bytes=8M",
                "-Dzonecast.buffer.folder=" + run,
                "-Dzonecast.ring.bytes=64K",
                "-Dzonecast.ring.limit=64K",
                "-Dzonecast.system=false"));
        if (mode.equals("streaming")) {
            flags.add("-Dzonecast.record=" + folder.resolve("stream.fxt"));
        }
        Process child = KilledProgram.program(DroppingProgram.class, flags).start();
        Matcher counts;
        try (BufferedReader out = child.inputReader(StandardCharsets.UTF_8)) {
            String line = out.readLine();
            counts = COUNTS.matcher(String.valueOf(line));
            assertTrue(counts.matches(), line);
            JavaProgram.kill(child);
        }
        long refused = Long.parseLong(counts.group(2));
        assertTrue(refused > 10_000, refused + " refused");
        List<ProgramFolder> left = RuntimeFolder.open(run).programs();
        Path target = folder.resolve("recovered.fxt");

        ProgramRecovery.Result result = ProgramRecovery.recover(left.getFirst().path(), target);

        TraceLog log = TraceLog.of(target);
        assertEquals(0, result.damaged());
        assertEquals(refused, result.dropped());
        assertEquals(Long.parseLong(counts.group(1)), log.count("counted"));
        ProfilerStatistics last = log.statistics.getLast();
        assertEquals(refused, last.lost().get(LossKind.DROPPED_EVENTS));
        assertEquals(Long.parseLong(counts.group(3)), last.lost().get(LossKind.TRUNCATED_TEXTS));
        assertEquals(refused, log.summary.losses().of(LossKind.DROPPED_EVENTS));
        assertEquals(
                Map.of("parameters", (long) DroppingProgram.REFUSED_PARAMETERS),
                log.summary.losses().subjects(LossKind.REFUSED));
    }
}
