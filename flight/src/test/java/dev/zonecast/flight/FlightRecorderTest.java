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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightRecorderTest {
    @Test
    void shouldFailTheSnapshotAloneWhenTheSystemGivesNoThread(@TempDir Path folder) throws Exception {
        OwnFolder own = new OwnFolder(RuntimeFolder.open(folder.resolve("r")), 1 << 20);
        FlightRecorder recorder = new FlightRecorder(
                Options.defaults().set(Option.BUFFER_MODE, BufferMode.CIRCULAR).set(Option.BUFFER_BYTES, 1L << 20),
                own);
        recorder.thread.setThreadFactory(work -> {
            throw new OutOfMemoryError("unable to create native thread");
        });

        CompletableFuture<Path> snapshot = recorder.take(folder.resolve("now.fxt"));

        Throwable failure =
                assertThrows(ExecutionException.class, snapshot::get).getCause();
        assertInstanceOf(IOException.class, failure);
        assertEquals("the system gives no thread (unable to create native thread)", failure.getMessage());
        boolean ignored = recorder.close();
        own.delete();
    }
}
