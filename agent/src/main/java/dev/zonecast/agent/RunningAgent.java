package dev.zonecast.agent;

import dev.zonecast.core.Zonecast;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** The agent of this JVM: absent, on or off. Thread-safe. */
final class RunningAgent {
    /** The option that ends the agent of a program that runs. */
    static final String OFF = "off";

    /** System property by which {@code zonecast attach} sees what became of its request. */
    private static final String STATE = "dev.zonecast.agent";

    /** The profiler's option of a recording. */
    static final String RECORD = "zonecast.record";

    /** How long the end waits for the end of a frame, where the program's zones end. */
    static final Duration LAST_FRAME = Duration.ofMillis(250);

    private static final AtomicInteger EPOCH = new AtomicInteger();

    private static Weaving weaving;
    private static volatile boolean on;
    private static volatile boolean attached;

    /** File of the recording that the agent began; null: none. */
    private static volatile Path recording;

    private RunningAgent() {}

    /** True if the program ran before the agent: OpenGL contexts may exist of which the agent has not heard. */
    static boolean isAttached() {
        return attached;
    }

    static synchronized boolean isThere() {
        return weaving != null;
    }

    /** False while the agent ends, too: then its hooks are there until the end of a frame. Takes no lock. */
    static boolean isOn() {
        return on;
    }

    /** Another number after each time without hooks. */
    static int epoch() {
        return EPOCH.get();
    }

    /** Before the program's main. */
    static synchronized void begin(Weaving mine) throws ReflectiveOperationException {
        mine.begin();
        weaving = mine;
        mine.addToCached();
        on = true;
        state("on");
    }

    /**
     * In a program that runs; after {@link #end} again.
     *
     * @param mine null if the agent was there before
     * @param problem why what was asked for is missing; empty: nothing is
     */
    static synchronized void attach(Weaving mine, String problem) throws ReflectiveOperationException {
        long start = System.nanoTime();
        attached = true;
        if (mine != null) {
            mine.begin();
            weaving = mine;
        }
        EPOCH.incrementAndGet();
        on = true;
        int classes = weaving.addToLoaded();
        long millis = (System.nanoTime() - start) / 1_000_000;
        report("on: " + classes + " loaded classes have hooks, after " + millis + " ms"
                + (weaving.failures() == 0 ? "" : "; " + weaving.failures() + " could not be changed")
                + problem
                + ". Not seen: calls by reflection, and methods that are running until they are called again");
    }

    /**
     * Begins the recording that an attach asks for.
     *
     * @param file null or empty: none is wanted. The system property may have that of an earlier attach
     * @param profilerRan it does not read its options again
     * @return what the report has of it: empty unless there is none
     */
    static String record(String file, boolean profilerRan) {
        if (file == null || file.isEmpty()) {
            return "";
        }
        if (!profilerRan) {
            // A trace buffer is saved to the file at the end.
            boolean isRecorded = Zonecast.recordingFile() != null || System.getProperty(AgentFeatures.BUFFER) != null;
            return isRecorded ? "" : "; no recording: the program's log has the reason";
        }
        try {
            Zonecast.startRecording(Path.of(file));
            records(Path.of(file));
            return "";
        } catch (IOException | RuntimeException e) {
            return "; no recording: " + e.getMessage();
        }
    }

    /** The agent began this recording; null: none. */
    static void records(Path file) {
        recording = file;
    }

    /** Takes the hooks out, and ends the JVM's events and the agent's recording. */
    static synchronized void end() {
        if (!on) {
            report("off: the agent was not on");
            return;
        }
        on = false;
        FrameSets.awaitNext(LAST_FRAME);
        weaving.remove();
        EPOCH.incrementAndGet();
        AgentFeatures.stopJvmEvents();
        Path file = Zonecast.recordingFile();
        boolean isOurs = file != null && file.equals(recording);
        if (isOurs) {
            Zonecast.stopRecording();
        }
        recording = null;
        TracedLibraries.switchTo(false);
        report("off: the hooks are taken out"
                + (isOurs ? ", the recording has ended" : file != null ? ", the program's own recording goes on" : "")
                + (Zonecast.port() < 0 ? "" : ". Viewers can still connect"));
    }

    static void report(String line) {
        AgentLog.say(line);
        state(line);
    }

    static void state(String text) {
        System.setProperty(STATE, text);
    }
}
