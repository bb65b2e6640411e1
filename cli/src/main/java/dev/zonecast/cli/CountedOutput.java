package dev.zonecast.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Tells a progress line how much has been written. */
final class CountedOutput extends FilterOutputStream {
    private final ProgressLine progress;

    CountedOutput(OutputStream out, ProgressLine progress) {
        super(out);
        this.progress = progress;
    }

    @Override
    public void write(int value) throws IOException {
        out.write(value);
        progress.step(1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        out.write(bytes, from, length);
        progress.step(length);
    }
}
