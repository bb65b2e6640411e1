package dev.zonecast.flight.buffer;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * The folder in which running programs keep what is to outlive them, for its owner alone. It is on a file system in memory where
 * there is one: a mapped page of a disk's file is written back from time to time, and a thread that writes to it then may have to
 * wait for the disk.
 */
public final class RuntimeFolder {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");
    static final Set<PosixFilePermission> OWNER_FILE = PosixFilePermissions.fromString("rw-------");

    private final Path path;

    private RuntimeFolder(Path path) {
        this.path = path;
    }

    /**
     * Finds or makes the folder.
     *
     * @param chosen by the user; null: {@code $XDG_RUNTIME_DIR/zonecast}, or one in {@code /dev/shm}, or one in the folder for
     *     temporary files
     * @throws IOException if no folder belongs to this user alone; the message has the reason
     */
    public static RuntimeFolder open(Path chosen) throws IOException {
        IOException last = new IOException("no folder for running programs");
        for (Path candidate : chosen == null ? candidates() : List.of(chosen.toAbsolutePath())) {
            try {
                if (chosen != null && candidate.getParent() != null) {
                    Files.createDirectories(candidate.getParent());
                }
                makePrivate(candidate);
                return new RuntimeFolder(candidate);
            } catch (IOException e) {
                if (chosen != null) {
                    throw e;
                }
                LOG.log(
                        System.Logger.Level.INFO,
                        "this runtime folder is not used: {0}",
                        String.valueOf(e.getMessage()));
                e.addSuppressed(last);
                last = e;
            }
        }
        throw last;
    }

    private static List<Path> candidates() {
        return candidates(
                System.getenv("XDG_RUNTIME_DIR"),
                Path.of("/dev/shm"),
                Path.of(System.getProperty("java.io.tmpdir")),
                System.getProperty("user.name", "user"));
    }

    /**
     * The folders to try, best first. Windows and macOS have the last one alone.
     *
     * @param runtime the session's folder in memory, or null
     * @param sharedMemory a file system in memory, if it is there
     */
    static List<Path> candidates(String runtime, Path sharedMemory, Path temporary, String user) {
        List<Path> found = new ArrayList<>();
        if (runtime != null && Path.of(runtime).isAbsolute() && Files.isDirectory(Path.of(runtime))) {
            found.add(Path.of(runtime, "zonecast"));
        }
        String own = "zonecast-" + user.replaceAll("[^A-Za-z0-9._-]", "_");
        if (Files.isWritable(sharedMemory)) {
            found.add(sharedMemory.resolve(own));
        }
        found.add(temporary.toAbsolutePath().resolve(own));
        return found;
    }

    /**
     * Makes a folder for the owner alone, or sees that one which exists is such a one.
     *
     * @throws IOException if it is a link, another user's, or open to others
     */
    public static void makePrivate(Path folder) throws IOException {
        try {
            createPrivate(folder);
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                throw new IOException(folder + " is not a folder, or a link to one", e);
            }
        }
        if (!isPosix(folder)) {
            return;
        }
        if (!Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS).equals(OWNER_ONLY)) {
            throw new IOException(folder + " is open to others: its permissions have to be 700");
        }
        // What this process makes belongs to its user, whatever his name is.
        Path probe = folder.resolve("." + ProcessHandle.current().pid() + "-" + System.nanoTime());
        Files.createFile(probe);
        try {
            if (!Files.getOwner(probe).equals(Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS))) {
                throw new IOException(folder + " belongs to another user");
            }
        } finally {
            Files.deleteIfExists(probe);
        }
    }

    private static void createPrivate(Path folder) throws IOException {
        if (isPosix(folder.getParent() == null ? folder : folder.getParent())) {
            Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        } else {
            Files.createDirectory(folder);
        }
    }

    /** Takes from others what they may do with a file, a socket for one. */
    public static void makePrivateFile(Path file) throws IOException {
        if (isPosix(file)) {
            Files.setPosixFilePermissions(file, OWNER_FILE);
        }
    }

    static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    public Path path() {
        return path;
    }

    /** Makes the folder of this process: its id and the time of its start, which no other process has both. */
    public Path forThisProcess() throws IOException {
        Path folder = ProgramFolder.of(path, ProcessHandle.current().pid(), ProgramState.startMillis())
                .path();
        createPrivate(folder);
        return folder;
    }

    /** Folders of programs, dead or alive; the oldest first. */
    public List<ProgramFolder> programs() throws IOException {
        List<ProgramFolder> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
            for (Path entry : entries) {
                ProgramFolder program = new ProgramFolder(entry);
                if (program.isProgramFolder()) {
                    found.add(program);
                }
            }
        }
        found.sort(Comparator.comparingLong(ProgramFolder::startMillis));
        return found;
    }
}
