package dev.zonecast.lua;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LuaClosure;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.lib.DebugLib;
import org.luaj.vm2.lib.jse.JsePlatform;

class LuaHookTest {
    private static final SourceLocation FRAME = SourceLocation.here("frame");

    private final Globals globals = JsePlatform.standardGlobals();
    private Trace trace;

    @BeforeEach
    void record() {
        trace = Trace.start();
    }

    @AfterEach
    void stop() {
        LuaZones.endOpenZones();
        trace.close();
    }

    @Test
    void shouldShowFunctionsUnderTheJavaZoneThatCalledThem() {
        LuaHook.install(globals);

        try (Zone zone = Zone.open(FRAME)) {
            assertTrue(zone.isRecorded());
            Scripts.run(
                    globals,
                    "local Enemy = {}",
                    "local function steer() end",
                    "function Enemy:update()",
                    "  steer()",
                    "end",
                    "function Enemy.think() end",
                    "function tick()",
                    "  Enemy:update()",
                    "  Enemy.think()",
                    "  local _ = (function() end)()",
                    "end",
                    "tick()");
        }

        assertEquals("""
            frame LuaHookTest.java:%s
              main chunk of test.lua test.lua:0
                tick test.lua:7
                  Enemy:update test.lua:3
                    steer test.lua:2
                  Enemy.think test.lua:6
                  function <test.lua:10> test.lua:10
            """.formatted(FRAME.line()), trace.outline());
    }

    @Test
    void shouldEndZonesWhenAnErrorPassesThroughFunctions() {
        LuaHook.install(globals);

        Scripts.run(
                globals,
                "local function inner() error('x') end",
                "local function outer() inner() end",
                "pcall(outer)",
                "xpcall(outer, function(m) return m end)",
                "local function after() end",
                "after()");

        assertEquals("""
            main chunk of test.lua test.lua:0
              outer test.lua:2
                inner test.lua:1
              outer test.lua:2
                inner test.lua:1
                  function <test.lua:4> test.lua:4
              after test.lua:5
            """, trace.outline());
    }

    @Test
    void shouldEndZonesWhenAnErrorLeavesTheScript() {
        LuaHook.install(globals);

        assertThrows(LuaError.class, () -> Scripts.run(globals, "local function f() local x = nil; x() end", "f()"));
        Scripts.run(globals, "");

        assertEquals("""
            main chunk of test.lua test.lua:0
              f test.lua:1
            main chunk of test.lua test.lua:0
            """, trace.outline());
    }

    @Test
    void shouldEndTheCallerFirstWhenACallIsATailCall() {
        LuaHook.install(globals);

        Scripts.run(
                globals,
                "local function loop(n)",
                "  if n > 0 then return loop(n - 1) end",
                "end",
                "local function start() return loop(2) end",
                "local function outer() start() end",
                "outer()");

        assertEquals("""
            main chunk of test.lua test.lua:0
              outer test.lua:5
                start test.lua:4
                loop test.lua:1
                loop test.lua:1
                loop test.lua:1
            """, trace.outline());
    }

    @Test
    void shouldMakeNoZonesDeeperThanTheLimit() {
        LuaHook.install(globals, LuaHookOptions.defaults().depth(3));

        Scripts.run(globals, "local function f(n) if n > 0 then f(n - 1) end end", "f(10)", "f(0)");

        assertEquals("""
            main chunk of test.lua test.lua:0
              f test.lua:1
                f test.lua:1
              f test.lua:1
            """, trace.outline());
    }

    @Test
    void shouldMakeZonesOfSelectedFunctionsOnly() {
        LuaHook.install(
                globals,
                LuaHookOptions.defaults()
                        .include("*:Vec.*")
                        .include("test.lua:t?ck")
                        .exclude("*.dot"));

        Scripts.run(
                globals,
                "local Vec = {}",
                "function Vec.add() end",
                "function Vec.dot() end",
                "function tick() Vec.add() Vec.dot() end",
                "function truck() end",
                "tick() truck()");

        assertEquals("tick test.lua:4\n  Vec.add test.lua:2\n", trace.outline());
    }

