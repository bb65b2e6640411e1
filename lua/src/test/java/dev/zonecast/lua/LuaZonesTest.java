package dev.zonecast.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.lib.jse.JsePlatform;

class LuaZonesTest {
    private static final SourceLocation FRAME = SourceLocation.here("frame");

    private final Globals globals = JsePlatform.standardGlobals();
    private Trace trace;

    @BeforeEach
    void install() {
        LuaZones.install(globals);
        trace = Trace.start();
    }

    @AfterEach
    void stop() {
        LuaZones.endOpenZones();
        trace.close();
    }

    @Test
    void shouldHaveFunctionFileAndLineOfTheCallWhenAScriptBeginsAZone() {
        try (Zone zone = Zone.open(FRAME)) {
            assertTrue(zone.isRecorded());
            Scripts.run(
                    globals,
                    "local function update()",
                    "  tracy.ZoneBegin()",
                    "  tracy.ZoneBeginN('inner')",
                    "  tracy.ZoneEnd()",
                    "  tracy.ZoneEnd()",
                    "end",
                    "update()");
        }

        assertEquals("""
            frame LuaZonesTest.java:%s
              update test.lua:2
                inner test.lua:3
            """.formatted(FRAME.line()), trace.outline());
        var inner = trace.zones().getFirst().inner.getFirst().inner.getFirst();
        assertEquals("update", inner.location.function());
    }

    @Test
    void shouldKnowTheLineWhenTheTableIsCalledByAnotherName() {
        Scripts.run(
                globals,
                "local t = tracy",
                "local function f()",
                "  t.ZoneBegin()",
                "  t.ZoneEnd()",
                "end",
                "f()",
                "local profiler = { tracy = require 'tracy' }",
                "profiler.tracy.ZoneBeginN(",
                "  f and 'chosen' or 'other')",
                "tracy.ZoneEnd()");

        assertEquals("""
            f test.lua:3
            chosen test.lua:8
            """, trace.outline());
    }

    @Test
    void shouldKnowTheLineWhenAFunctionHasMoreConstantsThanAnInstructionCanName() {
        StringBuilder script = new StringBuilder("local t = {}\n");
        for (int i = 0; i < 300; i++) {
            script.append("t.field").append(i).append(" = ").append(i + 0.5).append('\n');
        }
        script.append("tracy.ZoneBeginN('late')\ntracy.ZoneEnd()");

        Scripts.run(globals, script.toString());

        assertEquals("late test.lua:302\n", trace.outline());
    }

    @Test
    void shouldTakeAttributesOfTheInnermostZone() {
        Scripts.run(
                globals,
                "tracy.ZoneBeginN('a')",
                "tracy.ZoneText('one') tracy.ZoneText(2)",
                "tracy.ZoneValue(42) tracy.ZoneValue(-7) tracy.ZoneValue(2^40) tracy.ZoneValue(0.5)",
                "tracy.ZoneColor(0x123456)",
                "tracy.ZoneName('renamed')",
                "tracy.ZoneEnd()");

        var zone = trace.zones().getFirst();
        assertEquals("renamed", zone.shown());
        assertEquals(List.of("one", "2", "0.5"), zone.texts);
        assertEquals(List.of(42L, -7L, 1L << 40), zone.values);
        assertEquals(0x123456, zone.rgb);
    }

    @Test
    void shouldRecordMessagesPlotsAndFrames() {
        Scripts.run(
                globals,
                "tracy.Message('hello') tracy.Marker('wave') tracy.Marker('wave', 'third') tracy.Marker('boss', nil)",
                "tracy.Plot('enemies', 3) tracy.Plot('enemies', 2.5)",
                "tracy.FrameMark() tracy.FrameMark('physics') tracy.FrameMark(nil)");

        assertEquals(List.of("hello"), trace.messages());
        assertEquals(List.of("wave", "wave: third", "boss"), trace.markers());
        assertEquals(List.of("enemies=3", "enemies=2.5"), trace.plots());
        assertEquals(List.of("base", "physics", "base"), trace.frames());
    }

