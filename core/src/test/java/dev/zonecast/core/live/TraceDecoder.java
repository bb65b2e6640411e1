package dev.zonecast.core.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.live.LiveTrace.FrameEvent;
import dev.zonecast.core.live.LiveTrace.GpuZone;
import dev.zonecast.core.live.LiveTrace.Zone;
import dev.zonecast.tracy.QueryType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.function.ObjLongConsumer;

/**
 * The viewer's side of the protocol, written from its specification and not from our encoder: numbers are those of version 82, older
 * ones are brought up by the table of shifts (section 9.1). Whatever a real viewer would assert or report as a failure fails the test.
 */
final class TraceDecoder {
    private static final int FIRST_NAMED = 119;

    final LiveTrace trace;
    private final int version;
    private final ObjLongConsumer<QueryType> ask;

    private final WireNumbers numbers;
    private final Set<String> asked = new HashSet<>();
    private final Queue<Long> locationsAsked = new ArrayDeque<>();
    private int pending;

    // Slots: section 4.3.
    private String single;
    private String second;
    private String allocatedLocation;
    private int[] frameImage;
    private List<String> callStack;
    private final Map<Integer, List<String>> callStackOfThread = new HashMap<>();
    private List<String> serialStack;
    private int callstackFramesDue;
    private long callstackFramesOf;
    private List<Long> addresses;
    private Long memoryPool;
    private int thread;
    private final Map<Integer, Integer> fiberOn = new HashMap<>();

    // Bases: section 4.2.
    private long threadBase;
    private long serialBase;
    private long gpuBase;
    private long contextBase;

    private final Map<Integer, GpuZone> gpuQueries = new HashMap<>();
    private final Map<Integer, GpuZone> gpuBegins = new HashMap<>();
    private final Map<Integer, List<GpuZone>> gpuStacks = new HashMap<>();
    private final Map<Long, Character> frameKinds = new HashMap<>();

    private ByteBuffer in;

    /** @param ask gets each query, once per unknown thing */
    TraceDecoder(int version, LiveTrace trace, ObjLongConsumer<QueryType> ask) {
        this.version = version;
        this.trace = trace;
        this.ask = ask;
        this.numbers = new WireNumbers(version);
    }

    /** Unanswered queries. */
    int pending() {
        return pending;
    }

    boolean hasFilledSlot() {
        return single != null
                || second != null
                || allocatedLocation != null
                || frameImage != null
                || callStack != null
                || serialStack != null
                || !callStackOfThread.isEmpty()
                || memoryPool != null
                || addresses != null
                || callstackFramesDue > 0;
    }

    /** Takes one decompressed frame: whole events. */
    void frame(byte[] events) {
        synchronized (trace) {
            in = ByteBuffer.wrap(events).order(ByteOrder.LITTLE_ENDIAN);
            while (in.hasRemaining()) {
                event();
            }
        }
    }

    private void event() {
        int at = in.position();
        int type = numbers.in82(in.get());
        assertTrue(type >= 0, () -> "unknown type " + (in.get(at) & 0xFF) + " at " + at);
        assertTrue(!trace.terminated || type >= FIRST_NAMED || isAnswer(type), "event " + type + " after Terminate");
        if (type >= FIRST_NAMED) {
            named(type);
        } else if (type >= 112 && type <= 115) {
            string(type);
        } else {
            int size = numbers.sizeBytes(type);
            fixed(type);
            in.position(at + size);
        }
    }

    private static boolean isAnswer(int type) {
        return type == 74
                || type == 87
                || type == 117
                || (type >= 108 && type <= 115)
                || type == 63
                || type == 64
                || type == 96;
    }

    // --- strings and answers

    private void string(int type) {
        int length;
        if (type >= 114) {
            length = in.get() & 0xFF;
        } else {
            length = (in.getShort() & 0xFFFF) + (version == 82 ? 256 : 0);
        }
        String text = text(length);
        if (type == 112 || type == 114) {
            assertEquals(null, single, "the slot for a single string is full");
            single = text;
        } else {
            assertEquals(null, second, "the slot for a second string is full");
            second = text;
        }
    }

