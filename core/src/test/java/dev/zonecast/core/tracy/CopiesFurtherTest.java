package dev.zonecast.core.tracy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fibers, call stacks, markers, counters, crashes and blocks that live already, of a second class loader's copy of Zonecast. */
class CopiesFurtherTest {
    private static final int ROUNDS = CopiesFurtherProgram.ROUNDS;

    @TempDir
    Path folder;

    @Test
    void shouldPassOnEveryKindOfCallOrCountIt() throws IOException {
        int port = CollectorStandIn.freePort();
        Path file = folder.resolve("copies.fxt");
        CompletableFuture<ChildJvm.Result> program = CompletableFuture.supplyAsync(
                () -> run(port, file), task -> Thread.ofPlatform().daemon().start(task));
        TracyViewer viewer = TracyViewer.joinWhenItListens(port, 82);

        LiveTrace trace = viewer.awaitEnd();

        ChildJvm.Result result = program.join().expectSuccess();
        assertEquals(List.of("second complete true", "first complete true"), result.outLines(), result.toString());
        assertEquals(1, trace.zonesNamed("last").size(), "the connection between the copies has held");
        List<LiveTrace.Zone> steps = trace.zonesNamed("step");
        assertEquals(2 * ROUNDS, steps.size());
        assertEquals(ROUNDS, steps.stream().filter(zone -> zone.calls != null).count());
        assertEquals(List.of("script (2)"), List.copyOf(trace.fiberNames.values()));
        assertEquals(1, trace.fibers.size());
        assertEquals(1, trace.crashes.size());
        assertTexts(trace);
        List<LiveTrace.Pool> pools = List.copyOf(trace.pools.values());
        assertEquals(ROUNDS + 1, pools.getFirst().events.size(), "allocations, and one that discards");
        assertEquals(0, pools.getFirst().live.size());
        assertEquals(2 * ROUNDS, pools.getLast().events.size());
        assertTrue(!trace.plot("hits").isEmpty());
        assertRecorded(file);
    }

    private static void assertTexts(LiveTrace trace) {
        List<String> texts = trace.messages.stream().map(LiveTrace.Text::text).toList();
        for (String start : List.of("saved: ", "saved (", "saved begins", "with calls")) {
            long count = texts.stream().filter(text -> text.startsWith(start)).count();
            // Intervals and the ends of pairs look the same.
            assertEquals(start.equals("saved (") ? 2 * ROUNDS : ROUNDS, count, start + " in " + texts);
        }
        List<String> around = trace.zones.stream()
                .flatMap(zone -> zone.texts.stream())
                .filter(text -> text.contains("around "))
                .toList();
        assertEquals(ROUNDS, around.size());
        assertTrue(
                texts.stream()
                        .anyMatch(text -> text.startsWith("Zonecast: ")
                                && text.contains("frame images not passed on to the first copy")
                                && text.contains("sampled stacks not passed on to the first copy")),
                texts.toString());
    }

    /** The recording began while the second copy had blocks that lived. */
    private static void assertRecorded(Path file) throws IOException {
        String bytes = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        for (String text : List.of("script (2)", "standing (2)", "slot " + ROUNDS, "Copy.last", "zone,Storage")) {
            assertTrue(bytes.contains(text), text);
        }
    }

    private static ChildJvm.Result run(int port, Path file) {
        try {
            return new ChildJvm()
                    .flags("--enable-native-access=ALL-UNNAMED")
                    .run(CopiesFurtherProgram.class, Integer.toString(port), file.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
