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
        if (RunningAgent.isThere()) {
            AgentLog.say("-javaagent is given twice: the second one is ignored, with its options");
            return;
        }
        readOptions(text);
        ProgramModules.exportTo(instrumentation, AgentStart.class.getClassLoader());
        LeafWeaver weaver = new LeafWeaver(() -> Thread.startVirtualThread(AgentStart::startProfiler));
        RunningAgent.begin(new Weaving(instrumentation, new Hooks(instrumentation), weaver));
        Thread.ofPlatform().daemon().name("zonecast-agent").start(AgentStart::startLate);
    }

    /** While the program runs. */
    public static void whileRunning(String text, Instrumentation instrumentation) throws ReflectiveOperationException {
        if (text.strip().equals(RunningAgent.OFF)) {
            RunningAgent.end();
            return;
        }
        if (RunningAgent.isOn()) {
            RunningAgent.report("on: the agent was on, and keeps its options");
            return;
        }
        readOptions(text);
        ProgramModules.exportTo(instrumentation, AgentStart.class.getClassLoader());
        boolean profilerRuns = System.getProperty("dev.zonecast.running") != null;
        startProfiler();
        if (profilerRuns) {
            RunningAgent.record();
        }
        RunningAgent.attach(
                RunningAgent.isThere()
                        ? null
                        : new Weaving(instrumentation, new Hooks(instrumentation), new LeafWeaver(() -> {})));
    }

    /** True if the program ran before the agent: OpenGL contexts may exist of which the agent has not heard. */
    public static boolean isAttached() {
        return RunningAgent.isAttached();
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
