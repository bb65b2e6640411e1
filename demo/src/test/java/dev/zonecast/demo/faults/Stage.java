package dev.zonecast.demo.faults;

import dev.zonecast.core.Category;
import dev.zonecast.core.CategoryColor;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.TracedLock;
import dev.zonecast.core.Zone;
import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextOptions;
import dev.zonecast.core.gpu.GpuZones;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/** What the frames of all recordings consist of: a frame's usual work, workers, a background thread, a lock, a simulated GPU. */
final class Stage implements AutoCloseable {
    static final String LOCK_NAME = "asset table";
    static final String GPU_NAME = "simulated GPU";
    static final int WORKERS = 3;

    static final SourceLocation INPUT = SourceLocation.of("read input", "Stage", "Stage.java", 1, 0);
    static final SourceLocation PHYSICS = SourceLocation.of("physics", "Stage", "Stage.java", 2, 0);
    static final SourceLocation CULLING = SourceLocation.of("culling", "Stage", "Stage.java", 3, 0);
    static final SourceLocation RECORDING = SourceLocation.of("record commands", "Stage", "Stage.java", 4, 0);
    static final SourceLocation BACKGROUND = SourceLocation.of("stream audio", "Stage", "Stage.java", 5, 0);
    static final SourceLocation HOLDING = SourceLocation.of("update the table", "Stage", "Stage.java", 6, 0);
    static final SourceLocation JOB = SourceLocation.of("simulate job", "Stage", "Stage.java", 7, 0);
    static final SourceLocation SHADOWS = SourceLocation.of("shadow pass", "Stage", "Stage.java", 8, 0);
    static final SourceLocation MAIN_PASS = SourceLocation.of("main pass", "Stage", "Stage.java", 9, 0);
    static final SourceLocation BLOOM = SourceLocation.of("bloom", "Stage", "Stage.java", 10, 0);

    static final SourceLocation SWAP = waiting("swap buffers", 11);
    static final SourceLocation FENCE = waiting("wait for a fence", 12);
    static final SourceLocation JOIN = waiting("wait for the jobs", 13);
    static final SourceLocation SHADER = SourceLocation.of("link a program", "Stage", "Stage.java", 14, 0)
            .category(Category.of("Shader compilation", CategoryColor.RED));
    static final SourceLocation UPLOAD = SourceLocation.of("upload a texture", "Stage", "Stage.java", 15, 0)
            .category(Category.of("Upload", CategoryColor.ORANGE));

    private static final long JOIN_LIMIT_SECONDS = 20;

    /** Fair: the frame's thread has it last. */
    private final TracedLock lock = new TracedLock(LOCK_NAME, new ReentrantLock(true));

    final SimulatedGpu gpu = new SimulatedGpu();
    final GpuZones zones = GpuZones.create(GpuApi.CUSTOM, gpu, GpuContextOptions.of(GPU_NAME));
    private final AtomicBoolean open = new AtomicBoolean(true);
    private final AtomicInteger names = new AtomicInteger();
    private final ExecutorService workers = Executors.newFixedThreadPool(
            WORKERS,
            task -> Thread.ofPlatform()
                    .daemon()
                    .name("worker " + names.incrementAndGet())
                    .unstarted(task));

    Stage() {
        Thread.ofPlatform().daemon().name("audio").start(this::background);
    }

    private static SourceLocation waiting(String name, int line) {
        return SourceLocation.of(name, "Stage", "Stage.java", line, 0).category(Category.IDLE);
    }

    private void background() {
        while (open.get()) {
            work(BACKGROUND, 300);
            sleepMicros(400);
        }
    }

    /** Works in a zone: for so long at least, however busy the machine is. */
    static void work(SourceLocation zone, long micros) {
        long token = Zone.begin(zone);
        spin(micros);
        Zone.end(token);
    }

    static void spin(long micros) {
        long end = System.nanoTime() + micros * 1000;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    static void sleep(SourceLocation zone, long micros) {
        long token = Zone.begin(zone);
        sleepMicros(micros);
        Zone.end(token);
    }

    static void sleepMicros(long micros) {
        try {
            Thread.sleep(micros / 1000, (int) (micros % 1000) * 1000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A pass on the simulated GPU. */
    void pass(SourceLocation zone, long micros) {
        long token = zones.begin(zone, 0);
        gpu.work(micros);
        zones.end(token, 0);
    }

    /** Waits in a zone until the GPU is through. */
    void finish(SourceLocation zone) throws InterruptedException {
        long token = Zone.begin(zone);
        gpu.finish();
        Zone.end(token);
        zones.collect();
    }

    /** Holds the lock on other threads, one after the other, and waits for it here. The holders sleep, so that the waiting thread has a processor. */
    void convoy(int holders, long microsEach) throws InterruptedException {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch arrived = new CountDownLatch(holders);
        for (int i = 0; i < holders; i++) {
            workers.execute(() -> {
                arrived.countDown();
                lock.lock();
                try {
                    held.countDown();
                    sleep(HOLDING, microsEach);
                } finally {
                    lock.unlock();
                }
            });
        }
        long token = Zone.begin(JOIN);
        arrived.await();
        held.await();
        Zone.end(token);
        lock.lock();
        try {
            spin(10);
        } finally {
            lock.unlock();
        }
    }

    /** A job for each worker; waits for all of them. */
    void jobs(long... micros) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(micros.length);
        for (long length : micros) {
            workers.execute(() -> {
                work(JOB, length);
                done.countDown();
            });
        }
        long token = Zone.begin(JOIN);
        if (!done.await(JOIN_LIMIT_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the workers stand still");
        }
        Zone.end(token);
    }

    @Override
    public void close() {
        open.set(false);
        workers.shutdownNow();
        zones.close();
    }
}