    @Test
    void shouldMakeZonesOfJavaFunctionsWhenAsked() {
        Scripts.define(globals, "native", () -> {});
        LuaHook.install(globals, LuaHookOptions.defaults().libraries(true).exclude("*:string.rep"));

        var result = Scripts.run(
                globals,
                "native()",
                "local s = string.format('%s-%s', 1, 2) .. ('x'):rep(3) .. string.upper('y')",
                "return s, select('#', pcall(error, 'e')), math.max(1, 2, 3, 4, 5)");

        assertEquals("1-2xxxY", result.arg(1).tojstring());
        assertEquals(2, result.arg(2).toint());
        assertEquals(5, result.arg(3).toint());
        assertEquals("""
            main chunk of test.lua test.lua:0
              native [Java]:0
              string.format [Java]:0
              string.upper [Java]:0
              pcall [Java]:0
                error [Java]:0
              select [Java]:0
              math.max [Java]:0
            """, trace.outline());
    }

    @Test
    void shouldGiveTheSameErrorsAsWithoutTheHook() {
        String script = """
            local function show(...)
              local t = { ... }
              for i = 1, select('#', ...) do t[i] = type(t[i]) == 'table' and 'table' or tostring(t[i]) end
              print(table.concat(t, ' '))
            end
            local function f(...) error(...) end
            show(pcall(f, 'text'))
            show(pcall(f, 'text', 0))
            show(pcall(f, 'text', 2))
            show(pcall(f, {}))
            show(pcall(f))
            show(pcall(f, nil))
            show(pcall(error))
            show(pcall(f, 42))
            show(pcall(function() local x = nil; return x.y end))
            show(pcall(function() return 1 + {} end))
            show(pcall(string.rep))
            show(xpcall(f, function(m) return 'handled ' .. tostring(m) end, 'text'))
            show(xpcall(f, function(m) error('again') end, 'text'))
            show(xpcall(function() local ok, m = pcall(f, 'inner'); f(m .. '!') end, function(m) return m end))
            local co = coroutine.create(function() coroutine.yield(1) f('in coroutine') end)
            show(coroutine.resume(co)) show(coroutine.resume(co)) show(coroutine.resume(co))
            show(pcall(coroutine.wrap(function() f('wrapped') end)))
            show(pcall(load('error("loaded")', '=chunk')))
            show(load('return +', '=broken'))
            """;
        Globals plain = JsePlatform.standardGlobals();
        var expected = Scripts.captureOutput(plain);
        Scripts.run(plain, script);
        var actual = Scripts.captureOutput(globals);
        LuaHook.install(globals);

        Scripts.run(globals, script);

        assertEquals(expected.toString(UTF_8), actual.toString(UTF_8));
        assertEquals(0, trace.openZones());
    }

    @Test
    void shouldLetTheDebugLibraryWorkAsWithoutTheHook() {
        String script = """
            local lines = {}
            debug.sethook(function(event, line) lines[#lines + 1] = event .. ':' .. tostring(line) end, 'l')
            local x = 1
            debug.sethook()
            print(table.concat(lines, ' '))
            local function f() return debug.traceback('here'), debug.getinfo(1, 'l').currentline end
            print(f())
            print(pcall(error, 'x'))
            print(pcall(function() error('deep') end))
            print(debug.getinfo(1, 'S').short_src, debug.getlocal(1, 1))
            """;
        Globals plain = JsePlatform.debugGlobals();
        var expected = Scripts.captureOutput(plain);
        Scripts.run(plain, script);
        Globals hooked = JsePlatform.debugGlobals();
        var actual = Scripts.captureOutput(hooked);
        LuaHook.install(hooked);

        Scripts.run(hooked, script);

        assertEquals(withoutAddresses(expected.toString(UTF_8)), withoutAddresses(actual.toString(UTF_8)));
        assertEquals(0, trace.openZones());
    }

    private static String withoutAddresses(String text) {
        return text.replaceAll("table: [0-9a-f]+", "table");
    }

    @Test
    void shouldMatchWhenInstalledAndClosedByAFunctionThatAScriptCalls() {
        LuaHook[] hook = new LuaHook[1];
        Scripts.define(globals, "install", () -> hook[0] = LuaHook.install(globals));
        Scripts.define(globals, "close", () -> hook[0].close());

        Scripts.run(
                globals,
                "local function f() end",
                "local function installs() f() install() f() end",
                "local function closes() f() close() f() end",
                "installs()",
                "f()",
                "closes()",
                "f()");

        // The script was loaded before: its functions have no names.
        assertEquals("""
            function <test.lua:1> test.lua:1
            function <test.lua:1> test.lua:1
            function <test.lua:3> test.lua:3
              function <test.lua:1> test.lua:1
            """, trace.outline());
        assertEquals(0, trace.openZones());
        assertNull(globals.debuglib);
    }

