package dev.zonecast.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.luaj.vm2.Globals;
import org.luaj.vm2.lib.jse.JsePlatform;

class LuaRemoveTest {
    @Test
    void shouldPutSpacesInThePlaceOfCalls() {
        var result = LuaRemove.from("""
            local function f(x)
              tracy.ZoneBegin() local y = x
              tracy.ZoneText("a" .. tostring({ x, (y) }))
              tracy.ZoneEnd(); return y
            end\
            """);

        assertEquals("""
            local function f(x)
            ____________________local y = x
            _____________________________________________
            _________________; return y
            end\
            """.replace('_', ' '), result.text());
        assertEquals(3, result.removedCalls());
        assertEquals(List.of(), result.keptLines());
        assertNull(result.reason());
    }

    @Test
    void shouldRemoveEachOfTheFunctions() {
        for (String name : ZoneFunctions.NAMES) {
            var result = LuaRemove.from("x = 1 tracy." + name + "('a') y = 2");
            assertEquals("x = 1 " + " ".repeat(name.length() + 11) + " y = 2", result.text());
        }
    }

    @Test
    void shouldKeepLinesAndCommentsInsideACall() {
        var result = LuaRemove.from("""
            tracy.ZoneText( -- why (
              [[one
            two]], --[==[ also ) ]==]
              function() if x then return 1 end end
            ) -- after
            f()\
            """);

        assertEquals("""
            ________________-- why (
            _______
            _______--[==[ also ) ]==]
            _______________________________________
            __-- after
            f()\
            """.replace('_', ' '), result.text());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "local s = 'tracy.ZoneBegin()'",
                "local s = \"\\\"tracy.ZoneBegin()\\\"\"",
                "local s = [[\ntracy.ZoneEnd()\n]]",
                "local s = [==[ ]] tracy.ZoneEnd() ]=] ]==]",
                "-- tracy.ZoneBegin()",
                "--[[ tracy.ZoneBegin()\ntracy.ZoneEnd() ]]",
                "--[==[ ]] tracy.ZoneBegin() ]==]",
                "local s = 'a\\\ntracy.ZoneEnd()'",
                "local s = 'a\\z  \n  tracy.ZoneEnd()'",
                "game.tracy.ZoneBegin()",
                "tracy.Other()",
                "tracy.ZoneBegin = nil",
                "local z = tracy.ZoneBegin",
                "function tracy.ZoneBegin() end",
                "mytracy.ZoneBegin()",
                "tracy.ZoneBegin2()",
                "#!/usr/bin/lua tracy.ZoneBegin() '\nlocal x",
                "goto tracy ::tracy::",
                "",
            })
    void shouldLeaveAloneWhatIsNoCall(String script) {
        var result = LuaRemove.from(script);

        assertEquals(script, result.text());
        assertEquals(0, result.removedCalls());
        assertNull(result.reason());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "local z = tracy.ZoneBegin()",
                "f(tracy.ZoneEnd())",
                "local t = { 1; tracy.ZoneEnd() }",
                "local t = { 'a', tracy.ZoneEnd(), x = 1 }",
                "local t = { [tracy.ZoneEnd() or 1] = 2 }",
                "x = 1 + tracy.ZoneEnd()",
                "if tracy.ZoneEnd() then end",
                "while tracy.ZoneEnd() do end",
                "repeat until tracy.ZoneEnd()",
                "for i = 1, tracy.ZoneEnd() do end",
                "x = not tracy.ZoneEnd()",
                "return 1, tracy.ZoneEnd()",
                "return tracy.ZoneEnd(), 1",
                "return tracy.ZoneEnd() or 1",
                "return (tracy.ZoneEnd())",
                "tracy.ZoneEnd():method()",
                "tracy.ZoneEnd().field = 1",
                "tracy.ZoneEnd()[1] = 1",
                "tracy.ZoneEnd() 'x'",
                "tracy.ZoneEnd()\n(f or g)()",
            })
    void shouldKeepACallWhoseValueIsUsed(String script) {
        var result = LuaRemove.from(script);

        assertEquals(script, result.text());
        assertEquals(List.of(1), result.keptLines());
        assertNull(result.reason());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tracy.ZoneBegin()",
                "tracy . ZoneBegin\n( )",
                "tracy.Message 'x'",
                "tracy.Message [[x]]",
                "tracy.Message { 'x' }",
                "local x = y tracy.ZoneEnd() local z",
                "x = 1 tracy.ZoneEnd()",
                "x = 0x1p-4 tracy.ZoneEnd()",
                "x = 'a' tracy.ZoneEnd()",
                "x = nil tracy.ZoneEnd()",
                "x = {} tracy.ZoneEnd()",
                "x = t[1] tracy.ZoneEnd()",
                "f() tracy.ZoneEnd()",
                "f(...) tracy.ZoneEnd()",
                "x = ... tracy.ZoneEnd()",
                "if x then tracy.ZoneEnd() else tracy.ZoneEnd() end tracy.ZoneEnd()",
                "if x then return tracy.ZoneEnd() elseif y then return tracy.ZoneEnd(); else return tracy.ZoneEnd()"
                        + " end",
                "while x do tracy.ZoneEnd() break end",
                "repeat tracy.ZoneEnd() until x tracy.ZoneEnd()",
                "for i = 1, 2 do tracy.ZoneEnd() end",
                "::a:: tracy.ZoneEnd() goto a",
                "t = { f = function() tracy.ZoneEnd() end, (function() return tracy.ZoneEnd() end)() }",
                "f(function(...) tracy.ZoneEnd() end)",
                "return tracy.ZoneEnd()",
            })
    void shouldRemoveEveryStatement(String script) {
        var result = LuaRemove.from(script);

        assertNull(result.reason());
        assertEquals(List.of(), result.keptLines());
        assertTrue(result.removedCalls() > 0);
        assertTrue(!result.text().contains("tracy"), result.text());
        assertEquals(script.length(), result.text().length());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "local tracy = {} tracy.ZoneEnd()",
                "local a, tracy = 1 tracy.ZoneEnd()",
                "local function tracy() end tracy.ZoneEnd()",
                "local tracy = mock(tracy) tracy.ZoneEnd()",
                "local tracy = tracy or {} tracy.ZoneEnd()",
                "local tracy = require 'tracy' .x tracy.ZoneEnd()",
                "local tracy = require 'other' tracy.ZoneEnd()",
                "local tracy tracy = tracy tracy.ZoneEnd()",
                "do local tracy = {} if x then tracy.ZoneEnd() end end",
                "local tracy = {} do local tracy = tracy tracy.ZoneEnd() end",
                "local tracy = {} local function f() tracy.ZoneEnd() end",
                "function f(tracy) tracy.ZoneEnd() end",
                "local f = function(a, tracy, ...) while a do tracy.ZoneEnd() end end",
                "function a.b:c(tracy) tracy.ZoneEnd() end",
                "for tracy = 1, 2 do tracy.ZoneEnd() end",
                "for k, tracy in pairs(t) do tracy.ZoneEnd() end",
                "if x then local tracy = {} tracy.ZoneEnd() end",
                "repeat local tracy = {} tracy.ZoneEnd() until x",
                "repeat local tracy = {} until f(function() tracy.ZoneEnd() end)",
                "tracy = {} tracy.ZoneEnd()",
                "tracy = tracy or {} tracy.ZoneEnd()",
                "tracy.ZoneEnd() function tracy() end",
                "tracy.ZoneEnd() function tracy.ZoneEnd() end",
                "tracy.ZoneEnd() tracy.ZoneEnd = print",
                "tracy.ZoneEnd() tracy['ZoneEnd'] = print",
                "local function f() tracy.ZoneEnd() end a.b[c(1, 2)], tracy = 1, {} f()",
                "tracy, a = {}, 1 tracy.ZoneEnd()",
                "if x then tracy.ZoneEnd() else tracy = {} end",
                "local _ENV = {} tracy.ZoneEnd()",
                "function f(_ENV) tracy.ZoneEnd() end",
                "_G.tracy = {} tracy.ZoneEnd()",
                "_G['tracy'] = {} tracy.ZoneEnd()",
                "_G[name] = {} tracy.ZoneEnd()",
                "_G.a, _G.tracy = 1, {} tracy.ZoneEnd()",
                "_G.tracy.ZoneEnd = print tracy.ZoneEnd()",
                "function _G.tracy.ZoneEnd() end tracy.ZoneEnd()",
                "rawset(_G, \"tracy\", {}) tracy.ZoneEnd()",
                "rawset(_G, name, {}) tracy.ZoneEnd()",
                "rawset(tracy, 'ZoneEnd', print) tracy.ZoneEnd()",
                "f(rawset(_G, [[tracy]], {})) tracy.ZoneEnd()",
            })
    void shouldKeepACallOfTheScriptsOwnTable(String script) {
        var result = LuaRemove.from(script);

        assertEquals(script, result.text());
        assertEquals(List.of(1), result.keptLines());
        assertNull(result.reason());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "local tracy = tracy !",
                "local tracy = require 'tracy' !",
                "local tracy = require(\"tracy\") ; !",
                "local tracy = _G.tracy !",
                "_G.other = {} !",
                "_G['other'] = {} !",
                "_G.tracy.own = print !",
                "print(_G.tracy, _G[name]) !",
                "rawset(_G, 'other', 1) !",
                "rawset(t, 'tracy', 1) !",
                "local set = rawset !",
                "do local tracy = {} end !",
                "local f = function(tracy) end !",
                "function f(tracy) return tracy end !",
                "if x then local tracy = {} elseif y then ! end",
                "if x then local tracy = {} else ! end",
                "while x do local tracy = {} end !",
                "repeat local tracy = {} until x !",
                "repeat local a = {} until f(function() ! end)",
                "local t = { tracy = 1 } !",
                "t.tracy = 1 !",
                "local t = { f = function() local tracy end } !",
                "f(tracy, x) !",
                "local a = tracy, b c = 1 !",
                "return function() ! return tracy, 1 end",
                "function f(a) local b = tracy ! end",
                "tracy.ZoneBegin = print !",
                "tracy.own = print !",
                "function t.tracy() end !",
                "local tracyBegin = tracy.ZoneBegin !",
                "local x = 'tracy = {}' -- tracy = {}\n !",
            })
    void shouldRemoveACallWhereTheTableIsOurs(String script) {
        String call = "tracy.ZoneEnd()";

        var result = LuaRemove.from(script.replace("!", call));

        assertNull(result.reason());
        assertEquals(script.replace("!", " ".repeat(call.length())), result.text());
        assertEquals(List.of(), result.keptLines());
    }

    @Test
    void shouldNameTheLinesOfCallsThatAreKept() {
        var result = LuaRemove.from("""
            tracy.ZoneBegin()
            local function f(tracy)
              tracy.ZoneBegin()
              tracy.Own()
              tracy.ZoneEnd()
            end
            tracy.ZoneEnd()
            """);

        assertEquals(List.of(3, 5), result.keptLines());
        assertEquals(2, result.removedCalls());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tracy.ZoneBegin(",
                "tracy.ZoneBegin())",
                "tracy.ZoneText('x",
                "tracy.ZoneText([[x",
                "tracy.ZoneBegin() --[[ x",
                "end tracy.ZoneBegin()",
                "if x then tracy.ZoneBegin()",
                "tracy.ZoneBegin() x = = 1",
                "tracy.",
                "tracy.ZoneBegin() }",
                "\\ tracy.ZoneEnd()",
                "tracy.ZoneBegin() \u00e4 = 1",
            })
    void shouldReturnAMalformedScriptUnchangedWithAReason(String script) {
        var result = LuaRemove.from(script);

        assertEquals(script, result.text());
        assertEquals(0, result.removedCalls());
        assertNotNull(result.reason());
    }

    /** LuaJ's parser keeps columns in 16 bits: of two statements 65,536 columns apart, it cannot tell which is the call. */
    @ParameterizedTest
    @ValueSource(strings = {"", "x = 2", "\n", "\r\nx = 2"})
    void shouldLeaveAScriptWithATooLongLineAsItIs(String after) {
        String script = "x=1 ".repeat(17_000) + "tracy.ZoneEnd()" + after;

        var result = LuaRemove.from(script);

        assertEquals("a line has more than 65,535 columns", result.reason());
        assertEquals(script, result.text());
        assertEquals(0, result.removedCalls());
    }

    @Test
    void shouldRemoveTheCallAtTheEndOfTheLongestLine() {
        String call = "tracy.ZoneEnd()";
        String before = "x=1 ".repeat(16_380);
        String script = before + call;
        assertEquals(65_535, script.length());

        var result = LuaRemove.from(script);

        assertNull(result.reason());
        assertEquals(before + " ".repeat(call.length()), result.text());
    }

    /** Whatever is cut out of a script or doubled in it: an answer, and text of the same length. */
    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r", "\r\n", "\n\r"})
    void shouldCountLinesAsLuaDoes(String lineBreak) {
        String script = String.join(lineBreak, "local a = 1", "", "local b = tracy.ZoneEnd()", "");

        assertEquals(List.of(3), LuaRemove.from(script).keptLines());
    }

    @Test
    void shouldAlwaysAnswerWhenScriptsAreDamagedAtRandom() {
        String script = """
            local t = { a = function(self) tracy.ZoneBegin() return tracy.ZoneEnd() end; [1] = 'x\\'y' }
            for i, v in pairs(t) do tracy.ZoneText([==[ ]] ]==] .. i) --[[ no ]] if v then tracy.ZoneEnd() end end
            repeat local x = 0x1p+3 .. "q" tracy.Message { "s" } until x
            """;
        Random random = new Random(42);
        for (int i = 0; i < 5000; i++) {
            int from = random.nextInt(script.length());
            int to = Math.min(script.length(), from + 1 + random.nextInt(10));
            String damaged = script.substring(0, from)
                    + (random.nextBoolean() ? script.substring(from, to).repeat(2) : "")
                    + script.substring(to);

            var result = LuaRemove.from(damaged);

            assertEquals(damaged.length(), result.text().length());
            assertTrue(result.reason() == null || result.text().equals(damaged));
        }
    }

    @Test
    void shouldGiveTheSameResultsAndLinesWhenTheScriptRuns() {
        String script = """
            local out = {}
            local function f(n)
              tracy.ZoneBeginN("f " .. n)
              if n == 0 then
                tracy.ZoneText("zero") tracy.ZoneEnd() return 'z' end
              local r = n .. f(n - 1)
              tracy.ZoneText(
                r
              )
              tracy.ZoneEnd()
              return r
            end
            out[1] = f(3)
            local ok, message = pcall(function()
              tracy.Message [[
              text]] local x = nil; x() end)
            return out[1] .. ' ' .. message
            """;
        Globals with = JsePlatform.standardGlobals();
        LuaZones.install(with);
        Globals without = JsePlatform.standardGlobals();

        String expected = Scripts.run(with, script).tojstring(1);
        String actual = Scripts.run(without, LuaRemove.from(script).text()).tojstring(1);

        assertEquals(expected, actual);
    }
}
