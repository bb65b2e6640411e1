package dev.zonecast.cli;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rows and columns of a terminal. */
record TerminalSize(int rows, int columns) {
    private static final TerminalSize USUAL = new TerminalSize(24, 80);
    private static final int LEAST = 20;
    private static final int MOST = 1_000;
    private static final long STTY_SECONDS = 2;
    private static final Pattern ANSWER = Pattern.compile("(\\d{1,4}) (\\d{1,4})\\s*");

    TerminalSize {
        rows = Math.clamp(rows, 2, MOST);
        columns = Math.clamp(columns, LEAST, MOST);
    }

    /** As {@code stty} tells it; 24 times 80 where there is no such program. */
    static TerminalSize now() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String answer = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            boolean _ = stty.waitFor(STTY_SECONDS, TimeUnit.SECONDS);
            return of(answer);
        } catch (IOException e) {
            return new TerminalSize(USUAL.rows, ofEnvironment(USUAL.columns));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return USUAL;
        }
    }

    static TerminalSize of(String answer) {
        Matcher size = ANSWER.matcher(answer);
        // A terminal without a size has 0 0.
        return size.matches() && !answer.startsWith("0 ")
                ? new TerminalSize(Integer.parseInt(size.group(1)), Integer.parseInt(size.group(2)))
                : new TerminalSize(USUAL.rows, ofEnvironment(USUAL.columns));
    }

    /** Columns of the variable {@code COLUMNS}. */
    static int ofEnvironment(int otherwise) {
        String columns = System.getenv("COLUMNS");
        return columns != null && columns.matches("[1-9]\\d{0,3}")
                ? Math.clamp(Integer.parseInt(columns), LEAST, MOST)
                : otherwise;
    }
}
