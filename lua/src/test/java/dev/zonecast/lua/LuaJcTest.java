package dev.zonecast.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.lib.jse.JsePlatform;
import org.luaj.vm2.luajc.LuaJC;

/** What is seen of scripts that LuaJC has compiled to Java classes. */
class LuaJcTest {
    private final Globals globals = JsePlatform.standardGlobals();
    private Trace trace;

    @BeforeEach
    void record() {
        LuaJC.install(globals);
        trace = Trace.start();
    }

    @AfterEach
    void stop() {
        trace.close();
    }

    @Test
    void shouldKnowFunctionFileAndLineOfExplicitZones() {
        LuaZones.install(globals);

        LuaValue chunk = globals.load("""
            local function update(n)
              tracy.ZoneBegin()
              local begin = tracy.ZoneBeginN
              begin('inner')
              tracy.ZoneText('x')
              tracy.ZoneEnd()
              tracy.ZoneEnd()
            end
            update(1)
            """, "@test.lua");
        assertFalse(chunk.isclosure());
        chunk.call();

        assertEquals("update test.lua:2\n  inner test.lua:4\n", trace.outline());
        assertEquals(List.of("x"), trace.zones().getFirst().inner.getFirst().texts);
    }

    @Test
    void shouldGiveTheCallStack() {
        LuaZones.install(globals);

        globals.load("""
            local function leaf()
              tracy.ZoneBeginS(3)
              tracy.ZoneEnd()
            end
            local function branch()
              leaf()
              return 1
            end
            branch()
            """, "@test.lua").call();

        assertEquals(
                List.of("call stack:\ntest.lua:2 in leaf\ntest.lua:6 in branch\ntest.lua:9 in main chunk of test.lua"),
                trace.zones().getFirst().texts);
    }

    @Test
    void shouldShowOfCompiledFunctionsNothingToAHook() {
        LuaHook.install(globals, LuaHookOptions.defaults().libraries(true));

        globals.load("local function f() return math.abs(-1) end f() pcall(f)", "@compiled.lua")
                .call();

        assertEquals("""
            math.abs [Java]:0
            pcall [Java]:0
              math.abs [Java]:0
            """, trace.outline());
    }

    @Test
    void shouldShowInterpretedFunctionsThatCompiledOnesCall() {
        LuaHook.install(globals);
        Globals.Loader compiler = globals.loader;
        globals.loader = (prototype, name, environment) -> new org.luaj.vm2.LuaClosure(prototype, environment);
        Scripts.run(globals, "function interpreted() end");
        globals.loader = compiler;

        globals.load("local function f() interpreted() end f()", "@compiled.lua")
                .call();

        assertTrue(trace.outline().endsWith("interpreted test.lua:1\n"), trace.outline());
        assertEquals(2, trace.zones().size());
    }
}
