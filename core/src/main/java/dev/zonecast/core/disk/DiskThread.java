package dev.zonecast.core.disk;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Runs file operations of the program's threads on a thread of ours. An interrupt closes the {@link java.nio.channels.FileChannel} that
 * the interrupted thread uses, and a program interrupts its threads when it likes.
 */
public final class DiskThread {
    /** A file operation. It must not call the program: the calling thread may be inside of a class initialiser. */
    @FunctionalInterface
    public interface Work<T> {
        T run() throws IOException;
    }

    private DiskThread() {}

    /**
     * Runs work and waits for its end. The interrupt flag of the calling thread stays as it is.
     *
     * @throws IOException as the work does, or if there is no thread
     */
    public static <T> T call(Work<T> work) throws IOException {
        CompletableFuture<T> result = new CompletableFuture<>();
        start(() -> {
            try {
                result.complete(work.run());
            } catch (IOException | RuntimeException | Error e) {
                result.completeExceptionally(e);
            }
        });
        try {
            // An interrupt does not end it.
            return result.join();
        } catch (CompletionException e) {
            throw failure(e.getCause());
        }
    }

    /**
     * Runs work, and waits for nothing.
     *
     * @param work handles its failures itself
     * @throws IOException if there is no thread
     */
    public static void start(Runnable work) throws IOException {
        try {
            Thread.ofPlatform()
                    .daemon()
                    .name("zonecast-disk")
                    .inheritInheritableThreadLocals(false)
                    .start(work);
        } catch (OutOfMemoryError e) {
            throw new IOException("no thread for the file: " + e.getMessage(), e);
        }
    }

    private static IOException failure(Throwable cause) {
        return switch (cause) {
            case IOException e -> e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> new IOException(cause);
        };
    }
}
