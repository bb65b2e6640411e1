package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.flight.buffer.RuntimeFolder;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A start that fails after it has made its folder: the program's log throws. */
class FailedStartTest {
    static final class Program {
        private Program() {}

        /** Standard error, where the log goes: throws once. */
        private static final class BrokenLog extends OutputStream {
            private final String line;
            private boolean broken;

            BrokenLog(String line) {
                this.line = line;
            }

            @Override
            public void write(int b) {}

            @Override
            public void write(byte[] bytes, int from, int count) {
                String text = new String(bytes, from, count, StandardCharsets.UTF_8);
                if (!broken && text.contains(line)) {
                    broken = true;
                    throw new AssertionError("broken log");
                }
            }
        }

        public static void main(String[] arguments) throws Exception {
            System.setErr(new PrintStream(new BrokenLog(arguments[1]), true, StandardCharsets.UTF_8));
            try {
                System.out.println("started " + Zonecast.start());
            } catch (AssertionError e) {
                System.out.println(e.getMessage());
            }
            RuntimeFolder runtime = RuntimeFolder.open(Path.of(arguments[0]));
            System.out.println("left " + runtime.programs().size());
            System.out.println("started " + Zonecast.start());
            System.out.println("has " + runtime.programs().size());
            System.out.println("ended " + Zonecast.shutdown(Duration.ofSeconds(60)));
            System.out.println("left " + runtime.programs().size());
        }
    }

    /** Behind the making of the trace buffer, and where that cannot be made: a streaming one has no file. */
    @ParameterizedTest
    @CsvSource({"circular, no context switches", "streaming, no trace buffer"})
    void shouldLeaveNothingBehindAndStartLater(String mode, String line, @TempDir Path folder) throws Exception {
        Path run = folder.resolve("run");

        ChildJvm.Result result = new ChildJvm()
                .withoutNativeAccess()
                .flags(
                        "-Dzonecast.listen=false",
                        "-Dzonecast.switches=true",
                        "-Dzonecast.buffer=" + mode,
                        "-Dzonecast.buffer.bytes=4M",
                        "-Dzonecast.buffer.folder=" + run)
                .run(Program.class, run.toString(), line)
                .expectSuccess();

        assertEquals(
                List.of("broken log", "left 0", "started true", "has 1", "ended true", "left 0"),
                result.outLines(),
                result.toString());
    }
}
