package dev.zonecast.capture.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.flight.buffer.ProgramFolder;
import dev.zonecast.flight.buffer.RuntimeFolder;
import dev.zonecast.fxt.fixtures.JavaProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.logging.Filter;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program leaves is its owner's alone. */
class PrivateFolderTest {
    private static final int NOBODY = 65_534;

    @TempDir
    private Path folder;

    private Path leave() throws Exception {
        Path run = folder.resolve("run");
        List<String> flags =
                List.of("-Dzonecast.buffer=circular", "-Dzonecast.buffer.bytes=1M", "-Dzonecast.buffer.folder=" + run);
        Process child = KilledProgram.program(ZoneWriter.class, flags).start("1", "20", "100000");
        // It has reported.
        assertEquals(16, child.getInputStream().readNBytes(16).length);
        JavaProgram.kill(child);
        return run;
    }

    @Test
    void shouldMakeFoldersAndFilesForTheOwnerAlone() throws Exception {
        Path run = leave();

        try (Stream<Path> all = Files.walk(run)) {
            for (Path each : all.toList()) {
                String rights =
                        PosixFilePermissions.toString(Files.getPosixFilePermissions(each, LinkOption.NOFOLLOW_LINKS));
                assertEquals(Files.isDirectory(each) ? "rwx------" : "rw-------", rights, each::toString);
            }
        }
    }

    @Test
    void shouldLetNoOtherUserReadOrDisturb() throws Exception {
        Assumptions.assumeTrue(as(NOBODY, "true") == 0, "this user may become another one");
        Path run = leave();
        ProgramFolder program = RuntimeFolder.open(run).programs().getFirst();
        // The way there is open; what is refused is refused by the folder itself.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        for (Path up = folder.getParent(); up != null && up.getNameCount() > 1; up = up.getParent()) {
            Assumptions.assumeTrue(as(NOBODY, "test -x " + up) == 0, "another user gets as far as " + up);
        }

        assertEquals(0, as(NOBODY, "ls " + folder));
        assertNotEquals(0, as(NOBODY, "ls " + run));
        for (String file : List.of("state.zc", "buffer.zc", "rings-0.zc", "names-0.zc")) {
            assertTrue(Files.exists(program.path().resolve(file)), file);
            assertNotEquals(0, as(NOBODY, "cat " + program.path().resolve(file)));
            assertNotEquals(0, as(NOBODY, "sh -c 'echo > " + program.path().resolve(file) + "'"));
            assertNotEquals(0, as(NOBODY, "rm -f " + program.path().resolve(file)));
            assertTrue(Files.exists(program.path().resolve(file)), file);
        }
    }

    /** Exit status of a command that another user runs; -1 if nobody can be another user here. */
    private int as(int user, String command) throws Exception {
        try {
            return new ProcessBuilder(
                            "setpriv", "--reuid=" + user, "--regid=" + user, "--clear-groups", "sh", "-c", command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            return -1;
        }
    }

    @Test
    void shouldRefuseAFolderThatIsOpenToOthersALinkOrNoFolder() throws Exception {
        Path open = Files.createDirectory(folder.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-x---"));
        Path own = Files.createDirectory(folder.resolve("own"));
        Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwx------"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), own);
        Path file = Files.createFile(folder.resolve("file"));
        List<String> logged = new ArrayList<>();
        Logger logger = Logger.getLogger("dev.zonecast");
        Filter before = logger.getFilter();
        logger.setFilter(line -> logged.add(line.getMessage()));

        List<String> reasons = new ArrayList<>();
        for (Path each : List.of(open, link, file)) {
            reasons.add(assertThrows(IOException.class, () -> RuntimeFolder.open(each))
                    .getMessage());
        }
        logger.setFilter(before);
        assertEquals(List.of(), logged, "the caller has the reason");
        assertEquals(
                List.of(
                        open + " is open to others: its permissions have to be 700",
                        link + " is not a folder, or a link to one",
                        file + " is not a folder, or a link to one"),
                reasons);
        assertEquals(own, RuntimeFolder.open(own).path());
    }

    @Test
    void shouldRefuseAnotherUsersFolder() throws Exception {
        Path others = Files.createDirectory(folder.resolve("others"));
        Files.setPosixFilePermissions(others, PosixFilePermissions.fromString("rwx------"));
        boolean given = true;
        try {
            Files.setAttribute(others, "unix:uid", NOBODY);
        } catch (IOException e) {
            given = false;
        }
        Assumptions.assumeTrue(given, "this user may give a folder to another one");

        IOException refusal = assertThrows(IOException.class, () -> RuntimeFolder.open(others));
        assertEquals(others + " belongs to another user", refusal.getMessage());
        assertEquals(Set.of(), Set.of(others.toFile().list()));
    }
}
