package dev.zonecast.core;

import java.nio.file.Path;
import java.time.Duration;

/**
 * Options of the trace buffer, which outlives the program: see {@code docs/flight-recorder.md}. Part of {@link Options}.
 *
 * <table>
 * <caption>Properties</caption>
 * <tr><th>key</th><th>type, default</th><th>meaning</th></tr>
 * <tr><td>zonecast.buffer</td><td>off, oneshot, circular, streaming; off</td><td>what happens when the buffer is full</td></tr>
 * <tr><td>zonecast.buffer.bytes</td><td>size, 64M</td><td>of the whole buffer; from 256K on</td></tr>
 * <tr><td>zonecast.buffer.seconds</td><td>seconds, 0</td><td>a snapshot has no older events; 0: all that the buffer holds</td></tr>
 * <tr><td>zonecast.buffer.folder</td><td>path, found</td><td>the runtime folder</td></tr>
 * <tr><td>zonecast.snapshot.folder</td><td>path, .</td><td>where snapshots go that nobody named</td></tr>
 * <tr><td>zonecast.snapshot.frame</td><td>milliseconds, 0</td><td>a frame longer than that causes a snapshot; 0: none does</td></tr>
 * <tr><td>zonecast.snapshot.median</td><td>number, 0</td><td>so does one that is so many times the median of the last frames</td></tr>
 * <tr><td>zonecast.snapshot.exception</td><td>boolean, true</td><td>so does an exception that nobody catches</td></tr>
 * <tr><td>zonecast.snapshot.pause</td><td>seconds, 10</td><td>shortest time between two snapshots that nobody asked for</td></tr>
 * <tr><td>zonecast.snapshot.most</td><td>number, 20</td><td>so many of them, and no more</td></tr>
 * <tr><td>zonecast.manager</td><td>boolean, false</td><td>record when the manager in the runtime folder asks</td></tr>
 * </table>
 */
public final class BufferOptions {
    private BufferMode mode;
    private long bytes = 64L << 20;
    private Duration keep = Duration.ZERO;
    private Path folder;
    private Path snapshotFolder = Path.of("");
    private Duration longFrame = Duration.ZERO;
    private double longFrameMedians;
    private boolean onException = true;
    private Duration pause = Duration.ofSeconds(10);
    private int mostSnapshots = 20;
    private boolean manager;

    BufferOptions() {}

    static BufferOptions fromSystemProperties() {
        BufferOptions options = new BufferOptions();
        options.mode = Property.choice("zonecast.buffer", BufferMode.class);
        options.bytes(Property.size("zonecast.buffer.bytes", options.bytes, 1L << 40));
        options.keep = Duration.ofSeconds(Property.number("zonecast.buffer.seconds", 0, 0, 1_000_000));
        options.folder = Property.path("zonecast.buffer.folder");
        Path snapshots = Property.path("zonecast.snapshot.folder");
        options.snapshotFolder = snapshots == null ? options.snapshotFolder : snapshots;
        options.longFrame = Duration.ofMillis(Property.number("zonecast.snapshot.frame", 0, 0, 1_000_000));
        options.longFrameMedians = Property.number("zonecast.snapshot.median", 0, 0, 1_000_000);
        options.onException = Property.flag("zonecast.snapshot.exception", options.onException);
        options.pause = Duration.ofSeconds(Property.number("zonecast.snapshot.pause", 10, 0, 1_000_000));
        options.mostSnapshots = (int) Property.number("zonecast.snapshot.most", 20, 0, 1_000_000);
        options.manager = Property.flag("zonecast.manager", false);
        return options;
    }

    /** What happens when the buffer is full; null: there is no buffer. */
    public BufferMode mode() {
        return mode;
    }

    /** Keeps a buffer; null keeps none. */
    public BufferOptions mode(BufferMode wanted) {
        mode = wanted;
        return this;
    }

    /** Size of the whole buffer, in bytes. */
    public long bytes() {
        return bytes;
    }

    /** Sets the size of the whole buffer; rounded up to a multiple of 4 KiB, at least 256 KiB. */
    public BufferOptions bytes(long wanted) {
        bytes = (Math.clamp(wanted, 256L << 10, 1L << 40) + 4095) & -4096;
        return this;
    }

    /** A snapshot has no events older than that; zero: all that the buffer holds. */
    public Duration keep() {
        return keep;
    }

    /** Sets how old the events of a snapshot may be; zero: all that the buffer holds. */
    public BufferOptions keep(Duration wanted) {
        keep = wanted.isNegative() ? Duration.ZERO : wanted;
        return this;
    }

    /** The runtime folder, or null for the usual one. */
    public Path folder() {
        return folder;
    }

    /** Sets the runtime folder; null for the usual one. */
    public BufferOptions folder(Path wanted) {
        folder = wanted;
        return this;
    }

    /** Where snapshots go that nobody named. */
    public Path snapshotFolder() {
        return snapshotFolder;
    }

    /** Sets where snapshots go that nobody named. */
    public BufferOptions snapshotFolder(Path wanted) {
        snapshotFolder = wanted;
        return this;
    }

    /** A frame longer than that causes a snapshot; zero: none does. */
    public Duration longFrame() {
        return longFrame;
    }

    /** Takes a snapshot after a frame that is longer; zero: never. */
    public BufferOptions longFrame(Duration wanted) {
        longFrame = wanted.isNegative() ? Duration.ZERO : wanted;
        return this;
    }

    /** A frame that is so many times the median causes a snapshot; 0: none does. */
    public double longFrameMedians() {
        return longFrameMedians;
    }

    /** Takes a snapshot after a frame that is so many times the median of the last ones; 0: never. */
    public BufferOptions longFrameMedians(double wanted) {
        longFrameMedians = Math.max(0, wanted);
        return this;
    }

    /** An exception that nobody catches causes a snapshot. */
    public boolean onException() {
        return onException;
    }

    /** Takes a snapshot after an exception that nobody catches, or does not. */
    public BufferOptions onException(boolean wanted) {
        onException = wanted;
        return this;
    }

    /** Shortest time between two snapshots that nobody asked for. */
    public Duration pause() {
        return pause;
    }

    /** Sets the shortest time between two snapshots that nobody asked for. */
    public BufferOptions pause(Duration wanted) {
        pause = wanted.isNegative() ? Duration.ZERO : wanted;
        return this;
    }

    /** So many snapshots that nobody asked for, and no more. */
    public int mostSnapshots() {
        return mostSnapshots;
    }

    /** Sets how many snapshots that nobody asked for there may be. */
    public BufferOptions mostSnapshots(int wanted) {
        mostSnapshots = Math.max(0, wanted);
        return this;
    }

    /** The program records when the manager in the runtime folder asks. */
    public boolean manager() {
        return manager;
    }

    /** Lets the manager in the runtime folder record the program, or not. */
    public BufferOptions manager(boolean wanted) {
        manager = wanted;
        return this;
    }
}
