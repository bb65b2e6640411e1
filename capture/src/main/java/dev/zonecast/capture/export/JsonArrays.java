package dev.zonecast.capture.export;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.exc.JacksonIOException;

/**
 * Arrays of an object that two threads write where there is much of it: one writes those at the front into the object, the other
 * those at the back into temporary files, until they meet. What makes their values must not mind.
 */
final class JsonArrays {
    /** So much is worth a thread. */
    private static final int MANY_VALUES = 1 << 16;

    private record Column(String name, Consumer<JsonArray> values) {}

    private final JsonGenerator json;
    private final boolean parallel;
    private final List<Column> columns = new ArrayList<>();

    /** How many were begun, by both. */
    private final AtomicInteger begun = new AtomicInteger();

    /** What the other thread wrote, the last array first. */
    private final List<Path> files = new ArrayList<>();

    private volatile Throwable failure;

    /** @param length of the arrays, about */
    JsonArrays(JsonGenerator json, long length) {
        this.json = json;
        this.parallel = length >= MANY_VALUES;
    }

    void add(String name, Consumer<JsonArray> values) {
        columns.add(new Column(name, values));
    }

    /** Writes all that were added. */
    void write() {
        if (!parallel || columns.size() < 2) {
            columns.forEach(column -> JsonArray.write(json, column.name, column.values));
            return;
        }
        Thread other = Thread.ofPlatform().daemon().name("zonecast-columns").start(this::writeFromTheBack);
        int front = 0;
        try {
            while (begun.getAndIncrement() < columns.size()) {
                Column column = columns.get(front++);
                JsonArray.write(json, column.name, column.values);
            }
        } finally {
            await(other);
        }
        try {
            rethrow();
            for (int i = files.size() - 1; i >= 0; i--, front++) {
                append(columns.get(front).name, files.get(i));
            }
        } finally {
            files.forEach(file -> file.toFile().delete());
        }
    }

    private void await(Thread other) {
        // If this one has failed, the other does not begin another one.
        begun.set(columns.size());
        boolean interrupted = false;
        while (other.isAlive()) {
            try {
                other.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @SuppressWarnings("CatchingUnchecked") // Whatever it is, the other thread throws it.
    private void writeFromTheBack() {
        try {
            int back = columns.size();
            while (begun.getAndIncrement() < columns.size()) {
                Column column = columns.get(--back);
                Path file = Files.createTempFile("zonecast-column", ".tmp");
                file.toFile().deleteOnExit();
                files.add(file);
                try (OutputStream out = Files.newOutputStream(file)) {
                    JsonArray array = new JsonArray(out);
                    column.values.accept(array);
                    array.drain();
                }
            }
        } catch (IOException | RuntimeException | Error e) {
            failure = e;
        }
    }

    private void rethrow() {
        switch (failure) {
            case null -> {
                // All is well.
            }
            case IOException e -> throw JacksonIOException.construct(e);
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new AssertionError(failure);
        }
    }

    private void append(String name, Path file) {
        json.writeName(name).writeStartArray();
        json.flush();
        try (InputStream in = Files.newInputStream(file, StandardOpenOption.DELETE_ON_CLOSE)) {
            in.transferTo((OutputStream) json.streamWriteOutputTarget());
        } catch (IOException e) {
            throw JacksonIOException.construct(e);
        }
        json.writeEndArray();
    }
}
