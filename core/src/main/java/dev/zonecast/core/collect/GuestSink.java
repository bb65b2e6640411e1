package dev.zonecast.core.collect;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.FrameName;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.MessageSource;
import dev.zonecast.core.Plot;
import dev.zonecast.core.Severity;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Statistics;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.lock.LockInfo;
import dev.zonecast.core.marker.Category;
import dev.zonecast.core.marker.MarkerPhase;
import dev.zonecast.core.parameter.ParameterState;
import dev.zonecast.core.parameter.ParameterTable;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.section.SectionInfo;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;

/**
 * A sink of a copy of Zonecast that is a guest of another: writes the calls down in the JDK's types, and hands them over a pass at a
 * time. A call is an array of the method's signature and its arguments; what is told more than once (a thread, a location, a plot) is an
 * array too, always the same one, which the other side knows by its identity. {@link GuestFeed} reads all that.
 *
 * <p>Called by the guest's collector. Markers are passed on as lines of text, and texts of zones. Not passed on, but counted among the
 * losses that a message tells: frame images, whose frames are not the other copy's, and sampled stacks. Reports of the machine are the
 * other copy's matter.
 */
final class GuestSink implements InvocationHandler {
    /** In place of the number of a frame of the base set: a program has one main loop, and it is the other copy's. */
    private static final String FRAMES = "frames";

    private static final String MESSAGE = "message(ThreadTrack,long,Severity,MessageSource,int,Utf8Text)";

    /** In place of null, which is no object with an identity. */
    private static final Object[] NOTHING = {"nothing"};

    private final Consumer<Object[]> feed;
    private final IdentityHashMap<Object, Object[]> known = new IdentityHashMap<>();
    private final IdentityHashMap<ThreadTrack, int[]> openZones = new IdentityHashMap<>();
    private List<Object> calls = new ArrayList<>();

    /** On which losses are told; null before the first. */
    private ThreadTrack own;

    private long startNanos;
    private long frameImages;
    private long samples;
    private long knownLosses;

    private GuestSink(Consumer<Object[]> feed) {
        this.feed = feed;
    }

    /** A sink whose calls go there; what it throws ends the sink. */
    static EventSink to(Consumer<Object[]> feed) {
        return (EventSink) Proxy.newProxyInstance(
                GuestSink.class.getClassLoader(), new Class<?>[] {EventSink.class}, new GuestSink(feed));
    }

    /** Name and types of a method, the same in all copies. */
    static String signature(Method method) {
        return method.getName()
                + Arrays.stream(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(",", "(", ")"));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        switch (method.getName()) {
            case "description", "toString" -> {
                return "another copy of Zonecast in this process";
            }
            case "hashCode" -> {
                return System.identityHashCode(proxy);
            }
            case "equals" -> {
                return proxy == arguments[0];
            }
            case "zones" -> {
                return InvocationHandler.invokeDefault(proxy, method, arguments);
            }
            case "begin" -> startNanos = (long) arguments[0];
            case "cpuLoad", "power" -> {}
            case "frameImage" -> frameImages++;
            case "sample" -> samples++;
            case "statistics" -> losses((long) arguments[0], (Statistics) arguments[1]);
            case "cycleEnd", "flush" -> handOver();
            case "end" -> {
                endThreads((long) arguments[0]);
                handOver();
            }
            default -> pass(method, arguments);
        }
        return null;
    }

    private void handOver() {
        if (!calls.isEmpty()) {
            Object[] batch = calls.toArray();
            calls = new ArrayList<>(batch.length);
            feed.accept(batch);
        }
    }

    /** The other side goes on, and shall not wait for ends that do not come. */
    private void endThreads(long nanos) {
        openZones.forEach((thread, depth) -> {
            for (int i = 0; i < depth[0]; i++) {
                call("zoneEnd(ThreadTrack,long)", plain(thread), nanos);
            }
            call("threadEnded(ThreadTrack)", plain(thread));
        });
        openZones.clear();
    }

    private void countZones(String method, ThreadTrack thread) {
        switch (method) {
            case "zoneBegin" -> openZones.computeIfAbsent(thread, t -> new int[1])[0]++;
            case "zoneEnd" -> openZones.get(thread)[0]--;
            case "threadEnded" -> openZones.remove(thread);
            default -> {}
        }
    }

    private void pass(Method method, Object[] arguments) {
        switch (method.getName()) {
            case "messageLiteral" -> literal(arguments);
            case "marker" -> marker((ThreadTrack) arguments[0], (MarkerEvent) arguments[1]);
            case "memoryStands" ->
                call("memoryStands", plain(arguments[0]), arguments[1], blocks(arguments[2]), arguments[3]);
            case "memoryDiscarded" ->
                call("memoryDiscarded", plain(arguments[0]), plain(arguments[1]), arguments[2], blocks(arguments[3]));
            case "threadChanged" -> {
                ThreadTrack thread = (ThreadTrack) arguments[0];
                call("threadChanged", plain(thread), thread.name(), thread.group());
            }
            case "sectionEnd" -> {
                SectionInfo section = (SectionInfo) arguments[0];
                call("sectionEnd", plain(section), section.endNanos());
            }
            case "parameter" -> parameter((ParameterState) arguments[0]);
            case "frameMark" -> {
                Object frames = arguments[2] instanceof Long ? FrameName.of(FRAMES) : arguments[2];
                call("frameMark(ThreadTrack,long,FrameName)", plain(arguments[0]), arguments[1], plain(frames));
            }
            default -> {
                Object[] plain = new Object[arguments.length + 1];
                plain[0] = signature(method);
                for (int i = 0; i < arguments.length; i++) {
                    plain[i + 1] = plain(arguments[i]);
                }
                calls.add(plain);
                if (arguments[0] instanceof ThreadTrack thread) {
                    countZones(method.getName(), thread);
                }
            }
        }
        if (method.getName().endsWith("Ended")
                || method.getName().endsWith("Destroyed")
                || method.getName().endsWith("Closed")
                || method.getName().equals("sectionEnd")) {
            known.remove(arguments[0]);
        }
    }

