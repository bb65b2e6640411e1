package dev.zonecast.flight;

import dev.zonecast.core.BufferMode;
import dev.zonecast.core.collect.Profiler;
import dev.zonecast.core.recording.FxtRecording;
import dev.zonecast.core.registry.CategorySelection;
import dev.zonecast.flight.buffer.BufferLayout;
import dev.zonecast.flight.buffer.ManagerProtocol;
import dev.zonecast.flight.buffer.ManagerProtocol.Packet;
import dev.zonecast.flight.buffer.MappedFile;
import dev.zonecast.flight.buffer.ProgramFolder;
import dev.zonecast.flight.buffer.ProviderBuffer;
import dev.zonecast.flight.buffer.TraceBuffer;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import java.io.EOFException;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/**
 * This program as a provider of the manager: registers when there is a manager, records into the buffer that it names, and answers
 * it. A manager that comes late, goes or hangs is no concern of the program's threads.
 */
final class ManagedProvider implements Runnable {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");
    private static final long RETRY_NANOS = 500_000_000;
    private static final long LAST_PACKET_NANOS = 1_000_000_000;
    private static final Duration STOP_LIMIT = Duration.ofSeconds(5);

    private final Profiler profiler;
    private final Path folder;
    private final String name;
    private final Set<String> categories;

    /** Null: the rings do not outlive the program. */
    private final ManagedRings rings;

    private volatile boolean closed;
    private volatile SocketChannel channel;
    private volatile PacketSender sender;
    private volatile TraceBuffer buffer;
    private FxtRecording recording;

    /** For a half to be saved, that has not been sent yet; null if there is none. The collector's thread. */
    private Packet request;

    /** Says that this program writes into the buffer; null if none is written, or that cannot be said. */
    private FileChannel held;

    /** The manager knows that this program records. Guarded by this. */
    private boolean isStarted;

    /** True while the manager has chosen the categories. */
    private boolean hasChosen;

    private ManagedProvider(Profiler profiler, Path folder, String name, Set<String> categories, ManagedRings rings) {
        this.profiler = profiler;
        this.folder = folder;
        this.name = name;
        this.categories = categories;
        this.rings = rings;
    }

    /**
     * Waits for managers on a thread of its own.
     *
     * @param categories that are recorded where the manager does not choose
     * @param rings null: they do not outlive the program
     */
    static ManagedProvider start(
            Profiler profiler, Path folder, String name, Set<String> categories, ManagedRings rings) {
        ManagedProvider provider = new ManagedProvider(profiler, folder, name, categories, rings);
        Thread.ofPlatform().daemon().name("zonecast-provider").start(provider);
        return provider;
    }

    @Override
    public void run() {
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(folder.resolve(ManagerProtocol.SOCKET));
        while (!closed) {
            if (Files.exists(address.getPath(), LinkOption.NOFOLLOW_LINKS)) {
                try (SocketChannel connected = SocketChannel.open(address)) {
                    channel = connected;
                    register(connected);
                    serve(connected);
                } catch (IOException e) {
                    LOG.log(Level.DEBUG, "the manager is gone: {0}", String.valueOf(e.getMessage()));
                } catch (RuntimeException e) {
                    LOG.log(Level.WARNING, "the manager's wish cannot be granted", e);
                } finally {
                    stopRecording();
                    channel = null;
                    closeSender(0);
                }
            }
            LockSupport.parkNanos(RETRY_NANOS);
        }
    }

    private void register(SocketChannel to) throws IOException {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        int count = Math.min(bytes.length, ManagerProtocol.MOST_NAME_BYTES);
        ManagerProtocol.write(
                to,
                ByteBuffer.allocate(18 + count)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(ManagerProtocol.PROVIDER)
                        .putLong(ProcessHandle.current().pid())
                        .putShort((short) count)
                        .put(bytes, 0, count)
                        .flip());
        sender = new PacketSender(to);
        if (rings != null) {
            ProgramFolder own = rings.folder();
            send(new Packet(ManagerProtocol.FOLDER, 0, own.pid(), own.startMillis()));
        }
    }

    private void serve(SocketChannel from) throws IOException {
        while (!closed) {
            Packet packet = ManagerProtocol.read(from);
            switch (packet.request()) {
                case ManagerProtocol.START -> startRecording(packet, from);
                case ManagerProtocol.STOP -> {
                    stopRecording();
                    send(new Packet(ManagerProtocol.STOPPED, 0, 0, 0));
                }
                case ManagerProtocol.BUFFER_SAVED -> {
                    TraceBuffer saved = buffer;
                    if (saved != null) {
                        saved.saved((int) packet.data32());
                    }
                }
                case ManagerProtocol.CLOCK -> send(new Packet(ManagerProtocol.CLOCK, 0, packet.data32(), nanos()));
                case ManagerProtocol.CATEGORIES -> chooseCategories(packet, from);
                default -> throw new IOException("a request that is not known: " + packet.request());
            }
        }
    }

    /** Time by the clock of the records. */
    private long nanos() {
        FxtRecording running = recording;
        return System.nanoTime() + (running == null ? 0 : running.shiftNanos());
    }

    private void chooseCategories(Packet packet, SocketChannel from) throws IOException {
        CategorySelection.choose(CategorySelection.parse(text(packet, ManagerProtocol.MOST_CATEGORIES_BYTES, from)));
        hasChosen = true;
    }

