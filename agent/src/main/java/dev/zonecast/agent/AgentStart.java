package dev.zonecast.agent;

import dev.zonecast.agent.boot.AgentLoader;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.ring.Switch;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Puts the agent in place. Called by reflection from the part of the agent that older JVMs can load.
 *
 * <p>Before the program's main nothing here may start java.util.logging: no class with a logger is initialised until {@link #startProfiler}.
 */
public final class AgentStart {
    /** The profiler starts with LWJGL, or so long after its main began: a program that chooses its log manager does so before. */
    private static final long START_AFTER_MILLIS = 1_000;

    /** Between two looks whether main has begun. */
    private static final long BEFORE_MAIN_MILLIS = 20;

    private static final AtomicBoolean STARTED = new AtomicBoolean();
    private static final CountDownLatch READY = new CountDownLatch(1);

    /** A lock that the starting thread needs may belong to the thread that waits for it. */
    private static final Duration READY_LIMIT = Duration.ofSeconds(10);

    private static volatile Thread starter;
    private static volatile AgentOptions options = AgentOptions.parse("");
    private static volatile HookOptions hookOptions = HookOptions.of(options);
    private static volatile boolean methodsHaveZones;
    private static volatile boolean programHasZones;

    private AgentStart() {}

    /** The agent's options. */
    public static AgentOptions options() {
        return options;
    }

    /** The options that hooks read. A read costs one load. */
    public static HookOptions hookOptions() {
        return hookOptions;
    }

    /** Before the program's main. */
    public static void atStart(String text, Instrumentation instrumentation) throws ReflectiveOperationException {
        if (RunningAgent.isThere()) {
            AgentLog.say("-javaagent is given twice: the second one is ignored, with its options");
            return;
        }
        ProgramModules.exportTo(instrumentation, AgentStart.class.getClassLoader());
        AgentOptions asked = AgentOptions.parse(text);
        if (asked.get(AgentOption.HELP)) {
            System.err.print(AgentOption.help());
            AgentLog.say("help is printed, the program runs without the agent");
            return;
        }
        for (String mistake : asked.mistakes()) {
            AgentLog.say("option ignored: " + mistake);
        }
        String obstacle = take(asked);
        if (obstacle != null) {
            AgentLog.say(obstacle);
            return;
        }
        // LWJGL's first class out of a jar, or its first call where an AOT cache had the classes.
        Thread main = Thread.currentThread();
        Runnable onFirst = () ->
                Thread.ofPlatform().daemon().name("zonecast-agent-start").start(() -> startAfterMainBegan(main, 0));
        Weaving weaving = new Weaving(instrumentation, new Hooks(instrumentation, onFirst), new LeafWeaver(onFirst));
        RunningAgent.begin(weaving);
        AgentLog.say(AgentFeatures.on(options));
        Runtime.getRuntime()
                .addShutdownHook(Thread.ofPlatform()
                        .name("zonecast-agent-end")
                        .unstarted(() -> AgentLog.sayLast(weaving::summary)));
        Thread.ofPlatform().daemon().name("zonecast-agent").start(() -> startAfterMainBegan(main, START_AFTER_MILLIS));
    }

    /** While the program runs. */
    public static void whileRunning(String text, Instrumentation instrumentation) throws ReflectiveOperationException {
        if (text.strip().equals(RunningAgent.OFF)) {
            RunningAgent.end();
            return;
        }
        AgentOptions asked = AgentOptions.parse(text);
        if (asked.get(AgentOption.HELP)) {
            RunningAgent.state("help: " + AgentOption.help());
            return;
        }
        List<String> mistakes = asked.mistakes();
        if (!mistakes.isEmpty()) {
            RunningAgent.report("refused: " + String.join("; ", mistakes));
            return;
        }
        if (RunningAgent.isOn()) {
            RunningAgent.report("on: the agent was on, and keeps its options");
            return;
        }
        ProgramModules.exportTo(instrumentation, AgentStart.class.getClassLoader());
        String obstacle = take(asked);
        if (obstacle != null) {
            RunningAgent.report("refused: " + obstacle);
            return;
        }
        boolean profilerRuns = profilerRuns();
        AgentLog.say(AgentFeatures.on(options));
        AgentFeatures.lateFor(options, profilerRuns).forEach(AgentLog::say);
        TracedLibraries.switchTo(options.get(AgentOption.LWJGL_MEMORY));
        if (STARTED.get()) {
            AgentFeatures.startJvmEvents(options);
        }
        startProfiler();
        if (profilerRuns) {
            // What it records is the program's own.
            RunningAgent.records(null);
            AgentFeatures.listen(options);
        }
        String problem = RunningAgent.record(options.profiler().get(RunningAgent.RECORD), profilerRuns);
        RunningAgent.attach(
                RunningAgent.isThere()
                        ? null
                        : new Weaving(instrumentation, new Hooks(instrumentation, () -> {}), new LeafWeaver(() -> {})),
                problem);
    }

