package dev.zonecast.lua;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.Message;
import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.MessageEvent;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.core.event.ZoneAttribute;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.session.Profiler;
import dev.zonecast.fxt.fixtures.JavaProgram;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.lib.OneArgFunction;
import org.luaj.vm2.lib.jse.JsePlatform;

/** Scripts that recurse until the Java stack overflows, in a program that catches it and goes on. */
class LuaStackOverflowTest {
    @ParameterizedTest
    @CsvSource({
        "-Xint, zones",
        "-Xint, hook",
        "-XX:TieredStopAtLevel=1, zones",
        "-XX:TieredStopAtLevel=1, hook",
        "-XX:TieredStopAtLevel=4, zones",
        "-XX:TieredStopAtLevel=4, hook"
    })
    void shouldKeepTheTreeOfZonesWhenAScriptOverflowsTheStack(String compiler, String way) throws Exception {
        String printed = new JavaProgram(Program.class)
                .flags("-Dzonecast.listen=false", compiler, "-Dway=" + way)
                .output();

        assertTrue(printed.endsWith("0 errors\n"), printed);
    }

    /** Where the stack ends differs from round to round by the frames that stand below. */
    static final class Program {
        private static final int ROUNDS = 40;
        private static final int LEVELS = 4000;
        private static final long STACK_BYTES = 280 << 10;
        private static final Duration LIMIT = Duration.ofMinutes(2);
        private static final SourceLocation OUTER = SourceLocation.of("outer", "f", "F.java", 1, 0);

        /** The text of a zone is how many are open with it: that of the program, those of the script. */
        private static final String ZONES = """
            local function dive(n)
              tracy.ZoneBegin()
              tracy.ZoneText(texts[n])
              done(n)
              dive(n + 1)
              tracy.ZoneEnd()
            end
            function run() dive(2) end
            """;

        private static final String HOOK = """
            local function dive(n)
              local r = dive(n + 1)
              return r + 1
            end
            function run() dive(1) end
            """;

        /** A call that is seen to end: as deep as it is in fact. */
        private static final String SHALLOW = """
            function shallow() message('3') inner() message('3') end
            function inner() message('4') end
            """;

        private static long texts;
        private static long deepest;

        private Program() {}

        public static void main(String[] arguments) throws Exception {
            boolean ignored = Profiler.start(
                    Options.defaults().set(Option.LISTEN, false).set(Option.RING_WAIT, Duration.ofSeconds(10)));
            Checks checks = new Checks();
            Profiler.current().attach(checks);
            Thread thread = new Thread(null, Program::rounds, "overflows", STACK_BYTES);
            thread.start();
            thread.join();
            Profiler.current().detach(checks, LIMIT).join();
            long dropped = Profiler.current().statistics(LIMIT).losses().droppedEvents();
            // A text that threw may have been complete.
            if (dropped != 0 || checks.texts < texts || checks.texts > texts + ROUNDS || checks.open != 0) {
                checks.errors.add(dropped + " dropped, " + checks.texts + " of " + texts + " texts, " + checks.open
                        + " zones open");
            }
            checks.errors.stream().limit(20).forEach(System.out::println);
            System.out.println(texts + " texts, " + deepest + " levels");
            System.out.println(checks.errors.size() + " errors");
        }

        private static void rounds() {
            boolean hooked = System.getProperty("way").equals("hook");
            Globals globals = JsePlatform.standardGlobals();
            LuaZones.install(globals);
            LuaTable numbers = new LuaTable();
            for (int i = 0; i < LEVELS; i++) {
                numbers.set(i, Integer.toString(i));
            }
            globals.set("texts", numbers);
            globals.set("done", new Done());
            globals.set("message", new Log());
            if (hooked) {
                LuaHook.install(globals, LuaHookOptions.defaults().depth(LEVELS));
            }
            globals.load(hooked ? HOOK : ZONES, "@dive.lua").call();
            globals.load(SHALLOW, "@shallow.lua").call();
            LuaValue run = globals.get("run");
            LuaValue shallow = globals.get("shallow");
            for (int round = 0; round < ROUNDS; round++) {
                stand(round, () -> overflow(run));
                if (hooked) {
                    shallow(shallow);
                }
            }
        }

        private static void stand(int frames, Runnable action) {
            if (frames == 0) {
                action.run();
            } else {
                stand(frames - 1, action);
            }
        }

        private static void overflow(LuaValue run) {
            long outer = Zone.begin(OUTER);
            try {
                run.call();
            } catch (StackOverflowError | LuaError e) {
                LuaZones.endOpenZones();
            }
            Zone.text(outer, "1");
            texts++;
            Zone.end(outer);
            Message.log("0");
        }

        private static void shallow(LuaValue function) {
            long outer = Zone.begin(OUTER);
            long inner = Zone.begin(OUTER);
            function.call();
            Message.log("2");
            Zone.end(inner);
            Zone.end(outer);
        }

        private static final class Done extends OneArgFunction {
            @Override
            public LuaValue call(LuaValue level) {
                texts++;
                deepest = Math.max(deepest, level.tolong());
                return NONE;
            }
        }

        private static final class Log extends OneArgFunction {
            @Override
            public LuaValue call(LuaValue open) {
                Message.log(open.tojstring());
                return NONE;
            }
        }
    }

    private static final class Checks implements EventSink {
        private final List<String> errors = new ArrayList<>();
        private int open;
        private long texts;

        private void check(String what, Utf8Text text) {
            if (Integer.parseInt(text.toString()) != open) {
                errors.add(open + " zones open at the " + what + " " + text);
            }
        }

        @Override
        public String description() {
            return "checks";
        }

        @Override
        public void zones(EventThread thread, ZoneRun run) {
            open += 2 * run.begins() - run.size();
        }

        @Override
        public void event(Event event) {
            switch (event) {
                case ZoneAttribute e
                when e.kind() == EventKind.ZONE_TEXT -> {
                    texts++;
                    check("text", e.text());
                }
                case MessageEvent e -> check("message", e.text());
                default -> {
                    // Has no text.
                }
            }
        }
    }
}
