package dev.zonecast.core.gpu.contract;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.collect.EventSink;
import dev.zonecast.core.collect.Profiler;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.gpu.GpuStatistic;
import java.lang.reflect.Proxy;
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
     */
    public record Event(int context, long threadId, String name, long cpuNanos, long gpuNanos, long errorNanos) {
        /** True for a begin. */
        public boolean isBegin() {
            return name != null;
        }
    }

    private final List<Event> events = new ArrayList<>();
    private final List<String> values = new ArrayList<>();
    private final Set<Integer> announced = new TreeSet<>();
    private final Map<Integer, Long> errors = new HashMap<>();
    private final EventSink sink = (EventSink) Proxy.newProxyInstance(
            EventSink.class.getClassLoader(), new Class<?>[] {EventSink.class}, (proxy, method, arguments) -> {
                switch (method.getName()) {
                    case "gpuContext" -> context((GpuContextInfo) arguments[0]);
                    case "gpuZoneBegin" ->
                        add(arguments, ((SourceLocation) arguments[2]).displayName(), (long) arguments[3], (long)
                                arguments[4]);
                    case "gpuZoneEnd" -> add(arguments, null, (long) arguments[2], (long) arguments[3]);
                    case "gpuZoneValue" -> value(arguments);
                    case "gpuCalibration" -> error((GpuContextInfo) arguments[0], (long) arguments[2]);
                    case "description", "toString" -> {
                        return "events of GPU contexts";
                    }
                    default -> {
                        // Not about GPUs.
                    }
                }
                return null;
            });

    /** Listens from now on. */
    public GpuEvents() {
        profiler().attach(sink);
    }

    private static Profiler profiler() {
        // False where another test was first, which is fine.
        boolean _ = dev.zonecast.core.Zonecast.start(
                dev.zonecast.core.Options.defaults().listen(false));
        return Profiler.current();
    }

    private synchronized void context(GpuContextInfo info) {
        announced.add(info.id());
    }

    private synchronized void add(Object[] arguments, String name, long cpuNanos, long gpuNanos) {
        int context = ((GpuContextInfo) arguments[0]).id();
        if (!announced.contains(context)) {
            throw new AssertionError("context " + context + " was not announced");
        }
        events.add(
                new Event(context, (long) arguments[1], name, cpuNanos, gpuNanos, errors.getOrDefault(context, -1L)));
    }

    private synchronized void value(Object[] arguments) {
        values.add(((GpuContextInfo) arguments[0]).id() + " " + arguments[2]);
    }

    /** How many values of a kind were told of a context's zones, after a flush. */
    public long valuesOf(GpuContextInfo context, GpuStatistic statistic) {
        flush();
        synchronized (this) {
            return values.stream()
                    .filter(value -> value.equals(context.id() + " " + statistic))
                    .count();
        }
    }

    private synchronized void error(GpuContextInfo info, long nanos) {
        errors.put(info.id(), nanos);
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
