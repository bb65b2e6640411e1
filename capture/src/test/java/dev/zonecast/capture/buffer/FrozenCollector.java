package dev.zonecast.capture.buffer;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** The collector stands still: what is recorded is in the rings alone. For programs on the class path. */
final class FrozenCollector {
    private FrozenCollector() {}

    /** Hands the statistics to the sinks, as each second. */
    static void recordStatistics() throws Exception {
        Object collector = collector();
        Method everySecond = collector.getClass().getDeclaredMethod("everySecond", long.class);
        everySecond.setAccessible(true);
        CompletableFuture<Void> done = new CompletableFuture<>();
        // The next second has begun, whenever the last one did.
        long next = System.nanoTime() + 2_000_000_000L;
        execute(collector, () -> {
            try {
                everySecond.invoke(collector, next);
                done.complete(null);
            } catch (ReflectiveOperationException e) {
                done.completeExceptionally(e);
            }
        });
        done.get();
    }

    private static Object collector() throws ReflectiveOperationException {
        Class<?> profiler = Class.forName("dev.zonecast.core.collect.Profiler");
        Object current = profiler.getMethod("current").invoke(null);
        Field field = profiler.getDeclaredField("collector");
        field.setAccessible(true);
        return field.get(current);
    }

    private static void execute(Object collector, Runnable task) throws ReflectiveOperationException {
        Method execute = collector.getClass().getDeclaredMethod("execute", Runnable.class);
        execute.setAccessible(true);
        execute.invoke(collector, task);
    }

    /** Stops it; it goes on when the latch is counted down. */
    static CountDownLatch freeze() throws Exception {
        CountDownLatch frozen = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        execute(collector(), () -> {
            frozen.countDown();
            try {
                goOn.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        frozen.await();
        return goOn;
    }
}
