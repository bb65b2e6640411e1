package dev.zonecast.jvm;

import com.sun.management.ThreadMXBean;
import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.event.SampleKind;
import dev.zonecast.core.session.Profiler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Recording;

/**
 * A program that does a bit of everything, once a process, with a real JFR that looks on: what the virtual machine's events are to
 * tell happens here for real, and what the collector made of them is in {@link #log}.
 */
final class ObservedProgram {
    static final int COLLECTIONS = 10;

    /** Far above every threshold. */
    static final int WAIT_MILLIS = 20;

    /** A park may end at once without a reason: not each time. */
    private static final int PARKS = 5;

    static final SourceLocation FORCED = SourceLocation.here("forced collection");
    static final SourceLocation BLOCKED = SourceLocation.here("blocked");
    static final SourceLocation LOADING = SourceLocation.here("loading");

    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Processor time of a slice of work, of which there are seven parts of one kind and three of the other. */
    private static final long SLICE_NANOS = 30_000_000;

    private static final int ROUNDS = 15;

    /** At 70 % of so many, chance alone is 1.4 %. */
    static final int SAMPLES = 1_000;

    private static ObservedProgram instance;

    final LateLog log = new LateLog();
    final Recording foreign = new Recording();
    JvmEvents jvm;
    Path pipe;
    int port;

    /** Processor time that was really spent in the two methods. */
    long sevenNanos;

    long threeNanos;

    /** Bytes that {@link #allocate} really allocated. */
    long allocatedBytes;

    /** The profiler's count, from the attachment to the end. */
    long droppedEvents;

    /** The log was attached then. */
    long attachedNanos;

    String thread;
    static final String PINNED = "pinned one";

    /** Package-private, so that no compiler finds out that nobody reads it. */
    long sink;

    private ObservedProgram() {}

    /** The program's run; the first caller runs it. */
    static synchronized ObservedProgram get() throws InterruptedException, IOException {
        if (instance == null) {
            ObservedProgram made = new ObservedProgram();
            made.run();
            instance = made;
        }
        return instance;
    }

    private void run() throws InterruptedException, IOException {
        thread = Thread.currentThread().getName();
        sink += work(1 << 22) + sameWork(1 << 22);
        foreign.setName("somebody else's");
        foreign.enable("jdk.ThreadPark").withoutThreshold();
        foreign.start();
        Zonecast.start(Options.defaults().set(Option.LISTEN, false).set(Option.SHUTDOWN_HOOK, false));
        Profiler.current().attach(log);
        long droppedBefore = droppedEvents();
        while (!Zonecast.isActive()) {
            Thread.onSpinWait();
        }
        attachedNanos = System.nanoTime();
        jvm = JvmEvents.install(JvmOptions.defaults()
                .samplingPeriod(Duration.ofMillis(1))
                .compilationsFrom(Duration.ZERO)
                .exceptionsPerSecond(100_000)
                .allocationsPerSecond(100_000));
        jvm.flush(LIMIT);
        for (int i = 0; i < COLLECTIONS; i++) {
            try (Zone ignored = Zone.open(FORCED)) {
                System.gc();
            }
        }
        blockAtMonitor();
        waitInMonitor();
        for (int i = 0; i < PARKS; i++) {
            LockSupport.parkNanos(this, WAIT_MILLIS * 1_000_000L);
        }
        pinVirtualThread();
        useSocket();
        usePipe();
        loadSlowly();
        throwSomething();
        allocate();
        burn();
        droppedEvents = droppedEvents() - droppedBefore;
    }

    private static long droppedEvents() {
        return Profiler.current().statistics(LIMIT).losses().droppedEvents();
    }

    // --- work

    /** By the thread's own processor time, so that the parts are right on a loaded machine too. Until there are enough samples. */
    private void burn() throws InterruptedException {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        do {
            for (int i = 0; i < ROUNDS; i++) {
                sevenNanos += sevenParts();
                threeNanos += threeParts();
            }
            flush();
        } while (samples() < SAMPLES && System.nanoTime() - deadline < 0);
    }

    private long samples() {
        return log.samples(SampleKind.RUNNING).stream()
                .filter(sample -> JvmEventsTest.has(sample, "work") || JvmEventsTest.has(sample, "sameWork"))
                .count();
    }

    private void flush() throws InterruptedException {
        jvm.flush(LIMIT);
        if (!Zonecast.flush(LIMIT)) {
            throw new IllegalStateException("the collector does not get on");
        }
    }

    private long sevenParts() {
        long begin = THREADS.getCurrentThreadCpuTime();
        long now = begin;
        while (now - begin < 7 * SLICE_NANOS) {
            sink += work(1 << 19);
            now = THREADS.getCurrentThreadCpuTime();
        }
        return now - begin;
    }

    private long threeParts() {
        long begin = THREADS.getCurrentThreadCpuTime();
        long now = begin;
        while (now - begin < 3 * SLICE_NANOS) {
            sink += sameWork(1 << 19);
            now = THREADS.getCurrentThreadCpuTime();
        }
        return now - begin;
    }

    private static long work(int steps) {
        long x = steps;
        for (int i = 0; i < steps; i++) {
            x = x * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L ^ x >>> 29;
        }
        return x;
    }