    @Test
    void shouldMatchWhenAViewerComesAndGoesInsideCalls() {
        trace.close();
        LuaHook.install(globals);
        Scripts.define(globals, "connect", () -> trace = Trace.start());
        Scripts.define(globals, "disconnect", () -> trace.stop());

        Scripts.run(
                globals,
                "local function seen() end",
                "local function connects() connect() seen() end",
                "local function disconnects() disconnect() seen() end",
                "connects()",
                "seen()",
                "disconnects()",
                "seen()");

        assertEquals("""
            seen test.lua:1
            seen test.lua:1
            disconnects test.lua:3 OPEN
            """, trace.outline());
    }

    @Test
    void shouldBeOutOfTheWayWhileNobodyListens() {
        trace.close();
        Globals debug = JsePlatform.debugGlobals();
        DebugLib library = debug.debuglib;
        LuaHook.install(globals);
        LuaHook.install(debug);

        assertNull(globals.debuglib);
        assertSame(library, debug.debuglib);
        // Nothing but the globals refers to a hook that rests.
        System.gc();

        trace = Trace.start();
        assertNotNull(globals.debuglib);
        assertNotSame(library, debug.debuglib);
        Scripts.run(globals, "");
        Scripts.run(debug, "");
        trace.stop();
        assertEquals("main chunk of test.lua test.lua:0\n".repeat(2), trace.outline());

        Scripts.run(globals, "");
        Scripts.run(debug, "");
        assertNull(globals.debuglib);
        assertSame(library, debug.debuglib);
    }

    @Test
    void shouldMatchWhenACoroutineIsSuspendedFromOneRecordingToTheNext() {
        LuaHook.install(globals, LuaHookOptions.defaults().coroutines(false));
        Scripts.run(
                globals,
                "local function inner() coroutine.yield() end",
                "local function body() inner() inner() end",
                "resume = coroutine.wrap(body)",
                "resume()");
        trace.stop();
        assertEquals("body test.lua:2\n  inner test.lua:1 OPEN\n".replace("2\n", "2 OPEN\n"), trace.outlineOfOthers());
        Scripts.run(globals, "");
        trace = Trace.start();

        Scripts.run(globals, "resume()", "resume()");

        assertEquals(0, trace.openZones());
        assertEquals("main chunk of test.lua test.lua:0\n", trace.outline());
        assertEquals("""
            body test.lua:2
              inner test.lua:1
            inner test.lua:1
            """, trace.outlineOfOthers());
    }

    @Test
    void shouldStayWellNestedWhenTheStackOverflows() {
        LuaHook.install(globals);

        for (int i = 0; i < 3; i++) {
            assertThrows(StackOverflowError.class, () -> Scripts.run(globals, "local function f() f() f() end", "f()"));
        }
        try (Zone zone = Zone.open(FRAME)) {
            assertTrue(zone.isRecorded());
            Scripts.run(globals, "local function after() end", "after()");
        }

        assertTrue(
                trace.outline().endsWith("""
                    frame LuaHookTest.java:%s
                      main chunk of test.lua test.lua:0
                        after test.lua:1
                    """.formatted(FRAME.line()).indent(0)),
                () -> trace.outline().substring(Math.max(0, trace.outline().length() - 500)));
    }

    /** Where the Java stack overflows, there may be no room to tell of a return. */
    @Test
    void shouldForgetCallsWhoseReturnsWereNotTold() {
        LuaHook.install(globals);
        LuaClosure lost = globals.load("", "@lost.lua").checkclosure();
        for (int i = 0; i < 300; i++) {
            globals.debuglib.onCall(lost, LuaValue.NONE, LuaValue.NOVALS);
        }
        for (int i = 0; i < 295; i++) {
            globals.debuglib.onReturn();
        }

        Scripts.run(globals, "local function after() end", "pcall(after)");

        assertTrue(
                trace.outline().endsWith("\nmain chunk of test.lua test.lua:0\n  after test.lua:1\n"), trace::outline);
        assertEquals(0, trace.openZones());
    }

