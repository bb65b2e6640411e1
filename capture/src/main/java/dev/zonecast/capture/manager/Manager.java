package dev.zonecast.capture.manager;

import dev.zonecast.core.disk.FileErrors;
import dev.zonecast.core.registry.LogLimit;
import dev.zonecast.core.registry.SafeLog;
import dev.zonecast.flight.buffer.ManagerProtocol;
import dev.zonecast.flight.buffer.RuntimeFolder;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;

/**
 * Records several programs at once: they register at its socket, it names each a buffer to record into, saves what they say is full,
 * and makes one archive of all. A program that comes late takes part from then on; one that leaves, hangs, dies or breaks the protocol ends
 * its own part alone.
 *
 * <p>A thread a connection; all methods are for any thread.
 */
public final class Manager implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");
    private static final long ANSWERS_LIMIT_SECONDS = 10;
    private static final long PROGRAM_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long CLOCK_INTERVAL_MILLIS = 1000;
    private static final long REPORT_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Providers get ids of their own for their sections; 32 bits are the format's. */
    private static final int MOST_PROVIDERS = 4000;

    private final Path folder;
    private final ManagerSocket socket;

    /** For programs to begin or to stop when they are asked to. */
    private volatile long programLimitNanos = PROGRAM_LIMIT_NANOS;

    /** Guarded by this, as all below. */
    private final List<ProviderSession> providers = new ArrayList<>();

    private SessionFolder session;
    private MemoryBudget budget;
    private boolean isEnding;
    private int lastId;

    /** How the last recording ended; null if there was none, or its archive was not written. */
    private Ended lastEnd;

    /** One snapshot at a time: each program has one file for it. */
    private final Object snapshotLock = new Object();

    /** A session reports alerts under its own lock. It must not wait for the manager's lock. */
    private final Object alertLock = new Object();

    private final LogLimit alertLog = new LogLimit(LOG);

    /** Null while there is no recording. */
    private AlertActions alerts;

    /** Read-locked from a request to its answer: the manager closes after the answers. */
    final ReadWriteLock answers = new ReentrantReadWriteLock();

    /**
     * The end of a recording.
     *
     * @param by what ended it
     * @param programs that took part
     * @param warnings lines about what the user may have meant otherwise
     */
    public record Ended(Path archive, String by, int programs, List<String> warnings) {
        @Override
        public String toString() {
            return by + " ended the last recording: " + archive;
        }
    }

    /**
     * Waits for programs in the runtime folder.
     *
     * @throws IOException if there is a manager already
     */
    public Manager(RuntimeFolder runtime) throws IOException {
        this(runtime, Thread::start);
    }

    /** @param starter starts the thread of a connection; may throw {@link OutOfMemoryError}, as {@link Thread#start} does */
    Manager(RuntimeFolder runtime, Consumer<Thread> starter) throws IOException {
        folder = runtime.path();
        socket = new ManagerSocket(folder, starter, this::serve);
        try {
            Thread.ofPlatform().daemon().name("zonecast-clocks").start(this::askClocks);
        } catch (RuntimeException | Error e) {
            // Another one may be made in the folder.
            try (socket) {
                throw e;
            }
        }
    }

    /** Writes the archives of killed managers, as far as their files allow. */
    public List<Path> recoverSessions() throws IOException {
        List<Path> archives = new ArrayList<>();
        for (Path left : left()) {
            try {
                archives.add(LeftSession.recover(left, null));
            } catch (IOException e) {
                LOG.log(System.Logger.Level.WARNING, "{0} is kept: {1}", left, String.valueOf(e.getMessage()));
            }
        }
        return archives;
    }

    /** Not while a recording begins: its folder looks like one of a manager that died at this point. */
    private synchronized List<Path> left() throws IOException {
        return SessionFolder.left(folder, session == null ? null : session.path());
    }

    /** Accepts connections until {@link #close}. */
    public void run() {
        socket.run();
    }

    private void serve(long greeting, SocketChannel connected) throws IOException {
        if (greeting == ManagerProtocol.PROVIDER) {
            provider(connected);
        } else if (greeting == ManagerProtocol.CONTROL) {
            new ControlConnection(this, connected).serve();
        } else {
            throw new IOException("a connection with an unknown greeting");
        }
    }

    private void provider(SocketChannel connected) throws IOException {
        ProviderSession provider = ProviderSession.register(nextId(), connected, this::alert);
        synchronized (this) {
            if (providers.size() >= MOST_PROVIDERS) {
                provider.close();
                throw new IOException("too many programs: a manager records at most " + MOST_PROVIDERS);
            }
            providers.add(provider);
            provider.askClock();
            if (session != null && !isEnding) {
                provider.start(session, budget);
            }
        }
        provider.serve();
        synchronized (this) {
            // What it has given belongs to the recording that runs.
            providers.removeIf(each -> each == provider && !each.takesPart());
        }
    }

    private synchronized int nextId() {
        return ++lastId;
    }

    private void alerts(AlertActions now) {
        synchronized (alertLock) {
            alerts = now;
        }
    }

    private void alert(String program, String name) {
        alertLog.log(System.Logger.Level.INFO, name, program + " raises the alert \"" + name + "\"");
        AlertActions actions;
        synchronized (alertLock) {
            actions = alerts;
        }
        if (actions != null) {
            actions.alert(name);
        }
    }

    private void askClocks() {
        while (socket.isOpen()) {
            for (ProviderSession each : all()) {
                try {
                    each.askClock();
                } catch (IOException | RuntimeException | Error e) {
                    // The other programs' clocks drift too.
                    SafeLog.log(LOG, System.Logger.Level.DEBUG, () -> each.name + ": " + e.getMessage());
                }
            }
            try {
                Thread.sleep(CLOCK_INTERVAL_MILLIS);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** A line about the recording, then a line about each program: fields apart by tabs. */
    public synchronized List<String> status() {
        List<String> lines = new ArrayList<>();
        String last = lastEnd == null ? "" : lastEnd.toString();
        lines.add(
                session == null
                        ? "idle\t" + last
                        : (isEnding ? "ending\t" : "recording\t")
                                + String.join("\t", session.recording().lines())
                                + (last.isEmpty() ? "" : "\t" + last));
        providers.forEach(each -> lines.add(each.line()));
        return lines;
    }

    /** A line for each category of each program: id, process, program, category. */
    public List<String> categories() throws InterruptedException {
        List<String> lines = new ArrayList<>();
        for (ProviderSession each : all()) {
            lines.addAll(each.categories());
        }
        return lines;
    }

    private synchronized List<ProviderSession> all() {
        return List.copyOf(providers);
    }

    /**
     * Begins to record all programs, those that come later too.
     *
     * @throws IOException if a recording runs, the archive cannot be written, or no program has a category of that name
     */
    public void record(Recording wanted) throws IOException, InterruptedException {
        List<String> unknown =
                wanted.mayComeLater() ? List.of() : WantedCategories.unknown(wanted, all(), REPORT_LIMIT_NANOS);
        if (!unknown.isEmpty()) {
            throw new IOException(String.join("; ", unknown)
                    + ". \"zonecast categories\" lists them; --later accepts categories that come later");
        }
        begin(wanted);
    }

    private synchronized void begin(Recording wanted) throws IOException {
        if (session != null) {
            throw new IOException(
                    "a recording runs already, to " + session.recording().target() + ": \"zonecast stop\" ends it");
        }
        Path parent = wanted.target().getParent();
        if (parent == null || !Files.isDirectory(parent) || !Files.isWritable(parent)) {
            throw new IOException(wanted.target() + " cannot be written: its folder "
                    + (parent == null || !Files.isDirectory(parent) ? "does not exist" : "is not writable"));
        }
        if (Files.isDirectory(wanted.target())) {
            throw new IOException(wanted.target() + " cannot be written: it is a folder");
        }
        session = SessionFolder.create(folder, wanted);
        budget = wanted.isLimited() ? new MemoryBudget(wanted.memoryBytes()) : null;
        alerts(new AlertActions(this, wanted));
        List.copyOf(providers).forEach(each -> each.start(session, budget));
    }

    /**
     * Waits until the programs that are here record.
     *
     * @return a line with the number of recording programs, then a line for each other program
     */
    public List<String> awaitRecording(long limitNanos) throws InterruptedException {
        List<ProviderSession> all = all();
        long deadline = System.nanoTime() + limitNanos;
        List<String> lines = new ArrayList<>();
        int records = 0;
        for (ProviderSession each : all) {
            if (each.awaitStarted(Math.max(1, deadline - System.nanoTime()))) {
                records++;
            } else {
                lines.add("does not record: " + each.line().replace('\t', ' '));
            }
        }
        lines.addFirst("recording " + records + (records == 1 ? " program" : " programs"));
        return lines;
    }

    List<String> awaitRecording() throws InterruptedException {
        return awaitRecording(programLimitNanos);
    }

    /** Another limit for programs to begin or to stop, for tests. */
    void programLimit(Duration limit) {
        programLimitNanos = limit.toNanos();
    }

    /** True from {@link #record} to {@link #stop}. */
    public synchronized boolean isRecording() {
        return session != null;
    }

    /** How the last recording ended; null if there was none, or its archive was not written. */
    public synchronized Ended lastEnd() {
        return lastEnd;
    }

    /** Ends the recording, and returns its archive. */
    public Path stop() throws IOException, InterruptedException {
        return end("stop").archive;
    }

    /**
     * Ends the recording. Programs that do not answer in time are left behind.
     *
     * @param by who or what ends it
     */
    public Ended end(String by) throws IOException, InterruptedException {
        synchronized (this) {
            requireRecording();
            isEnding = true;
        }
        return finish(by);
    }

    /**
     * Ends the recording, or waits for the end that another thread has begun.
     *
     * @param by who or what ends it
     * @return how the last recording ended; null if its archive was not written
     */
    public Ended endOrAwaitEnd(String by) throws IOException, InterruptedException {
        synchronized (this) {
            while (isEnding) {
                wait();
            }
            if (session == null) {
                return lastEnd;
            }
            isEnding = true;
        }
        return finish(by);
    }

    /** The one thread that has set {@link #isEnding} makes the archive. */
    private Ended finish(String by) throws IOException, InterruptedException {
        SessionFolder ending;
        List<ProviderSession> all;
        synchronized (this) {
            alerts(null);
            alertLog.logRest("alerts");
            lastEnd = null;
            ending = session;
            all = List.copyOf(providers);
        }
        try {
            all.forEach(ProviderSession::askToStop);
            List<Archive.Part> parts = new ArrayList<>();
            List<String> warnings = new ArrayList<>();
            long deadline = System.nanoTime() + programLimitNanos;
            for (ProviderSession each : all) {
                if (!each.awaitStopped(Math.max(1, deadline - System.nanoTime()))) {
                    warn(each.name + " does not confirm the end of the recording: its buffer is saved as it is");
                }
                each.awaitEnd(Math.max(1, deadline - System.nanoTime()));
                finish(each, ending, parts, warnings);
            }
            boolean isWhole = warnings.isEmpty();
            warnings.addAll(WantedCategories.unknown(ending.recording(), all, 0));
            Path archive = Archive.write(parts, ending.recording().target(), true);
            delete(ending, parts, isWhole, warnings);
            Ended ended = new Ended(archive, by, parts.size(), warnings);
            synchronized (this) {
                lastEnd = ended;
            }
            return ended;
        } finally {
            synchronized (this) {
                session = null;
                budget = null;
                isEnding = false;
                notifyAll();
                providers.removeIf(ProviderSession::isGone);
            }
        }
    }

    private static void warn(String line) {
        SafeLog.log(LOG, System.Logger.Level.WARNING, () -> line);
    }

    private void requireRecording() throws IOException {
        if (isEnding) {
            throw new IOException("the recording is ending: the manager writes its archive");
        }
        if (session == null) {
            throw new IOException("no recording runs; start one: zonecast record --all -o FILE"
                    + (lastEnd == null ? "" : "; " + lastEnd));
        }
    }

    /** One whose part cannot be made whole is missing from the archive, and its files stay. */
    private static void finish(
            ProviderSession each, SessionFolder from, List<Archive.Part> parts, List<String> warnings) {
        try {
            Archive.Part part = each.finish();
            if (part != null) {
                parts.add(part);
            }
        } catch (IOException | RuntimeException | Error e) {
            String what = each.name + " is not in the archive: " + e.getMessage();
            warn(what);
            warnings.add(what + ". Its records are kept in " + from.path()
                    + ". The next manager or zonecast recover archives them");
        }
    }

    /** The archive is written: a failure is no failure of the recording. */
    private static void delete(
            SessionFolder from, List<Archive.Part> archived, boolean isWhole, List<String> warnings) {
        try {
            from.delete(archived, isWhole);
        } catch (IOException | RuntimeException | Error e) {
            String what = "archived files stay in " + from.path() + ": " + FileErrors.reason(e);
            warn(what);
            warnings.add(what);
        }
    }

    /**
     * Writes what the buffers hold now, while the recording goes on.
     *
     * @throws IOException if there is no recording
     */
    public Path snapshot(Path target) throws IOException {
        return snapshot(target, true);
    }

    /** @param replaces a file of that name is replaced; false: it stays, and the snapshot gets another name */
    Path snapshot(Path target, boolean replaces) throws IOException {
        synchronized (snapshotLock) {
            return snapshotOfAll(target, replaces);
        }
    }

    private Path snapshotOfAll(Path target, boolean replaces) throws IOException {
        List<ProviderSession> all;
        synchronized (this) {
            requireRecording();
            all = List.copyOf(providers);
        }
        List<Archive.Part> copies = new ArrayList<>();
        try {
            for (ProviderSession each : all) {
                Archive.Part part = each.snapshot();
                if (part != null) {
                    copies.add(part);
                }
            }
            return Archive.write(copies, target, replaces);
        } finally {
            for (Archive.Part part : copies) {
                Files.deleteIfExists(part.file());
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.stop();
        boolean isAnswered = awaitAnswers();
        try {
            synchronized (this) {
                providers.forEach(ProviderSession::close);
            }
            socket.close();
        } finally {
            if (isAnswered) {
                answers.writeLock().unlock();
            }
        }
    }

    /** Requests get their answers first. A client that reads none holds the end up no longer than the limit. */
    private boolean awaitAnswers() {
        try {
            return answers.writeLock().tryLock(ANSWERS_LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
