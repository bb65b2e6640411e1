package dev.zonecast.capture.manager;

import dev.zonecast.flight.buffer.ProgramFolder;
import dev.zonecast.flight.buffer.RuntimeFolder;
import dev.zonecast.flight.recovery.ProgramRecovery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Makes traces of what programs have left that died with a trace buffer of their own, as they die. For one thread.
 *
 * <p>The traces are kept up to a limit: the oldest go first, and no file that this class did not make ({@link RecoveredTraces}).
 */
public final class DeadPrograms {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");
    /** Of the traces together; the latest stays in any case. */
    private static final long MOST_BYTES = 512L << 20;

    private final RuntimeFolder runtime;
    private final Path target;
    private final Consumer<Path> told;
    private final RecoveredTraces made;

    /** What cannot be recovered stays, and is tried once. */
    private final Set<Path> given = new HashSet<>();

    /** Recovered; a manager's recording wants their rings as well. */
    private final Set<Path> wanted = new HashSet<>();

    /**
     * Looks in a runtime folder.
     *
     * @param target folder for the traces
     * @param told gets the file of each trace
     */
    public DeadPrograms(RuntimeFolder runtime, Path target, Consumer<Path> told) throws IOException {
        this.runtime = runtime;
        this.target = target;
        this.told = told;
        this.made = new RecoveredTraces(target);
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
            made.removeOldest(MOST_BYTES);
        }
        return count;
    }

    private boolean recover(ProgramFolder program) {
        try {
            if (program.isOfNoUse() || (wanted.contains(program.path()) && !program.isOfRecording())) {
                remove(program);
                wanted.remove(program.path());
                return false;
            }
            if (wanted.contains(program.path()) || !program.hasDied()) {
                return false;
            }
            Path file = target.resolve(program.path().getFileName() + ".fxt");
            ProgramRecovery.Result result = ProgramRecovery.recoverBeside(program.path(), file);
            made.add(result.file());
            if (program.isOfRecording()) {
                wanted.add(program.path());
            } else {
                remove(program);
            }
            told.accept(result.file());
            return true;
        } catch (IOException | RuntimeException e) {
            given.add(program.path());
            LOG.log(System.Logger.Level.WARNING, "{0} is kept: {1}", program.path(), String.valueOf(e.getMessage()));
            return false;
        }
    }

    private static void remove(ProgramFolder program) throws IOException {
        boolean isGone = program.delete();
        LOG.log(
                System.Logger.Level.INFO,
                isGone ? "removed {0}, which a program left" : "removed what a program left in {0}; other files stay",
                program.path());
    }
}
