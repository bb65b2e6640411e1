package dev.zonecast.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** Where tables appear: one in place of the other on a terminal, or one below the other. */
abstract class WatchScreen implements AutoCloseable {
    private static final int PLAIN_COLUMNS = 120;

    /** Shows a table. */
    abstract void show(List<String> lines) throws IOException;

    /** How long a line may be. */
    abstract int columns();

    /** How many lines a table may have. */
    int rows() {
        return Integer.MAX_VALUE;
    }

    /** True if nobody reads the tables any more. */
    boolean isGone() {
        return false;
    }

    /** Leaves the terminal as it was. Any thread, more than once. */
    @Override
    public void close() {}

    static WatchScreen plain(PrintWriter out) {
        int columns = TerminalSize.ofEnvironment(PLAIN_COLUMNS);
        return new WatchScreen() {
            private boolean isFirst = true;

            @Override
            void show(List<String> lines) {
                if (!isFirst) {
                    out.println();
                }
                isFirst = false;
                lines.forEach(out::println);
                out.flush();
            }

            @Override
            int columns() {
                return columns;
            }

            @Override
            boolean isGone() {
                return out.checkError();
            }
        };
    }

    static WatchScreen ofTerminal() {
        return new Terminal(new FileOutputStream(FileDescriptor.out), TerminalSize::now);
    }

    /** Draws on the other screen of the terminal. At the end the last table stays on the first one. */
    static final class Terminal extends WatchScreen {
        /** The other screen, without a cursor (xterm's private modes 1049 and 25). */
        static final String ENTER = "\u001b[?1049h\u001b[?25l";

        static final String LEAVE = "\u001b[?25h\u001b[?1049l";
        private static final String HOME = "\u001b[H";
        private static final String END_OF_LINE = "\u001b[K\n";
        private static final String CLEAR_BELOW = "\u001b[J";

        /** A terminal that is held by Ctrl-S takes nothing. */
        private static final long CLOSE_SECONDS = 1;

        /** Asks for the size of the terminal. */
        interface Sizes {
            TerminalSize now();
        }

        private final OutputStream out;
        private final Sizes sizes;
        private final ReentrantLock lock = new ReentrantLock();

        // Guarded by the lock.
        private TerminalSize size;
        private List<String> last = List.of();
        private boolean isEntered;
        private boolean isClosed;

        Terminal(OutputStream out, Sizes sizes) {
            this.out = out;
            this.sizes = sizes;
            size = sizes.now();
        }

        @Override
        void show(List<String> lines) throws IOException {
            lock.lock();
            try {
                if (isClosed) {
                    return;
                }
                StringBuilder text = new StringBuilder(isEntered ? HOME : ENTER + HOME);
                isEntered = true;
                last = lines;
                lines.stream()
                        .limit(size.rows() - 1L)
                        .forEach(line -> text.append(printable(line)).append(END_OF_LINE));
                write(text.append(CLEAR_BELOW));
                size = sizes.now();
            } finally {
                lock.unlock();
            }
        }

        @Override
        int columns() {
            lock.lock();
            try {
                return size.columns();
            } finally {
                lock.unlock();
            }
        }

        /** A line feed in the last row would move all lines up. */
        @Override
        int rows() {
            lock.lock();
            try {
                return size.rows() - 1;
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void close() {
            try {
                if (!lock.tryLock(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                    return;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
            try {
                if (!isClosed && isEntered) {
                    StringBuilder text = new StringBuilder(LEAVE);
                    last.forEach(line -> text.append(printable(line)).append('\n'));
                    write(text);
                }
            } catch (IOException e) {
                // The terminal is gone.
                last = List.of();
            } finally {
                isClosed = true;
                lock.unlock();
            }
        }

        private static String printable(String line) {
            return PrintableWriter.oneLine(line);
        }

        private void write(CharSequence text) throws IOException {
            out.write(text.toString().getBytes(StandardCharsets.UTF_8));
            out.flush();
        }
    }
}