    private String text(int length) {
        byte[] bytes = new byte[length];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private String takeSingle() {
        assertNotNull(single, "no single string waits");
        String text = single;
        single = null;
        return text;
    }

    private void named(int type) {
        long pointer = in.getLong();
        if (type == 126 || type == 129 || type == 130) {
            int length = in.getInt();
            if (type == 126) {
                frameImage = new int[length / Integer.BYTES];
                in.slice(in.position(), length)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .asIntBuffer()
                        .get(frameImage);
            }
            if (type == 130) {
                trace.sources.put((int) pointer, text(length));
                pending--;
                return;
            }
            in.position(in.position() + length);
            return;
        }
        int length = in.getShort() & 0xFFFF;
        if (type == 122) {
            int end = in.position() + length;
            in.position(in.position() + 8);
            skipString();
            skipString();
            allocatedLocation = text(end - in.position());
            return;
        }
        if (type == 123) {
            addresses(length);
            return;
        }
        if (type == 124) {
            callStack();
            return;
        }
        String text = text(length);
        switch (type) {
            case 119 -> answered(QueryType.STRING, pointer, trace.strings, pointer, text);
            case 120 -> answered(QueryType.THREAD_STRING, pointer, trace.threadNames, (int) pointer, text);
            case 121 -> answered(QueryType.PLOT_NAME, pointer, trace.plotNames, pointer, text);
            case 125 -> answered(QueryType.FRAME_NAME, pointer, trace.frameNames, pointer, text);
            case 127 -> otherAnswer();
            case 131 -> {
                if (trace.fibers.containsKey(pointer)) {
                    answered(QueryType.FIBER_NAME, pointer, trace.fiberNames, pointer, text);
                } else {
                    otherAnswer();
                }
            }
            default -> {}
        }
    }

    private void otherAnswer() {
        trace.otherAnswers++;
        pending--;
    }

    /** Literal frames: section 8.5. */
    private void callStack() {
        assertNull(callStack, "the slot for a call stack is full");
        callStack = new ArrayList<>();
        int count = in.get();
        assertTrue(count > 0 && count <= 64, () -> count + " frames");
        for (int i = 0; i < count; i++) {
            int line = in.getInt();
            String function = text(in.getShort() & 0xFFFF);
            callStack.add(function + " " + text(in.getShort() & 0xFFFF) + ":" + line);
            if (version == 76) {
                askAnything(QueryType.CALLSTACK_FRAME, i);
            }
        }
    }

    /** Addresses, which are asked for one by one: section 8.5. */
    private void addresses(int length) {
        assertNull(addresses, "the slot for addresses is full");
        assertTrue(length > 0 && length % Long.BYTES == 0, () -> length + " bytes of addresses");
        addresses = new ArrayList<>();
        for (int i = 0; i < length; i += Long.BYTES) {
            long address = in.getLong();
            assertTrue(address > 0 && address < 1L << 60, () -> "not an address: " + Long.toHexString(address));
            addresses.add(address);
            askOnce(QueryType.CALLSTACK_FRAME, address);
        }
    }

    private void sample(int type) {
        int of = version == 82 ? in.getInt() : 0;
        contextBase += packed(type == 12 ? 64 : type == 13 ? 32 : 16);
        int thread = version == 82 ? of : in.getInt();
        assertNotNull(addresses, "no addresses wait for a sample");
        trace.samples.add(new LiveTrace.Sample(thread, nanos(contextBase), addresses));
        addresses = null;
        askOnce(QueryType.THREAD_STRING, thread);
    }

    private void callStackOfThread() {
        assertNotNull(callStack, "no call stack waits");
        assertNull(callStackOfThread.put(where(), callStack), "the thread's slot for a call stack is full");
        callStack = null;
    }

    private void skipString() {
        while (in.get() != 0) {}
    }

    private <K> void answered(QueryType type, long pointer, Map<K, String> names, K key, String text) {
        assertTrue(
                asked.contains(type + ":" + pointer), () -> "an answer that nobody asked for: " + type + " " + pointer);
        assertEquals(null, names.put(key, text), () -> type + " " + pointer + " was answered before");
        pending--;
    }

    /** Asks once per pointer; 0 is never asked for. */
    private void askOnce(QueryType type, long pointer) {
        if (pointer != 0 && asked.add(type + ":" + pointer)) {
            if (type == QueryType.SOURCE_LOCATION) {
                locationsAsked.add(pointer);
            }
            askAnything(type, pointer);
        }
    }

    void askForLocation(long pointer) {
        askOnce(QueryType.SOURCE_LOCATION, pointer);
    }

    /** A query that a real viewer might not send. */
    void askAnything(QueryType type, long pointer) {
        asked.add(type + ":" + pointer);
        pending++;
        ask.accept(type, pointer);
    }

    /** One query more will be answered. */
    void expectAnswer() {
        pending++;
    }

    // --- times

    private long nanos(long ticks) {
        long nanos = ticks - trace.originNanos;
        assertTrue(nanos >= 0, () -> "an event lies " + -nanos + " ns before time 0");
        return nanos;
    }

    private long threadTime(long delta) {
        threadBase += delta;
        return nanos(threadBase);
    }

    private long serialTime(long delta) {
        serialBase += delta;
        return nanos(serialBase);
    }

    private long packed(int form) {
        return switch (form) {
            case 16 -> in.getShort() & 0xFFFF;
            case 32 -> (in.getInt() & 0xFFFF_FFFFL) + 65_536;
            default -> {
                long value = in.getLong();
                yield version == 82 && value >= 0 ? value + (1L << 32) + (1L << 16) : value;
            }
        };
    }

    private int color() {
        int blue = in.get() & 0xFF;
        int green = in.get() & 0xFF;
        return (in.get() & 0xFF) << 16 | green << 8 | blue;
    }

    // --- events

    private void fixed(int type) {
        switch (type) {
            case 0 -> top().texts.add(takeSingle());
            case 1 -> top().name = takeSingle();
            case 2, 3, 4, 5 -> message(type);
            case 6 -> trace.appInfo.add(takeSingle());
            case 7 -> zoneBegin(in.getLong(), true);
            case 11 -> callStackOfThread();
            case 12, 13, 14 -> sample(type);
            case 19 -> zoneBegin(packed(64), false);
            case 20 -> zoneBegin(packed(32), false);
            case 21 -> zoneBegin(packed(16), false);
            case 22 -> zoneBeginCallstack(packed(64));
            case 23 -> zoneBeginCallstack(packed(32));
            case 24 -> zoneBeginCallstack(packed(16));
            case 25 -> zoneEnd(packed(64));
            case 26 -> zoneEnd(packed(32));
            case 27 -> zoneEnd(packed(16));
            case 18 -> frameImage();
            case 28, 29, 31, 32 -> lockClaim(type, in.getInt(), in.getInt(), serialTime(in.getLong()));
            case 30 -> lockRelease(in.getInt(), serialTime(in.getLong()), 0);
            case 33 -> lockRelease(in.getInt(), serialTime(in.getLong()), in.getInt());
            case 9 -> {
                assertNotNull(callStack, "no call stack waits");
                assertNull(serialStack, "the serial slot for a call stack is full");
                serialStack = callStack;
                callStack = null;
            }
            case 35, 36, 37, 38 -> memory(type, null);
            case 39, 40, 41, 42 -> {
                assertNotNull(serialStack, "no call stack waits for the memory");
                memory(type - 4, serialStack);
                serialStack = null;
            }
            case 43 -> discard(null);
            case 44 -> {
                assertNotNull(serialStack, "no call stack waits for the discard");
                discard(serialStack);
                serialStack = null;
            }
            case 34 -> trace.lock(in.getInt()).name = takeSingle();
            case 62 -> {
                long note = in.getLong();
                int context = in.get() & 0xFF;
                assertNull(trace.gpuNotes.put(context + ":" + note, takeSingle()), "a note's name, told twice");
            }
            case 70, 71, 72 -> section(type);
            case 97 -> {
                trace.report(nanos(in.getLong()));
                trace.cpuLoads.add((double) in.getFloat());
            }
            case 98 -> power();
            case 111 -> cpu();
            case 45, 47, 49, 50, 51, 54 -> gpuZone(type);
            case 55, 56, 57 -> plot(type);
            case 60 -> gpuTime();
            case 61 -> gpuName();
            case 63, 64, 96 -> callstackAnswer(type);
            case 68 -> fiberEnter();
            case 69 -> fiberLeave();
            case 73 -> trace.terminated = true;
            case 74 -> trace.keepAlives++;
            case 75 -> {
                thread = in.getInt();
                threadBase = 0;
            }
            case 79 -> {
                assertTrue(nanos(in.getLong()) > 0, "a crash before the trace");
                long text = in.getLong();
                askOnce(QueryType.STRING, text);
                trace.crashes.add(new LiveTrace.Crash(where(), text, callStackOfThread.remove(where())));
            }
            case 81 -> top().rgb = color();
            case 82 -> top().values.add(in.getLong());
            case 83 -> frame('M', in.getLong(), in.getLong());
            case 84 -> frame('S', in.getLong(), in.getLong());
            case 85 -> frame('E', in.getLong(), in.getLong());
            case 86 -> vsync();
            case 87 -> sourceLocation();
            case 88 -> lockAnnounce(in.getInt(), nanos(in.getLong()), in.getLong(), in.get());
            case 89 -> lockTerminate(in.getInt(), nanos(in.getLong()));
            case 90 -> lockMark(in.getInt(), in.getInt(), in.getLong());
            case 91, 92, 93, 94 -> literal(type);
            case 95 -> gpuContext();
            case 106 -> plotConfig();
            case 107 -> parameter();
            case 116 -> {
                assertNull(memoryPool, "the slot for a pool's name is full");
                memoryPool = in.getLong();
                askOnce(QueryType.STRING, memoryPool);
            }
            case 109 -> {
                trace.refusedSources.add(in.getInt());
                pending--;
            }
            case 108, 110 -> {
                trace.acknowledged++;
                pending--;
            }
            case 118 -> gpuNote(in.getLong(), in.getDouble(), in.getInt(), in.getShort() & 0xFFFF, in.get() & 0xFF);
            case 117 -> {
                int of = in.getInt();
                assertTrue(trace.threadNames.containsKey(of), "a group for a thread without a name");
                trace.threadGroups.put(of, in.getInt());
            }
            default -> {}
        }
    }

    // --- program and machine: sections 8.7, 8.8 and 8.10

    private void section(int type) {
        if (type == 72) {
            trace.sectionCategories.put(in.getShort() & 0xFFFF, takeSingle());
            return;
        }
        long nanos = threadTime(in.getLong());
        int id = in.getInt();
        if (type == 70) {
            trace.enterSection(id, in.getShort() & 0xFFFF, takeSingle(), nanos);
        } else {
            trace.leaveSection(id, nanos);
        }
    }

    private void parameter() {
        int index = in.getInt();
        long name = in.getLong();
        int kind = in.get();
        askOnce(QueryType.STRING, name);
        assertTrue(kind >= 0 && kind <= (version == 82 ? 2 : 1), "a parameter of type " + kind);
        assertNull(
                trace.parameters.put(index, new LiveTrace.Parameter(index, "#" + name, kind, in.getInt())),
                "a parameter is set up again");
    }

    private void power() {
        trace.report(nanos(in.getLong()));
        long used = in.getLong();
        long name = in.getLong();
        askOnce(QueryType.STRING, name);
        trace.powers.computeIfAbsent(name, n -> new ArrayList<>()).add(used);
    }

    private void cpu() {
        List<Integer> place = List.of(in.getInt(), in.getInt(), in.getInt());
        assertNull(trace.cpus.put(in.getInt(), place), "a processor is told twice");
    }

    // --- memory: sections 4.5 and 8.4

    private void memory(int type, List<String> calls) {
        boolean named = type == 36 || type == 38;
        assertEquals(named, memoryPool != null, "a name for a pool without, or none for one with");
        LiveTrace.Pool pool = trace.pool(named ? memoryPool : 0);
        memoryPool = null;
        long nanos = serialTime(in.getLong());
        int of = in.getInt();
        long address = in.getLong();
        if (type <= 36) {
            long bytes = (in.getInt() & 0xFFFF_FFFFL) | (in.getShort() & 0xFFFFL) << 32;
            pool.allocated(nanos, of, address, bytes);
        } else {
            pool.freed(nanos, of, address);
        }
        if (calls != null) {
            pool.stacks.add(calls);
        }
    }

    // --- locks: sections 4.5 and 8.3

    private void lockAnnounce(int id, long nanos, long location, int type) {
        assertNull(trace.locks.put(id, new LiveTrace.Lock(id, nanos, location, type)), () -> "lock " + id + " again");
        askOnce(QueryType.SOURCE_LOCATION, location);
    }

    private void lockTerminate(int id, long nanos) {
        LiveTrace.Lock lock = trace.lock(id);
        assertTrue(!lock.terminated, "terminated twice");
        lock.terminated = true;
        lock.at(nanos);
    }

    private void lockClaim(int type, int of, int id, long nanos) {
        LiveTrace.Lock lock = trace.lock(id);
        lock.at(nanos);
        assertTrue(!lock.terminated, "an event of a lock that was terminated");
        assertTrue(type < 30 || lock.type == 1, "a lock that is not shared has readers");
        lock.threads.add(of);
        assertTrue(lock.threads.size() <= 64, "more than 64 threads");
        boolean obtain = type == 29 || type == 32;
        if (obtain) {
            // The reference client tells a release after the lock is free; ours does not.
            lock.overlaps += lock.holders.isEmpty() || type == 32 ? 0 : 1;
            lock.holders.add(of);
            assertTrue(lock.waiting.remove(of + (type == 29 ? "" : " shared")), "obtained without a wait");
        } else {
            lock.waiting.add(of + (type == 28 ? "" : " shared"));
        }
        lock.events.add(
                (obtain ? type == 29 ? "obtain " : "shared obtain " : type == 28 ? "wait " : "shared wait ") + of);
        // A thread that a viewer hears of is asked for.
        askOnce(QueryType.THREAD_STRING, of & 0xFFFF_FFFFL);
    }

    private void lockRelease(int id, long nanos, int of) {
        LiveTrace.Lock lock = trace.lock(id);
        lock.at(nanos);
        int holder = of != 0 || lock.holders.isEmpty() ? of : lock.holders.getLast();
        assertTrue(lock.holders.removeIf(h -> h == holder), () -> "lock " + id + " is released, but not held");
        lock.events.add((of == 0 ? "release " : "shared release ") + holder);
    }

    private void lockMark(int of, int id, long location) {
        LiveTrace.Lock lock = trace.lock(id);
        assertTrue(lock.threads.contains(of), "a mark of a thread that never waited for the lock");
        lock.marks.add(location);
        askOnce(QueryType.SOURCE_LOCATION, location);
    }

    /** The fiber that runs on the current thread, else the thread. */
    private int where() {
        return fiberOn.getOrDefault(thread, thread);
    }

    /** @param stack null: none */
    private void discard(List<String> stack) {
        long nanos = serialTime(in.getLong());
        int of = in.getInt();
        LiveTrace.Pool pool = trace.pool(in.getLong());
        pool.discard(nanos, of);
        if (stack != null) {
            pool.stacks.add(stack);
        }
    }

    // --- fibers: section 8.6

    private void fiberEnter() {
        long nanos = threadTime(in.getLong());
        long fiber = in.getLong();
        int on = in.getInt();
        int group = in.getInt();
        assertEquals(thread, on, "a fiber is entered in the context of another thread");
        assertNull(fiberOn.put(on, (int) fiber), "a fiber runs on the thread already");
        LiveTrace.FiberRow row = trace.fibers.computeIfAbsent(fiber, id -> new LiveTrace.FiberRow());
        assertTrue(row.leftNanos <= nanos, "a fiber's time runs backwards");
        row.enteredNanos = nanos;
        row.group = group;
        row.threads.add(on);
        askOnce(QueryType.FIBER_NAME, fiber);
        askOnce(QueryType.THREAD_STRING, on & 0xFFFF_FFFFL);
    }

    private void fiberLeave() {
        long nanos = threadTime(in.getLong());
        Integer fiber = fiberOn.remove(in.getInt());
        assertNotNull(fiber, "no fiber runs on the thread");
        LiveTrace.FiberRow row = trace.fibers.get((long) fiber);
        assertTrue(nanos >= row.enteredNanos, "a fiber is left before it is entered");
        row.leftNanos = nanos;
        row.ranNanos += nanos - row.enteredNanos;
    }

    private Zone top() {
        List<Zone> stack = trace.stacks.getOrDefault(where(), List.of());
        assertTrue(!stack.isEmpty(), () -> "an attribute without an open zone on thread " + thread);
        return stack.getLast();
    }

    private void zoneBegin(long delta, boolean allocated) {
        Zone zone = new Zone();
        zone.thread = where();
        zone.beginNanos = threadTime(delta);
        List<Zone> stack = trace.stacks.computeIfAbsent(where(), id -> new ArrayList<>());
        assertTrue(stack.isEmpty() || stack.getLast().beginNanos <= zone.beginNanos, "a thread's time runs backwards");
        assertTrue(thread != 0, "a zone on thread 0");
        zone.depth = stack.size();
        if (allocated) {
            assertNotNull(allocatedLocation, "no location waits");
            zone.locationName = allocatedLocation;
            allocatedLocation = null;
        } else {
            zone.location = in.getLong();
            askOnce(QueryType.SOURCE_LOCATION, zone.location);
        }
        askOnce(QueryType.THREAD_STRING, thread & 0xFFFF_FFFFL);
        stack.add(zone);
        trace.zones.add(zone);
    }

    private void zoneBeginCallstack(long delta) {
        zoneBegin(delta, false);
        trace.zones.getLast().calls = callStackOfThread.remove(where());
        assertNotNull(trace.zones.getLast().calls, "no call stack waits for the zone");
    }

    private void zoneEnd(long delta) {
        List<Zone> stack = trace.stacks.getOrDefault(where(), List.of());
        assertTrue(!stack.isEmpty(), () -> "an end without an open zone on thread " + thread);
        Zone zone = stack.removeLast();
        zone.endNanos = threadTime(delta);
        assertTrue(zone.endNanos >= zone.beginNanos, "a zone ends before it begins");
    }

    private void message(int type) {
        long nanos = nanos(in.getLong());
        int rgb = type == 3 || type == 5 ? color() : -1;
        int metadata = version == 82 ? in.get() : 0x20;
        addMessage(nanos, rgb, metadata, takeSingle());
        if (type >= 4) {
            addCalls();
        }
    }

    private void addCalls() {
        List<String> calls = callStackOfThread.remove(where());
        assertNotNull(calls, "no call stack waits for the message");
        trace.messageStacks.add(calls);
    }

    private void literal(int type) {
        long nanos = nanos(in.getLong());
        int rgb = type == 92 || type == 94 ? color() : -1;
        long value = in.getLong();
        long pointer = version == 82 ? value >>> 8 : value;
        askOnce(QueryType.STRING, pointer);
        addMessage(nanos, rgb, version == 82 ? (int) value & 0xFF : 0x20, "#" + pointer);
        if (type >= 93) {
            addCalls();
        }
    }

    private void addMessage(long nanos, int rgb, int metadata, String text) {
        assertTrue(metadata >>> 4 <= 5 && (metadata & 15) <= 1, () -> "metadata " + metadata);
        askOnce(QueryType.THREAD_STRING, thread & 0xFFFF_FFFFL);
        trace.messages.add(new LiveTrace.Text(where(), nanos, metadata >>> 4, metadata & 15, rgb, text));
    }

    private void plot(int type) {
        long name = in.getLong();
        long nanos = threadTime(in.getLong());
        double value = type == 55 ? in.getLong() : type == 56 ? in.getFloat() : in.getDouble();
        assertTrue(Double.isFinite(value), "a plot's value is not finite");
        askOnce(QueryType.PLOT_NAME, name);
        trace.plots.computeIfAbsent(name, id -> new ArrayList<>()).add(new LiveTrace.PlotValue(nanos, value));
    }

    private void plotConfig() {
        long name = in.getLong();
        int format = in.get();
        assertTrue(format >= 0 && format <= 2, "a plot's format");
        boolean step = in.get() != 0;
        boolean fill = in.get() != 0;
        askOnce(QueryType.PLOT_NAME, name);
        trace.plotConfigs
                .computeIfAbsent(name, id -> new ArrayList<>())
                .add(new LiveTrace.PlotConfig(format, step, fill, in.getInt()));
    }

    private void frame(char kind, long ticks, long name) {
        long nanos = nanos(ticks);
        Character before = frameKinds.get(name);
        assertTrue(before == null || (before == 'M') == (kind == 'M'), "a name is both marked and started");
        assertTrue(kind != 'S' || before == null || before == 'E', "a frame starts within a frame of its name");
        frameKinds.put(name, kind);
        if (kind != 'E') {
            askOnce(QueryType.FRAME_NAME, name);
        }
        List<FrameEvent> set = trace.frames.computeIfAbsent(name, id -> new ArrayList<>());
        long floor = !set.isEmpty() ? set.getLast().nanos() : name == 0 ? Math.max(0, trace.connectedNanos) : 0;
        assertTrue(nanos >= floor, "frames run backwards");
        set.add(new FrameEvent(kind, nanos));
    }

    private void vsync() {
        long nanos = nanos(in.getLong());
        trace.vsyncs.computeIfAbsent(in.getInt(), id -> new ArrayList<>()).add(nanos);
    }

    private void frameImage() {
        assertNotNull(frameImage, "no image waits");
        long frame = in.getInt() & 0xFFFF_FFFFL;
        int width = in.getShort() & 0xFFFF;
        int height = in.getShort() & 0xFFFF;
        boolean flipped = in.get() == 1;
        assertEquals(0, width % 4);
        assertEquals(0, height % 4);
        assertEquals(width * height / 2, frameImage.length * Integer.BYTES, "bytes of the image");
        assertNull(
                trace.images.put(frame, new LiveTrace.Image(width, height, flipped, frameImage)),
                "a second image for frame " + frame);
        frameImage = null;
    }

    private void sourceLocation() {
        Long pointer = locationsAsked.poll();
        assertNotNull(pointer, "a source location that nobody asked for");
        var location = new LiveTrace.Location(in.getLong(), in.getLong(), in.getLong(), in.getInt(), color());
        trace.locations.put(pointer, location);
        askOnce(QueryType.STRING, location.name());
        askOnce(QueryType.STRING, location.function());
        askOnce(QueryType.STRING, location.file());
        pending--;
    }

    /** Answers to queries that only a fuzzer sends: section 8.5. */
    private void callstackAnswer(int type) {
        String text = takeSingle();
        switch (type) {
            case 63 -> {
                assertEquals(0, callstackFramesDue, "a call stack's frames are missing");
                callstackFramesOf = in.getLong();
                callstackFramesDue = in.get();
                assertTrue(callstackFramesDue > 0, "a call stack without frames");
                pending--;
                trace.otherAnswers++;
            }
            case 64 -> {
                int line = in.getInt();
                trace.symbols.put(in.getLong(), text + ":" + line);
                pending--;
                trace.otherAnswers++;
            }
            default -> {
                assertNotNull(second, "no second string waits");
                int line = in.getInt();
                long symbol = in.getLong();
                trace.calls.put(callstackFramesOf, new LiveTrace.Call(text + " " + second + ":" + line, symbol));
                askOnce(QueryType.SYMBOL, symbol);
                second = null;
                callstackFramesDue--;
            }
        }
    }

    // --- GPU

    private void gpuContext() {
        long cpu = nanos(in.getLong());
        long gpu = in.getLong();
        int ofThread = in.getInt();
        float period = in.getFloat();
        int id = in.get() & 0xFF;
        int flags = in.get();
        int type = in.get();
        assertTrue(type > 0, "a GPU context of type 0");
        assertEquals(
                null, trace.gpuContexts.put(id, new LiveTrace.GpuContext(type, ofThread, period, flags, cpu, gpu)));
    }

    private void gpuName() {
        int id = in.get() & 0xFF;
        assertTrue(trace.gpuContexts.containsKey(id), "a name for an unknown GPU context");
        trace.gpuNames.put(id, takeSingle());
    }

    private void gpuZone(int type) {
        boolean isSerial = type >= 50;
        boolean isEnd = type == 49 || type == 54;
        long delta = in.getLong();
        long cpu = isSerial ? serialTime(delta) : threadTime(delta);
        int submitter = in.getInt();
        int query = in.getShort() & 0xFFFF;
        int id = in.get() & 0xFF;
        LiveTrace.GpuContext context = trace.gpuContexts.get(id);
        assertNotNull(context, "a GPU zone of an unknown context");
        List<GpuZone> stack =
                gpuStacks.computeIfAbsent(id << 24 ^ (context.thread() == 0 ? submitter : 0), key -> new ArrayList<>());
        GpuZone zone;
        if (isEnd) {
            assertEquals(context.thread() == 0 ? submitter : 0, submitter, "a bound context's end names a thread");
            zone = stack.removeLast();
            zone.cpuEndNanos = cpu;
        } else {
            zone = new GpuZone();
            zone.context = id;
            zone.thread = submitter;
            zone.cpuBeginNanos = cpu;
            if (type == 47) {
                zone.locationName = allocatedLocation;
                allocatedLocation = null;
            } else {
                zone.location = in.getLong();
                askOnce(QueryType.SOURCE_LOCATION, zone.location);
            }
            if (type == 51) {
                assertNotNull(serialStack, "no call stack waits for the GPU zone");
                zone.calls = serialStack;
                serialStack = null;
            }
            stack.add(zone);
            trace.gpuZones.add(zone);
            gpuBegins.put(id << 16 | query, zone);
        }
        assertEquals(null, gpuQueries.put(id << 16 | query, zone), "the query's slot is taken");
    }

    private void gpuNote(long note, double value, int submitter, int query, int id) {
        GpuZone zone = gpuBegins.get(id << 16 | query);
        assertNotNull(zone, "a value for a query that began nothing");
        assertEquals(zone.thread, submitter);
        String name = trace.gpuNotes.get(id + ":" + note);
        assertNotNull(name, "a value without a name");
        zone.notes.put(name, value);
    }

    private void gpuTime() {
        gpuBase += in.getLong();
        int query = in.getShort() & 0xFFFF;
        int id = in.get() & 0xFF;
        LiveTrace.GpuContext context = trace.gpuContexts.get(id);
        GpuZone zone = gpuQueries.remove(id << 16 | query);
        assertNotNull(zone, "a GPU time for a slot that is empty");
        long nanos = gpuBase + context.cpuNanos() - context.gpuTicks();
        if (zone.gpuBeginNanos < 0) {
            zone.gpuBeginNanos = nanos;
        } else {
            zone.gpuEndNanos = nanos;
        }
    }
}
