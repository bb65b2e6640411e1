import dev.zonecast.core.Category;
import dev.zonecast.core.Frame;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextOptions;
import dev.zonecast.core.gpu.GpuQueries;
import dev.zonecast.core.gpu.GpuZones;
import dev.zonecast.core.gpu.QueryChunk;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Two queues of a processor in software. The queue "graphics" runs two command buffers at a time, the queue "compute" one. The times are
 * those of threads that do the work.
 */
public final class Overlap {
    private static final SourceLocation POLL = SourceLocation.here("poll events").category(Category.of("Input"));
    private static final SourceLocation PRESENT = SourceLocation.here("present").category(Category.of("Present"));
    private static final SourceLocation UPDATE = SourceLocation.here("update");
    private static final SourceLocation RECORD = SourceLocation.here("record");
    private static final SourceLocation SHADOWS = SourceLocation.here("shadows");
    private static final SourceLocation SCENE = SourceLocation.here("scene");
    private static final SourceLocation OPAQUE = SourceLocation.here("opaque");
    private static final SourceLocation GLASS = SourceLocation.here("glass");
    private static final SourceLocation COMPOSE = SourceLocation.here("compose");
    private static final SourceLocation PARTICLES = SourceLocation.here("particles");
    private static final long SHADOW_PASS = 1;
    private static final long SCENE_PASS = 2;
    private static final long COMPOSE_PASS = 3;
    private static final long PARTICLES_DONE = 0x70;
    private static final long SCENE_DONE = 0x80;

    /** A queue whose commands are tasks. */
    private static final class Queue extends GpuQueries implements AutoCloseable {
        private final ExecutorService workers;
        private final Map<Long, List<Runnable>> recorded = new ConcurrentHashMap<>();

        Queue(int atOnce) {
            workers = Executors.newFixedThreadPool(atOnce, Thread.ofPlatform().daemon().factory());
        }

        void begin(long commands) {
            recorded.put(commands, new ArrayList<>());
        }

        void work(long commands, double millis) {
            recorded.get(commands).add(() -> sleep(millis));
        }

        /** The commands that follow wait for other work, as behind a semaphore. */
        void await(long commands, Future<?>... before) {
            recorded.get(commands).add(() -> {
                for (Future<?> each : before) {
                    get(each);
                }
            });
        }

        Future<?> submit(long commands) {
            List<Runnable> tasks = List.copyOf(recorded.get(commands));
            return workers.submit(() -> tasks.forEach(Runnable::run));
        }

        @Override
        public void close() {
            workers.shutdown();
        }

        @Override
        public boolean recordsInTargets() {
            return true;
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
        public QueryChunk createChunk(int queries) {
            return new Times(queries);
        }

        private final class Times extends QueryChunk {
            private final AtomicLongArray times = new AtomicLongArray(size());

            Times(int queries) {
                super(queries);
            }

            @Override
            protected void issue(int index, long target) {
                recorded.get(target).add(() -> times.set(index, System.nanoTime()));
            }

            @Override
            protected int readyCount(int from, int to) {
                int end = from;
                while (end < to && times.get(end) != 0) {
                    end++;
                }
                return end - from;
            }

            @Override
            protected long result(int index) {
                return times.get(index);
            }

            @Override
            protected void recycle() {
                for (int i = 0; i < size(); i++) {
                    times.set(i, 0);
                }
            }

            @Override
            protected void destroy() {}
        }
    }

    private Overlap() {}

    private static void sleep(double millis) {
        try {
            TimeUnit.NANOSECONDS.sleep((long) (millis * 1e6));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void get(Future<?> work) {
        try {
            work.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void record(Queue queue, GpuZones zones, long commands, SourceLocation place, double millis) {
        queue.begin(commands);
        zone(queue, zones, commands, place, millis);
    }

    private static void zone(Queue queue, GpuZones zones, long commands, SourceLocation place, double millis) {
        long zone = zones.begin(place, commands);
        queue.work(commands, millis);
        zones.end(zone, commands);
    }

    private static void recordScene(Queue queue, GpuZones zones) {
        queue.begin(SCENE_PASS);
        long scene = zones.begin(SCENE, SCENE_PASS);
        long opaque = zones.begin(OPAQUE, SCENE_PASS);
        queue.work(SCENE_PASS, 4);
        zones.end(opaque, SCENE_PASS);
        long glass = zones.begin(GLASS, SCENE_PASS);
        queue.work(SCENE_PASS, 2);
        zones.end(glass, SCENE_PASS);
        zones.end(scene, SCENE_PASS);
    }

    private static Future<?> submit(Queue queue, GpuZones zones, long commands) {
        zones.submit(commands, true);
        return queue.submit(commands);
    }

    public static void main(String[] args) throws Exception {
        Queue graphics = new Queue(2);
        Queue compute = new Queue(1);
        GpuZones onGraphics = GpuZones.create(GpuApi.CUSTOM, graphics, GpuContextOptions.of("graphics"));
        GpuZones onCompute = GpuZones.create(GpuApi.CUSTOM, compute, GpuContextOptions.of("compute"));
        for (int frame = 0; frame < Integer.getInteger("frames", 60); frame++) {
            long poll = Zone.begin(POLL);
            sleep(0.2);
            Zone.end(poll);
            long update = Zone.begin(UPDATE);
            record(compute, onCompute, 1, PARTICLES, 5);
            onCompute.link(1, PARTICLES_DONE, 0, true);
            Future<?> particles = submit(compute, onCompute, 1);
            sleep(1.5);
            Zone.end(update);
            long recording = Zone.begin(RECORD);
            record(graphics, onGraphics, SHADOW_PASS, SHADOWS, 4 + frame % 3);
            Future<?> shadows = submit(graphics, onGraphics, SHADOW_PASS);
            sleep(1);
            recordScene(graphics, onGraphics);
            onGraphics.link(SCENE_PASS, SCENE_DONE, 0, true);
            Future<?> scene = submit(graphics, onGraphics, SCENE_PASS);
            graphics.begin(COMPOSE_PASS);
            graphics.await(COMPOSE_PASS, particles, scene);
            zone(graphics, onGraphics, COMPOSE_PASS, COMPOSE, 2);
            onGraphics.link(COMPOSE_PASS, PARTICLES_DONE, 0, false);
            onGraphics.link(COMPOSE_PASS, SCENE_DONE, 0, false);
            Future<?> composed = submit(graphics, onGraphics, COMPOSE_PASS);
            Zone.end(recording);
            long present = Zone.begin(PRESENT);
            shadows.get();
            composed.get();
            Zone.end(present);
            onGraphics.collect();
            onCompute.collect();
            Frame.mark();
        }
        onGraphics.close();
        onCompute.close();
        graphics.close();
        compute.close();
    }
}
