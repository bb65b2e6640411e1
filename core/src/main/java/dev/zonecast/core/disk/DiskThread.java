package dev.zonecast.core.disk;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

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
        FutureTask<T> task = new FutureTask<>(work::run);
        start(task);
        return result(task);
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

    private static <T> T result(FutureTask<T> task) throws IOException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
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