    @Test
    void shouldEndExplicitZonesWithTheFunctionThatForgotThem() {
        LuaZones.install(globals);
        LuaHook.install(globals);

        Scripts.run(
                globals,
                "local function begins() tracy.ZoneBeginN('work') end",
                "local function ends() tracy.ZoneEnd() end",
                "begins()",
                "ends()",
                "tracy.ZoneBeginN('next') tracy.ZoneEnd()");

        assertEquals("""
            main chunk of test.lua test.lua:0
              begins test.lua:1
                work test.lua:1
              ends test.lua:2
              next test.lua:5
            """, trace.outline());
        assertEquals(0, ZoneStack.current().open());
    }

    @Test
    void shouldCountNoWrongCallWhenAFailedProtectedCallLeavesZonesOpen() {
        LuaZones.install(globals);
        LuaHook.install(globals);
        Trace.await();
        long before = Zonecast.statistics().wrongCalls();

        Scripts.run(
                globals,
                "local function fails() tracy.ZoneBeginN('a') tracy.ZoneBeginN('b') error('x') end",
                "tracy.ZoneBeginN('outer')",
                "pcall(function() fails() end)",
                "tracy.ZoneEnd()");

        assertEquals("""
            main chunk of test.lua test.lua:0
              outer test.lua:2
                function <test.lua:3> test.lua:3
                  fails test.lua:1
                    a test.lua:1
                      b test.lua:1
            """, trace.outline());
        assertEquals(before, Zonecast.statistics().wrongCalls());
        assertEquals(0, ZoneStack.current().open());
    }

    @Test
    void shouldGiveTheCallStackOfFunctionsWhenThereIsNoDebugLibrary() {
        LuaZones.install(globals);
        LuaHook.install(globals);

        Scripts.run(
                globals,
                "local function leaf()",
                "  local begin = tracy.ZoneBeginS",
                "  begin(3) tracy.ZoneEnd()",
                "  tracy.ZoneBeginS(2) tracy.ZoneEnd()",
                "end",
                "local function branch()",
                "  leaf()",
                "  return 1",
                "end",
                "branch()");

        var leaf = trace.zones().getFirst().inner.getFirst().inner.getFirst();
        assertEquals(
                List.of("call stack:\ntest.lua:1 in leaf\ntest.lua:6 in branch\ntest.lua in main chunk of test.lua"),
                leaf.inner.get(0).texts);
        assertEquals(List.of("call stack:\ntest.lua:4 in leaf\ntest.lua:6 in branch"), leaf.inner.get(1).texts);
    }

    @Test
    void shouldWorkWithoutDebugInformation() {
        LuaHook.install(globals);
        byte[] stripped = Binary.stripped("local function f() end f() pcall(error)");

        globals.load(new java.io.ByteArrayInputStream(stripped), "stripped", "b", globals)
                .call();

        assertEquals("main chunk of ? ?:0\n  function <?:1> ?:1\n", trace.outline());
    }

    @Test
    void shouldRefuseASecondHook() {
        try (LuaHook hook = LuaHook.install(globals)) {
            assertThrows(IllegalStateException.class, () -> LuaHook.install(globals));
            assertTrue(hook.isInstalled());
        }
        LuaHook again = LuaHook.install(globals);
        assertTrue(again.isInstalled());
        again.close();
        assertFalse(again.isInstalled());
    }

    @Test
    void shouldPutBackWhatWasThereWhenClosed() {
        Globals debug = JsePlatform.debugGlobals();
        DebugLib library = debug.debuglib;
        LuaValue format = debug.get("string").get("format");
        LuaValue yield = debug.get("coroutine").get("yield");

        LuaHook hook = LuaHook.install(debug, LuaHookOptions.defaults().libraries(true));
        assertNotSame(format, debug.get("string").get("format"));
        hook.close();

        assertSame(library, debug.debuglib);
        assertSame(format, debug.get("string").get("format"));
        assertSame(yield, debug.get("coroutine").get("yield"));
    }

    @Test
    void shouldRefuseADepthOfNothing() {
        assertThrows(
                IllegalArgumentException.class, () -> LuaHookOptions.defaults().depth(0));
    }
}
