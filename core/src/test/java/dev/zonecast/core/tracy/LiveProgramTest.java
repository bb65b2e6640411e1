package dev.zonecast.core.tracy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.Zone;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import net.jpountz.lz4.LZ4Factory;
import org.junit.jupiter.api.Test;

/** From the API in another process to what a viewer understands: nothing is lost on the way, and nothing is added. */
class LiveProgramTest {
    @Test
    void shouldShowAViewerEverythingWhenAProgramRuns() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        classPath(),
                        LiveProgram.class.getName(),
                        Integer.toString(CollectorStandIn.freePort()))
                .redirectErrorStream(true)
                .start();
        try (BufferedReader lines = process.inputReader()) {
            int port = Integer.parseInt(lineWith("port ", lines).substring(5));
            TracyViewer viewer = TracyViewer.join(port, 82);

            LiveTrace trace = viewer.awaitEnd();

            assertEquals("complete true dropped 0", lineWith("complete ", lines));
            assertEquals(0, process.waitFor());
            assertEquals("live program", trace.programName);
            assertTrue(trace.appInfo.contains("a live program"));
            assertEquals(LiveProgram.ROUNDS / 10, trace.zonesNamed("frame").size());
            assertEquals(
                    LiveProgram.ROUNDS * LiveProgram.THREADS,
                    trace.zonesNamed("job").size());
            assertEquals(
                    LiveProgram.ROUNDS * LiveProgram.THREADS,
                    trace.zonesNamed("LiveProgram").size());
            assertEquals("frame 7", trace.zonesNamed("frame").get(7).texts.getFirst());
            assertEquals(7L, trace.zonesNamed("frame").get(7).values.getFirst());
            assertEquals(LiveProgram.ROUNDS / 10, trace.plot("load").size());
            assertEquals(LiveProgram.ROUNDS / 10, trace.frameSet("tick").size());
            assertEquals(LiveProgram.ROUNDS / 10, trace.frames.get(0L).size());
            assertEquals("done", trace.messages.getLast().text());
            Set<String> names = trace.threadNames.values().stream().collect(Collectors.toSet());
            assertTrue(names.containsAll(Set.of("renderer", "worker 0", "worker 1", "worker 2")), names.toString());
        } finally {
            process.destroyForcibly();
        }
    }

    private static String lineWith(String start, BufferedReader lines) throws IOException {
        StringBuilder seen = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith(start)) {
                return line;
            }
            seen.append(line).append('\n');
        }
        throw new AssertionError("the program ended without \"" + start + "\":\n" + seen);
    }

    private static String classPath() {
        return String.join(
                File.pathSeparator,
                location(Zone.class),
                location(LZ4Factory.class),
                Path.of(System.getProperty("basedir", "."), "target", "test-classes")
                        .toString());
    }

    private static String location(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }
}
