package dev.zonecast.lua;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.fxt.fixtures.JavaProgram;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.LogManager;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LuaClosure;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaFunction;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;
import org.luaj.vm2.lib.DebugLib;
import org.luaj.vm2.lib.jse.JsePlatform;

/**
 * Scripts print the same with the hook as without it, every zone that begins ends, and each function has as many zones as calls
 * are counted by the interpreter's own means. With {@code -Dzonecast.lua.scripts=FOLDER} the same of the scripts in that folder.
 */
class HookedScriptsTest {
    /** Counts the calls of each function, as a debug library that the hook passes everything on to. */
    private static final class CallCounter extends DebugLib {
        final Map<String, Integer> calls = new TreeMap<>();

        @Override
        public synchronized void onCall(LuaClosure function, Varargs arguments, LuaValue[] stack) {
            CallSite definition = ScriptPrototype.definitionOf(function.p);
            calls.merge(shown(definition), 1, Integer::sum);
        }

        private static String shown(CallSite definition) {
            return definition.function() + " " + definition.file() + ":" + definition.line();
        }

        @Override
        public void onCall(LuaFunction function) {}

        @Override
        public void onInstruction(int pc, Varargs extras, int top) {}

        @Override
        public void onReturn() {}

        @Override
        public String traceback(int level) {
            return "";
        }
    }

    private static final LuaHookOptions ALL =
            LuaHookOptions.defaults().depth(Integer.MAX_VALUE).coroutines(false);

    @ParameterizedTest
    @ValueSource(strings = {"calls", "tables", "errors", "coroutines"})
    void shouldNotChangeWhatAScriptPrints(String name) {
        String expected = printed(globals(), own(name));

        Globals hooked = globals();
        String actual;
        try (Trace trace = Trace.counting()) {
            LuaHook.install(hooked, ALL);
            actual = printed(hooked, own(name));
            assertBalanced(trace);
        }

        assertEquals(expected, actual);
        assertFalse(expected.contains("script failed"), expected);
        assertTrue(expected.lines().count() >= 9, expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"calls", "tables", "errors", "coroutines"})
    void shouldMakeAZoneOfEveryCall(String name) {
        assertBalanced(assertCounts(own(name)));
    }

    private static Trace assertCounts(Path script) {
        CallCounter counter = new CallCounter();
        Globals globals = globals();
        globals.debuglib = counter;
        try (Trace trace = Trace.counting()) {
            LuaHook.install(globals, ALL);
            printed(globals, script);
            trace.stop();
            assertFalse(counter.calls.isEmpty());
            assertEquals(counter.calls, trace.counts());
            return trace;
        }
    }

    private static void assertBalanced(Trace trace) {
        trace.stop();
        assertEquals(begins(trace), trace.ends());
    }

    private static long begins(Trace trace) {
        return trace.counts().values().stream().mapToLong(n -> n).sum();
    }

    /** One script that was not written for this test, in a JVM of its own: it may leave coroutines, or end the JVM. */
    static final class OneScriptMain {
        private OneScriptMain() {}

        public static void main(String[] arguments) {
            // What the profiler says of itself would stand among what the script prints.
            LogManager.getLogManager().reset();
            Path script = Path.of(System.getProperty("script"));
            if (System.getProperty("mode").equals("count")) {
                // What coroutines that were left suspended had begun is open still.
                Trace trace = assertCounts(script);
                assertTrue(trace.ends() <= begins(trace));
            } else {
                Globals globals = globals();
                if (System.getProperty("mode").equals("hook")) {
                    Trace.counting();
                    LuaHook.install(globals, ALL);
                }
                System.out.print(printed(globals, script));
            }
            System.out.flush();
            Runtime.getRuntime().halt(0);
        }
    }

    /** All of the folder that the property names, or one of ours. */
    private static List<Path> scripts() throws IOException {
        String folder = System.getProperty("zonecast.lua.scripts");
        if (folder == null) {
            return List.of(own("coroutines"));
        }
        try (Stream<Path> files = Files.list(Path.of(folder))) {
            return files.filter(file -> file.toString().endsWith(".lua"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void shouldDoTheSameForScriptsInAJvmOfTheirOwn() throws IOException, InterruptedException {
        List<Path> scripts = scripts();

        for (Path script : scripts) {
            String plain = run(script, "plain");
            // One that prints times or addresses has nothing to compare.
            if (plain.equals(run(script, "plain"))) {
                assertEquals(plain, run(script, "hook"), script.toString());
            }
            run(script, "count");
        }

        assertFalse(scripts.isEmpty());
    }

    private static String run(Path script, String mode) throws IOException, InterruptedException {
        return new JavaProgram(OneScriptMain.class)
                .flags("-Dscript=" + script.toAbsolutePath(), "-Dmode=" + mode, "-Dzonecast.autostart=false")
                .output();
    }

    private static Globals globals() {
        return JsePlatform.standardGlobals();
    }

    private static Path own(String name) {
        return Path.of("src/test/resources/dev/zonecast/lua/scripts", name + ".lua");
    }

    /** What a script prints, and the error that it ends with, without the addresses of its objects. */
    private static String printed(Globals globals, Path script) {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        globals.STDOUT = new PrintStream(output, true, ISO_8859_1);
        if (globals.get("package") instanceof LuaTable packages) {
            packages.set("path", script.toAbsolutePath().getParent() + "/?.lua");
        }
        globals.set("arg", new LuaTable());
        try {
            globals.loadfile(script.toString()).call();
        } catch (LuaError e) {
            globals.STDOUT.println("script failed: " + e.getMessage());
        }
        return output.toString(ISO_8859_1).replaceAll("(table|function|thread|userdata|builtin): ?[0-9a-f]+", "$1");
    }
}
