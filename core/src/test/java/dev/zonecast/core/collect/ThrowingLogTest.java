package dev.zonecast.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.BrokenLog;
import dev.zonecast.core.ChildJvm;
import dev.zonecast.core.FreePort;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Span;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.late.LateEvents;
import dev.zonecast.core.recording.CutRecording;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The program's log throws. */
class ThrowingLogTest {
    static final class Program {
        private static final String SINK = "sink of the test";

        private Program() {}

        private static final class Log extends OutputStream {
            @Override
            public void write(int b) {}

            @Override
            public void write(byte[] bytes, int from, int count) {
                if (new String(bytes, from, count, StandardCharsets.UTF_8).contains(SINK)) {
                    throw new AssertionError("broken log");
                }
            }
        }

        public static void main(String[] arguments) throws Exception {
            System.setErr(new PrintStream(new Log(), true, StandardCharsets.UTF_8));
            boolean ignored = Zonecast.start();
            boolean unused = Zonecast.attach(new EventSink() {
                @Override
                public String description() {
                    return SINK;
                }

                @Override
                public void event(Event event) {}

                @Override
                public void end(long nanos, long limitNanos) throws IOException {
                    throw new IOException("broken sink");
                }
            });
            Zonecast.startRecording(Path.of(arguments[0]));
            Zone.end(Zone.begin(SourceLocation.here("zone")));
            System.out.println("ended " + Zonecast.shutdown(Duration.ofSeconds(60)));
        }
    }

    /** Its log throws at each line from one of the start on. */
    static final class AtTheStart {
        private AtTheStart() {}

        public static void main(String[] arguments) throws Exception {
            BrokenLog.from(arguments[1]);
            System.out.println("started " + Zonecast.start());
            System.out.println("crash reports " + (Thread.getDefaultUncaughtExceptionHandler() != null));
            Zonecast.startRecording(Path.of(arguments[0]));
            Zone.end(Zone.begin(SourceLocation.here("zone")));
            System.out.println("ended " + Zonecast.shutdown(Duration.ofSeconds(60)));
        }
    }

    /** A span ends without its begin. */
    static final class AtALoss {
        private AtALoss() {}

        public static void main(String[] arguments) throws Exception {
            BrokenLog.from("ended without its begin");
            boolean ignored = Zonecast.start();
            Zonecast.startRecording(Path.of(arguments[0]));
            Span.end(1);
            System.out.println("wrong calls " + TestProfiler.statistics().wrongCalls());
            System.out.println("ended " + Zonecast.shutdown(Duration.ofSeconds(60)));
        }
    }

    /** Its late events fail, and its end may wait for a viewer. */
    static final class AtTheEnd {
        private AtTheEnd() {}

        public static void main(String[] arguments) throws Exception {
            BrokenLog.from(arguments[1]);
            boolean ignored = Zonecast.start();
            Zonecast.startRecording(Path.of(arguments[0]));
            LateEvents.INSTANCE.add(limit -> {
                throw new IllegalStateException("broken source");
            });
            Zone.end(Zone.begin(SourceLocation.here("zone")));
            System.out.println("ended " + Zonecast.shutdown(Duration.ofSeconds(60)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"clock: ", "no recording: "})
    void shouldStartWhenALineOfTheStartThrows(String line, @TempDir Path folder) throws Exception {
        Path file = folder.resolve("game.fxt");
        Path noFolder = Files.createFile(folder.resolve("file"));

        ChildJvm.Result result = new ChildJvm()
                .flags("-Dzonecast.listen=false", "-Dzonecast.record=" + noFolder.resolve("game.fxt"))
                .run(AtTheStart.class, file.toString(), line)
                .expectSuccess();

        assertEquals(List.of("started true", "crash reports true", "ended true"), result.outLines());
        assertTrue(CutRecording.read(file).endedWell());
    }

    @Test
    void shouldPublishTheFiguresWhenTheLineAboutALossThrows(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("game.fxt");

        ChildJvm.Result result = new ChildJvm()
                .flags("-Dzonecast.listen=false")
                .run(AtALoss.class, file.toString())
                .expectSuccess();

        assertEquals(List.of("wrong calls 1", "ended true"), result.outLines(), result.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"its last events are missing", "waits for a Tracy viewer"})
    void shouldEndTheRecordingWhenALineBeforeItsEndThrows(String line, @TempDir Path folder) throws Exception {
        Path file = folder.resolve("game.fxt");

        ChildJvm.Result result = new ChildJvm()
                .flags("-Dzonecast.port=" + FreePort.find(), "-Dzonecast.exit=10ms")
                .run(AtTheEnd.class, file.toString(), line)
                .expectSuccess();

        assertEquals(List.of("ended true"), result.outLines());
        assertTrue(CutRecording.read(file).endedWell());
    }

    @Test
    void shouldEndTheOtherSinks(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("game.fxt");

        ChildJvm.Result result = new ChildJvm()
                .flags("-Dzonecast.listen=false")
                .run(Program.class, file.toString())
                .expectSuccess();

        assertEquals(List.of("ended true"), result.outLines());
        assertTrue(CutRecording.read(file).endedWell());
    }
}