    @Test
    void shouldGiveTheCallStackWhenTheDebugLibraryIsLoaded() {
        Globals debug = JsePlatform.debugGlobals();
        LuaZones.install(debug);

        Scripts.run(
                debug,
                "local function leaf()",
                "  tracy.ZoneBeginS(2)",
                "  tracy.ZoneEnd()",
                "  tracy.ZoneBeginNS('named', 10)",
                "  tracy.ZoneEnd()",
                "end",
                "local function branch()",
                "  leaf()",
                "  return 1",
                "end",
                "branch()");

        var zones = trace.zones();
        assertEquals("leaf", zones.get(0).shown());
        assertEquals(List.of("call stack:\ntest.lua:2 in leaf\ntest.lua:8 in branch"), zones.get(0).texts);
        assertEquals("named", zones.get(1).shown());
        assertEquals(
                List.of("call stack:\ntest.lua:4 in leaf\ntest.lua:8 in branch\ntest.lua:11 in main chunk of test.lua"),
                zones.get(1).texts);
    }

    @Test
    void shouldGiveTheCallAloneAsCallStackWhenThereIsNoDebugLibrary() {
        Scripts.run(globals, "tracy.ZoneBeginS(5)", "tracy.ZoneEnd()");

        assertEquals(
                List.of("call stack:\ntest.lua:1 in main chunk of test.lua"),
                trace.zones().getFirst().texts);
    }

    @Test
    void shouldFindTheCallerByTheDebugLibraryWhenAFunctionIsKeptForLater() {
        Globals debug = JsePlatform.debugGlobals();
        LuaZones.install(debug);

        Scripts.run(
                debug,
                "local begin = tracy.ZoneBegin",
                "local function f()",
                "  begin()",
                "  tracy.ZoneEnd()",
                "end",
                "f()");

        assertEquals("f test.lua:3\n", trace.outline());
    }

    @Test
    void shouldNotKnowThePlaceWhenAFunctionIsKeptForLaterAndThereIsNoDebugLibrary() {
        Scripts.run(globals, "local begin = tracy.ZoneBeginN", "begin('kept')", "tracy.ZoneEnd()");

        assertEquals("kept ?:0\n", trace.outline());
    }

    @Test
    void shouldLeaveTheScriptsOwnTableAloneWhenItBearsTheName() {
        Globals own = JsePlatform.standardGlobals();
        LuaZones.install(own);

        LuaValue calls = Scripts.run(
                        own,
                        "local calls = 0",
                        "tracy = { ZoneBegin = function() calls = calls + 1 end }",
                        "tracy.ZoneBegin()",
                        "tracy.ZoneBegin()",
                        "return calls")
                .arg1();

        assertEquals(2, calls.toint());
        assertEquals("", trace.outline());
    }

    @Test
    void shouldCallTheScriptsOwnFunctionWhenItReplacesOneOfOurs() {
        LuaValue calls = Scripts.run(
                        globals,
                        "local calls = 0",
                        "tracy.ZoneBegin = function() calls = calls + 1 end",
                        "tracy.ZoneBegin()",
                        "return calls")
                .arg1();

        assertEquals(1, calls.toint());
    }

    @Test
    void shouldCallWhatStandsInTheTableWhenOneCallSiteFindsItChanged() {
        LuaValue result = Scripts.run(
                        globals,
                        "local ours, calls = tracy.ZoneBegin, 0",
                        "local function call() tracy.ZoneBegin() end",
                        "call() tracy.ZoneEnd()",
                        "tracy.ZoneBegin = function() calls = calls + 1 end",
                        "call()",
                        "tracy.ZoneBegin = nil",
                        "local failed = not pcall(call)",
                        "tracy.ZoneBegin = ours",
                        "call() tracy.ZoneEnd()",
                        "return calls == 1 and failed")
                .arg1();

        assertTrue(result.toboolean());
        assertEquals("call test.lua:2\n".repeat(2), trace.outline());
    }

