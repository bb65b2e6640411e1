import dev.zonecast.core.Frame;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.TracedExecutor;
import dev.zonecast.core.TracedFlow;
import dev.zonecast.core.Zone;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Frames whose main thread queues jobs and waits for them, and assets that are loaded beside it in three steps. */
public final class Jobs {
    private static final SourceLocation UPDATE = SourceLocation.here("update", 0x4A90D9);
    private static final SourceLocation DRAW = SourceLocation.here("draw", 0x9B8AD9);
    private static final SourceLocation CULL = SourceLocation.here("cull", 0x59B56B);
    private static final SourceLocation LOAD = SourceLocation.here("load", 0xD9A441);
    private static final SourceLocation DECODE = SourceLocation.here("decode", 0xD97B59);
    private static final SourceLocation UPLOAD = SourceLocation.here("upload", 0xC96FB0);
    private static final int FRAMES = 60;
    private static final int SLOW_FRAME = 40;

    private Jobs() {}

    private static void work(double millis) {
        try {
            TimeUnit.NANOSECONDS.sleep((long) (millis * 1e6));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static List<Callable<Integer>> regions(int frame) {
        List<Callable<Integer>> regions = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int region = i;
            regions.add(() -> {
                work(1.5 + region + (frame == SLOW_FRAME && region == 3 ? 9 : 0));
                return region;
            });
        }
        return regions;
    }

    public static void main(String[] args) throws InterruptedException {
        ConcurrentLinkedQueue<Runnable> onMain = new ConcurrentLinkedQueue<>();
        try (ExecutorService pool = Executors.newFixedThreadPool(
                3, Thread.ofPlatform().name("worker-", 1).factory())) {
            ExecutorService culling = new TracedExecutor(CULL, pool);
            ExecutorService loading = new TracedExecutor(LOAD, pool);
            ExecutorService decoding = new TracedExecutor(DECODE, pool);
            for (int frame = 0; frame < FRAMES; frame++) {
                try (Zone zone = Zone.open(UPDATE)) {
                    work(1);
                    if (frame % 4 == 0) {
                        CompletableFuture.runAsync(() -> work(2), loading)
                                .thenRunAsync(() -> work(3), decoding)
                                .thenRun(() -> onMain.add(TracedFlow.job(UPLOAD, () -> work(0.7))));
                    }
                    culling.invokeAll(regions(frame));
                }
                for (Runnable job = onMain.poll(); job != null; job = onMain.poll()) {
                    job.run();
                }
                try (Zone zone = Zone.open(DRAW)) {
                    work(2);
                }
                Frame.mark();
            }
        }
    }
}
