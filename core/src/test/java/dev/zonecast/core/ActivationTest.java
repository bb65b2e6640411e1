package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ActivationTest {
    /** In a JVM of its own: what is to run at the start of recording stays for good. */
    static final class ActivationMain {
        private ActivationMain() {}

        public static void main(String[] arguments) throws IOException {
            Zonecast.whenActivated(() -> {
                throw new IllegalStateException("of the test");
            });
            Zonecast.whenActivated(() -> System.out.println("activated " + Zonecast.isActive()));
            System.out.println("waiting");
            for (int i = 0; i < 2; i++) {
                Zonecast.startRecording(Path.of(arguments[0], "recording" + i + ".fxt"));
                System.out.println("recording");
                Zonecast.stopRecording();
                System.out.println("stopped");
            }
        }
    }

    /** The log throws at the line about the first action. */
    static final class BrokenLogMain {
        private BrokenLogMain() {}

        public static void main(String[] arguments) throws IOException {
            BrokenLog.from("failed at the start of recording");
            Zonecast.whenActivated(() -> {
                throw new IllegalStateException("of the test");
            });
            Zonecast.whenActivated(() -> System.out.println("activated"));
            Zonecast.startRecording(Path.of(arguments[0]));
            System.out.println("recording");
        }
    }

    @Test
    void shouldRunTheOtherActionsWhenTheLogThrowsAtTheLineAboutOneThatFailed(@TempDir Path folder) throws Exception {
        var result = new ChildJvm()
                .flags("-Dzonecast.listen=false")
                .run(BrokenLogMain.class, folder.resolve("game.fxt").toString())
                .expectSuccess();

        assertEquals(List.of("activated", "recording"), result.outLines(), result.toString());
    }

    @Test
    void shouldRunTheActionEachTimeThatRecordingBegins(@TempDir Path folder) throws IOException, InterruptedException {
        var result = new ChildJvm()
                .flags("-Dzonecast.listen=false")
                .run(ActivationMain.class, folder.toString())
                .expectSuccess();

        List<String> once = List.of("activated true", "recording", "stopped");
        assertEquals("waiting", result.outLines().getFirst());
        assertEquals(once, result.outLines().subList(1, 4));
        assertEquals(once, result.outLines().subList(4, 7));
        assertTrue(result.err().contains("of the test"), result.err());
    }
}
