package dev.zonecast.agent;

import dev.zonecast.core.Option;
import dev.zonecast.core.Zonecast;
import java.lang.instrument.Instrumentation;
import java.util.concurrent.atomic.AtomicBoolean;

/** Puts the agent in place. Called by reflection from the part of the agent that older JVMs can load. */
public final class AgentStart {
    /** The profiler starts with LWJGL, or after this time: a program that chooses its log manager does so before. */
    private static final long START_AFTER_MILLIS = 1_000;

    private static final AtomicBoolean STARTED = new AtomicBoolean();
    private static volatile AgentOptions options = AgentOptions.parse("", _ -> false);

    private AgentStart() {}

    /** The agent's options. */
    public static AgentOptions options() {
        return options;
    }

    /** Before the program's main. */
    public static void atStart(String text, Instrumentation instrumentation) throws ReflectiveOperationException {
        readOptions(text);
        var hooks = new Hooks();
        hooks.install(instrumentation);
        LeafWeaver weaver = new LeafWeaver(() -> Thread.startVirtualThread(AgentStart::startProfiler));
        instrumentation.addTransformer(weaver);
        instrumentation.setNativeMethodPrefix(weaver, LeafWeaver.PREFIX);
        Thread.ofPlatform().daemon().name("zonecast-agent").start(AgentStart::startLate);
    }

    /** While the program runs. */
    public static void whileRunning(String text, Instrumentation instrumentation) {
        readOptions(text);
        AgentLog.say("attach: not built yet");
    }

    private static void readOptions(String text) {
        options = AgentOptions.parse(text, Option::isProperty);
        options.mistakes().forEach(mistake -> AgentLog.say(mistake + " (docs/how-to/agent.md lists them)"));
        options.profiler().forEach(System::setProperty);
    }

    private static void startLate() {
        try {
            Thread.sleep(START_AFTER_MILLIS);
        } catch (InterruptedException e) {
            return;
        }
        startProfiler();
    }

    private static void startProfiler() {
        if (STARTED.compareAndSet(false, true)) {
            Zonecast.start();
        }
    }
}