    @Test
    void shouldBalanceWhenAViewerComesAndGoesInsideAZone() {
        trace.close();
        Scripts.define(globals, "connect", () -> trace = Trace.start());
        Scripts.define(globals, "disconnect", () -> trace.stop());

        Scripts.run(
                globals,
                "tracy.ZoneBeginN('before')",
                "  connect()",
                "  tracy.ZoneBeginN('seen') tracy.ZoneText('x') tracy.ZoneEnd()",
                "  tracy.ZoneText('for nobody')",
                "  tracy.ZoneBeginN('cut')",
                "    disconnect()",
                "    tracy.ZoneBegin() tracy.ZoneEnd()",
                "  tracy.ZoneEnd()",
                "tracy.ZoneEnd()");

        assertEquals("seen test.lua:3\ncut test.lua:5 OPEN\n", trace.outline());
        assertEquals(0, ZoneStack.current().open());
    }

    @Test
    void shouldRaiseALuaErrorWhenAnEndHasNoBegin() {
        LuaError error = assertThrows(LuaError.class, () -> Scripts.run(globals, "local x", "tracy.ZoneEnd()"));

        assertTrue(error.getMessage().startsWith("@test.lua:2 tracy.ZoneEnd: no zone is open"), error.getMessage());
    }

    @Test
    void shouldRaiseALuaErrorWhenAnAttributeHasNoZone() {
        for (String call : List.of("ZoneText('x')", "ZoneName('x')", "ZoneColor(1)", "ZoneValue(1)")) {
            LuaError error = assertThrows(LuaError.class, () -> Scripts.run(globals, "tracy." + call));
            assertTrue(error.getMessage().contains("no zone is open"), error.getMessage());
        }
    }

    @Test
    void shouldRaiseALuaErrorWhenAnArgumentIsWrong() {
        for (String[] wrong : new String[][] {
            {"ZoneBeginN()", "bad argument #1 to 'tracy.ZoneBeginN' (string expected, got nil)"},
            {"ZoneBeginN({})", "bad argument #1 to 'tracy.ZoneBeginN' (string expected, got table)"},
            {"ZoneBeginS(0)", "bad argument #1 to 'tracy.ZoneBeginS' (a whole number from 1 to 64 expected, got 0)"},
            {"ZoneBeginS('x')", "bad argument #1 to 'tracy.ZoneBeginS' (number expected, got string)"},
            {
                "ZoneBeginNS('x', 1.5)",
                "bad argument #2 to 'tracy.ZoneBeginNS' (a whole number from 1 to 64 expected, got 1.5)"
            },
            {"ZoneBeginNS('x')", "bad argument #2 to 'tracy.ZoneBeginNS' (number expected, got nil)"},
            {"ZoneText(nil)", "bad argument #1 to 'tracy.ZoneText' (string expected, got nil)"},
            {"ZoneName(print)", "bad argument #1 to 'tracy.ZoneName' (string expected, got function)"},
            {
                "ZoneColor(0x1000000)",
                "bad argument #1 to 'tracy.ZoneColor' (a whole number from 0 to 16777215 expected, got 16777216)"
            },
            {"ZoneValue(true)", "bad argument #1 to 'tracy.ZoneValue' (number expected, got boolean)"},
            {"Message()", "bad argument #1 to 'tracy.Message' (string expected, got nil)"},
            {"Marker()", "bad argument #1 to 'tracy.Marker' (string expected, got nil)"},
            {"Marker('x', {})", "bad argument #2 to 'tracy.Marker' (string expected, got table)"},
            {"FrameMark({})", "bad argument #1 to 'tracy.FrameMark' (string expected, got table)"},
            {"Plot('x')", "bad argument #2 to 'tracy.Plot' (number expected, got nil)"},
            {"Plot()", "bad argument #1 to 'tracy.Plot' (string expected, got nil)"},
        }) {
            LuaError error = assertThrows(LuaError.class, () -> Scripts.run(globals, "tracy." + wrong[0]));
            assertEquals("@test.lua:1 " + wrong[1], error.getMessage());
        }
        assertEquals(0, ZoneStack.current().open());
        assertEquals("", trace.outline());
    }

