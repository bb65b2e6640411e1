package dev.zonecast.capture.manager;

import dev.zonecast.core.registry.LogLimit;
import dev.zonecast.flight.buffer.BufferDamagedException;
import dev.zonecast.flight.buffer.ManagerProtocol;
import dev.zonecast.flight.buffer.ManagerProtocol.Packet;
import dev.zonecast.flight.buffer.Outbox;
import dev.zonecast.fxt.EndReason;
import dev.zonecast.fxt.RecordTimes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;

/**
 * One program at the manager. Its connection is read by one thread, which also saves what the program asks to be saved; a program
 * that breaks the protocol ends only its own session. Nothing here waits for what the program does, but for
 * {@link #awaitStopped}, which has a limit.
 */
final class ProviderSession {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");
    private static final LogLimit FAILURES = new LogLimit(LOG);
    private static final long HANGS_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** As many as a program can register, and room for names of usual length. */
    private static final int MOST_KNOWN = 4096;

    private static final int MOST_KNOWN_CHARS = 1 << 18;

    private final int id;
    private final long pid;
    final String name;
    private final SocketChannel channel;
    private final Outbox outbox;
    private final BiConsumer<String, String> onAlert;

    // Guarded by this, as all below.
    private final ProviderClock clock = new ProviderClock();

    /** What it gives to the recording that it takes part in; null while there is none. */
    private ProviderPart part;

    /** The program's own folder. */
    private PartProgress.OwnFolder folder = PartProgress.OwnFolder.NONE;

    private boolean started;

    private boolean stopped;

    /** Whole names of the categories that the program has registered. */
    private final Set<String> known = new TreeSet<>();

    private int knownChars;

    /** The program reports its categories. */
    private boolean reports;

    /** Events that the program dropped before they reached a buffer, since its start; -1: not reported. */
    private long droppedEvents = -1;

    /** It did not stop in time when a recording ended: packets up to STOPPED belong to that recording. */
    private boolean behind;

    /** What it is to take part in once it is no more behind. */
    private Runnable whenReady;

    /** Why the session ended; null while it goes on, or ended well. */
    private EndReason failure;

    private boolean gone;

    /** When it stopped, or was gone. */
    private long endNanos;

    private ProviderSession(int id, long pid, String name, SocketChannel channel, BiConsumer<String, String> onAlert) {
        this.id = id;
        this.pid = pid;
        this.name = name;
        this.channel = channel;
        this.onAlert = onAlert;
        outbox = new Outbox(channel);
    }

    /**
     * Reads a registration; the first eight bytes have been read.
     *
     * @param onAlert gets the program's name and its alerts
     */
    static ProviderSession register(int id, SocketChannel channel, BiConsumer<String, String> onAlert)
            throws IOException {
        ByteBuffer head = ManagerProtocol.readFully(channel, 10);
        long pid = head.getLong();
        int bytes = head.getShort() & 0xFFFF;
        if (bytes > ManagerProtocol.MOST_NAME_BYTES || pid < 0) {
            throw new IOException("a provider with a name of " + bytes + " bytes, process " + pid);
        }
        byte[] name = new byte[bytes];
        ManagerProtocol.readFully(channel, bytes).get(name);
        return new ProviderSession(id, pid, shown(name), channel, onAlert);
    }

    /** A program's text, made safe for a log and for a line of an answer. */
    private static String shown(byte[] utf8) {
        return shown(new String(utf8, StandardCharsets.UTF_8));
    }

    private static String shown(String text) {
        return text.replaceAll("[\\p{Cntrl}\\u2028\\u2029]", "?");
    }

