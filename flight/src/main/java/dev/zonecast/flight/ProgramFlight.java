package dev.zonecast.flight;

import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.collect.CollectorPasses;
import dev.zonecast.core.collect.RingRelease;
import dev.zonecast.core.disk.DiskThread;
import dev.zonecast.core.disk.FileErrors;
import dev.zonecast.core.ring.RingSource;
import dev.zonecast.core.session.Flight;
import dev.zonecast.core.session.Profiler;
import dev.zonecast.flight.buffer.OwnFolder;
import dev.zonecast.flight.buffer.RuntimeFolder;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/** Resources of this program that survive a crash: its folder with the rings, commits, a trace buffer, a manager's connection. */
final class ProgramFlight implements Flight {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    private final Options options;

    /** Null if there is no place for it; then the recorder is null, too. */
    private final OwnFolder folder;

    private final RingCommits commits = new RingCommits();

    /** Null, too, if no option asks for a trace buffer of the program's own. */
    private final FlightRecorder recorder;

    private volatile ManagedProvider provider;

    /** The program may end while another thread still starts. */
    private volatile boolean ended;

    /** Completes at the end of the trace buffer, with false if not all is saved. The reference is null before that begins. */
    private final AtomicReference<CompletableFuture<Boolean>> closed = new AtomicReference<>();

    ProgramFlight(Options options) {
        this.options = options;
        folder = folder(options);
        try {
            recorder = folder == null || options.get(Option.BUFFER_MODE) == null ? null : recorder(options, folder);
        } catch (RuntimeException | Error e) {
            // The program's log may throw. There will be no profiler.
            deleteAfter(e);
            throw e;
        }
    }

    private void deleteAfter(Throwable failure) {
        try {
            folder.delete();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    private static OwnFolder folder(Options options) {
        try {
            RuntimeFolder runtime = RuntimeFolder.open(options.get(Option.BUFFER_FOLDER));
            return DiskThread.call(() -> new OwnFolder(runtime, 4L * (options.get(Option.RING_BYTES) + 4096L)));
        } catch (IOException | OutOfMemoryError e) {
            LOG.log(Level.WARNING, "no trace buffer, so nothing survives a crash: {0}", e.getMessage());
            return null;
        }
    }

    private static FlightRecorder recorder(Options options, OwnFolder folder) {
        try {
            return new FlightRecorder(options, folder);
        } catch (IOException | OutOfMemoryError e) {
            LOG.log(Level.WARNING, "no trace buffer: {0}", e.getMessage());
            return null;
        }
    }

    @Override
    public RingSource rings() {
        return folder == null ? RingSource.NATIVE : folder.rings();
    }

    @Override
    public RingRelease release() {
        return commits;
    }

    @Override
    public void follow(CollectorPasses collector) {
        commits.follow(collector);
        if (folder != null) {
            folder.keepNames();
        }
    }

    @Override
    public void discard() {
        if (folder != null) {
            boolean ignored = close().join();
        }
    }

    @Override
    public boolean start(Profiler profiler) {
        if (recorder != null) {
            recorder.start(profiler, commits);
        }
        if (options.get(Option.MANAGER)) {
            connect(profiler);
        }
        return recorder != null;
    }

    private void connect(Profiler profiler) {
        try {
            Path runtime = RuntimeFolder.open(options.get(Option.BUFFER_FOLDER)).path();
            provider = DiskThread.call(() -> new ManagedProvider(profiler, runtime, options, folder, commits))
                    .start();
            if (ended) {
                provider.close(true);
            }
        } catch (IOException | OutOfMemoryError e) {
            LOG.log(Level.WARNING, "no manager: {0}", e.getMessage());
        }
    }

    @Override
    public void holdStart() {
        ManagedProvider managed = provider;
        Duration limit = options.get(Option.MANAGER_WAIT);
        if (managed != null && !limit.isZero() && !managed.awaitRecording(limit)) {
            LOG.log(
                    Level.WARNING,
                    "no manager has started a recording; the program continues ({0})",
                    Option.MANAGER_WAIT);
        }
    }

    @Override
    public CompletableFuture<Path> snapshot(Path target) {
        return recorder == null ? Flight.super.snapshot(target) : recorder.take(target);
    }

    @Override
    public void alert(String name) {
        ManagedProvider managed = provider;
        boolean isManaged = managed != null && managed.alert(name);
        if (!isManaged && recorder != null) {
            var ignored = recorder.trigger("alert " + name);
        }
    }

    @Override
    public boolean end(Profiler profiler, boolean complete, Duration limit) {
        ended = true;
        ManagedProvider managed = provider;
        if (managed != null) {
            managed.close(complete);
        }
        if (folder == null) {
            return true;
        }
        if (complete) {
            CompletableFuture<Boolean> saved = close();
            if (profiler.await(saved, limit)) {
                return saved.join();
            }
        }
        if (recorder != null) {
            recorder.logUnsaved("it was not saved in time (" + Option.SHUTDOWN_LIMIT + ")");
        }
        return false;
    }

    /** Begins to save, unless that has begun: all recordings have ended. */
    private CompletableFuture<Boolean> close() {
        CompletableFuture<Boolean> mine = new CompletableFuture<>();
        CompletableFuture<Boolean> first = closed.compareAndExchange(null, mine);
        if (first != null) {
            return first;
        }
        try {
            DiskThread.start(() -> {
                boolean saved = false;
                try {
                    saved = save();
                } finally {
                    // The log may throw.
                    mine.complete(saved);
                }
            });
        } catch (IOException e) {
            failed(e);
            mine.complete(false);
        }
        return mine;
    }

    /** Saves, and deletes what only a crash would have needed. */
    private boolean save() {
        boolean saved = false;
        try {
            saved = recorder == null || recorder.close();
            if (saved) {
                folder.delete();
            }
            if (recorder != null) {
                recorder.logEnd(saved);
            }
        } catch (IOException | RuntimeException | Error e) {
            failed(e);
        }
        return saved;
    }

    private void failed(Throwable e) {
        String why = FileErrors.reason(e);
        if (recorder != null) {
            recorder.logUnsaved(why);
        } else {
            LOG.log(Level.WARNING, "{0} is not deleted: {1}", folder.path(), why);
        }
    }
}