    private static long sameWork(int steps) {
        long x = steps;
        for (int i = 0; i < steps; i++) {
            x = x * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L ^ x >>> 29;
        }
        return x;
    }

    // --- waits

    /** Waits for a monitor that a thread named "owner" holds until it sees that this one waits. */
    private static void blockAtMonitor() throws InterruptedException {
        Object monitor = new Object();
        CountDownLatch held = new CountDownLatch(1);
        Thread waiter = Thread.currentThread();
        Thread owner = Thread.ofPlatform().name("owner").start(() -> {
            synchronized (monitor) {
                held.countDown();
                awaitState(waiter, Thread.State.BLOCKED);
                sleep();
            }
        });
        held.await();
        try (Zone ignored = Zone.open(BLOCKED)) {
            synchronized (monitor) {
                monitor.notifyAll();
            }
        }
        owner.join();
    }

    private static void waitInMonitor() throws InterruptedException {
        Object monitor = new Object();
        Thread waiter = Thread.currentThread();
        boolean[] told = {false};
        Thread notifier = Thread.ofPlatform().name("notifier").start(() -> {
            awaitState(waiter, Thread.State.WAITING);
            sleep();
            synchronized (monitor) {
                told[0] = true;
                monitor.notifyAll();
            }
        });
        synchronized (monitor) {
            while (!told[0]) {
                monitor.wait();
            }
        }
        notifier.join();
    }

    /** A virtual thread cannot leave its carrier while it initializes a class. */
    private static void pinVirtualThread() throws InterruptedException {
        Thread.ofVirtual().name(PINNED).start(Pinning::touch).join();
    }

    private static final class Pinning {
        static {
            sleep();
        }

        static void touch() {
            // The first call initializes the class.
        }
    }

    private static void awaitState(Thread thread, Thread.State state) {
        while (thread.getState() != state) {
            Thread.onSpinWait();
        }
    }

    static void sleep() {
        try {
            Thread.sleep(WAIT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until a thread waits for the bytes of a socket or file. */
    private static void awaitRead(Thread thread) {
        while (!isInRead(thread.getStackTrace())) {
            Thread.onSpinWait();
        }
    }

    private static boolean isInRead(StackTraceElement[] calls) {
        return calls.length > 0
                && calls[0].isNativeMethod()
                && calls[0].getMethodName().equals("read0");
    }

    /** Reads what the other end writes after a while. */
    private void useSocket() throws IOException, InterruptedException {
        Thread reader = Thread.currentThread();
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = server.getLocalPort();
            Thread peer = Thread.ofPlatform().name("peer").start(() -> {
                try (Socket accepted = server.accept();
                        OutputStream out = accepted.getOutputStream()) {
                    awaitRead(reader);
                    sleep();
                    out.write(new byte[] {1, 2, 3});
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            try (Socket socket = new Socket(server.getInetAddress(), port);
                    InputStream in = socket.getInputStream()) {
                sink += in.read(new byte[3]);
            }
            peer.join();
        }
    }

    /** A file whose content takes its time: a pipe of the system. Elsewhere than on Unix there is none, and {@link #pipe} is null. */
    private void usePipe() throws IOException, InterruptedException {
        Path file = Files.createTempDirectory("pipe").resolve("slow");
        try {
            if (new ProcessBuilder("mkfifo", file.toString()).start().waitFor() != 0) {
                return;
            }
        } catch (IOException e) {
            return;
        }
        Thread reader = Thread.currentThread();
        Thread writer = Thread.ofPlatform().name("writer").start(() -> {
            try (OutputStream out = Files.newOutputStream(file)) {
                awaitRead(reader);
                sleep();
                out.write(new byte[5]);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        try (InputStream in = Files.newInputStream(file)) {
            sink += in.read(new byte[5]);
        }
        writer.join();
        pipe = file;
        Files.delete(file);
        Files.delete(file.getParent());
    }

    // --- what else

    /** Loads a class whose bytes take their time. */
    private void loadSlowly() throws IOException {
        String name = ObservedProgram.class.getName() + "$Slow";
        byte[] bytes;
        try (InputStream in = ObservedProgram.class.getResourceAsStream("ObservedProgram$Slow.class")) {
            bytes = in.readAllBytes();
        }
        ClassLoader slow = new ClassLoader(null) {
            @Override
            protected Class<?> findClass(String wanted) throws ClassNotFoundException {
                if (!wanted.equals(name)) {
                    throw new ClassNotFoundException(wanted);
                }
                sleep();
                return defineClass(wanted, bytes, 0, bytes.length);
            }
        };
        try (Zone ignored = Zone.open(LOADING)) {
            sink += Class.forName(name, true, slow).getModifiers();
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A place without zones. */
    static final class Slow {
        private Slow() {}
    }

    private void throwSomething() {
        try {
            throw new IllegalStateException("thrown on purpose");
        } catch (IllegalStateException e) {
            sink += e.getMessage().length();
        }
    }

    private void allocate() {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 2_000; i++) {
            long[] ballast = new long[4096];
            sink += ballast[i];
        }
        allocatedBytes = THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
