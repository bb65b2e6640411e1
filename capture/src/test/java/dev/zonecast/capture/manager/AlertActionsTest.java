package dev.zonecast.capture.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.capture.Waiting;
import dev.zonecast.trace.TraceLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AlertActionsTest {
    @TempDir
    private Path folder;

    private Manager manager;

    @BeforeEach
    void startManager() throws IOException {
        manager = RunningManager.in(folder.resolve("r"));
    }

    @AfterEach
    void stopManager() throws IOException {
        manager.close();
    }

    private FuchsiaProvider provider() throws IOException {
        return new FuchsiaProvider(folder.resolve("r").resolve("manager.sock"), "game");
    }

    private void record(String mode, String... lines) throws Exception {
        List<String> all = new ArrayList<>(List.of(lines));
        all.add("mode = " + mode);
        all.add("size = " + FuchsiaProvider.TOTAL);
        all.add("output = " + folder.resolve("all.fxt"));
        manager.record(Recording.of(all.toArray(String[]::new)));
    }

    private static void alert(FuchsiaProvider provider, String name) throws IOException {
        ByteBuffer packet = FuchsiaProvider.littleEndian(16).put(2, name.getBytes(StandardCharsets.US_ASCII));
        provider.send(4, packet.getShort(2), packet.getInt(4), packet.getLong(8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"oneshot", "circular", "streaming"})
    void shouldTakeASnapshotAndThenStop(String mode) throws Exception {
        record(mode, "alert lag* = snapshot", "alert over = stop", "alert = none");
        try (FuchsiaProvider provider = provider()) {
            provider.start();
            assertTrue(provider.zone(1));
            if (mode.equals("streaming")) {
                provider.save();
            }
            assertTrue(provider.zone(2));
            alert(provider, "nothing");
            alert(provider, "lag of 3 s");
            Path snapshot = folder.resolve("all-alert-1-lag_of_3_s.fxt");
            Waiting.until(() -> "no snapshot", () -> Files.exists(snapshot));
            assertEquals(List.of(1L, 2L), TraceLog.of(snapshot).begins());
            assertTrue(provider.zone(3));
            alert(provider, "over");
            assertEquals(0x8002, FuchsiaProvider.request(provider.packet()));
            provider.stopped();
            Waiting.until(() -> "it records", () -> !manager.isRecording());
        }

        assertEquals("alert over", manager.lastEnd().by());
        assertEquals(folder.resolve("all.fxt"), manager.lastEnd().archive());
        assertEquals(List.of(1L, 2L, 3L), TraceLog.of(folder.resolve("all.fxt")).begins());
        assertEquals(
                "idle\talert over ended the last recording: " + folder.resolve("all.fxt"),
                manager.status().getFirst());
    }
}
