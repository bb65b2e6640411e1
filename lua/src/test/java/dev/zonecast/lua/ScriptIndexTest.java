package dev.zonecast.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.luaj.vm2.Globals;
import org.luaj.vm2.Lua;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Prototype;
import org.luaj.vm2.compiler.LuaC;
import org.luaj.vm2.lib.jse.JsePlatform;

class ScriptIndexTest {
    private static Prototype compile(String script) throws IOException {
        return LuaC.instance.compile(
                new ByteArrayInputStream(script.getBytes(StandardCharsets.UTF_8)), "@dir/test.lua");
    }

    private static ScriptPrototype index(String script) throws IOException {
        return ScriptIndex.indexed(compile(script));
    }

    /** Sites of all marks in a function, not in inner ones. */
    private static List<CallSite> marks(Prototype function) {
        List<CallSite> found = new ArrayList<>();
        for (LuaValue constant : function.k) {
            if (CallSiteMarks.numberOf(constant) >= 0) {
                found.add(CallSiteMarks.site(CallSiteMarks.numberOf(constant)));
            }
        }
        return found;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "function f() end | f",
                "local function f() end | f",
                "local function f() end f() | f",
                "local f = function() end local g = f | f",
                "local f = function() end | f",
                "local f f = function() end | f",
                "local M = {} function M.f() end | M.f",
                "local M = {} function M:f() end | M:f",
                "local M = {} function M.f(self) end | M:f",
                "function M.f() end | M.f",
                "function a.b.c.f() end | a.b.c.f",
                "local a = {} function a.b:f() end | a.b:f",
                "local M = { f = function() end } | f",
                "M.f = function() end | M.f",
                "M[1] = function() end | function <test.lua:1>",
                "M['x y'] = function() end | M.x y",
                "call(function() end) | function <test.lua:1>",
                "return function() end | function <test.lua:1>",
                "local x = nil or function() end | x",
            })
    void shouldNameFunctionsAsTheScriptDoes(String script, String name) throws IOException {
        Prototype function = index(script).p[0];

        assertEquals(name, ScriptPrototype.definitionOf(function).function());
        assertEquals("dir/test.lua", ScriptPrototype.definitionOf(function).file());
    }

    @Test
    void shouldNameFunctionsThatAreStoredInVariablesOfAnOuterFunction() throws IOException {
        ScriptPrototype main = index("local M, f = {} function init() f = function() end function M.g() end end");

        assertEquals("f", ScriptPrototype.definitionOf(main.p[0].p[0]).function());
        assertEquals("M.g", ScriptPrototype.definitionOf(main.p[0].p[1]).function());
    }

    @Test
    void shouldMarkEachCallWithItsLine() throws IOException {
        ScriptPrototype main = index("""
            tracy.ZoneBegin()
            local t = tracy; t.ZoneBeginN(
              a and 'b' or c('d'))
            if x then return tracy.ZoneBeginS(1) end
            """);

        assertEquals(List.of(1, 2, 4), marks(main).stream().map(CallSite::line).toList());
        assertEquals("main chunk of test.lua", marks(main).getFirst().function());
    }

    @Test
    void shouldMarkACallWhoseNameIsLoadedIntoARegister() throws IOException {
        StringBuilder script = new StringBuilder();
        for (int i = 0; i <= Lua.MAXINDEXRK; i++) {
            script.append("x = '").append(i).append("' ");
        }

        assertEquals(1, marks(index(script + "local t = tracy; t.ZoneBegin()")).size());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "local begin = tracy.ZoneBegin begin() begin()",
                "begin = tracy.ZoneBegin",
                "local t = { tracy.ZoneBegin }",
                "f(tracy.ZoneBegin)",
                "return tracy.ZoneBegin",
                "local x do local y = tracy.ZoneBegin end f()",
                "local t = tracy local k = 'ZoneBegin' t[k]() t[k]()",
                "for k in tracy.ZoneBegin do end",
                "tracy.ZoneEnd() tracy.ZoneText('ZoneBegin')",
            })
    void shouldNotMarkAFunctionThatIsKeptForLater(String script) throws IOException {
        assertEquals(List.of(), marks(index(script)));
    }

    @Test
    void shouldLeaveTheCompiledScriptAsItWas() throws IOException {
        Prototype compiled = compile("tracy.ZoneBegin() return 1");
        int[] code = compiled.code.clone();
        int constants = compiled.k.length;

        ScriptIndex.indexed(compiled);

        org.junit.jupiter.api.Assertions.assertArrayEquals(code, compiled.code);
        assertEquals(constants, compiled.k.length);
    }

    @Test
    void shouldIndexOnce() throws IOException {
        ScriptPrototype indexed = index("tracy.ZoneBegin()");

        assertSame(indexed, ScriptIndex.indexed(indexed));
    }

    @Test
    void shouldGiveTheSameMarkToTheSameSiteWhenAScriptIsLoadedAgain() throws IOException {
        LuaValue first = lastConstant(index("tracy.ZoneBegin()"));
        LuaValue second = lastConstant(index("tracy.ZoneBegin()"));

        assertEquals(CallSiteMarks.numberOf(first), CallSiteMarks.numberOf(second));
        assertNotEquals(
                CallSiteMarks.numberOf(first), CallSiteMarks.numberOf(lastConstant(index("\ntracy.ZoneBegin()"))));
        assertNotEquals(
                CallSiteMarks.numberOf(first), CallSiteMarks.numberOf(lastConstant(index("tracy.ZoneBeginN('x')"))));
    }

    private static LuaValue lastConstant(Prototype function) {
        return function.k[function.k.length - 1];
    }

    @Test
    void shouldMarkWithAStringThatIsEqualInEveryRespect() {
        LuaString plain = LuaString.valueOf("ZoneBegin");
        LuaString marked = CallSiteMarks.mark(plain, new CallSite("f", "g", 1));

        assertEquals(plain, marked);
        assertEquals(plain.hashCode(), marked.hashCode());
        assertEquals("ZoneBegin", marked.tojstring());
        assertEquals(9, marked.length());
        LuaTable table = new LuaTable();
        table.set(marked, LuaValue.ONE);
        assertEquals(LuaValue.ONE, table.get(plain));
        assertEquals(-1, CallSiteMarks.numberOf(plain));
        assertEquals(-1, CallSiteMarks.numberOf(marked.substring(1, 9)));
        assertEquals(-1, CallSiteMarks.numberOf(marked.substring(0, 8)));
        assertEquals(-1, CallSiteMarks.numberOf(LuaString.valueOf(new byte[48])));
        assertNull(CallSiteMarks.site(-1));
        assertNull(CallSiteMarks.site(Integer.MAX_VALUE));
    }

    @Test
    void shouldIndexBinaryScripts() {
        Globals globals = JsePlatform.standardGlobals();
        ScriptIndex.of(globals);

        LuaValue chunk = globals.load(
                new ByteArrayInputStream(Binary.dump("function f() tracy.ZoneBegin() end", false)), "x", "b", globals);

        assertEquals(
                "f", ScriptPrototype.definitionOf(chunk.checkclosure().p.p[0]).function());
    }

    @Test
    void shouldKeepOneIndexForGlobals() {
        Globals globals = JsePlatform.standardGlobals();

        ScriptIndex index = ScriptIndex.of(globals);
        globals.compiler = LuaC.instance;

        assertSame(index, ScriptIndex.of(globals));
        assertNotEquals(LuaC.instance, globals.compiler);
    }
}
