package dev.zonecast.core.collect;

import dev.zonecast.core.Options;
import dev.zonecast.core.buffer.OwnFolder;
import dev.zonecast.core.buffer.RuntimeFolder;
import dev.zonecast.core.disk.DiskThread;
import dev.zonecast.core.ring.RingSource;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;

/** What there is in case that the program dies, as far as that is wanted: its folder with the rings, the commits, a trace buffer. */
final class Outliving {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    /** Null if nothing is to outlive the program, or there is no place for it; then the two others as well. */
    private final OwnFolder folder;

    private final RingCommits commits;

    /** Null, too, if no trace buffer of its own is wanted. */
    private final FlightRecorder flight;

    private boolean closed;

    Outliving(Options options) {
        folder = folder(options);
        commits = folder == null ? null : new RingCommits();
        flight = folder == null || options.buffer().mode() == null ? null : flight(options, folder);
    }

    private static OwnFolder folder(Options options) {
        if (options.buffer().mode() == null && !options.buffer().manager()) {
            return null;
        }
        try {
            RuntimeFolder runtime = RuntimeFolder.open(options.buffer().folder());
            return DiskThread.call(() -> new OwnFolder(runtime, 4L * (options.ringBytes() + 4096L)));
        } catch (IOException e) {
            LOG.log(Level.WARNING, "nothing outlives the program, no trace buffer: {0}", e.getMessage());
            return null;
        }
    }

    private static FlightRecorder flight(Options options, OwnFolder folder) {
        try {
            return new FlightRecorder(options, folder);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "no trace buffer: {0}", e.getMessage());
            return null;
        }
    }

    /** Where rings are to come from. */
    RingSource rings() {
        return folder == null ? RingSource.NATIVE : folder.rings();
    }

    /** When their room is given back. */
    RingRelease release() {
        return commits == null ? RingRelease.AT_ONCE : commits;
    }

    /** Before the collector is started. */
    void follow(Collector collector) {
        if (folder != null) {
            commits.follow(collector);
            folder.keepNames();
        }
    }

    /** The recording into a buffer of the program's own; null if there is none. */
    FlightRecorder flight() {
        return flight;
    }

    /** Begins to record into that buffer. */
    void startFlight(Collector collector) {
        flight.start(collector, commits);
    }

    /** For a manager's recording; null if the rings do not outlive the program. */
    ManagedRings managed(Profiler profiler, String programName) throws IOException {
        return folder == null ? null : new ManagedRings(profiler, commits, folder, programName);
    }

    /** All recordings have ended: what only a crash would have needed goes. */
    void close(Duration limit) {
        synchronized (this) {
            if (folder == null || closed) {
                return;
            }
            closed = true;
        }
        try {
            if (flight == null || flight.close(limit)) {
                folder.delete();
            }
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the trace buffer is not saved: {0}", e.getMessage());
        }
    }
}