    @Test
    void shouldEndZonesWhenAProtectedCallFails() {
        Scripts.run(
                globals,
                "local function fails()",
                "  tracy.ZoneBeginN('lost')",
                "  error('x')",
                "end",
                "tracy.ZoneBeginN('outer')",
                "  pcall(fails)",
                "  tracy.ZoneBeginN('next') tracy.ZoneEnd()",
                "  xpcall(fails, function(m) return m end)",
                "  pcall(error)",
                "tracy.ZoneEnd()",
                "tracy.ZoneBeginN('after') tracy.ZoneEnd()");

        assertEquals("""
            outer test.lua:5
              lost test.lua:2
              next test.lua:7
              lost test.lua:2
            after test.lua:11
            """, trace.outline());
    }

    @Test
    void shouldLeaveNoZoneOpenWhenAProtectedCallFailsAndNobodyRecords() {
        trace.stop();

        Scripts.run(globals, "pcall(function() tracy.ZoneBegin() tracy.ZoneBegin() error('x') end)");

        assertEquals(0, ZoneStack.current().open());
    }

    @Test
    void shouldKeepAZoneOpenWhenAProtectedCallThatBeganItSucceeds() {
        Scripts.run(
                globals,
                "pcall(function() tracy.ZoneBeginN('kept') end)",
                "tracy.ZoneBeginN('inner') tracy.ZoneEnd()",
                "tracy.ZoneEnd()");

        assertEquals("kept test.lua:1\n  inner test.lua:2\n", trace.outline());
    }

    @Test
    void shouldEndWhatAnErrorLeftOpenWhenTheProgramSaysSo() {
        assertThrows(LuaError.class, () -> Scripts.run(globals, "tracy.ZoneBeginN('lost') error('x')"));

        LuaZones.endOpenZones();
        Scripts.run(globals, "tracy.ZoneBeginN('next') tracy.ZoneEnd()");

        assertEquals("lost test.lua:1\nnext test.lua:1\n", trace.outline());
    }

    @Test
    void shouldEndWhatIsOpenWhenAZoneBelowItEndedWithItsJavaZone() {
        try (Zone zone = Zone.open(FRAME)) {
            assertTrue(zone.isRecorded());
            assertThrows(LuaError.class, () -> Scripts.run(globals, "tracy.ZoneBeginN('lost') error('x')"));
        }
        assertThrows(LuaError.class, () -> Scripts.run(globals, "tracy.ZoneBeginN('open') error('x')"));

        LuaZones.endOpenZones();
        Scripts.run(globals, "tracy.ZoneBeginN('next') tracy.ZoneEnd()");

        assertEquals("""
            frame LuaZonesTest.java:%s
              lost test.lua:1
            open test.lua:1
            next test.lua:1
            """.formatted(FRAME.line()), trace.outline());
    }

    @Test
    void shouldGoOnRecordingAndSaySoWhenAScriptNeverEndsItsZones() {
        for (int frame = 0; frame < 3 * ZoneStack.MAX_OPEN; frame++) {
            try (Zone zone = Zone.open(FRAME)) {
                assertTrue(zone.isRecorded());
                Scripts.run(globals, "tracy.ZoneBeginN('leaked') tracy.ZoneBeginN('fine') tracy.ZoneEnd()");
            }
        }

        assertTrue(ZoneStack.current().open() <= ZoneStack.MAX_OPEN);
        assertEquals(3 * ZoneStack.MAX_OPEN, trace.counts().get("leaked test.lua:1"));
        assertEquals(3 * ZoneStack.MAX_OPEN, trace.counts().get("fine test.lua:1"));
        assertEquals(0, trace.openZones());
        assertTrue(trace.messages().stream().anyMatch(m -> m.contains("tracy.ZoneEnd is missing")));
    }

    @Test
    void shouldEndAllZonesOfAFailedProtectedCallWhenThereWereTooManyInside() {
        LuaValue endsOnceMore = Scripts.run(
                        globals,
                        "tracy.ZoneBeginN('outer')",
                        "pcall(function() for i = 1, 1030 do tracy.ZoneBeginN('leaked') end error('x') end)",
                        "tracy.ZoneBeginN('next') tracy.ZoneEnd()",
                        "tracy.ZoneEnd()",
                        "return pcall(tracy.ZoneEnd)")
                .arg1();

        assertTrue(trace.outline().endsWith("\nnext test.lua:3\n"));
        assertEquals(LuaValue.FALSE, endsOnceMore, "all begins have their ends");
    }

