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
import org.openjdk.jmh.annotations.Param;
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

    private static final String JAVA = "for i = 1, " + CALLS + " do lib.nothing() end";
    private static final String LUA = "local function same(a) return a end for i = 1, " + CALLS + " do same(i) end";
    private static final String ZONES = "for i = 1, " + CALLS + " do tracy.ZoneBegin() tracy.ZoneEnd() end";

    /** A script, and what is installed for it. */
    @SuppressWarnings("ImmutableEnumChecker") // What installs keeps no state.
    public enum Script {
        JAVA_CALL(false, JAVA, _ -> {}),
        ZONE(false, ZONES, LuaZones::install),
        NAMED_ZONE(false, ZONES.replace("ZoneBegin()", "ZoneBeginN('zone')"), LuaZones::install),
        CALL(false, LUA, _ -> {}),
        HOOKED_CALL(false, LUA, LuaHook::install),
        DEBUG_CALL(true, LUA, _ -> {}),
        HOOKED_DEBUG_CALL(true, LUA, LuaHook::install);

        private final boolean debug;
        private final String text;
        private final Consumer<Globals> install;

        Script(boolean debug, String text, Consumer<Globals> install) {
            this.debug = debug;
            this.text = text;
            this.install = install;
        }

        private LuaValue load() {
            Globals globals = debug ? JsePlatform.debugGlobals() : JsePlatform.standardGlobals();
            LuaTable lib = new LuaTable();
            lib.set("nothing", new Nothing());
            globals.set("lib", lib);
            install.accept(globals);
            return globals.load(text, "@bench.lua");
        }
    }

    private static final class Nothing extends ZeroArgFunction {
        @Override
        public LuaValue call() {
            return NONE;
        }
    }

    @Param
    public Script what;

    private LuaValue chunk;

    /** The profiler runs and nobody listens. */
    @State(Scope.Benchmark)
    public static class Idle {
        public Idle() {
            Zonecast.start(Options.defaults().set(Option.LISTEN, false));
        }
    }

    @Benchmark
    public void recorded(LiveRecording recording, LiveRecording.Room room) {
        run();
    }

    @Benchmark
    public void idle(Idle idle) {
        if (!Zonecast.isEnabled() || Zonecast.isActive()) {
            throw new IllegalStateException("the profiler is not in the state that is to be measured");
        }
        run();
    }

    private void run() {
        if (chunk == null) {
            // By now the profiler is in the state that is to be measured.
            chunk = what.load();
        }
        chunk.call();
    }
}