    /** A line about it: id, process, name, state, clock, bytes of records, dropped records, dropped events; "-" where there are none. */
    synchronized String line() {
        String held = "-\t-";
        try {
            held = part == null ? held : part.heldBytes() + "\t" + part.dropped();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "{0}: {1}", name, e.getMessage());
        }
        return id + "\t" + pid + "\t" + name + "\t" + state() + "\t" + times() + "\t" + held + "\t"
                + (droppedEvents < 0 ? "-" : droppedEvents);
    }

    private String times() {
        RecordTimes.Reading reading = clock.reading();
        if (reading == null) {
            return "clock unknown";
        } else if (part != null && part.offsetNanos() != 0) {
            return "clock " + part.offsetNanos() + " ns ahead, corrected, within " + reading.errorNanos() + " ns";
        } else {
            long ahead = reading.ticks() - reading.nanos();
            return Math.abs(ahead) <= reading.errorNanos()
                    ? "same clock, within " + reading.errorNanos() + " ns"
                    : "clock " + ahead + " ahead, within " + reading.errorNanos() + " ns";
        }
    }

    private String state() {
        if (gone) {
            return failure != null ? "failed" : "gone";
        }
        if (clock.silentNanos() > HANGS_NANOS) {
            return "hangs";
        }
        return part == null
                ? "waits"
                : failure != null ? "failed" : stopped ? "stopped" : started ? "records" : "asked";
    }

    /** Asks for the program's clock, unless it owes an answer; that comes to {@link #serve}. */
    synchronized void askClock() throws IOException {
        Packet question = gone ? null : clock.ask();
        if (question != null) {
            outbox.send(question.bytes());
        }
    }

    /** Asks the program to record; its data for another recording has been saved. Logs why it cannot be recorded. */
    synchronized void start(SessionFolder session, MemoryBudget budget) {
        if (gone || part != null) {
            return;
        }
        if (behind) {
            whenReady = () -> start(session, budget);
            return;
        }
        try {
            begin(session, budget);
        } catch (IOException e) {
            FAILURES.log(System.Logger.Level.WARNING, name, name + " cannot be recorded: " + e.getMessage());
        }
    }

    private void begin(SessionFolder session, MemoryBudget budget) throws IOException {
        Recording recording = session.recording();
        part = ProviderPart.create(session, budget, new PartProgress.Owner(id, pid, name), clock::reading);
        part.folder(folder);
        started = false;
        stopped = false;
        failure = null;
        endNanos = 0;
        byte[] categories = String.join(",", recording.categories(name)).getBytes(StandardCharsets.UTF_8);
        if (categories.length > 0) {
            send(ManagerProtocol.CATEGORIES, 0, categories.length, 0, categories);
        }
        byte[] path = part.bufferFile().toString().getBytes(StandardCharsets.UTF_8);
        @SuppressWarnings("EnumOrdinal") // Fuchsia's codes, in this order.
        int mode = recording.mode().ordinal();
        send(ManagerProtocol.START, mode, path.length, recording.bufferBytes(name), path);
    }

    /** Whole names of the program's categories; null if it has not reported any within the time. */
    synchronized Set<String> known(long limitNanos) throws InterruptedException {
        return await(limitNanos, () -> gone || reports) && reports ? new TreeSet<>(known) : null;
    }

    /** A line for each category: id, process, name, category. */
    List<String> categories() throws InterruptedException {
        Set<String> names = known(0);
        return names == null
                ? List.of()
                : names.stream()
                        .map(each -> id + "\t" + pid + "\t" + name + "\t" + each)
                        .toList();
    }

    /** Waits until it records; false if it does not in time, or cannot. */
    synchronized boolean awaitStarted(long limitNanos) throws InterruptedException {
        return await(limitNanos, () -> gone || (part != null ? started : whenReady == null))
                && part != null
                && started
                && failure == null;
    }

    /** Waits until it has stopped, or is gone. */
    synchronized boolean awaitStopped(long limitNanos) throws InterruptedException {
        return await(limitNanos, () -> part == null || stopped || gone);
    }

    /** False if that takes too long. */
    private boolean await(long limitNanos, BooleanSupplier isOver) throws InterruptedException {
        long deadline = System.nanoTime() + limitNanos;
        while (!isOver.getAsBoolean()) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }

    private void send(int request, int data16, long data32, long data64, byte... text) throws IOException {
        outbox.send(ByteBuffer.allocate(ManagerProtocol.PACKET_BYTES + text.length)
                .put(new Packet(request, data16, data32, data64).bytes())
                .put(text)
                .flip());
    }

    /** Asks it to stop; it may take its time. */
    synchronized void askToStop() {
        whenReady = null;
        if (part != null && !stopped && !gone) {
            try {
                send(ManagerProtocol.STOP, 0, 0, 0);
            } catch (IOException e) {
                gone = true;
            }
        }
    }

    /** Waits until a program that is gone, and did not say that it stopped, is dead or has ended its recording. */
    void awaitEnd(long limitNanos) {
        ProviderPart left;
        synchronized (this) {
            left = gone && !stopped ? part : null;
        }
        if (left != null) {
            left.awaitEnd(limitNanos);
        }
    }

    /** What it has given to the recording, whole; null if it takes no part in one. Nothing can be added after that. */
    synchronized Archive.Part finish() throws IOException {
        if (part == null) {
            return null;
        }
        ProviderPart ending = part;
        part = null;
        behind = !stopped && !gone;
        EndReason unstopped = stopped ? null : gone ? EndReason.DIED : EndReason.NO_ANSWER;
        return ending.finish(failure, unstopped, endNanos == 0 ? ProviderClock.nanos() : endNanos);
    }

    /** What there is of it now, while it goes on; null if it does not record. */
    Archive.Part snapshot() throws IOException {
        ProviderPart of;
        synchronized (this) {
            of = failure != null ? null : part;
        }
        return of == null ? null : of.snapshot(this);
    }

    // --- its own thread

    /** Reads the program's packets until it disconnects. */
    void serve() {
        try {
            for (Packet next = read(); next != null; next = read()) {
                if (next.request() == ManagerProtocol.KNOWN) {
                    require(next.data16() == 0 && next.data64() == 0, next);
                    know(next);
                } else {
                    handle(next);
                }
            }
        } catch (IOException | RuntimeException e) {
            FAILURES.log(System.Logger.Level.WARNING, name, name + " (process " + pid + "): " + e.getMessage());
            synchronized (this) {
                failure = reason(e);
            }
        } finally {
            leave();
        }
    }

    private static EndReason reason(Exception e) {
        if (e instanceof BufferDamagedException) {
            return EndReason.PROTOCOL;
        }
        return e instanceof IOException ? EndReason.WRITE_FAILED : EndReason.FAILED;
    }

    /** Null if the program is gone. */
    private Packet read() {
        try {
            return ManagerProtocol.read(channel);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "{0} is gone: {1}", name, e.getMessage());
            return null;
        }
    }

    private void leave() {
        boolean isKept;
        synchronized (this) {
            gone = true;
            endNanos = endNanos == 0 ? ProviderClock.nanos() : endNanos;
            notifyAll();
            close();
            isKept = part != null && part.isKept();
        }
        if (isKept) {
            awaitEnd(HANGS_NANOS);
            release();
        }
    }

    private synchronized void release() {
        if (part != null && failure == null) {
            try {
                part.release();
            } catch (IOException e) {
                FAILURES.log(System.Logger.Level.WARNING, name, name + ": " + e.getMessage());
                failure = reason(e);
            }
        }
    }

    /** Reads the text without the lock: the program may let it wait. A program that dies during it has not failed. */
    private void know(Packet packet) throws IOException {
        String names;
        try {
            names = ManagerProtocol.text(packet, ManagerProtocol.MOST_CATEGORIES_BYTES, channel);
        } catch (BufferDamagedException e) {
            throw e;
        } catch (IOException e) {
            // The next packet cannot be read either.
            return;
        }
        know(names);
    }

    private synchronized void know(String names) {
        for (String each : names.lines().toList()) {
            String shown = shown(each);
            if (!shown.isEmpty() && known.size() < MOST_KNOWN && knownChars + shown.length() <= MOST_KNOWN_CHARS) {
                knownChars += known.add(shown) ? shown.length() : 0;
            }
        }
        reports = true;
        notifyAll();
    }

    private synchronized void handle(Packet packet) throws IOException {
        switch (packet.request()) {
            case ManagerProtocol.STARTED -> {
                require(packet.data16() == 0 && packet.data64() == 0, packet);
                require(packet.data32() == ManagerProtocol.VERSION, packet);
                require(behind || (part != null && !started), packet);
                if (!behind) {
                    part.started();
                    started = true;
                    notifyAll();
                    clock.restart();
                    askClock();
                }
            }
            case ManagerProtocol.SAVE_BUFFER -> {
                require(packet.data16() == 0, packet);
                if (!behind) {
                    require(part != null && started && !stopped, packet);
                    part.save(packet.data32(), packet.data64());
                    send(ManagerProtocol.BUFFER_SAVED, 0, packet.data32(), packet.data64());
                }
            }
            case ManagerProtocol.STOPPED -> {
                require(packet.data16() == 0 && packet.data32() == 0 && packet.data64() == 0, packet);
                stopped();
            }
            case ManagerProtocol.FOLDER -> {
                require(packet.data16() == 0 && packet.data64() >= 0 && folder.pid() == 0, packet);
                folder = new PartProgress.OwnFolder(packet.data32(), packet.data64());
                if (part != null) {
                    part.folder(folder);
                }
            }
            case ManagerProtocol.DROPPED -> {
                require(packet.data16() == 0 && packet.data32() == 0 && packet.data64() >= 0, packet);
                droppedEvents = packet.data64();
            }
            case ManagerProtocol.ALERT -> onAlert.accept(name, alertName(packet));
            case ManagerProtocol.CLOCK -> {
                require(clock.answer(packet), packet);
                if (clock.wantsMore()) {
                    askClock();
                } else if (part != null && !stopped) {
                    part.noteProgress();
                }
            }
            default -> throw new BufferDamagedException("unknown packet: " + packet);
        }
    }

    private void stopped() {
        Runnable ready = behind ? whenReady : null;
        stopped = !behind && part != null;
        endNanos = stopped ? ProviderClock.nanos() : endNanos;
        behind = false;
        whenReady = null;
        notifyAll();
        if (ready != null) {
            ready.run();
        }
    }

    /** The name in the packet's other 14 bytes, up to the first zero. */
    private static String alertName(Packet packet) {
        byte[] bytes = packet.bytes().array();
        int end = 2;
        while (end < bytes.length && bytes[end] != 0) {
            end++;
        }
        return shown(java.util.Arrays.copyOfRange(bytes, 2, end));
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
        return part != null;
    }

    void close() {
        try {
            var _ = outbox.close();
            channel.close();
        } catch (IOException e) {
            // It is closed then, too.
        }
    }
}