    private static boolean profilerRuns() {
        return System.getProperty("dev.zonecast.running") != null;
    }

    /** True if the program ran before the agent: OpenGL contexts may exist of which the agent has not heard. */
    public static boolean isAttached() {
        return RunningAgent.isAttached();
    }

    /** True while hooks begin zones that end at another hook: not while the agent ends. */
    public static boolean isRecording() {
        return RunningAgent.isOn() && Zonecast.isActive();
    }

    /** Another number after each time without hooks: what the agent knew before may have changed unseen. */
    public static int epoch() {
        return RunningAgent.epoch();
    }

    /** True if threads may have zones that end elsewhere than a hook: of methods, or of a program that uses Zonecast itself. */
    public static boolean hasOtherZones() {
        return methodsHaveZones || programHasZones;
    }

    /** A method has a zone. */
    static void methodHasZone() {
        methodsHaveZones = true;
    }

    /** The program uses Zonecast itself: for good. */
    static void programHasZones() {
        programHasZones = true;
    }

    /** Null, or why the program runs without the agent. */
    private static String take(AgentOptions asked) {
        options = asked;
        hookOptions = HookOptions.of(options);
        methodsHaveZones = !options.get(AgentOption.METHODS).isEmpty();
        if (((AgentLoader) AgentStart.class.getClassLoader()).usesProgramsCopy()) {
            programHasZones();
        }
        AgentFeatures.imply(options);
        for (Map.Entry<String, String> each : options.profiler().entrySet()) {
            System.setProperty(each.getKey(), each.getValue());
        }
        return Switch.isOff() ? "off by zonecast.mode or zonecast.enabled" : null;
    }

    /** @param main the thread that runs premain, and then the program's main */
    private static void startAfterMainBegan(Thread main, long millis) {
        try {
            while (isBeforeMain(main)) {
                Thread.sleep(BEFORE_MAIN_MILLIS);
            }
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            return;
        }
        startProfiler();
    }

    private static boolean isBeforeMain(Thread main) {
        StackTraceElement[] calls = main.getStackTrace();
        return calls.length > 0 && isLauncher(calls[calls.length - 1].getClassName());
    }

    /** True of the JVM's own classes that load the main class; the one for programs with JavaFX runs it too. */
    static boolean isLauncher(String outermost) {
        return outermost.startsWith("sun.") && !outermost.equals("sun.launcher.LauncherHelper$FXHelper");
    }

    private static void startProfiler() {
        if (startZonecast()) {
            AgentFeatures.startJvmEvents(options);
        }
    }

    /** False if it was started before. */
    private static boolean startZonecast() {
        if (!STARTED.compareAndSet(false, true)) {
            return false;
        }
        starter = Thread.currentThread();
        boolean ran = profilerRuns();
        try {
            Zonecast.start();
            Path file = Zonecast.recordingFile();
            String named = options.profiler().get(RunningAgent.RECORD);
            // The program's first event may have started the profiler, with the agent's options.
            boolean isNamed = file != null && named != null && file.equals(Path.of(named));
            RunningAgent.records(!ran || isNamed ? file : null);
        } finally {
            READY.countDown();
        }
        return true;
    }

    /** Starts the profiler, or waits for the thread that starts it: what the caller records next is in the recording. */
    public static void awaitProfiler() {
        if (startZonecast()) {
            // It takes long.
            Thread.ofPlatform().daemon().name("zonecast-agent-jvm").start(() -> AgentFeatures.startJvmEvents(options));
            return;
        }
        if (Thread.currentThread() == starter) {
            return;
        }
        try {
            boolean ignored = READY.await(READY_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
