package dev.zonecast.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.session.Profiler;
import dev.zonecast.fxt.fixtures.JavaProgram;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.lib.jse.JsePlatform;

/** Nothing grows without bound; each in a JVM of its own, with its own tables and a small heap. */
class GrowthTest {
    /** Ten million calls of Lua functions under a hook, and half as many explicit zones, while they are recorded. */
    static final class ManyCallsMain {
        private ManyCallsMain() {}

        public static void main(String[] arguments) {
            try (Trace trace = Trace.counting()) {
                Globals globals = JsePlatform.standardGlobals();
                LuaZones.install(globals);
                LuaHook.install(globals);
                LuaValue million = Scripts.run(globals, """
                    local function even(n) return n % 2 == 0 end
                    local function named() tracy.ZoneBeginN('explicit') tracy.ZoneEnd() end
                    return function() for i = 1, 500000 do even(i) named() end end
                    """).arg1();
                million.call();
                long least = Long.MAX_VALUE;
                for (int part = 0; part < 3; part++) {
                    long before = usedBytes();
                    for (int i = 0; i < 3; i++) {
                        million.call();
                    }
                    least = Math.min(least, usedBytes() - before);
                }
                trace.stop();
                System.out.println(trace.counts().get("even test.lua:1"));
                System.out.println(trace.counts().get("explicit test.lua:2"));
                System.out.println(trace.ends()
                        - trace.counts().values().stream().mapToLong(n -> n).sum());
                // Less than a byte for four calls. What the JVM itself leaves behind comes once, not in each part.
                System.out.println(least < 800_000 ? "no growth" : least + " bytes");
            }
        }

        private static long usedBytes() {
            for (int i = 0; i < 3; i++) {
                System.gc();
            }
            return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
        }
    }

    /** More functions than a viewer has places for, in scripts that are made at run time and forgotten again. */
    static final class ManyScriptsMain {
        private ManyScriptsMain() {}

        public static void main(String[] arguments) {
            try (Trace trace = Trace.start()) {
                Globals globals = JsePlatform.standardGlobals();
                LuaZones.install(globals);
                LuaHook.install(globals);
                int scripts = ZonePlace.MAX_LOCATIONS + 100;
                for (int i = 0; i < scripts; i++) {
                    globals.load("tracy.ZoneBegin() tracy.ZoneEnd()", "@script" + i)
                            .call();
                }
                SourceLocation own = SourceLocation.of("", "own", "Own.java", 1, 0);
                try (Zone zone = Zone.open(own)) {
                    zone.text("of the program");
                }
                trace.stop();
                var zones = trace.zones();
                System.out.println(zones.size() - scripts);
                System.out.println(zones.get(scripts - 1).shown());
                System.out.println(zones.get(scripts - 1).inner.getFirst().shown());
                System.out.println(zones.getLast().shown());
                System.out.println(Profiler.current()
                                .statistics(Duration.ofMinutes(1))
                                .losses()
                                .refusedNames() + " refused");
            }
        }
    }

    @Test
    void shouldNotGrowInTenMillionCalls() throws IOException, InterruptedException {
        List<String> printed = printed(ManyCallsMain.class, "-Xmx64m");

        assertEquals(List.of("5000000", "5000000", "0", "no growth"), printed);
    }

    @Test
    void shouldLeaveThePlacesOfTheProgramWhenScriptsHaveTooMany() throws IOException, InterruptedException {
        List<String> lines = new JavaProgram(ManyScriptsMain.class)
                .flags("-Dzonecast.listen=false", "-Xmx128m")
                .output()
                .lines()
                .toList();

        String last = "main chunk of script" + (ZonePlace.MAX_LOCATIONS + 99);
        assertEquals(List.of("1", last, last, "own"), lines.subList(lines.size() - 5, lines.size() - 1));
        // A place for the function and one for the zone in it: half of the scripts have none. The zone looks for its
        // place when it is loaded or when it begins.
        int scripts = ZonePlace.MAX_LOCATIONS + 100;
        int refused = Integer.parseInt(lines.getLast().replace(" refused", ""));
        assertTrue(refused >= scripts, lines.getLast());
        assertEquals(
                1,
                lines.stream()
                        .filter(line -> line.contains(
                                "limit reached: " + ZonePlace.MAX_LOCATIONS + " places in scripts; zones of further"))
                        .count(),
                () -> String.join("\n", lines));
    }

    private static List<String> printed(Class<?> main, String flag) throws IOException, InterruptedException {
        List<String> lines = new JavaProgram(main)
                .flags("-Dzonecast.listen=false", flag)
                .output()
                .lines()
                .toList();
        assertTrue(lines.size() >= 4, () -> String.join("\n", lines));
        return lines.subList(lines.size() - 4, lines.size());
    }
}
