package dev.zonecast.flight;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.zonecast.core.BufferMode;
import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.flight.buffer.OwnFolder;
import dev.zonecast.flight.buffer.RuntimeFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightRecorderTest {
    private static final String NO_THREAD = "the system gives no thread (unable to create native thread)";

    @TempDir
    private Path folder;

    private OwnFolder own;
    private FlightRecorder recorder;

    /** All of its snapshots fail. */
    private void make(Options options) throws IOException {
        own = new OwnFolder(RuntimeFolder.open(folder.resolve("r")), 1 << 20);
        recorder = new FlightRecorder(
                options.set(Option.BUFFER_MODE, BufferMode.CIRCULAR).set(Option.BUFFER_BYTES, 1L << 20), own);
        recorder.thread.setThreadFactory(work -> {
            throw new OutOfMemoryError("unable to create native thread");
        });
    }

    @AfterEach
    void delete() throws IOException {
        boolean ignored = recorder.close();
        own.delete();
    }

    private static String failure(CompletableFuture<Path> snapshot) {
        Throwable failure =
                assertThrows(ExecutionException.class, snapshot::get).getCause();
        assertInstanceOf(IOException.class, failure);
        return failure.getMessage();
    }

    @Test
    void shouldFailTheSnapshotAloneWhenTheSystemGivesNoThread() throws Exception {
        make(Options.defaults());

        assertEquals(NO_THREAD, failure(recorder.take(folder.resolve("now.fxt"))));
    }

    @Test
    void shouldTryAgainAfterASnapshotThatFailedAndTakesNoneOfTheLimit() throws Exception {
        make(Options.defaults()
                .set(Option.SNAPSHOT_FOLDER, folder)
                .set(Option.SNAPSHOT_MOST, 1)
                .set(Option.SNAPSHOT_PAUSE, Duration.ZERO));

        assertEquals(NO_THREAD, failure(recorder.trigger("first")));
        assertEquals(NO_THREAD, failure(recorder.trigger("second")));
    }

    @Test
    void shouldPauseAfterASnapshotThatFailed() throws Exception {
        make(Options.defaults().set(Option.SNAPSHOT_FOLDER, folder).set(Option.SNAPSHOT_PAUSE, Duration.ofDays(1)));

        assertEquals(NO_THREAD, failure(recorder.trigger("first")));
        assertEquals(
                "the last snapshot is too recent, or the limit of snapshots is reached",
                failure(recorder.trigger("second")));
    }
}
