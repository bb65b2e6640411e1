package dev.zonecast.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.fxt.fixtures.JavaProgram;
import dev.zonecast.trace.TraceFrame;
import dev.zonecast.trace.TraceReader;
import dev.zonecast.trace.stats.FirstReading;
import dev.zonecast.trace.stats.FrameContents;
import dev.zonecast.trace.stats.MethodStatistics;
import dev.zonecast.trace.stats.SampleStatistics;
import dev.zonecast.trace.stats.TraceStatistics;
import dev.zonecast.trace.stats.ZoneFilter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code stats} says of a recording of {@link JvmFrames}: where the time went, and why frames were slow. */
class JvmStatsTest {
    private static final int MOST_PARTS = 20;

    @TempDir
    private static Path folder;

    private static Path recording;

    @BeforeAll
    static void record() throws IOException, InterruptedException {
        recording = folder.resolve("frames.fxt");
        String printed = new JavaProgram(JvmFrames.class).output(recording);
        assertTrue(printed.contains("dropped 0"), printed);
    }

    /** Whole frames in their order, and what was in them. */
    private record Contents(List<TraceFrame> frames, FrameContents parts) {
        List<FrameContents.JvmPart> jvmOf(int frame) {
            return parts.jvmOf(parts.frames().indexOf(frames.get(frame)), MOST_PARTS);
        }

        List<FrameContents.WaitPart> waitsOf(int frame) {
            return parts.waitsOf(parts.frames().indexOf(frames.get(frame)), MOST_PARTS);
        }
    }

    private static TraceStatistics statistics() throws IOException {
        FirstReading first = new FirstReading(ZoneFilter.ALL, JvmFrames.FRAMES);
        try (InputStream in = Files.newInputStream(recording)) {
            TraceReader.readFrames(in, first);
        }
        TraceStatistics statistics = first.statistics(0);
        TraceReader.read(recording, statistics);
        return statistics;
    }

    private static Contents contents() throws IOException {
        TraceStatistics statistics = statistics();
        List<TraceFrame> frames = new ArrayList<>(statistics.contents().frames());
        frames.sort(Comparator.comparingLong(TraceFrame::beginNanos));
        return new Contents(frames, statistics.contents());
    }

    @Test
    void shouldGiveAMethodThatBurnsSeventyPercentAsManySamples() throws IOException {
        SampleStatistics samples = statistics().samples();

        long seven = total(samples, "burnSeven");
        long three = total(samples, "burnThree");

        assertTrue(seven + three > 50, () -> seven + " and " + three + " samples");
        double percent = 100.0 * seven / (seven + three);
        // Four deviations of chance, where the machine has left few samples.
        double most = Math.max(5, 400 * Math.sqrt(0.7 * 0.3 / (seven + three)));
        assertTrue(Math.abs(percent - 70) <= most, () -> percent + " % of " + (seven + three));
    }

    private static long total(SampleStatistics samples, String method) {
        return samples.methods().stream()
                .filter(of -> of.function().equals(JvmFrames.class.getName() + "." + method))
                .mapToLong(MethodStatistics::total)
                .sum();
    }

    @Test
    void shouldNameTheCollectionsOfASlowFrame() throws IOException {
        Contents contents = contents();
        // The one that ends with the recording is left out.
        assertEquals(JvmFrames.FRAMES, contents.frames.size());

        List<FrameContents.JvmPart> jvm = contents.jvmOf(JvmFrames.COLLECTING_FRAME - 1);

        FrameContents.JvmPart collections = jvm.stream()
                .filter(part -> part.track().startsWith("JVM: garbage collection"))
                .filter(part -> part.location().displayName().startsWith("GC "))
                .findFirst()
                .orElseThrow(() -> new AssertionError(jvm.toString()));
        assertTrue(collections.count() >= 1 && collections.nanos() > 0, collections::toString);
        assertTrue(jvm.stream().anyMatch(part -> part.track().startsWith("JVM: safepoints")), jvm::toString);
    }

    @Test
    void shouldNameTheWaitOfASlowFrame() throws IOException {
        Contents contents = contents();
        int frame = JvmFrames.BLOCKED_FRAME - 1;

        FrameContents.WaitPart wait = contents.waitsOf(frame).stream()
                .filter(part -> part.name().equals("enter monitor"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("" + contents.waitsOf(frame)));

        long rest = contents.frames.get(frame).durationNanos() - wait.nanos();
        assertTrue(wait.nanos() >= 300_000_000L, wait::toString);
        assertTrue(rest >= 0, () -> "longer than the frame: " + wait);
    }

    @Test
    void shouldSayAllOfThatInTheTablesOfTheCommand() throws IOException, InterruptedException {
        String text = new JavaProgram("dev.zonecast.cli.Main").output("stats", recording);

        assertTrue(text.contains(JvmFrames.class.getName() + ".burnSeven"), text);
        assertTrue(text.contains("JVM events"), text);
        assertTrue(text.contains("enter monitor"), text);
    }
}
