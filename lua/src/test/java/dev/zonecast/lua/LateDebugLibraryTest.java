package dev.zonecast.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.luaj.vm2.Globals;
import org.luaj.vm2.lib.DebugLib;
import org.luaj.vm2.lib.jse.JsePlatform;

/** A program that loads LuaJ's debug library when the hook is there already. */
class LateDebugLibraryTest {
    private static final String SCRIPT =
            "local function f() local t = debug.traceback('here') return t end local t = f() return t";

    private final Globals globals = JsePlatform.standardGlobals();

    @Test
    void shouldMakeZonesAndLetTheLibraryWorkWhenItWasLoadedWhileTheHookRested() {
        LuaHook hook = LuaHook.install(globals);
        globals.load(new DebugLib());
        DebugLib library = globals.debuglib;
        try (Trace trace = Trace.start()) {
            String traceback = Scripts.run(globals, SCRIPT).tojstring(1);

            assertTrue(traceback.contains("test.lua:1"), traceback);
            assertEquals("main chunk of test.lua test.lua:0\n  f test.lua:1\n", trace.outline());
        }
        hook.close();

        assertSame(library, globals.debuglib);
    }

    @Test
    void shouldGiveTheLibrarysMessagesWhenItWasLoadedAfterARecording() {
        LuaHook.install(globals);
        try (Trace trace = Trace.start()) {
            Scripts.run(globals, "");
            trace.stop();
            // Notices here that nobody listens.
            Scripts.run(globals, "");
        }
        globals.load(new DebugLib());

        String message = Scripts.run(globals, "local ok, m = pcall(function() local x x() end) return m")
                .tojstring(1);

        assertTrue(message.contains("stack traceback"), message);
    }
}
