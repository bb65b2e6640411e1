package dev.zonecast.capture.manager;

import dev.zonecast.core.BufferMode;
import dev.zonecast.core.buffer.BufferDamagedException;
import dev.zonecast.core.buffer.ManagerProtocol;
import dev.zonecast.core.buffer.ManagerProtocol.Packet;
import dev.zonecast.core.buffer.MappedFile;
import dev.zonecast.core.buffer.ProviderBuffer;
import dev.zonecast.core.buffer.SavedTrace;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * One program at the manager. Its connection is read by one thread, which also saves what the program asks to be saved; a program
 * that breaks the protocol ends its own session, and nobody else's.
 */
final class ProviderSession {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");
    /** Times may be ahead: of the GPU's zones, for one. */
    private static final long AHEAD_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final int id;
    private final long pid;
    private final String name;
    private final SocketChannel channel;
    private final Runnable onAlert;

    // The recording that it takes part in; null while there is none. Guarded by this.
    private ProviderBuffer buffer;
    private FileChannel part;
    private Path partFile;
    private SavedTrace trace;
    private boolean started;
    private boolean stopped;
    private boolean failed;
    private boolean gone;
    private long askedNanos;
    private long clockOffsetNanos;
    private long clockErrorNanos = Long.MAX_VALUE;

    ProviderSession(int id, long pid, String name, SocketChannel channel, Runnable onAlert) {
        this.id = id;
        this.pid = pid;
        this.name = name;
        this.channel = channel;
        this.onAlert = onAlert;
    }

    /** Reads a registration; the first eight bytes have been read. */
    static ProviderSession register(int id, SocketChannel channel, Runnable onAlert) throws IOException {
        ByteBuffer head = ManagerProtocol.readFully(channel, 10);
        long pid = head.getLong();
        int bytes = head.getShort() & 0xFFFF;
        if (bytes > ManagerProtocol.MOST_NAME_BYTES) {
            throw new IOException("a provider with a name of " + bytes + " bytes");
        }
        byte[] name = new byte[bytes];
        ManagerProtocol.readFully(channel, bytes).get(name);
        String shown = new String(name, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "?");
        return new ProviderSession(id, pid, shown, channel, onAlert);
    }

    int id() {
        return id;
    }

    /** A line about it. */
    synchronized String line() {
        String clock = clockErrorNanos == Long.MAX_VALUE
                ? "clock unknown"
                : "clock " + clockOffsetNanos + " ns ahead, within " + clockErrorNanos + " ns";
        String state =
                buffer == null ? "waits" : failed ? "failed" : stopped ? "stopped" : started ? "records" : "asked";
        return id + "\t" + pid + "\t" + name + "\t" + state + "\t" + clock;
    }

    /** Asks for the program's clock; the answer comes to {@link #serve}. */
    synchronized void askClock() throws IOException {
        askedNanos = System.nanoTime();
        send(new Packet(ManagerProtocol.CLOCK, 0, 1, 0));
    }

    /** Asks it to record. */
    synchronized void start(Recording recording) throws IOException {
        finishPart();
        Path file = recording.folder().resolve("buffer-" + id + ".zc");
        buffer = new ProviderBuffer(file, recording.mode(), recording.bufferBytes());
        partFile = recording.folder().resolve("part-" + id + ".fxt");
        part = MappedFile.createPrivate(partFile);
        trace = newTrace(partFile, part);
        started = false;
        stopped = false;
        failed = false;
        byte[] path = file.toString().getBytes(StandardCharsets.UTF_8);
        @SuppressWarnings("EnumOrdinal") // Fuchsia's codes, in this order.
        int mode = recording.mode().ordinal();
        send(new Packet(ManagerProtocol.START, mode, path.length, recording.bufferBytes()));
        ManagerProtocol.write(channel, ByteBuffer.wrap(path));
    }

    private static SavedTrace newTrace(Path file, FileChannel channel) {
        return new SavedTrace(file, channel, System.nanoTime() + AHEAD_NANOS + TimeUnit.DAYS.toNanos(1), false);
    }

    /** Asks it to stop; it may take its time. */
    synchronized void askToStop() {
        if (buffer != null && !stopped && !gone) {
            try {
                send(new Packet(ManagerProtocol.STOP, 0, 0, 0));
            } catch (IOException e) {
                gone = true;
            }
        }
    }

