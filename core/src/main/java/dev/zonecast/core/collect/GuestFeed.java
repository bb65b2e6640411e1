package dev.zonecast.core.collect;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.FrameName;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.MessageSource;
import dev.zonecast.core.Plot;
import dev.zonecast.core.PlotFormat;
import dev.zonecast.core.SectionCategory;
import dev.zonecast.core.Severity;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.gpu.GpuStatistic;
import dev.zonecast.core.lock.LockEvent;
import dev.zonecast.core.lock.LockInfo;
import dev.zonecast.core.lock.LockTable;
import dev.zonecast.core.marker.Category;
import dev.zonecast.core.marker.CategoryColor;
import dev.zonecast.core.parameter.ParameterKind;
import dev.zonecast.core.parameter.ParameterState;
import dev.zonecast.core.parameter.ParameterTable;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.section.SectionInfo;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;

/**
 * What a guest tells one sink of this copy: calls as {@link GuestSink} writes them, in batches. Threads, frame sets and pools of the guest
 * bear its label, because within a thread, a set or a pool time has to rise.
 *
 * <p>{@link #accept} belongs to the guest's collector, all else to ours.
 */
final class GuestFeed implements Consumer<Object[]> {
    /** A pass of the guest each. */
    private static final int MAX_BATCHES = 64;

    private static final long MAX_WAIT_SECONDS = 10;

    /** Far from the numbers that the JVM gives to threads, and within 31 bits. */
    private static final AtomicLong NEXT_THREAD = new AtomicLong(0x4000_0000);

    /** Our own are above 0. */
    private static final AtomicInteger NEXT_SECTION = new AtomicInteger(-1);

    private static final Map<String, Method> METHODS =
            Arrays.stream(EventSink.class.getMethods()).collect(Collectors.toMap(GuestSink::signature, m -> m));

    private final GuardedSink sink;
    private final String label;
    private final Runnable announceContexts;
    private final Runnable waker;
    private final ArrayBlockingQueue<Object[]> batches = new ArrayBlockingQueue<>(MAX_BATCHES);
    private final Map<String, GpuContextInfo> contexts;
    private final IdentityHashMap<Object[], Object> known = new IdentityHashMap<>();

    /**
     * A feed of a sink.
     *
     * @param label of the guest
     * @param contexts the guest's GPU contexts, for all feeds of it: there can be 255 at one time only
     * @param announceContexts tells all sinks of GPU contexts that are new
     * @param waker wakes our collector
     */
    GuestFeed(
            GuardedSink sink,
            String label,
            Map<String, GpuContextInfo> contexts,
            Runnable announceContexts,
            Runnable waker) {
        this.sink = sink;
        this.label = label;
        this.contexts = contexts;
        this.announceContexts = announceContexts;
        this.waker = waker;
    }

    GuardedSink sink() {
        return sink;
    }

