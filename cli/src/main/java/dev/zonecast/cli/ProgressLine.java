package dev.zonecast.cli;

import java.io.Console;
import java.io.InputStream;
import java.io.OutputStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarConsumer;
import me.tongfei.progressbar.ProgressBarStyle;

/** A line on the terminal that shows how far a long task is; nothing where there is no terminal. */
public final class ProgressLine {
    /** A fixed width: to ask for the terminal's, the library opens it through JLine, which takes over Ctrl-C. */
    private static final int WIDTH = 78;

    private static final int UPDATE_INTERVAL_MILLIS = 200;
    private static final int MEBIBYTE = 1 << 20;
    /** A smaller task is done before the first update. */
    private static final long LONG_BYTES = 32L * MEBIBYTE;

    /** Fewer steps are done before the first update. */
    private static final int LONG_STEPS = 100;

    private ProgressLine() {}

    /** A stream whose reading is shown until it is closed. */
    static InputStream reading(String task, InputStream in, long bytes) {
        return isShown(bytes) ? ProgressBar.wrap(in, ofBytes(task).setInitialMax(bytes)) : in;
    }

    /** A stream whose writing is shown until it is closed, without an end: the number of bytes is not known. */
    static OutputStream writing(OutputStream out, long expectedBytes) {
        return isShown(expectedBytes) ? ProgressBar.wrap(out, ofBytes("writing")) : out;
    }

    /** Shows steps until it is closed. */
    public static ProgressBar steps(String task, int steps) {
        boolean isShown = steps >= LONG_STEPS && isTerminal();
        return builder(
                        task,
                        isShown
                                ? new ConsoleProgressBarConsumer(System.err, WIDTH)
                                : new DelegatingProgressBarConsumer(line -> {}, WIDTH))
                .setInitialMax(steps)
                .build();
    }

    private static boolean isShown(long bytes) {
        return bytes >= LONG_BYTES && isTerminal();
    }

    @SuppressWarnings("SystemConsoleNull") // Java 25 answers null again where there is no terminal.
    static boolean isTerminal() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    private static ProgressBarBuilder ofBytes(String task) {
        return builder(task, new ConsoleProgressBarConsumer(System.err, WIDTH)).setUnit(" MiB", MEBIBYTE);
    }

    private static ProgressBarBuilder builder(String task, ProgressBarConsumer consumer) {
        return new ProgressBarBuilder()
                .setTaskName(task)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(UPDATE_INTERVAL_MILLIS)
                .setConsumer(consumer);
    }
}
