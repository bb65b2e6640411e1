package dev.zonecast.cli;

import java.io.Console;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A line on the terminal that shows how far a long task is; nothing where there is no terminal. */
final class ProgressLine implements AutoCloseable {
    /** A fixed width: to ask for the terminal's, the library opens it through JLine, which takes over Ctrl-C. */
    private static final int WIDTH = 78;

    private static final int UPDATE_INTERVAL_MILLIS = 200;
    private static final int MEBIBYTE = 1 << 20;
    private static final long UNKNOWN = -1;
    /** What is smaller is done before anybody sees a line. */
    private static final long LONG_BYTES = 32L * MEBIBYTE;

    private final ProgressBar bar;

    private ProgressLine(ProgressBar bar) {
        this.bar = bar;
    }

    static ProgressLine start(String task, long bytes) {
        return start(task, bytes, bytes);
    }

    /** Of a task that is going to be long where the one before was, but nobody knows how long. */
    static ProgressLine startAfter(long bytesBefore, String task) {
        return start(task, bytesBefore, UNKNOWN);
    }

    @SuppressWarnings("SystemConsoleNull") // Java 25 answers null again where there is no terminal.
    private static ProgressLine start(String task, long expected, long bytes) {
        Console console = System.console();
        if (expected < LONG_BYTES || console == null || !console.isTerminal()) {
            return new ProgressLine(null);
        }
        return new ProgressLine(new ProgressBarBuilder()
                .setTaskName(task)
                .setUnit(" MiB", MEBIBYTE)
                .setInitialMax(bytes)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(UPDATE_INTERVAL_MILLIS)
                .setConsumer(new ConsoleProgressBarConsumer(System.err, WIDTH))
                .build());
    }

    void step(long bytes) {
        if (bar != null) {
            bar.stepBy(bytes);
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
