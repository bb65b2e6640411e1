package dev.zonecast.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.ChildJvm;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Options that need the artifact zonecast-flight, in a program that does not have it. */
class FlightMissingTest {
    private static final String ARTIFACT = "dev.zonecast:zonecast-flight";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"zonecast.buffer=circular", "zonecast.manager=true"})
    void shouldNameTheArtifactAndRecordWhenAnOptionNeedsIt(String option) throws Exception {
        ChildJvm.Result result = new ChildJvm()
                .flags("-Dzonecast.listen=false", "-D" + option)
                .run(Program.class, folder.resolve("recording.fxt").toString())
                .expectSuccess();

        assertEquals(List.of("no snapshot", "ended true"), result.outLines(), result.toString());
        String warning = option.substring(0, option.indexOf('=')) + " needs the artifact " + ARTIFACT;
        assertEquals(
                1, result.err().lines().filter(line -> line.contains(warning)).count(), result.err());
    }

    @Test
    void shouldLogNothingWhenNoOptionNeedsIt() throws Exception {
        ChildJvm.Result result = new ChildJvm()
                .flags("-Dzonecast.listen=false")
                .run(Program.class, folder.resolve("recording.fxt").toString())
                .expectSuccess();

        assertTrue(!result.err().contains(ARTIFACT), result.err());
    }

    static final class Program {
        public static void main(String[] arguments) throws Exception {
            Path file = Path.of(arguments[0]);
            Zonecast.startRecording(file);
            Zone.end(Zone.begin(SourceLocation.here()));
            Zonecast.alert("nothing happens");
            try {
                Path ignored =
                        Zonecast.snapshot(file.resolveSibling("snapshot.fxt")).get();
            } catch (ExecutionException e) {
                System.out.println("no snapshot");
            }
            boolean ended = Zonecast.shutdown(Duration.ofSeconds(20));
            System.out.println("ended " + (ended && file.toFile().length() > 0));
        }
    }
}
