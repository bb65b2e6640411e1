package dev.zonecast.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The option {@code presentation} with contexts of GLX. Mesa's software driver does not have GLX_OML_sync_control. */
class PresentationTest {
    private static final String LINE = "no times when the display showed frames, by GLX_OML_sync_control: ";

    @TempDir
    static Path folder;

    private static Path jar;
    private static VirtualDisplay display;

    @BeforeAll
    static void prepare() throws Exception {
        display = VirtualDisplay.open();
        assumeTrue(display != null, "no Xvfb: Debian's package xvfb");
        jar = AgentJar.make(folder);
    }

    @AfterAll
    static void close() {
        if (display != null) {
            display.close();
        }
    }

    /** In a session of Wayland LWJGL has the functions of EGL. The first window alone is asked. */
    @ParameterizedTest
    @CsvSource({"presentation, x11, 1", "presentation, wayland, 1", "draws, x11, 0"})
    void shouldLogOnceWhatIsMissing(String options, String session, int lines) throws Exception {
        AgentRun run = AgentRun.of(
                folder,
                jar,
                options,
                List.of(),
                Map.of("DISPLAY", display.name(), "XDG_SESSION_TYPE", session, "WAYLAND_DISPLAY", "none"),
                PresentingGame.class.getName());

        assertEquals(0, run.exit(), run.output());
        assertTrue(run.output().contains("frames " + PresentingGame.FRAMES + ", error 0"), run.output());
        assertFalse(run.output().contains("a hook failed"), run.output());
        assertEquals(
                lines,
                run.output()
                        .lines()
                        .filter(line -> line.contains(LINE + "the driver does not have it"))
                        .count(),
                run.output());
        assertEquals(lines, run.output().split(LINE, -1).length - 1, run.output());
    }
}
