package dev.zonecast.core.session;

import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.collect.CollectorPasses;
import dev.zonecast.core.collect.RingRelease;
import dev.zonecast.core.ring.RingSource;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;

/**
 * Parts of the profiler that outlive the program: rings in mapped files, a trace buffer, the program's end of a manager. A
 * {@link FlightProvider} makes them; the artifact {@code zonecast-flight} has one.
 */
public interface Flight {
    /** Nothing outlives the program. */
    Flight NONE = new Flight() {};

    /** Looks for a provider if an option asks for a trace buffer or a manager. */
    static Flight of(Options options) {
        boolean buffers = options.get(Option.BUFFER_MODE) != null;
        if (!buffers && !options.get(Option.MANAGER)) {
            return NONE;
        }
        System.Logger log = System.getLogger("dev.zonecast");
        Option<?> asked = buffers ? Option.BUFFER_MODE : Option.MANAGER;
        if (!options.get(Option.MODE).records()) {
            log.log(Level.WARNING, "{0} is not used: {1}={2}", asked, Option.MODE, options.get(Option.MODE));
            return NONE;
        }
        try {
            Iterator<FlightProvider> found = ServiceLoader.load(FlightProvider.class, Flight.class.getClassLoader())
                    .iterator();
            if (found.hasNext()) {
                return found.next().open(options);
            }
            log.log(
                    Level.WARNING,
                    "{0} needs the artifact dev.zonecast:zonecast-flight, which is not on the class path or module path;"
                            + " the program goes on without it",
                    asked);
        } catch (ServiceConfigurationError e) {
            log.log(Level.WARNING, "no trace buffer and no manager: zonecast-flight cannot be used", e);
        }
        return NONE;
    }

    /** Source of the memory of rings. */
    default RingSource rings() {
        return RingSource.NATIVE;
    }

    /** When the collector gives back the room of records. */
    default RingRelease release() {
        return RingRelease.AT_ONCE;
    }

    /** Called before the collector is started. */
    default void follow(CollectorPasses collector) {}

    /** There will be no profiler: what was made for it is deleted. */
    default void discard() {}

    /**
     * Begins to record, and to listen to a manager. Called when the collector runs.
     *
     * @return false if there is no trace buffer of the program's own: {@code zonecast.record} names a recording's file then
     */
    default boolean start(Profiler profiler) {
        return false;
    }

    /** Holds the calling thread until a manager records, as long as the options say. */
    default void holdStart() {}

    /**
     * Writes the trace buffer to a file, on another thread.
     *
     * @return fails if there is no buffer, or the file cannot be written
     */
    default CompletableFuture<Path> snapshot(Path target) {
        return CompletableFuture.failedFuture(new IOException("there is no trace buffer (zonecast.buffer)"));
    }

    /** Causes a snapshot, or informs the manager. */
    default void alert(String name) {}

    /**
     * The program ends. A further call waits for what an earlier one still saves.
     *
     * @param profiler that ends, whether or not {@link #start} was called
     * @param complete all sinks have ended: files that a recovery would need are deleted
     * @return false if not all could be saved within the limit
     */
    default boolean end(Profiler profiler, boolean complete, Duration limit) {
        return true;
    }
}