    /** Waits for room, for a bounded time; the guest's sink ends if there is none. */
    @Override
    public void accept(Object[] batch) {
        waker.run();
        try {
            if (!batches.offer(batch, MAX_WAIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the other copy takes nothing");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the other copy had no room", e);
        }
    }

    /** Gives the sink all that has come. */
    void deliver() {
        for (Object[] batch = batches.poll(); batch != null; batch = batches.poll()) {
            for (Object call : batch) {
                sink.call(to -> deliver((Object[]) call, to));
            }
        }
    }

    private void deliver(Object[] call, EventSink to) throws IOException {
        switch ((String) call[0]) {
            case "threadChanged" -> {
                ThreadTrack thread = (ThreadTrack) object(call[1]);
                thread.name = labelled((String) call[2]);
                thread.group = (int) call[3];
                to.threadChanged(thread);
            }
            case "sectionEnd" -> {
                SectionInfo section = (SectionInfo) object(call[1]);
                known.remove((Object[]) call[1]);
                section.end((long) call[2]);
                to.sectionEnd(section);
            }
            case "parameter" -> parameter(call);
            case "memoryStands" ->
                to.memoryStands((MemoryPool) object(call[1]), (long) call[2], blocks(call[3]), (long) call[4]);
            case "memoryDiscarded" ->
                to.memoryDiscarded(
                        (MemoryPool) object(call[1]), (ThreadTrack) object(call[2]), (long) call[3], blocks(call[4]));
            default -> invoke(call, to);
        }
    }

    private void invoke(Object[] call, EventSink to) throws IOException {
        Method method = METHODS.get(call[0]);
        if (method == null) {
            // Of a newer copy.
            return;
        }
        if (method.getName().equals("gpuContext")) {
            // All sinks hear of it as it is made.
            Object _ = object(call[1]);
            return;
        }
        if (method.getName().equals("gpuContextClosed")) {
            close((GpuContextInfo) known.remove((Object[]) call[1]));
            return;
        }
        Object[] arguments = new Object[call.length - 1];
        for (int i = 0; i < arguments.length; i++) {
            boolean isNothing = call[i + 1] instanceof Object[] fields && fields[0].equals("nothing");
            arguments[i] = call[i + 1] instanceof Object[] && !isNothing
                    ? object(call[i + 1])
                    : isNothing ? null : call[i + 1];
            if (arguments[i] == null && !isNothing) {
                // There were too many of its kind.
                return;
            }
        }
        try {
            method.invoke(to, arguments);
        } catch (InvocationTargetException e) {
            switch (e.getCause()) {
                case IOException io -> throw io;
                case Error error -> throw error;
                case null, default -> throw new IllegalStateException(e.getCause());
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
        if (method.getName().equals("threadEnded") || method.getName().equals("lockDestroyed")) {
            known.remove((Object[]) call[1]);
        }
    }

    private static MemoryBlocks blocks(Object pairs) {
        MemoryBlocks blocks = new MemoryBlocks();
        long[] words = (long[]) pairs;
        for (int i = 0; i < words.length; i += 2) {
            blocks.add(words[i], words[i + 1]);
        }
        return blocks;
    }

    /** The viewer's user changes it here; the guest's action runs there. */
    private void parameter(Object[] call) {
        ParameterState here = ParameterTable.INSTANCE.add(
                labelled((String) call[1]), ParameterKind.valueOf((String) call[2]), (int) call[3]);
        IntConsumer there = (IntConsumer) call[4];
        here.action(() -> there.accept(here.value()));
    }

    private Object object(Object description) {
        Object[] fields = (Object[]) description;
        return switch ((String) fields[0]) {
            case "Utf8Text" -> Utf8Text.of((String) fields[1]);
            case "CallStack" -> CallStack.decoded((String) fields[1]);
            default -> known.computeIfAbsent(fields, this::make);
        };
    }

    private Object make(Object[] fields) {
        String first = fields[1] instanceof String text ? text : "";
        return switch ((String) fields[0]) {
            case "Severity" -> Severity.valueOf(first);
            case "MessageSource" -> MessageSource.valueOf(first);
            case "LockEvent" -> LockEvent.valueOf(first);
            case "GpuStatistic" -> GpuStatistic.valueOf(first);
            case "ThreadTrack" -> thread(first, (int) fields[2], (boolean) fields[3], (boolean) fields[4]);
            case "SourceLocation" -> place(fields);
            case "Plot" ->
                Plot.builder(first)
                        .format(PlotFormat.valueOf((String) fields[2]))
                        .step((boolean) fields[3])
                        .fill((boolean) fields[4])
                        .color((int) fields[5])
                        .display(new Plot.Display((boolean) fields[6], (String) fields[7], (String) fields[8]))
                        .create();
            case "FrameName" -> FrameName.of(labelled(first));
            case "MemoryPool" -> MemoryPool.of(labelled(first));
            case "GpuContextInfo" -> gpuContext(GpuApi.valueOf(first), (String) fields[2], (long) fields[3]);
            case "LockInfo" -> lock(fields);
            case "SectionInfo" ->
                new SectionInfo(NEXT_SECTION.getAndDecrement(), SectionCategory.of(first), (String) fields[2], (long)
                        fields[3]);
            default -> null;
        };
    }

    private ThreadTrack thread(String name, int group, boolean virtual, boolean fiber) {
        long id = NEXT_THREAD.getAndIncrement();
        ThreadTrack thread = fiber
                ? ThreadTrack.ofFiber(id, labelled(name))
                : ThreadTrack.ofOtherProcess(id, virtual, labelled(name), group);
        thread.group = group;
        return thread;
    }

    private static SourceLocation place(Object[] fields) {
        SourceLocation place = SourceLocation.of(
                (String) fields[1], (String) fields[2], (String) fields[3], (int) fields[4], (int) fields[5]);
        String category = (String) fields[6];
        if (!category.isEmpty()) {
            String subcategory = (String) fields[7];
            Category about = Category.of(category, CategoryColor.valueOf((String) fields[8]));
            place.category(subcategory.isEmpty() ? about : about.sub(subcategory));
        }
        return place;
    }

    private GpuContextInfo gpuContext(GpuApi api, String name, long createdNanos) {
        GpuContextInfo context = contexts.computeIfAbsent(
                api + " " + createdNanos + " " + name,
                key -> Registry.INSTANCE.addGpuContext(
                        id -> new GpuContextInfo(id, api, labelled(name), createdNanos)));
        announceContexts.run();
        return context;
    }

    /** All sinks hear of it when all was read; the feed of another sink may have done this. */
    private void close(GpuContextInfo context) {
        if (context != null) {
            contexts.values().remove(context);
            Registry.INSTANCE.closeGpuContext(context);
        }
    }

    private LockInfo lock(Object[] fields) {
        SourceLocation place = (SourceLocation) object(fields[2]);
        // Its events come by way of this feed alone; the table gives it a number.
        LockInfo lock = LockTable.INSTANCE.add(fields, (String) fields[1], place, (boolean) fields[3]);
        LockTable.INSTANCE.forget(lock);
        return lock;
    }

    private String labelled(String name) {
        return name + " " + label;
    }
}
