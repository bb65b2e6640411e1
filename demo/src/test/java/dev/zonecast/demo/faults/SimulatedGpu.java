package dev.zonecast.demo.faults;

import dev.zonecast.core.gpu.GpuQueries;
import dev.zonecast.core.gpu.QueryChunk;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A GPU that runs beside the program: a thread takes commands in order, sleeps for the length of each piece of work, and stamps queries. It
 * stands behind the public API for GPU zones, as an OpenGL context does.
 */
final class SimulatedGpu extends GpuQueries {
    private final BlockingQueue<Runnable> commands = new LinkedBlockingQueue<>();
    private final Thread engine =
            Thread.ofPlatform().daemon().name("simulated GPU").start(this::run);

    private void run() {
        try {
            while (true) {
                commands.take().run();
            }
        } catch (InterruptedException e) {
            // Closed.
        }
    }

    /** Submits work of that length. */
    void work(long micros) {
        commands.add(() -> {
            try {
                Thread.sleep(micros / 1000, (int) (micros % 1000) * 1000);
            } catch (InterruptedException e) {
                engine.interrupt();
            }
        });
    }

    /** Waits until all that was submitted has run. */
    void finish() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        commands.add(done::countDown);
        done.await();
    }

    @Override
    public int validBits() {
        return 64;
    }

    @Override
    public double nanosPerTick() {
        return 1;
    }

    @Override
    public boolean isUsable() {
        return true;
    }

    @Override
    protected long gpuTicksNow() {
        return System.nanoTime();
    }

    @Override
    protected void close() {
        engine.interrupt();
    }

    @Override
    public QueryChunk createChunk(int queries) {
        return new Chunk(queries);
    }

    private final class Chunk extends QueryChunk {
        private final long[] stamps = new long[size()];
        private final boolean[] ready = new boolean[size()];

        Chunk(int queries) {
            super(queries);
        }

        @Override
        protected void issue(int index, long target) {
            synchronized (ready) {
                ready[index] = false;
            }
            commands.add(() -> {
                synchronized (ready) {
                    stamps[index] = System.nanoTime();
                    ready[index] = true;
                }
            });
        }

        @Override
        protected int readyCount(int from, int to) {
            synchronized (ready) {
                int end = from;
                while (end < to && ready[end]) {
                    end++;
                }
                return end - from;
            }
        }

        @Override
        protected long result(int index) {
            synchronized (ready) {
                return stamps[index];
            }
        }

        @Override
        protected void destroy() {}
    }
}
