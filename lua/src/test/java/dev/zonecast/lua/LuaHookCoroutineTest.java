package dev.zonecast.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LuaThread;
import org.luaj.vm2.lib.jse.JsePlatform;

class LuaHookCoroutineTest {
    private static final LuaHookOptions NO_SWITCHES = LuaHookOptions.defaults().coroutines(false);

    private final Globals globals = JsePlatform.standardGlobals();
    private Trace trace;

    @BeforeEach
    void record() {
        trace = Trace.start();
    }

    @AfterEach
    void stop() {
        trace.close();
    }

    @Test
    void shouldKeepAStackForEachCoroutine() {
        LuaHook.install(globals, NO_SWITCHES);

        Scripts.run(
                globals,
                "local function step() coroutine.yield() end",
                "local function walk() step() step() end",
                "local a, b = coroutine.create(walk), coroutine.create(walk)",
                "local function resume(co) coroutine.resume(co) end",
                "for i = 1, 3 do resume(a) resume(b) end");

        String main = "main chunk of test.lua test.lua:0\n" + "  resume test.lua:4\n".repeat(6);
        assertEquals(main, trace.outline());
        String coroutine = """
            walk test.lua:2
              step test.lua:1
              step test.lua:1
            """;
        assertEquals(coroutine.repeat(2), trace.outlineOfOthers());
    }

    @Test
    void shouldShowOnBothSidesWhenACoroutineIsSuspended() {
        LuaHook.install(globals);

        Scripts.run(
                globals,
                "local function step() coroutine.yield(1) end",
                "local resume = coroutine.wrap(function() step() return 2 end)",
                "assert(resume() == 1)",
                "assert(resume() == 2)");

        assertEquals("""
            main chunk of test.lua test.lua:0
              coroutine.resume [Java]:0
              coroutine.resume [Java]:0
            """, trace.outline());
        assertEquals("""
            function <test.lua:2> test.lua:2
              step test.lua:1
                coroutine.yield [Java]:0
            """, trace.outlineOfOthers());
    }

    @Test
    void shouldEndTheCoroutinesZonesWhenItFails() {
        LuaHook.install(globals, NO_SWITCHES);

        Scripts.run(
                globals,
                "local function fails() coroutine.yield() error('x') end",
                "local co = coroutine.create(function() fails() end)",
                "coroutine.resume(co)",
                "assert(not coroutine.resume(co))",
                "assert(coroutine.status(co) == 'dead')");

        assertEquals("function <test.lua:2> test.lua:2\n  fails test.lua:1\n", trace.outlineOfOthers());
        assertEquals(0, trace.openZones());
    }

    @Test
    void shouldMatchWhenACoroutineYieldsThroughProtectedCallsAndTailCalls() {
        LuaHook.install(globals, NO_SWITCHES);
        LuaZones.install(globals);

        Scripts.run(
                globals,
                "local function deep() tracy.ZoneBeginN('deep') coroutine.yield() error('x') end",
                "local function tail() return deep() end",
                "local co = coroutine.wrap(function()",
                "  tracy.ZoneBeginN('all')",
                "  pcall(tail)",
                "  coroutine.yield()",
                "  tracy.ZoneEnd()",
                "end)",
                "co() co() co()");

        assertEquals("""
            function <test.lua:3> test.lua:3
              all test.lua:4
                tail test.lua:2
                deep test.lua:1
                  deep test.lua:1
            """, trace.outlineOfOthers());
        assertEquals(0, trace.openZones());
    }

    @Test
    void shouldResumeACoroutineFromAnotherCoroutine() {
        LuaHook.install(globals, NO_SWITCHES);

        Scripts.run(
                globals,
                "local function inner() coroutine.yield() end",
                "local function outer()",
                "  local co = coroutine.wrap(inner)",
                "  co() coroutine.yield() co()",
                "end",
                "local co = coroutine.wrap(outer)",
                "co() co()");

        assertEquals("outer test.lua:2\ninner test.lua:1\n", trace.outlineOfOthers());
        assertEquals(0, trace.openZones());
    }

    @Test
    void shouldMakeNoZonesOfSwitchesAfterItIsClosed() throws InterruptedException {
        List<Thread> coroutines = new ArrayList<>();
        Scripts.define(globals, "remember", () -> coroutines.add(Thread.currentThread()));
        LuaHook hook = LuaHook.install(globals);
        Scripts.run(
                globals,
                "local yield = coroutine.yield",
                "co = coroutine.wrap(function() remember() yield() yield() end)",
                "co()");

        hook.close();
        Scripts.run(globals, "co() co()");
        awaitEnd(coroutines.getFirst());

        assertEquals(
                Map.of(
                        "main chunk of test.lua test.lua:0", 1,
                        "coroutine.resume [Java]:0", 1,
                        "function <test.lua:2> test.lua:2", 1,
                        "coroutine.yield [Java]:0", 1),
                trace.counts());
    }

