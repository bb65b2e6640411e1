package dev.zonecast.capture.manager;

import dev.zonecast.core.buffer.ProgramFolder;
import dev.zonecast.core.buffer.RuntimeFolder;
import dev.zonecast.core.collect.ProgramRecovery;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Makes traces of what programs have left that died with a trace buffer of their own, as they die. For one thread.
 *
 * <p>The traces are kept up to a limit: the oldest go first.
 */
public final class DeadPrograms {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");
    private static final long MOST_BYTES = 512L << 20;

    private final RuntimeFolder runtime;
    private final Path target;
    private final Consumer<Path> told;

    /** What cannot be recovered stays, and is tried once. */
    private final Set<Path> given = new HashSet<>();

    /** Recovered; a manager's recording wants their rings as well. */
    private final Set<Path> wanted = new HashSet<>();

    /**
     * Looks in a runtime folder.
     *
     * @param target folder for the traces
     * @param told of each trace
     */
    public DeadPrograms(RuntimeFolder runtime, Path target, Consumer<Path> told) throws IOException {
        this.runtime = runtime;
        this.target = target;
        this.told = told;
        if (!Files.isDirectory(target)) {
            RuntimeFolder.makePrivate(target);
        }
    }

    /** Recovers those that there are now; returns how many that were. */
    public int recover() throws IOException {
        int count = 0;
        for (ProgramFolder each : runtime.programs()) {
            if (!given.contains(each.path()) && recover(each)) {
                count++;
            }
        }
        if (count > 0) {
            removeOldest();
        }
        return count;
    }

    private boolean recover(ProgramFolder program) {
        try {
            if (program.isOfNoUse() || (wanted.contains(program.path()) && !program.isOfRecording())) {
                program.delete();
                wanted.remove(program.path());
                return false;
            }
            if (wanted.contains(program.path()) || !program.hasDied()) {
                return false;
            }
            Path file = target.resolve(program.path().getFileName() + ".fxt");
            ProgramRecovery.Result result = ProgramRecovery.recover(program.path(), file);
            if (program.isOfRecording()) {
                wanted.add(program.path());
            } else {
                program.delete();
            }
            told.accept(result.file());
            return true;
        } catch (IOException | RuntimeException e) {
            given.add(program.path());
            LOG.log(System.Logger.Level.WARNING, "{0} stays: {1}", program.path(), String.valueOf(e.getMessage()));
            return false;
        }
    }

    private void removeOldest() throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(target, "*-*.fxt")) {
            for (Path entry : entries) {
                if (Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)) {
                    files.add(entry);
                }
            }
        }
        files.sort(Comparator.comparingLong(DeadPrograms::changedMillis));
        long bytes = 0;
        for (Path file : files.reversed()) {
            bytes += Files.size(file);
            if (bytes > MOST_BYTES && !file.equals(files.getLast())) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static long changedMillis(Path file) {
        try {
            return Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toMillis();
        } catch (IOException e) {
            // It has gone meanwhile.
            return 0;
        }
    }
}
