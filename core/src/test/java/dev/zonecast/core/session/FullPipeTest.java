package dev.zonecast.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.ChildJvm;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A program ends although nobody reads its standard error, where the line about its recording goes. */
@EnabledOnOs(OS.LINUX)
class FullPipeTest {
    private static final long LIMIT_SECONDS = 60;

    @TempDir
    Path folder;

    static final class Program {
        /** Writes until the pipe takes no more, and does not wait: the pages first, then the rest of the last one. */
        private static final String FILL = "exec 3>&2;"
                + " dd if=/dev/zero of=/proc/self/fd/3 bs=4096 count=10000 oflag=nonblock 2>/dev/null;"
                + " dd if=/dev/zero of=/proc/self/fd/3 bs=1 count=10000 oflag=nonblock 2>/dev/null";

        private Program() {}

        public static void main(String[] arguments) throws Exception {
            Zone.end(Zone.begin(SourceLocation.here("zone")));
            new ProcessBuilder("sh", "-c", FILL)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start()
                    .waitFor();
        }
    }

    @Test
    void shouldEndWhenNobodyReadsTheStandardError() throws Exception {
        Path file = folder.resolve("game.fxt");
        ChildJvm jvm = new ChildJvm()
                .flags("-Dzonecast.listen=false", "-Dzonecast.record=" + file, "-Dzonecast.shutdown.limit=3000");
        Process process = new ProcessBuilder(jvm.command(Program.class)).start();
        try {
            assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "the program hangs at its end");

            assertEquals(0, process.exitValue());
            assertTrue(Files.size(file) > 0);
            // The pipe was full.
            assertTrue(process.getErrorStream().readAllBytes().length >= 4096);
        } finally {
            process.destroyForcibly();
        }
    }
}