    private void send(Packet packet) throws IOException {
        ManagerProtocol.write(channel, packet.bytes());
    }

    /** Waits until it has stopped, or is gone. */
    synchronized boolean awaitStopped(long limitNanos) throws InterruptedException {
        long deadline = System.nanoTime() + limitNanos;
        while (buffer != null && !stopped && !gone && !failed) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }

    /** What it has given to the recording, whole; null if it takes no part in one. Nothing can be added after that. */
    synchronized Recording.Part finish() throws IOException {
        if (buffer == null) {
            return null;
        }
        boolean incomplete = failed || gone || !stopped || buffer.dropped() > 0;
        if (!failed) {
            buffer.rest(trace);
        }
        trace.endOpen();
        trace.finish(buffer.dropped(), 0, !stopped);
        Recording.Part done = new Recording.Part(id, name, partFile, incomplete || trace.damaged() > 0);
        finishPart();
        return done;
    }

    /** What its buffer holds now, while it goes on; null if it does not record, or streams. */
    synchronized Recording.Part snapshot(Path folder) throws IOException {
        if (buffer == null || failed || buffer.mode() == BufferMode.STREAMING) {
            return null;
        }
        Path file = folder.resolve("snapshot-" + id + ".fxt");
        java.nio.file.Files.deleteIfExists(file);
        try (FileChannel out = MappedFile.createPrivate(file)) {
            SavedTrace copy = newTrace(file, out);
            buffer.rest(copy);
            copy.endOpen();
            copy.finish(buffer.dropped(), 0, false);
            return new Recording.Part(id, name, file, buffer.dropped() > 0);
        }
    }

    private void finishPart() throws IOException {
        if (buffer != null) {
            buffer.close();
            part.close();
            buffer = null;
        }
    }

    // --- its own thread

    /** Reads what the program says until it is gone. */
    void serve() {
        try {
            while (true) {
                handle(ManagerProtocol.read(channel));
            }
        } catch (EOFException e) {
            LOG.log(System.Logger.Level.DEBUG, "{0} is gone", name);
        } catch (IOException | RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "{0} (process {1}): {2}", name, pid, String.valueOf(e.getMessage()));
            synchronized (this) {
                // One that was killed while it was answered is gone, and what it recorded is good.
                failed = e instanceof BufferDamagedException || e instanceof RuntimeException;
            }
        } finally {
            synchronized (this) {
                gone = true;
                notifyAll();
            }
            try {
                channel.close();
            } catch (IOException e) {
                // It is closed then, too.
            }
        }
    }

    private synchronized void handle(Packet packet) throws IOException {
        switch (packet.request()) {
            case ManagerProtocol.STARTED -> {
                require(packet.data16() == 0 && packet.data64() == 0, packet);
                require(packet.data32() == ManagerProtocol.VERSION, packet);
                started = true;
            }
            case ManagerProtocol.SAVE_BUFFER -> {
                require(packet.data16() == 0 && started && buffer != null, packet);
                buffer.save(packet.data32(), packet.data64(), trace);
                send(new Packet(ManagerProtocol.BUFFER_SAVED, 0, packet.data32(), packet.data64()));
            }
            case ManagerProtocol.STOPPED -> {
                require(packet.data16() == 0 && packet.data32() == 0 && packet.data64() == 0, packet);
                stopped = true;
                notifyAll();
            }
            case ManagerProtocol.ALERT -> onAlert.run();
            case ManagerProtocol.CLOCK -> {
                long now = System.nanoTime();
                clockErrorNanos = (now - askedNanos) / 2;
                clockOffsetNanos = packet.data64() - (askedNanos + now) / 2;
            }
            default -> throw new BufferDamagedException("a packet that is not known: " + packet);
        }
    }

    private static void require(boolean holds, Packet packet) throws IOException {
        if (!holds) {
            throw new BufferDamagedException(
                    "a packet that breaks the protocol: " + packet.toString().replace('\n', ' '));
        }
    }

    synchronized boolean isGone() {
        return gone;
    }

    /** False once it takes no part in a recording. */
    synchronized boolean takesPart() {
        return buffer != null;
    }

    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // It is closed then, too.
        }
    }

    String name() {
        return name;
    }
}