    @Test
    void shouldEndTheZonesOfResumingCallsWhenACoroutineClosesIt() {
        LuaHook hook = LuaHook.install(globals, NO_SWITCHES);
        Scripts.define(globals, "close", hook::close);

        Scripts.run(
                globals,
                "local function f() end",
                "local function inner() close() f() error('x', 0) end",
                "local function outer()",
                "  local ok, message = coroutine.resume(coroutine.create(inner))",
                "  assert(not ok and message == '@test.lua:2 x', message)",
                "  f()",
                "end",
                "local function resumes() coroutine.wrap(outer)() end",
                "resumes()",
                "f()");
        long after = Zone.begin(SourceLocation.of("after", "after", "", 0, 0));
        Zone.end(after);

        assertEquals("""
            main chunk of test.lua test.lua:0
              resumes test.lua:8
            after (unknown):0
            """, trace.outline());
        assertEquals("outer test.lua:3\ninner test.lua:2\n", trace.outlineOfOthers());
        assertEquals(0, trace.openZones());
        assertNull(globals.debuglib);
    }

    @Test
    void shouldMakeZonesWhenACoroutineClosesAHookAndInstallsAnother() {
        LuaHook[] hook = {LuaHook.install(globals, NO_SWITCHES)};
        Scripts.define(globals, "replace", () -> {
            hook[0].close();
            hook[0] = LuaHook.install(globals, NO_SWITCHES);
        });
        Scripts.define(globals, "close", () -> hook[0].close());

        try (Zone frame = Zone.open(SourceLocation.of("frame", "frame", "", 0, 0))) {
            assertTrue(frame.isRecorded());
            Scripts.run(
                    globals,
                    "local function f() end",
                    "coroutine.wrap(function() replace() f() end)()",
                    "f()",
                    "close()");
        }

        assertEquals("function <test.lua:2> test.lua:2\nf test.lua:1\n", trace.outlineOfOthers());
        assertEquals("""
            frame (unknown):0
              main chunk of test.lua test.lua:0
                f test.lua:1
            """, trace.outline());
        assertNull(globals.debuglib);
    }

    @Test
    void shouldEndTheZonesOfACoroutineThatIsAbandonedAndCollected() throws InterruptedException {
        long interval = LuaThread.thread_orphan_check_interval;
        LuaThread.thread_orphan_check_interval = 10;
        try {
            LuaHook.install(globals);
            LuaZones.install(globals);
            List<Thread> coroutines = new ArrayList<>();
            Scripts.define(globals, "remember", () -> coroutines.add(Thread.currentThread()));

            Scripts.run(
                    globals,
                    "local function waits() tracy.ZoneBeginN('half-way') coroutine.yield() end",
                    "for i = 1, 3 do",
                    "  local co = coroutine.create(function() remember() waits() end)",
                    "  coroutine.resume(co)",
                    "end");
            for (Thread coroutine : coroutines) {
                awaitEnd(coroutine);
            }
            long after = Zone.begin(SourceLocation.of("after", "after", "", 0, 0));
            Scripts.run(globals, "local function f() end f()");
            Zone.end(after);

            assertEquals(3, coroutines.size());
            assertEquals("""
                function <test.lua:3> test.lua:3
                  waits test.lua:1
                    half-way test.lua:1
                      coroutine.yield [Java]:0
                """.repeat(3), trace.outlineOfOthers());
            assertEquals(0, trace.openZones());
            assertTrue(trace.outline().endsWith("""
                after (unknown):0
                  main chunk of test.lua test.lua:0
                    f test.lua:1
                """), trace.outline());
        } finally {
            LuaThread.thread_orphan_check_interval = interval;
        }
    }

    /** LuaJ ends the thread of a coroutine when the garbage collector has found that nothing refers to the coroutine any more. */
    private static void awaitEnd(Thread coroutine) throws InterruptedException {
        for (int i = 0; i < 600 && coroutine.isAlive(); i++) {
            System.gc();
            coroutine.join(100);
        }
        assertFalse(coroutine.isAlive(), "something keeps " + coroutine.getName() + " from being collected");
    }
}
