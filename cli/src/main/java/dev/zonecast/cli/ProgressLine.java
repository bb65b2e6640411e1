package dev.zonecast.cli;

import java.io.Console;
import java.io.InputStream;
import java.io.OutputStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A line on the terminal that shows how far a long task is; nothing where there is no terminal. */
final class ProgressLine {
    /** A fixed width: to ask for the terminal's, the library opens it through JLine, which takes over Ctrl-C. */
    private static final int WIDTH = 78;

    private static final int UPDATE_INTERVAL_MILLIS = 200;
    private static final int MEBIBYTE = 1 << 20;
    /** A smaller task is done before the first update. */
    private static final long LONG_BYTES = 32L * MEBIBYTE;

    private ProgressLine() {}

    /** A stream whose reading is shown until it is closed. */
    static InputStream reading(String task, InputStream in, long bytes) {
        return isShown(bytes) ? ProgressBar.wrap(in, builder(task).setInitialMax(bytes)) : in;
    }

    /** A stream whose writing is shown until it is closed, without an end: the number of bytes is not known. */
    static OutputStream writing(String task, OutputStream out, long expectedBytes) {
        return isShown(expectedBytes) ? ProgressBar.wrap(out, builder(task)) : out;
    }

    private static boolean isShown(long bytes) {
        return bytes >= LONG_BYTES && isTerminal();
    }

    @SuppressWarnings("SystemConsoleNull") // Java 25 answers null again where there is no terminal.
    static boolean isTerminal() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    private static ProgressBarBuilder builder(String task) {
        return new ProgressBarBuilder()
                .setTaskName(task)
                .setUnit(" MiB", MEBIBYTE)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(UPDATE_INTERVAL_MILLIS)
                .setConsumer(new ConsoleProgressBarConsumer(System.err, WIDTH));
    }
}
