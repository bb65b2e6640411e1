package dev.zonecast.demo;

import java.io.Console;
import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A line on the terminal that shows how far the run is; nothing where there is no terminal. */
final class ProgressLine implements AutoCloseable {
    /**
     * A fixed width: to ask for the terminal's, the library opens it through JLine, which takes over Ctrl-C and so the report.
     */
    private static final int WIDTH = 78;

    private static final int UPDATE_INTERVAL_MILLIS = 200;

    private final ProgressBar bar;

    private ProgressLine(ProgressBar bar) {
        this.bar = bar;
    }

    /** @param frames 0 if the end is open */
    @SuppressWarnings("SystemConsoleNull") // Java 25 answers null again where there is no terminal.
    static ProgressLine start(int frames, PrintStream err) {
        Console console = System.console();
        if (console == null || !console.isTerminal()) {
            return new ProgressLine(null);
        }
        return new ProgressLine(new ProgressBarBuilder()
                .setTaskName("drawing")
                .setUnit(" frames", 1)
                .setInitialMax(frames == 0 ? -1 : frames)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(UPDATE_INTERVAL_MILLIS)
                .setConsumer(new ConsoleProgressBarConsumer(err, WIDTH))
                .build());
    }

    void step() {
        if (bar != null) {
            bar.step();
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