    /** The text behind a packet that says how long it is. */
    private static String text(Packet packet, int mostBytes, SocketChannel from) throws IOException {
        if (packet.data32() > mostBytes) {
            throw new IOException("a request that says nonsense: " + packet);
        }
        byte[] text = new byte[(int) packet.data32()];
        ManagerProtocol.readFully(from, text.length).get(text);
        return new String(text, StandardCharsets.UTF_8);
    }

    private void startRecording(Packet packet, SocketChannel from) throws IOException {
        BufferMode[] modes = BufferMode.values();
        if (packet.data16() >= modes.length || packet.data64() < BufferLayout.LEAST_BYTES) {
            throw new IOException("a request to start that says nonsense: " + packet);
        }
        Path file = Path.of(text(packet, ManagerProtocol.MOST_PATH_BYTES, from)).normalize();
        // Neither by its name nor by a link on the way.
        if (!file.startsWith(folder) || !file.toRealPath().startsWith(folder.toRealPath())) {
            throw new IOException("a buffer outside of the runtime folder: " + file);
        }
        endRecording();
        // Mapped until nothing can write there any more, which nobody here knows: see RingMemory.
        Memory memory = MappedFile.write(file, MemoryScope.auto());
        if (memory.byteSize() != packet.data64()) {
            throw new IOException("a buffer of another size than was said");
        }
        held = ProviderBuffer.hold(file);
        BufferMode mode = modes[packet.data16()];
        TraceBuffer made = new TraceBuffer(file, memory, mode, new HalfSaver());
        buffer = made;
        expectStart();
        recording = FxtRecording.into(made, name, (int) Math.min(1 << 20, memory.byteSize() / 16));
        recording.commitEachCycle();
        if (rings != null) {
            rings.join(recording, made, this::sendRequest);
        }
        profiler.attach(recording);
        // What a thread records from here on is in the recording.
        sendStarted();
    }

    private synchronized void expectStart() {
        isStarted = false;
    }

    /** Tells the manager that this program records: before it asks for the first half to be saved. */
    private synchronized void sendStarted() throws IOException {
        if (!isStarted) {
            isStarted = true;
            send(new Packet(ManagerProtocol.STARTED, 0, ManagerProtocol.VERSION, 0));
        }
    }

    /** On the collector's thread. */
    private final class HalfSaver implements TraceBuffer.Saver {
        @Override
        public void save(int wrapped, long durableEnd) {
            request = new Packet(ManagerProtocol.SAVE_BUFFER, 0, wrapped & 0xFFFF_FFFFL, durableEnd);
            if (rings == null) {
                sendRequest();
            }
            // Else after the next commit: what the manager has saved is never ahead of what the rings know to be saved.
        }

        @Override
        public void urgent() {
            sendRequest();
        }
    }

    /** On the collector's thread. One at a time is on its way, and so this never waits. */
    private void sendRequest() {
        Packet waiting = request;
        if (waiting != null) {
            request = null;
            try {
                sendStarted();
                send(waiting);
            } catch (IOException e) {
                // The reader of the connection sees it too, and ends the recording.
            }
        }
    }

    private void send(Packet packet) throws IOException {
        connected().send(packet);
    }

    private PacketSender connected() throws EOFException {
        PacketSender to = sender;
        if (to == null) {
            throw new EOFException("there is no manager");
        }
        return to;
    }

    private void closeSender(long limitNanos) {
        PacketSender closing = sender;
        sender = null;
        if (closing != null) {
            closing.close(limitNanos);
        }
    }

    /**
     * Tells the manager of something. Any thread; returns at once.
     *
     * @return false if there is none, or it does not record
     */
    boolean alert(String what) {
        if (buffer == null) {
            return false;
        }
        byte[] text = Arrays.copyOf(what.getBytes(StandardCharsets.UTF_8), ManagerProtocol.ALERT_NAME_BYTES);
        ByteBuffer words = ByteBuffer.allocate(ManagerProtocol.PACKET_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        words.put(2, text);
        try {
            connected()
                    .alert(new Packet(
                            ManagerProtocol.ALERT,
                            words.getShort(2) & 0xFFFF,
                            words.getInt(4) & 0xFFFF_FFFFL,
                            words.getLong(8)));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private void stopRecording() {
        endRecording();
        if (hasChosen) {
            hasChosen = false;
            CategorySelection.choose(categories);
        }
    }

    private void endRecording() {
        FxtRecording ending = recording;
        recording = null;
        FileChannel released = held;
        held = null;
        buffer = null;
        if (ending != null) {
            // The buffer stays with the manager; what could not be written in time is lost, and it is told so by the
            // count.
            CompletableFuture<Void> detached = profiler.detach(ending, STOP_LIMIT);
            var _ = detached.whenComplete((nothing, failure) -> release(released));
            boolean _ = profiler.await(detached, STOP_LIMIT);
            if (rings != null) {
                // One that was never attached.
                rings.leave();
            }
        } else {
            release(released);
        }
    }

    /** Nothing is written to the buffer any more. */
    private static void release(FileChannel held) {
        if (held != null) {
            try {
                held.close();
            } catch (IOException e) {
                LOG.log(Level.DEBUG, "a buffer cannot be let go of: {0}", String.valueOf(e.getMessage()));
            }
        }
    }

    /**
     * The program ends.
     *
     * @param complete what it recorded is in the buffer
     */
    void close(boolean complete) {
        closed = true;
        try {
            if (buffer != null && complete) {
                send(new Packet(ManagerProtocol.STOPPED, 0, 0, 0));
            }
            closeSender(LAST_PACKET_NANOS);
            SocketChannel open = channel;
            if (open != null) {
                open.close();
            }
        } catch (IOException e) {
            // It is gone already.
        }
    }
}
