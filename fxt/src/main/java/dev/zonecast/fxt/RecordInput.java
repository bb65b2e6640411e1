package dev.zonecast.fxt;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A window that moves over the bytes of a trace. */
final class RecordInput {
    static final int WINDOW_BYTES = 1 << 20;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final InputStream in;
    private final byte[] window = new byte[WINDOW_BYTES];
    private final ByteBuffer view = ByteBuffer.wrap(window).order(ByteOrder.LITTLE_ENDIAN);
    private int position;
    private int limit;
    private long offsetOfWindow;
    private boolean ended;
    private boolean brokenOff;

    RecordInput(InputStream in) {
        this.in = in;
    }

    /**
     * Sees to it that as many bytes can be read at {@link #position}.
     *
     * @param bytes at most {@link #WINDOW_BYTES}
     * @return false if the input ends before
     */
    boolean require(int bytes) throws IOException {
        return limit - position >= bytes || fill(bytes);
    }

    private boolean fill(int bytes) throws IOException {
        if (position > 0) {
            System.arraycopy(window, position, window, 0, limit - position);
            offsetOfWindow += position;
            limit -= position;
            position = 0;
        }
        while (limit < bytes && !ended) {
            int count;
            try {
                count = in.read(window, limit, WINDOW_BYTES - limit);
            } catch (EOFException e) {
                // A compressed stream that was cut.
                brokenOff = true;
                count = -1;
            }
            if (count < 0) {
                ended = true;
            } else {
                limit += count;
            }
        }
        return limit >= bytes;
    }

    /** The input ended within a compressed stream. */
    boolean brokenOff() {
        return brokenOff;
    }

    int position() {
        return position;
    }

    void moveTo(int newPosition) {
        position = newPosition;
    }

    /** Bytes of the window that are left: all, once {@link #require} said that the input ends. */
    int remaining() {
        return limit - position;
    }

    /** Of the byte at {@link #position}, in the trace. */
    long offset() {
        return offsetOfWindow + position;
    }

    long word(int at) {
        return (long) LONGS.get(window, at);
    }

    byte[] window() {
        return window;
    }

    /** Some of the window, as a buffer of its own; the next call changes it. */
    ByteBuffer slice(int at, int bytes) {
        return view.slice(at, bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Moves on; false if the input ends before. */
    boolean skip(long bytes) throws IOException {
        long left = bytes;
        while (left > 0) {
            if (!require(1)) {
                return false;
            }
            int step = (int) Math.min(left, limit - position);
            position += step;
            left -= step;
        }
        return true;
    }
}
