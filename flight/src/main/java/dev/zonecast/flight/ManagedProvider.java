package dev.zonecast.flight;

import dev.zonecast.core.BufferMode;
import dev.zonecast.core.Category;
import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.recording.FxtRecording;
import dev.zonecast.core.recording.ProgramName;
import dev.zonecast.core.registry.CategorySelection;
import dev.zonecast.core.registry.Slots;
import dev.zonecast.core.session.Profiler;
import dev.zonecast.flight.buffer.BufferLayout;
import dev.zonecast.flight.buffer.ManagerProtocol;
import dev.zonecast.flight.buffer.ManagerProtocol.Packet;
import dev.zonecast.flight.buffer.Outbox;
import dev.zonecast.flight.buffer.OwnFolder;
import dev.zonecast.flight.buffer.ProgramFolder;
import dev.zonecast.flight.buffer.ProgramState;
import dev.zonecast.flight.buffer.ProviderBuffer;
import dev.zonecast.flight.buffer.TraceBuffer;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import java.io.EOFException;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/**
 * This program as a provider of the manager: registers when there is a manager, records into the buffer that it names, and answers
 * it. A manager that comes late, goes or hangs is no concern of the program's threads.
 *
 * <p>The rings in the program's own folder and the manager's buffer hold together by commits, in case the program dies.
 */
final class ManagedProvider implements Runnable {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");
    private static final long RETRY_NANOS = 500_000_000;

    /** The rest of the outbox's room is for what the manager waits for. */
    private static final int MOST_WAITING_BEFORE_ALERTS = 16;

    private static final Duration LAST_PACKET_LIMIT = Duration.ofSeconds(1);
    private static final Duration COLLECTOR_LIMIT = Duration.ofSeconds(5);

    /** Of the 5 s that the manager waits for the end of a recording. */
    private static final Duration LAST_EVENTS_LIMIT = Duration.ofSeconds(2);

    private final Profiler profiler;
    private final Path folder;
    private final String name;

    /** Recorded where the manager does not choose. */
    private final Set<String> categories;

    private final boolean isCompact;

    /** Null: the rings do not outlive the program; then the state is null, too. */
    private final OwnFolder own;

    private final RingCommits commits;
    private final ProgramState state;

    private volatile boolean closed;
    private volatile SocketChannel channel;
    private volatile Outbox outbox;
    private volatile TraceBuffer buffer;
    private FxtRecording recording;

    /** The recording in the commits; null if there is none. */
    private RingCommits.Party party;

    /** The buffer that this program writes into, with the mark of that; null if there is none. */
    private FileChannel held;

    /** The manager knows that this program records. Guarded by this. */
    private boolean isStarted;

    /** Completes when the manager records this program for the first time, or none will. */
    private final CompletableFuture<Void> firstStart = new CompletableFuture<>();

    /** Id of the last category whose name has been sent. */
    private int sentCategories;

    /** True while the manager has chosen the categories. */
    private boolean hasChosen;

    /**
     * A provider that {@link #start} starts.
     *
     * @param folder where the manager is
     * @param own null: the rings do not outlive the program
     */
    ManagedProvider(Profiler profiler, Path folder, Options options, OwnFolder own, RingCommits commits)
            throws IOException {
        this.profiler = profiler;
        this.folder = folder;
        name = ProgramName.of(options.get(Option.PROGRAM_NAME));
        categories = options.get(Option.CATEGORIES);
        isCompact = options.get(Option.RECORD_COMPACT);
        this.own = own;
        this.commits = commits;
        state = own == null ? null : ProgramState.ofManaged(own, name);
    }

    /** Waits for managers on a thread of its own. */
    ManagedProvider start() {
        Thread.ofPlatform().daemon().name("zonecast-provider").start(this);
        return this;
    }

    /** Holds the calling thread until the manager records this program, or the program ends. False if that takes too long. */
    boolean awaitRecording(Duration limit) {
        return profiler.await(firstStart, limit);
    }

    @Override
    public void run() {
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(folder.resolve(ManagerProtocol.SOCKET));
        while (!closed) {
            try {
                if (Files.exists(address.getPath(), LinkOption.NOFOLLOW_LINKS)) {
                    connect(address);
                }
            } catch (RuntimeException | Error e) {
                // The program's log is broken, or there is no memory: the next manager finds the program all the same.
            }
            LockSupport.parkNanos(RETRY_NANOS);
        }
    }

