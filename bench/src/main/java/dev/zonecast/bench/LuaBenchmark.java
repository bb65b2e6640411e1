package dev.zonecast.bench;

import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.Zonecast;
import dev.zonecast.lua.LuaHook;
import dev.zonecast.lua.LuaZones;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.lib.ZeroArgFunction;
import org.luaj.vm2.lib.jse.JsePlatform;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What do zones cost a script that LuaJ interprets: its own calls of {@code tracy.*}, and the hook that makes a zone of every call?
 *
 * <p>{@code ./zonecast bench LuaBenchmark}: microseconds a burst are nanoseconds a call.
 *
 * <p>The baseline of an explicit zone, which is two calls of Java functions, is one call of a Java function that does nothing. That
 * of a hooked call is the same call without the hook: under LuaJ's debug library while it is recorded, under none while nobody
 * listens. The function called returns its argument, so that there is next to nothing but the call.
 */
@Burst(LuaBenchmark.CALLS)
@State(Scope.Thread)
@Warmup(iterations = 10, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class LuaBenchmark extends BurstBenchmark {
    static final int CALLS = 1000;

    private static final String CALL = "local function same(a) return a end for i = 1, " + CALLS + " do same(i) end";
    private static final String ZONE = "for i = 1, " + CALLS + " do tracy.ZoneBegin() tracy.ZoneEnd() end";

    private static final class Nothing extends ZeroArgFunction {
        @Override
        public LuaValue call() {
            return NONE;
        }
    }

    /** A script in an environment, loaded at its first run: by then the profiler is in the state that is to be measured. */
    abstract static class Script {
        private final Globals globals;
        private final String text;
        private final Consumer<Globals> prepare;
        private LuaValue chunk;

        /** @param prepare installs what is measured */
        Script(Globals globals, String text, Consumer<Globals> prepare) {
            this.globals = globals;
            this.text = text;
            this.prepare = prepare;
        }

        void run() {
            if (chunk == null) {
                LuaTable lib = new LuaTable();
                lib.set("nothing", new Nothing());
                globals.set("lib", lib);
                prepare.accept(globals);
                chunk = globals.load(text, "@bench.lua");
            }
            chunk.call();
        }
    }

    /** Calls of a Java function. */
    @State(Scope.Thread)
    public static class JavaCalls extends Script {
        public JavaCalls() {
            super(JsePlatform.standardGlobals(), "for i = 1, " + CALLS + " do lib.nothing() end", globals -> {});
        }
    }

    /** Explicit zones. */
    @State(Scope.Thread)
    public static class Zones extends Script {
        public Zones() {
            super(JsePlatform.standardGlobals(), ZONE, LuaZones::install);
        }
    }

    /** Explicit zones that have a name. */
    @State(Scope.Thread)
    public static class NamedZones extends Script {
        public NamedZones() {
            super(JsePlatform.standardGlobals(), ZONE.replace("ZoneBegin()", "ZoneBeginN('zone')"), LuaZones::install);
        }
    }

    /** Calls of a Lua function. */
    @State(Scope.Thread)
    public static class Calls extends Script {
        public Calls() {
            super(JsePlatform.standardGlobals(), CALL, globals -> {});
        }
    }

    /** Calls of a Lua function with the hook. */
    @State(Scope.Thread)
    public static class HookedCalls extends Script {
        public HookedCalls() {
            super(JsePlatform.standardGlobals(), CALL, LuaHook::install);
        }
    }

    /** Calls of a Lua function under LuaJ's debug library. */
    @State(Scope.Thread)
    public static class DebugCalls extends Script {
        public DebugCalls() {
            super(JsePlatform.debugGlobals(), CALL, globals -> {});
        }
    }

    /** Calls of a Lua function under LuaJ's debug library and the hook. */
    @State(Scope.Thread)
    public static class HookedDebugCalls extends Script {
        public HookedDebugCalls() {
            super(JsePlatform.debugGlobals(), CALL, LuaHook::install);
        }
    }

    /** The profiler runs and nobody listens. */
    @State(Scope.Benchmark)
    public static class Idle {
        public Idle() {
            Zonecast.start(Options.defaults().set(Option.LISTEN, false));
        }

        void require() {
            if (!Zonecast.isEnabled() || Zonecast.isActive()) {
                throw new IllegalStateException("the profiler is not in the state that is to be measured");
            }
        }
    }

    @Benchmark
    public void javaCall(LiveRecording recording, LiveRecording.Room room, JavaCalls script) {
        script.run();
    }

    @Benchmark
    public void zone(LiveRecording recording, LiveRecording.Room room, Zones script) {
        script.run();
    }

    @Benchmark
    public void namedZone(LiveRecording recording, LiveRecording.Room room, NamedZones script) {
        script.run();
    }

    @Benchmark
    public void debugCall(LiveRecording recording, LiveRecording.Room room, DebugCalls script) {
        script.run();
    }

    @Benchmark
    public void hookedCall(LiveRecording recording, LiveRecording.Room room, HookedCalls script) {
        script.run();
    }

    @Benchmark
    public void hookedDebugCall(LiveRecording recording, LiveRecording.Room room, HookedDebugCalls script) {
        script.run();
    }

    @Benchmark
    public void call(Idle idle, Calls script) {
        idle.require();
        script.run();
    }

    @Benchmark
    public void hookedCallNobodyListens(Idle idle, HookedCalls script) {
        idle.require();
        script.run();
    }

    @Benchmark
    public void javaCallNobodyListens(Idle idle, JavaCalls script) {
        idle.require();
        script.run();
    }

    @Benchmark
    public void zoneNobodyListens(Idle idle, Zones script) {
        idle.require();
        script.run();
    }
}
