package dev.zonecast.flight.buffer;

import dev.zonecast.core.disk.LockedFile;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.ring.RingSource;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The folder of this process, with what outlives it whatever it records into: that it lives, the rings of its threads, and the journal
 * of names without which the rings would say nothing. Any thread.
 */
public final class OwnFolder {
    private final RuntimeFolder runtime;
    private final Path path;
    private final LockedFile alive;
    private final NameJournal journal;
    private final MappedRings rings;

    /**
     * Makes it.
     *
     * @param ringFileBytes of a file with rings
     */
    public OwnFolder(RuntimeFolder runtime, long ringFileBytes) throws IOException {
        this.runtime = runtime;
        path = runtime.forThisProcess();
        LockedFile lock = null;
        try {
            Path lockFile = path.resolve(ProgramFolder.LOCK_FILE);
            lock = LockedFile.open(
                    lockFile, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            RuntimeFolder.makePrivateFile(lockFile);
            journal = new NameJournal(path, NameJournal.MOST_FILES);
            journal.crashReport(CrashReportFile.expected());
            rings = new MappedRings(path, ringFileBytes);
            alive = lock;
        } catch (IOException | RuntimeException | Error e) {
            if (lock != null) {
                lock.close();
            }
            boolean ignored = new ProgramFolder(path).delete();
            throw e;
        }
    }

    public Path path() {
        return path;
    }

    /**
     * The folder of a dead program whose streaming buffer was saved to a file; null if there is none.
     *
     * @param file by its name
     * @param content open for reading
     */
    Path ownerOf(Path file, FileChannel content) throws IOException {
        for (ProgramFolder program : runtime.programs()) {
            if (program.hasStreamed(file, content)) {
                return program.path();
            }
        }
        return null;
    }

    /** Begins to keep the registry's journal. Once in the life of the process. */
    public void keepNames() {
        Registry.INSTANCE.keep(journal);
    }

    /** Where rings are to come from. */
    public RingSource rings() {
        return rings;
    }

    /** Nothing of it is needed any more: it goes. */
    public void delete() throws IOException {
        alive.close();
        boolean ignored = new ProgramFolder(path).delete();
    }
}
