package dev.zonecast.core.collect;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.FrameName;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.Plot;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.lock.LockInfo;
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
 * <p>Called by the guest's collector. Frame images, the guest's own statistics and reports of the machine are not passed on.
 */
final class GuestSink implements InvocationHandler {
    /** In place of the number of a frame of the base set: a program has one main loop, and it is the other copy's. */
    private static final String FRAMES = "frames";

    private final Consumer<Object[]> feed;
    private final IdentityHashMap<Object, Object[]> known = new IdentityHashMap<>();
    private final IdentityHashMap<ThreadTrack, int[]> openZones = new IdentityHashMap<>();
    private List<Object> calls = new ArrayList<>();

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
            case "begin", "frameImage", "statistics", "cpuLoad", "power" -> {}
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
            case "memoryDiscarded" -> discard(arguments);
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
                "message(ThreadTrack,long,Severity,MessageSource,int,Utf8Text)",
                plain(arguments[0]),
                arguments[1],
                plain(arguments[2]),
                plain(arguments[3]),
                arguments[4],
                plain(Utf8Text.of(String.valueOf(text))));
    }

    private void discard(Object[] arguments) {
        ((MemoryBlocks) arguments[3])
                .forEach(address -> call(
                        "memoryFreed(MemoryPool,ThreadTrack,long,long,long,long)",
                        plain(arguments[0]),
                        plain(arguments[1]),
                        arguments[2],
                        address,
                        0L,
                        0L));
    }

    private void parameter(ParameterState parameter) {
        IntConsumer change = value -> ParameterTable.INSTANCE.change(parameter.index(), value);
        call("parameter", parameter.name(), parameter.kind().name(), parameter.value(), change);
    }

    private Object plain(Object argument) {
        return switch (argument) {
            case Number number -> number;
            case String text -> text;
            case Enum<?> constant ->
                known(constant, constant.getDeclaringClass().getSimpleName(), constant.name());
            case Utf8Text text -> new Object[] {"Utf8Text", text.toString()};
            case CallStack stack -> new Object[] {"CallStack", stack.encoded()};
            case ThreadTrack thread -> known(thread, "ThreadTrack", thread.name(), thread.group(), thread.virtual());
            case SourceLocation place ->
                known(place, "SourceLocation", place.name(), place.function(), place.file(), place.line(), place.rgb());
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

    private Object[] plot(Plot plot) {
        Plot.Config config = plot.config();
        return known(plot, "Plot", plot.name(), config.format().name(), config.step(), config.fill(), config.rgb());
    }

    private Object[] known(Object object, Object... description) {
        return known.computeIfAbsent(object, o -> description);
    }
}