    private void connect(UnixDomainSocketAddress address) {
        try (SocketChannel connected = SocketChannel.open(address)) {
            channel = connected;
            register(connected);
            serve(connected);
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "the manager is gone: {0}", String.valueOf(e.getMessage()));
        } catch (RuntimeException | Error e) {
            LOG.log(Level.WARNING, "the manager's request failed", e);
        } finally {
            stopRecording();
            channel = null;
            var ignored = closeOutbox();
        }
    }

    private void register(SocketChannel to) throws IOException {
        ManagerProtocol.write(
                to, ManagerProtocol.registration(ProcessHandle.current().pid(), name));
        outbox = new Outbox(to);
        if (own != null) {
            ProgramFolder program = new ProgramFolder(own.path());
            send(new Packet(ManagerProtocol.FOLDER, 0, program.pid(), program.startMillis()));
        }
        sentCategories = 0;
        sendCategories();
    }

    /** Sends the names of categories that have not been sent yet, as many as a packet has room for. */
    private void sendCategories() throws IOException {
        Outbox to = outbox;
        Slots<?, Category> all = Slots.of(Category.class);
        ByteBuffer packet = ByteBuffer.allocate(ManagerProtocol.PACKET_BYTES + ManagerProtocol.MOST_CATEGORIES_BYTES);
        packet.position(ManagerProtocol.PACKET_BYTES);
        for (Category next; (next = all.get(sentCategories + 1)) != null; sentCategories++) {
            byte[] line = (next + "\n").getBytes(StandardCharsets.UTF_8);
            if (line.length <= packet.remaining()) {
                packet.put(line);
            } else if (packet.position() > ManagerProtocol.PACKET_BYTES) {
                break;
            }
        }
        int bytes = packet.position() - ManagerProtocol.PACKET_BYTES;
        if (bytes > 0 && to != null) {
            to.send(packet.flip()
                    .put(new Packet(ManagerProtocol.KNOWN, 0, bytes, 0).bytes())
                    .rewind());
        }
    }

    /** On the collector's thread, which has the count. */
    private void sendDropped() {
        long events = profiler.statistics().losses().droppedEvents();
        try {
            send(new Packet(ManagerProtocol.DROPPED, 0, 0, events));
        } catch (IOException e) {
            // The reader of the connection sees it too.
        }
    }

    private void serve(SocketChannel from) throws IOException {
        while (!closed) {
            Packet packet = ManagerProtocol.read(from);
            switch (packet.request()) {
                case ManagerProtocol.START -> startRecording(packet, from);
                case ManagerProtocol.STOP -> {
                    profiler.readCounters(LAST_EVENTS_LIMIT);
                    profiler.collectLate(LAST_EVENTS_LIMIT);
                    stopRecording();
                    send(new Packet(ManagerProtocol.STOPPED, 0, 0, 0));
                }
                case ManagerProtocol.BUFFER_SAVED -> {
                    TraceBuffer saved = buffer;
                    if (saved != null) {
                        saved.saved((int) packet.data32());
                    }
                }
                case ManagerProtocol.CLOCK -> {
                    // By the clock of the records.
                    long nanos = System.nanoTime() + (recording == null ? 0 : recording.shiftNanos());
                    send(new Packet(ManagerProtocol.CLOCK, 0, packet.data32(), nanos));
                    sendCategories();
                    var ignored = profiler.onCollector(this::sendDropped);
                }
                case ManagerProtocol.CATEGORIES -> {
                    String chosen = ManagerProtocol.text(packet, ManagerProtocol.MOST_CATEGORIES_BYTES, from);
                    CategorySelection.choose(CategorySelection.parse(chosen));
                    hasChosen = true;
                }
                default -> throw new IOException("unknown request: " + packet.request());
            }
        }
    }

    private void startRecording(Packet packet, SocketChannel from) throws IOException {
        BufferMode[] modes = BufferMode.values();
        if (packet.data16() >= modes.length || packet.data64() < BufferLayout.LEAST_BYTES) {
            throw new IOException("a request to start without a valid mode or size: " + packet);
        }
        Path file = Path.of(ManagerProtocol.text(packet, ManagerProtocol.MOST_PATH_BYTES, from))
                .normalize();
        // Neither by its name nor by a link on the way.
        if (!file.startsWith(folder) || !file.toRealPath().startsWith(folder.toRealPath())) {
            throw new IOException("a buffer outside of the runtime folder: " + file);
        }
        endRecording();
        held = ProviderBuffer.hold(file);
        // Stays mapped: writers may still use it. See RingMemory.
        Memory memory = MemoryScope.auto().map(held, FileChannel.MapMode.READ_WRITE, 0, held.size());
        if (memory.byteSize() != packet.data64()) {
            throw new IOException("a buffer of " + memory.byteSize() + " bytes, not of " + packet.data64());
        }
        HalfSaver saver = new HalfSaver();
        TraceBuffer made = new TraceBuffer(file, memory, modes[packet.data16()], saver);
        buffer = made;
        synchronized (this) {
            isStarted = false;
        }
        recording = FxtRecording.into(made, name, (int) Math.min(1 << 20, memory.byteSize() / 16));
        recording.commitEachCycle();
        if (isCompact) {
            recording.makeCompact();
        }
        if (own != null) {
            joinCommits(made, saver);
        }
        profiler.attach(recording);
        // What a thread records from here on is in the recording.
        sendStarted();
    }

    /** The recording is attached after this. */
    private void joinCommits(TraceBuffer made, HalfSaver saver) throws IOException {
        state.output(made.path());
        RingCommits.Party next = new RingCommits.Party(recording, made, state, saver::sendRequest);
        party = next;
        if (!profiler.await(profiler.onCollector(() -> commits.join(next)), COLLECTOR_LIMIT)) {
            // It comes behind that.
            leaveCommits();
            throw new IOException("the collector does not answer");
        }
    }

    /** The recording has ended, or has not begun. */
    private void leaveCommits() {
        RingCommits.Party last = party;
        party = null;
        if (last != null) {
            var ignored = profiler.onCollector(() -> commits.leave(last));
        }
    }

    /** Tells the manager that this program records: before it asks for the first half to be saved. */
    private synchronized void sendStarted() throws IOException {
        if (!isStarted) {
            isStarted = true;
            firstStart.complete(null);
            send(new Packet(ManagerProtocol.STARTED, 0, ManagerProtocol.VERSION, 0));
        }
    }

    /** Of one recording: what it had no time to ask for is nothing that the next one asks for. On the collector's thread. */
    private final class HalfSaver implements TraceBuffer.Saver {
        /** For a half to be saved, that has not been sent yet; null if there is none. */
        private Packet request;

        @Override
        public void save(int wrapped, long durableEnd) {
            request = new Packet(ManagerProtocol.SAVE_BUFFER, 0, wrapped & 0xFFFF_FFFFL, durableEnd);
            if (own == null) {
                sendRequest();
            }
            // With rings of its own the next commit sends it: the manager never saves more than the rings have
            // committed.
        }

        @Override
        public void urgent() {
            sendRequest();
        }

        /** One at a time is on its way, and so this never waits. */
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
    }

    private void send(Packet packet) throws IOException {
        Outbox to = outbox;
        if (to == null) {
            throw new EOFException("there is no manager");
        }
        to.send(packet.bytes());
    }

    /** Completes when what waits has been sent. */
    private CompletableFuture<Void> closeOutbox() {
        Outbox closing = outbox;
        outbox = null;
        try {
            return closing == null ? CompletableFuture.completedFuture(null) : closing.close();
        } catch (IOException e) {
            return CompletableFuture.completedFuture(null);
        }
    }

    /**
     * Sends an alert to the manager. Any thread; returns at once.
     *
     * @return false if there is none, or it does not record
     */
    boolean alert(String what) {
        Outbox to = outbox;
        if (buffer == null || to == null) {
            return false;
        }
        if (to.waiting() >= MOST_WAITING_BEFORE_ALERTS) {
            // The manager has a reason for a snapshot.
            return true;
        }
        try {
            send(ManagerProtocol.alert(what));
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
        if (ending == null) {
            release(released);
            return;
        }
        // The buffer stays with the manager, and counts what could not be written in time.
        CompletableFuture<Void> detached = profiler.detach(ending, COLLECTOR_LIMIT);
        var ignored = detached.whenComplete((nothing, failure) -> release(released));
        boolean unusedAnswer = profiler.await(detached, COLLECTOR_LIMIT);
        // A recording that was never attached.
        leaveCommits();
    }

    /** Nothing is written to the buffer any more. */
    private static void release(FileChannel held) {
        if (held != null) {
            try {
                held.close();
            } catch (IOException e) {
                LOG.log(Level.DEBUG, "the lock of a buffer stays: {0}", String.valueOf(e.getMessage()));
            }
        }
    }

    /**
     * The program ends. A further call waits for the same end.
     *
     * @param complete what it recorded is in the buffer; else the connection stays open for a later end
     */
    void close(boolean complete) {
        // None comes any more.
        firstStart.complete(null);
        if (!complete) {
            return;
        }
        closed = true;
        SocketChannel open = channel;
        Outbox last = outbox;
        try {
            if (buffer != null) {
                send(new Packet(ManagerProtocol.STOPPED, 0, 0, 0));
            }
            if (last != null) {
                boolean ignored = profiler.await(last.close(), LAST_PACKET_LIMIT);
            }
            if (open != null) {
                open.close();
            }
        } catch (IOException e) {
            // It is gone already.
        }
    }
}
