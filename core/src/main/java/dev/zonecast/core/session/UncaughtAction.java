package dev.zonecast.core.session;

import java.util.function.Consumer;

/**
 * Something of ours that is done when a thread ends by an exception, on that thread; then the handler comes that was there before, or
 * the JVM's own report, whatever became of the action.
 */
public final class UncaughtAction implements Thread.UncaughtExceptionHandler {
    private final Consumer<Throwable> action;
    private final Thread.UncaughtExceptionHandler next;

    private UncaughtAction(Consumer<Throwable> action, Thread.UncaughtExceptionHandler next) {
        this.action = action;
        this.next = next;
    }

    /** Becomes the default handler, and calls the previous one. */
    public static void install(Consumer<Throwable> action) {
        Thread.setDefaultUncaughtExceptionHandler(
                new UncaughtAction(action, Thread.getDefaultUncaughtExceptionHandler()));
    }

    @Override
    public void uncaughtException(Thread thread, Throwable thrown) {
        try {
            action.accept(thrown);
        } catch (RuntimeException | Error e) {
            // Out of memory, say: what matters is the program's own report.
        } finally {
            passOn(thread, thrown);
        }
    }

    private void passOn(Thread thread, Throwable thrown) {
        if (next != null) {
            next.uncaughtException(thread, thrown);
        } else {
            // As the JVM does without a handler.
            System.err.print("Exception in thread \"" + thread.getName() + "\" ");
            thrown.printStackTrace(System.err);
        }
    }
}
