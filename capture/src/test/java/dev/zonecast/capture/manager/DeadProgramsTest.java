package dev.zonecast.capture.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.flight.buffer.RuntimeFolder;
import dev.zonecast.fxt.fixtures.JavaProgram;
import dev.zonecast.trace.TraceLog;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeadProgramsTest {
    @TempDir
    private Path folder;

    private final ChildPrograms children = new ChildPrograms();

    @AfterEach
    void killAll() throws InterruptedException {
        children.killAll();
    }

    @Test
    void shouldMakeATraceOfAProgramOnceItHasDied() throws Exception {
        RuntimeFolder runtime = RuntimeFolder.open(folder.resolve("r"));
        Process program = children.start(
                NumberWriter.class.getName(),
                List.of(
                        "-Dzonecast.listen=false",
                        "-Dzonecast.system=false",
                        "-Dzonecast.buffer=circular",
                        "-Dzonecast.buffer.bytes=4M",
                        "-Dzonecast.ring.wait=5000000",
                        "-Dzonecast.buffer.folder=" + runtime.path()));
        DataInputStream out = new DataInputStream(program.getInputStream());
        List<Path> told = new ArrayList<>();
        DeadPrograms dead = new DeadPrograms(runtime, folder.resolve("traces"), told::add);
        List<Path> users = filesOfTheUser(folder.resolve("traces"));
        assertTrue(NumberWriter.Report.read(out).number() > 0);
        assertEquals(0, dead.recover(), "it lives");
        long reported = NumberWriter.Report.read(out).number();
        JavaProgram.kill(program);

        assertEquals(1, dead.recover());
        assertEquals(0, dead.recover());

        assertEquals(List.of(), runtime.programs());
        assertEquals(1, told.size());
        long last = TraceLog.of(told.getFirst()).zones.stream()
                .flatMap(zone -> zone.values().stream())
                .reduce(0L, (first, second) -> second);
        assertTrue(last >= reported, last + " of " + reported);
        for (Path each : users) {
            assertTrue(Files.exists(each), each.toString());
        }
    }

    /** Older than what is recovered, larger than all that is kept, and named as traces are. */
    private static List<Path> filesOfTheUser(Path traces) throws IOException {
        List<Path> files = List.of(traces.resolve("my-game.fxt"), traces.resolve("12-34.fxt"));
        for (Path each : files) {
            try (RandomAccessFile file = new RandomAccessFile(each.toFile(), "rw")) {
                file.setLength(513L << 20);
            }
            Files.setLastModifiedTime(each, FileTime.fromMillis(1_000_000));
        }
        return files;
    }

    @Test
    void shouldLeaveAloneWhatIsNoProgramsOrCannotBeRecovered() throws Exception {
        RuntimeFolder runtime = RuntimeFolder.open(folder.resolve("r"));
        Path begins = Files.createDirectory(runtime.path().resolve("12-34"));
        Path nonsense = Files.createDirectory(runtime.path().resolve("56-78"));
        Files.write(nonsense.resolve("state.zc"), new byte[100]);
        List<Path> told = new ArrayList<>();
        DeadPrograms dead = new DeadPrograms(runtime, folder.resolve("traces"), told::add);

        assertEquals(0, dead.recover());
        assertEquals(0, dead.recover());

        assertTrue(Files.exists(begins) && Files.exists(nonsense));
        assertEquals(List.of(), told);
    }
}
