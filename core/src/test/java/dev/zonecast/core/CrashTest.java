package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.collect.RecordedEvents;
import dev.zonecast.core.collect.TestProfiler;
import dev.zonecast.core.recording.CutRecording;
import dev.zonecast.memory.RawMemory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that end badly, each in a JVM of its own that records to a file. */
class CrashTest {
    private static final int ZONES = 1000;

    @TempDir
    Path folder;

    private ChildJvm.Result run(String how, String... flags) throws Exception {
        return new ChildJvm()
                .flags("-Dzonecast.listen=false", "-Dzonecast.record=" + recording())
                .flags(flags)
                .run(Program.class, how);
    }

    private Path recording() {
        return folder.resolve("crash.fxt");
    }

    @Test
    void shouldRecordAnExceptionThatNobodyCatchesAndPassItOn() throws Exception {
        ChildJvm.Result result = run("throw").expectSuccess();

        CutRecording recording = CutRecording.read(recording());
        assertTrue(recording.endedWell());
        assertEquals(
                List.of("java.lang.IllegalStateException: broken\ncaused by java.io.IOException: disk"),
                recording.messages("FATAL"));
        assertTrue(recording.stackOfLastMessage().startsWith(Program.class.getName() + ".fail\tCrashTest.java:"));
        assertEquals(ZONES + 1, recording.zoneBegins());
        assertTrue(result.err().contains("Exception in thread \"worker\" java.lang.IllegalStateException: broken"));
    }

    @Test
    void shouldCallTheHandlerThatWasThereBefore() throws Exception {
        ChildJvm.Result result = run("throw to a handler").expectSuccess();

        assertTrue(result.outLines().contains("handler: worker java.lang.IllegalStateException: broken"), result.out());
        assertFalse(result.err().contains("Exception in thread"), result.err());
        assertEquals(1, CutRecording.read(recording()).messages("FATAL").size());
    }

    @Test
    void shouldLeaveExceptionsAloneWhenToldSo() throws Exception {
        ChildJvm.Result result = run("throw", "-Dzonecast.uncaught=false").expectSuccess();

        assertTrue(result.err().contains("Exception in thread \"worker\""));
        assertEquals(List.of(), CutRecording.read(recording()).messages("FATAL"));
    }

    @Test
    void shouldRecordThatTheMemoryIsUsedUpAndGoOn() throws Exception {
        run("memory", "-Xmx64m", "-Dzonecast.system=false").expectSuccess();

        CutRecording recording = CutRecording.read(recording());
        assertTrue(recording.endedWell());
        assertEquals(1, recording.messages("FATAL").size());
        assertTrue(recording.messages("FATAL").getFirst().startsWith("java.lang.OutOfMemoryError"));
        assertEquals(2 * ZONES, recording.zoneBegins());
    }

    @Test
    void shouldEndTheRecordingWhenTheProgramExitsInTheMiddleOfAZone() throws Exception {
        ChildJvm.Result result = run("exit");

        assertEquals(3, result.exit(), result::toString);
        CutRecording recording = CutRecording.read(recording());
        assertTrue(recording.endedWell());
        assertEquals(ZONES + 1, recording.zoneBegins());
        assertEquals(ZONES + 1, recording.zoneEnds());
    }

    @ParameterizedTest
    @ValueSource(strings = {"segmentation fault", "kill", "halt", "abort"})
    void shouldLeaveAValidRecordingOfAllThatWasCollectedWhenTheJvmDies(String how) throws Exception {
        ChildJvm.Result result =
                run(how, "-XX:-CreateCoredumpOnCrash", "-XX:ErrorFile=" + folder.resolve("hs_err.log"));

        assertNotEquals(0, result.exit(), result::toString);
        assertTrue(result.outLines().contains("collected"), result::toString);
        CutRecording recording = CutRecording.read(recording());
        assertFalse(recording.endedWell());
        assertTrue(recording.zoneBegins() >= ZONES + 1, () -> recording.zoneBegins() + " zones");
        assertEquals(recording.zoneBegins() - 1, recording.zoneEnds());
        assertEquals(List.of("before the end"), recording.messages("INFO"));
    }

    @Test
    void shouldRecordWhatAProgramCatchesAtTheEnd() throws Exception {
        RecordedEvents events = TestProfiler.record(() -> {
            Zonecast.crashed(new IllegalStateException("caught"));
            Zonecast.crashed(null);
        });

        assertEquals(1, events.count("crash"));
        String what = events.whats("crash").getFirst();
        assertTrue(what.startsWith("java.lang.IllegalStateException: caught at CrashTest.java:"), what);
    }

    static final class Program {
        private static final SourceLocation WORK = SourceLocation.of("work", "Program.main", "CrashTest.java", 1, 0);

        public static void main(String[] arguments) throws Exception {
            if (arguments[0].equals("throw to a handler")) {
                Thread.setDefaultUncaughtExceptionHandler(
                        (thread, e) -> System.out.println("handler: " + thread.getName() + " " + e));
            }
            zones();
            long open = Zone.begin(WORK);
            switch (arguments[0]) {
                case "throw", "throw to a handler" -> inThread(Program::fail);
                case "memory" -> {
                    Zone.end(open);
                    inThread(Program::useUp);
                    Thread.sleep(1);
                    for (int i = 1; i < ZONES; i++) {
                        Zone.end(Zone.begin(WORK));
                    }
                }
                case "exit" -> System.exit(3);
                default -> die(arguments[0]);
            }
        }

        private static void zones() {
            for (int i = 0; i < ZONES; i++) {
                Zone.end(Zone.begin(WORK));
            }
        }

        private static void inThread(Runnable work) throws InterruptedException {
            Thread thread = Thread.ofPlatform().name("worker").start(work);
            thread.join();
        }

        private static void fail() {
            throw new IllegalStateException("broken", new java.io.IOException("disk"));
        }

        private static void useUp() {
            // In large pieces: what the other threads need is there still when one of these is not.
            Object[] chain = null;
            while (true) {
                Object[] longer = new Object[1 << 21];
                longer[0] = chain;
                chain = longer;
            }
        }

        private static void die(String how) throws Exception {
            Message.log("before the end");
            if (!Zonecast.flush(Duration.ofSeconds(20))) {
                throw new IllegalStateException("not collected in time");
            }
            System.out.println("collected");
            System.out.flush();
            switch (how) {
                case "segmentation fault" -> {
                    // The system maps nothing so low.
                    long ignored = RawMemory.getLong(1 << 15);
                }
                case "kill" -> signal("KILL");
                case "abort" -> signal("ABRT");
                default -> Runtime.getRuntime().halt(9);
            }
        }

        private static void signal(String name) throws Exception {
            String command = "kill -s " + name + " " + ProcessHandle.current().pid();
            Process ignored = new ProcessBuilder("sh", "-c", command).start();
            Thread.sleep(600_000);
        }
    }
}
