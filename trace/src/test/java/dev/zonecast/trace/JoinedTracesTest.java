package dev.zonecast.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.fxt.fixtures.JavaProgram;
import java.io.File;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Of a trace that ended, a reader keeps what its summary has: a file may be as many traces as it has words. */
class JoinedTracesTest {
    @ParameterizedTest
    @CsvSource({"runs, 5000, '15000 recordings, 15000 open zones'", "empty, 400000, '0 recordings, 0 open zones'"})
    void shouldKeepLittleOfTracesThatEnded(String kind, int count, String result) throws Exception {
        JavaProgram program = new JavaProgram(JoinedTraces.class).flags("-Xmx64m");
        // The tests run as a module: its classes are not on the class path.
        for (String modules : System.getProperty("jdk.module.path", "").split(File.pathSeparator, -1)) {
            program.classes(Path.of(modules));
        }

        assertEquals(result, program.output(kind, count).strip());
    }
}
