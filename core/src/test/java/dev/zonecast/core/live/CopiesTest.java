package dev.zonecast.core.live;

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

/** Several class loaders with a copy of Zonecast each: the first one runs, the others are off. */
class CopiesTest {
    private static final int ROUNDS = CopiesProgram.ROUNDS;

    @TempDir
    Path folder;

    @Test
    void shouldRecordTheFirstAloneWhenASecondClassLoaderHasACopy() throws IOException {
        int port = CollectorStandIn.freePort();
        CompletableFuture<ChildJvm.Result> program = CompletableFuture.supplyAsync(
                () -> run(CopiesProgram.Second.class, Integer.toString(port), file("second.fxt")),
                task -> Thread.ofPlatform().daemon().start(task));
        TracyViewer viewer = TracyViewer.joinWhenItListens(port, 82);

        LiveTrace trace = viewer.awaitEnd();

        ChildJvm.Result result = program.join().expectSuccess();
        assertEquals(
                List.of(
                        "first started true",
                        "second started false",
                        "second enabled false",
                        "second port -1",
                        "second viewer false",
                        "second file null",
                        "second complete true",
                        "first complete true"),
                result.outLines().subList(0, 8),
                result.toString());
        assertSaysWhy(result);
        assertTrue(Files.notExists(Path.of(file("second.fxt"))), "the second copy records to no file");
        assertEquals(ROUNDS, trace.zonesNamed("outer").size());
        assertEquals(2 * ROUNDS, trace.plot("load").size());
        assertEquals(ROUNDS, trace.frames.get(0L).size());
        assertEquals(List.of(), trace.zonesNamed("step"));
        assertEquals(0, trace.crashes.size());
        assertTrue(trace.fiberNames.isEmpty(), trace.fiberNames.toString());
        assertEquals(
                1, trace.threadNames.values().stream().filter("main"::equals).count());
        assertEquals(
                List.of(),
                trace.messages.stream()
                        .filter(m -> m.text().startsWith("Zonecast:"))
                        .toList());
    }

    @Test
    void shouldStayOffWhenItWasLoadedBeforeTheFirstStarted() throws IOException {
        ChildJvm.Result result =
                run(CopiesProgram.LoadedBefore.class, file("first.fxt")).expectSuccess();

        assertEquals(
                List.of(
                        "second enabled true",
                        "first started true",
                        "second started false",
                        "second active false",
                        "second complete true",
                        "first complete true"),
                result.outLines().subList(0, 6),
                result.toString());
        assertSaysWhy(result);
        String bytes = Files.readString(Path.of(file("first.fxt")), StandardCharsets.ISO_8859_1);
        assertTrue(bytes.contains("outer"), "the first records");
        assertTrue(!bytes.contains("script"), "the second does not");
    }

    @Test
    void shouldRecordWhenTheFirstHasEnded() throws IOException {
        ChildJvm.Result result =
                run(CopiesProgram.AfterTheEnd.class, file("third.fxt")).expectSuccess();

        assertEquals(
                List.of(
                        "first started true",
                        "second enabled false",
                        "first complete true",
                        "second started false",
                        "third started true",
                        "third complete true"),
                result.outLines(),
                result.toString());
        String bytes = Files.readString(Path.of(file("third.fxt")), StandardCharsets.ISO_8859_1);
        assertTrue(bytes.contains("outer"), "the third records");
    }

    @Test
    void shouldStayOffWhenACopyOfAnotherVersionRuns() throws IOException {
        ChildJvm.Result result = run(CopiesProgram.OtherVersion.class).expectSuccess();

        assertEquals(
                List.of("enabled false", "off: another copy of Zonecast runs in this process: [9, other.jar]"),
                result.outLines(),
                result.toString());
        assertTrue(result.err().contains("Zonecast already runs in this process, from [9, other.jar]"), result.err());
    }

    /** One line of the log, and the figures. */
    private static void assertSaysWhy(ChildJvm.Result result) {
        String line = "Zonecast already runs in this process, from ";
        assertEquals(1, result.err().lines().filter(text -> text.contains(line)).count(), result.err());
        assertTrue(result.err().contains("(class loader first@"), result.err());
        assertTrue(result.err().contains("(class loader second@"), result.err());
        assertTrue(result.err().contains("\"provided\""), result.err());
        String last = result.outLines().getLast();
        assertTrue(
                last.startsWith("second clock off: another copy of Zonecast runs in this process: ")
                        && last.contains("(class loader first@"),
                last);
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    private static ChildJvm.Result run(Class<?> program, String... arguments) {
        try {
            return new ChildJvm()
                    .flags(
                            "--enable-native-access=ALL-UNNAMED",
                            "-Dzonecast.listen=false",
                            "-Dzonecast.autostart=false")
                    .run(program, arguments);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
