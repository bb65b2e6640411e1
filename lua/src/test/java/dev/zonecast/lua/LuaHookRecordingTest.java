package dev.zonecast.lua;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.Zonecast;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.luaj.vm2.Globals;
import org.luaj.vm2.lib.jse.JsePlatform;

class LuaHookRecordingTest {
    @TempDir
    private Path folder;

    @Test
    void shouldLeaveShortCallsOutOfARecordingAndShowThemToAViewer() throws Exception {
        Globals globals = JsePlatform.standardGlobals();
        Path file = folder.resolve("calls.fxt");
        try (Trace viewer = Trace.start()) {
            Zonecast.startRecording(file);
            LuaZones.install(globals);
            LuaHook.install(
                    globals,
                    LuaHookOptions.defaults().recordedFrom(Duration.ofHours(1)).libraries(true));

            globals.load("""
                local function tooShort() end
                local function keptForWhatIsInside() tooShort()
                  tracy.ZoneBeginN('explicit')
                  math.abs(1)
                  tracy.ZoneEnd()
                end
                tooShort()
                keptForWhatIsInside()
                local resume = coroutine.wrap(function() coroutine.yield() end)
                resume()
                resume()
                """, "@short.lua").call();
            Zonecast.stopRecording();

            String text = Files.readString(file, ISO_8859_1);
            assertTrue(text.contains("keptForWhatIsInside") && text.contains("explicit"), text);
            assertFalse(text.contains("tooShort") || text.contains("math.abs"), text);
            assertTrue(text.contains("zones left out because they were short: "), text);
            String shown = viewer.outline();
            assertEquals(2, shown.split("tooShort", -1).length - 1, shown);
            assertTrue(shown.contains("math.abs"), shown);
        }
    }

    @Test
    void shouldRecordTheWaitsOfCoroutinesAsIdle() throws Exception {
        Globals globals = JsePlatform.standardGlobals();
        Path file = folder.resolve("waits.fxt");
        Zonecast.startRecording(file);
        LuaHook.install(globals);

        globals.load("""
            local resume = coroutine.wrap(function() coroutine.yield() end)
            resume()
            resume()
            """, "@waits.lua").call();
        Zonecast.stopRecording();

        String text = Files.readString(file, ISO_8859_1);
        assertTrue(text.contains("coroutine.yield") && text.contains("zone,Idle"), text);
    }

    @Test
    void shouldRefuseATimeBelowZero() {
        LuaHookOptions options = LuaHookOptions.defaults();

        assertThrows(IllegalArgumentException.class, () -> options.recordedFrom(Duration.ofMillis(-1)));
    }
}
