package dev.zonecast.core.gpu.contract;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.GpuEvent;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.gpu.GpuStatistic;
import dev.zonecast.core.session.Profiler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** A sink that keeps what it is told of GPU contexts, by context. Filled by the collector's thread, read after {@link #flush}. */
public final class GpuEvents implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /**
     * A begin or an end.
     *
     * @param name of the zone, null for an end
     * @param errorNanos stated before it, -1 if none was
     * @param stack the calls that led to it, or null
     */
    public record Event(
            int context, long threadId, String name, long cpuNanos, long gpuNanos, long errorNanos, CallStack stack) {
        /** True for a begin. */
        public boolean isBegin() {
            return name != null;
        }
    }

    private final List<Event> events = new ArrayList<>();
    private final Map<String, List<Long>> values = new HashMap<>();
    private final Map<Integer, String> names = new HashMap<>();
    private final Set<Integer> announced = new TreeSet<>();
    private final Map<Integer, Long> errors = new HashMap<>();
    private final EventSink sink = new EventSink() {
        @Override
        public String description() {
            return "events of GPU contexts";
        }

        @Override
        public void event(dev.zonecast.core.event.Event event) {
            if (event instanceof GpuEvent e) {
                take(e);
            }
        }
    };

    /** Listens from now on. */
    public GpuEvents() {
        profiler().attach(sink);
    }

    private static Profiler profiler() {
        // False where another test was first, which is fine.
        boolean ignored = dev.zonecast.core.Zonecast.start(
                dev.zonecast.core.Options.defaults().set(dev.zonecast.core.Option.LISTEN, false));
        return Profiler.current();
    }

    private synchronized void take(GpuEvent e) {
        int context = e.context().id();
        switch (e.kind()) {
            case GPU_CONTEXT -> {
                announced.add(context);
                names.put(context, e.context().name());
            }
            case GPU_ZONE_BEGIN -> add(e, e.location().displayName());
            case GPU_ZONE_END -> add(e, null);
            case GPU_ZONE_VALUE ->
                values.computeIfAbsent(context + " " + e.statistic(), of -> new ArrayList<>())
                        .add(e.value());
            case GPU_CALIBRATION -> errors.put(context, e.errorNanos());
            default -> {
                // The end of a context.
            }
        }
    }

    private void add(GpuEvent e, String name) {
        int context = e.context().id();
        if (!announced.contains(context)) {
            throw new AssertionError("context " + context + " was not announced");
        }
        events.add(new Event(
                context, e.submitter(), name, e.nanos(), e.gpuNanos(), errors.getOrDefault(context, -1L), e.stack()));
    }

    /** How many values of a kind were told of a context's zones, after a flush. */
    public long valuesOf(GpuContextInfo context, GpuStatistic statistic) {
        return amountsOf(context, statistic).size();
    }

    /** Values of a kind of a context's zones, in the order of the zones' ends, after a flush. */
    public List<Long> amountsOf(GpuContextInfo context, GpuStatistic statistic) {
        flush();
        synchronized (this) {
            return List.copyOf(values.getOrDefault(context.id() + " " + statistic, List.of()));
        }
    }

    /** The name of a context that was told last, after a flush. */
    public String nameOf(GpuContextInfo context) {
        flush();
        synchronized (this) {
            return names.get(context.id());
        }
    }

    /** How far times of the CPU may be off, at the clock's last calibration. */
    public static long clockErrorNanos() {
        return profiler().statistics(LIMIT).collector().clockErrorNanos();
    }

    /** Waits until all that was written before the call is here. */
    public static void flush() {
        if (!profiler().flush(LIMIT)) {
            throw new AssertionError("not flushed in time");
        }
    }

    /** Events of a context in their order, after a flush. */
    public List<Event> of(GpuContextInfo context) {
        flush();
        synchronized (this) {
            return events.stream()
                    .filter(event -> event.context() == context.id())
                    .toList();
        }
    }

    /** Zones of a context as names and brackets: {@code outer(inner()inner())}. */
    public String shapeOf(GpuContextInfo context) {
        StringBuilder shape = new StringBuilder();
        of(context).forEach(event -> shape.append(event.isBegin() ? event.name() + "(" : ")"));
        return shape.toString();
    }

    /** Contexts that were announced. */
    public synchronized Set<Integer> announced() {
        return Set.copyOf(announced);
    }

    /** Listens no more. */
    @Override
    public void close() {
        profiler()
                .detach(sink, LIMIT)
                .orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS)
                .join();
    }
}