    @Test
    void shouldTakeNamesOfAnyBytes() {
        String longName = "n".repeat(100_000);
        globals.set("long", longName);
        Scripts.run(
                globals,
                "tracy.ZoneBeginN('a\\0b') tracy.ZoneText('c\\0d') tracy.ZoneEnd()",
                "tracy.ZoneBeginN('\\xff\\xfe') tracy.ZoneEnd()",
                "tracy.ZoneBeginN(long) tracy.ZoneName(long) tracy.ZoneText(long) tracy.ZoneEnd()",
                "tracy.Message(long) tracy.Message('x\\0y')");

        var zones = trace.zones();
        assertEquals("a\u2400b", zones.get(0).shown());
        assertEquals(List.of("c\u2400d"), zones.get(0).texts);
        assertEquals("\uFFFD\uFFFD", zones.get(1).shown());
        assertEquals(65_000, zones.get(2).shown().length());
        assertEquals(65_000, zones.get(2).texts.getFirst().length());
        assertEquals(65_000, trace.messages().get(0).length());
        assertEquals("x\u2400y", trace.messages().get(1));
    }

    @Test
    void shouldNotUseUpLocationsWhenNamesAreMadeAtRunTime() {
        Scripts.run(globals, "for i = 1, 500 do", "  tracy.ZoneBeginN('enemy ' .. i)", "  tracy.ZoneEnd()", "end");

        var zones = trace.zones();
        Set<SourceLocation> locations = new HashSet<>();
        for (int i = 0; i < 500; i++) {
            assertEquals("enemy " + (i + 1), zones.get(i).shown());
            locations.add(zones.get(i).location);
        }
        assertTrue(locations.size() <= 65, locations.size() + " locations");
    }

    @Test
    void shouldKeepZonesOfCoroutinesApart() {
        Scripts.run(
                globals,
                "local co = coroutine.create(function()",
                "  tracy.ZoneBeginN('in coroutine')",
                "  coroutine.yield()",
                "  tracy.ZoneEnd()",
                "end)",
                "tracy.ZoneBeginN('main')",
                "coroutine.resume(co)",
                "tracy.ZoneBeginN('meanwhile') tracy.ZoneEnd()",
                "coroutine.resume(co)",
                "tracy.ZoneEnd()");

        assertEquals("main test.lua:6\n  meanwhile test.lua:8\n", trace.outline());
        assertEquals("in coroutine test.lua:2\n", trace.outlineOfOthers());
    }

    @Test
    void shouldWorkWithoutDebugInformation() {
        byte[] stripped = Binary.stripped("local function f() tracy.ZoneBegin() tracy.ZoneEnd() end f()");

        globals.load(new java.io.ByteArrayInputStream(stripped), "stripped", "b", globals)
                .call();

        assertEquals(1, trace.zones().size());
        assertEquals("?", trace.zones().getFirst().location.file());
        assertEquals(0, trace.zones().getFirst().location.line());
    }

    @Test
    void shouldPutBackWhatWasThereWhenClosed() {
        Globals other = JsePlatform.standardGlobals();
        LuaValue pcall = other.get("pcall");
        LuaTable mine = new LuaTable();
        other.set("tracy", mine);

        LuaZones zones = LuaZones.install(other);
        assertSame(zones, LuaZones.install(other));
        zones.close();

        assertSame(mine, other.get("tracy"));
        assertSame(pcall, other.get("pcall"));
    }

    @Test
    void shouldKnowTheNamesOfAllFunctions() {
        Set<String> names = new HashSet<>();
        for (LuaValue key : ((LuaTable) globals.get("tracy")).keys()) {
            names.add(key.tojstring());
        }

        assertEquals(ZoneFunctions.NAMES, names);
        assertTrue(Zonecast.isEnabled());
    }
}
