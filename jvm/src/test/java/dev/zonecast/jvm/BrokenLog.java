package dev.zonecast.jvm;

import java.io.OutputStream;

/** In place of standard error, where the log goes. */
final class BrokenLog extends OutputStream {
    volatile boolean broken;

    @Override
    public void write(int b) {
        if (broken) {
            throw new AssertionError("broken log");
        }
    }
}