    private void call(Object... call) {
        calls.add(call);
    }

    private void literal(Object[] arguments) {
        String text = Registry.INSTANCE.names().text((int) arguments[5]);
        call(
                MESSAGE,
                plain(arguments[0]),
                arguments[1],
                plain(arguments[2]),
                plain(arguments[3]),
                arguments[4],
                plain(Utf8Text.of(String.valueOf(text))));
    }

    /** Schemas of markers stay in their copy: what Tracy's viewer would see is passed on. */
    private void marker(ThreadTrack thread, MarkerEvent marker) {
        if (marker.phase() != MarkerPhase.SCOPED) {
            int rgb = marker.definition().category().color().rgb();
            message(thread, marker.nanos(), Severity.INFO, MessageSource.USER, rgb, marker.line(startNanos));
            return;
        }
        String details = marker.details(startNanos);
        if (!details.isEmpty()) {
            call("zoneText(ThreadTrack,Utf8Text)", plain(thread), plain(Utf8Text.of(details)));
        }
    }

    private void message(
            ThreadTrack thread, long nanos, Severity severity, MessageSource source, int rgb, String text) {
        call(MESSAGE, plain(thread), nanos, plain(severity), plain(source), rgb, plain(Utf8Text.of(text)));
    }

    /** Addresses and sizes in turn. */
    private static long[] blocks(Object argument) {
        MemoryBlocks blocks = (MemoryBlocks) argument;
        long[] pairs = new long[2 * blocks.count()];
        int[] next = {0};
        blocks.forEachBlock((address, bytes) -> {
            pairs[next[0]++] = address;
            pairs[next[0]++] = bytes;
        });
        return pairs;
    }

    private void losses(long nanos, Statistics statistics) {
        long losses = statistics.losses() + frameImages + samples;
        if (losses == knownLosses) {
            return;
        }
        if (own == null) {
            own = ThreadTrack.ofName(0, "zonecast-collector");
            call("threadStarted(ThreadTrack)", plain(own));
        }
        List<String> others = new ArrayList<>();
        if (frameImages > 0) {
            others.add(frameImages + " frame images not passed on to the first copy");
        }
        if (samples > 0) {
            others.add(samples + " sampled stacks not passed on to the first copy");
        }
        message(
                own,
                nanos,
                Severity.WARNING,
                MessageSource.PROFILER,
                -1,
                LossLine.of(losses - knownLosses, statistics, others));
        knownLosses = losses;
    }

    private void parameter(ParameterState parameter) {
        IntConsumer change = value -> ParameterTable.INSTANCE.change(parameter.index(), value);
        call("parameter", parameter.name(), parameter.kind().name(), parameter.value(), change);
    }

    private Object plain(Object argument) {
        return switch (argument) {
            case null -> NOTHING;
            case Number number -> number;
            case String text -> text;
            case Enum<?> constant ->
                known(constant, constant.getDeclaringClass().getSimpleName(), constant.name());
            case Utf8Text text -> new Object[] {"Utf8Text", text.toString()};
            case CallStack stack -> new Object[] {"CallStack", stack.encoded()};
            case ThreadTrack thread ->
                known(thread, "ThreadTrack", thread.name(), thread.group(), thread.virtual(), thread.isFiber());
            case SourceLocation place -> place(place);
            case Plot plot -> plot(plot);
            case FrameName frame -> known(frame, "FrameName", frame.name());
            case MemoryPool pool -> known(pool, "MemoryPool", pool.name());
            case GpuContextInfo context ->
                known(context, "GpuContextInfo", context.api().name(), context.name(), context.createdNanos());
            case LockInfo lock -> known(lock, "LockInfo", lock.name(), plain(lock.location()), lock.shared());
            case SectionInfo section ->
                known(section, "SectionInfo", section.category().description(), section.text(), section.beginNanos());
            default -> throw new IllegalArgumentException("not known to other copies: " + argument.getClass());
        };
    }

    private Object[] place(SourceLocation place) {
        Category about = place.category();
        return known(
                place,
                "SourceLocation",
                place.name(),
                place.function(),
                place.file(),
                place.line(),
                place.rgb(),
                about == null ? "" : about.name(),
                about == null ? "" : about.subcategory(),
                about == null ? "" : about.color().name());
    }

    private Object[] plot(Plot plot) {
        Plot.Config config = plot.config();
        Plot.Display display = plot.display();
        return known(
                plot,
                "Plot",
                plot.name(),
                config.format().name(),
                config.step(),
                config.fill(),
                config.rgb(),
                display.rate(),
                display.description(),
                display.category());
    }

    private Object[] known(Object object, Object... description) {
        return known.computeIfAbsent(object, o -> description);
    }
}
