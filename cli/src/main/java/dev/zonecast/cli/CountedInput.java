package dev.zonecast.cli;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Tells a progress line how much has been read. */
final class CountedInput extends FilterInputStream {
    private final ProgressLine progress;

    CountedInput(InputStream in, ProgressLine progress) {
        super(in);
        this.progress = progress;
    }

    @Override
    public int read() throws IOException {
        int value = super.read();
        progress.step(value < 0 ? 0 : 1);
        return value;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        int count = super.read(bytes, from, length);
        progress.step(Math.max(0, count));
        return count;
    }
}
