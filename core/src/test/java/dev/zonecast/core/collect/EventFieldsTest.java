package dev.zonecast.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.FrameName;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.MessageSource;
import dev.zonecast.core.Plot;
import dev.zonecast.core.Severity;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.LockInfo;
import dev.zonecast.core.event.MarkerEvent;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.core.event.ZoneBegin;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.gpu.GpuStatistic;
import dev.zonecast.core.history.History;
import dev.zonecast.core.kind.EventField;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.kind.LockEvent;
import dev.zonecast.core.kind.Order;
import dev.zonecast.core.kind.Pairing;
import dev.zonecast.core.kind.ZoneCounter;
import dev.zonecast.core.live.ViewerLink;
import dev.zonecast.core.marker.MarkerOptions;
import dev.zonecast.core.marker.MarkerType;
import dev.zonecast.core.registry.GpuContextTable;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.ring.RingLayout;
import dev.zonecast.core.state.LockTable;
import dev.zonecast.memory.NativeCalls;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each kind that a ring holds is filled by its declaration, every field with a value of its own, and goes through a thread's ring to a sink.
 * The sink reads each field by the accessor of the field's name.
 */
class EventFieldsTest {
    /** Fields that have no accessor: they say where the record belongs, or nothing. */
    private static final Set<String> WITHOUT_ACCESSOR = Set.of("unused", "depth");

    /** Records that are no events; the test writes them with the records that they belong to. */
    private static final Set<EventKind> BY_OTHERS = EnumSet.of(
            EventKind.ZONE_STACK,
            EventKind.CALL_STACK,
            EventKind.CARRIER,
            EventKind.MARKER,
            EventKind.MARKER_STACK,
            EventKind.MARKER_TARGET);

    /** Data of a marker. */
    record Bite(String animal, int times) {}

    private static final MarkerType<Bite> BITE = MarkerType.of(Bite.class);
    private static final CallStack STACK = new CallStack(List.of(new CallStack.Call("bite", "wolf.lua", 12)));

    private final GpuContextInfo context = GpuContextTable.of(GpuContextInfo.class)
            .add(id -> new GpuContextInfo(id, GpuApi.OPENGL, "declared", System.nanoTime()));
    private final Object key = new Object();
    private final LockInfo lock = LockTable.of(LockInfo.class)
            .add(
                    key,
                    id -> new LockInfo(id, "declared", SourceLocation.here("declared lock"), false, System.nanoTime()));

    /** By kind and field: what was recorded, and what the sink has read. */
    private final Map<EventKind, Map<String, Object>> expected = new EnumMap<>(EventKind.class);

    private final Map<EventKind, Map<String, Object>> seen = new EnumMap<>(EventKind.class);
    private long numbers = 1_000;

    private final class Reader implements EventSink {
        @Override
        public String description() {
            return "reader of fields";
        }

        @Override
        public void zones(EventThread thread, ZoneRun run) {
            for (int i = 0; i < run.size(); i++) {
                // The first zone; others carry call stack and carrier.
                if (run.isEnd(i)) {
                    seen.put(EventKind.ZONE_END, Map.of("zones", 1));
                } else if (run.place(i) == objects.get("declared ZONE_BEGIN location")) {
                    seen.put(EventKind.ZONE_BEGIN, Map.of("location", run.place(i)));
                }
            }
        }

        @Override
        public void event(Event event) {
            if (event instanceof ZoneBegin begin) {
                seen.put(EventKind.CALL_STACK, Map.of("stack", begin.stack()));
            } else if (event instanceof MarkerEvent marker) {
                seen.put(EventKind.MARKER, Map.of("animal", marker.text(0).toString(), "times", marker.word(1)));
                seen.put(EventKind.MARKER_STACK, Map.of("stack", marker.stack()));
                seen.put(
                        EventKind.MARKER_TARGET,
                        Map.of("thread", marker.thread().id()));
            } else if (event.kind() == EventKind.ZONE_TEXT && event.thread().virtual()) {
                seen.put(EventKind.CARRIER, Map.of());
            } else if (event.kind().order() != Order.TOLD && event.kind() != EventKind.THREAD_STOPPED) {
                Map<String, Object> fields = new TreeMap<>();
                for (EventField field : event.kind().fields()) {
                    if (!WITHOUT_ACCESSOR.contains(field.name())) {
                        fields.put(field.name(), read(event, field.name()));
                    }
                }
                // Counters of other tests are sampled into plots too.
                seen.merge(
                        event.kind(),
                        fields,
                        (before, now) -> before.equals(expected.get(event.kind())) ? before : now);
            }
        }

        private static Object read(Event event, String field) {
            try {
                Object value = event.getClass().getMethod(field).invoke(event);
                return value instanceof Utf8Text text ? text.toString() : value;
            } catch (ReflectiveOperationException e) {
                throw new LinkageError(event.kind() + " has no accessor for its field " + field, e);
            }
        }
    }

    /** Records of one pair, pool or lock are about the same object. */
    private static String subject(EventKind kind) {
        if (kind.pairing() != Pairing.NONE && kind.pairing() != Pairing.MARKS) {
            return kind.closing().name();
        }
        return kind.name().startsWith("MEMORY") ? "memory" : kind.name();
    }

    private final Map<String, Object> objects = new HashMap<>();

    /** An object that an id names; its id goes into the record. */
    private Object named(EventKind kind, EventField field) {
        boolean ofPair = field.name().equals("name") || field.name().equals("pool");
        String name = "declared " + (ofPair ? subject(kind) : kind.name()) + " " + field.name();
        return switch (field.space()) {
            case LOCATION -> objects.computeIfAbsent(name, SourceLocation::here);
            case NAME -> name;
            case PLOT -> Plot.of(name);
            case POOL -> MemoryPool.of(name);
            case FRAME -> FrameName.of(name);
            case LOCK -> lock;
            case MARKER, GPU_CONTEXT, NONE -> null;
        };
    }

    private static int idOf(Object named) {
        return switch (named) {
            case SourceLocation location -> Ids.of(location);
            case String name -> Registry.INSTANCE.names().intern(name);
            case Plot plot -> Ids.of(plot);
            case MemoryPool pool -> Ids.of(pool);
            case FrameName frame -> Ids.of(frame);
            case LockInfo info -> info.id();
            default -> throw new AssertionError(named);
        };
    }

    /** Fills a record of a kind by its declaration, writes it, and keeps what a sink has to read. */
    private void write(EventKind kind) {
        Map<String, Object> fields = new TreeMap<>();
        int small = 0;
        int id = 0;
        long[] words = new long[4];
        int word = 0;
        String text = null;
        CallStack stack = null;
        for (EventField field : kind.fields()) {
            Object named = named(kind, field);
            Object value = named;
            switch (field.part()) {
                case SMALL -> {
                    value = small(field.name());
                    small |= bits(value);
                }
                case ID -> {
                    value = named != null ? named : id(field.name());
                    id = named != null ? idOf(named) : (int) value;
                    value = switch (field.name()) {
                        case "literalId" -> id;
                        case "statistic" -> GpuStatistic.of(id);
                        default -> value;
                    };
                }
                case WORD -> {
                    long raw = named != null ? idOf(named) : word(kind, field.name());
                    value = named != null ? named : shown(field.name(), raw);
                    words[word++] = raw;
                }
                case TEXT -> {
                    text = "text of " + kind;
                    value = text;
                }
                case STACK -> {
                    stack = STACK;
                    value = stack;
                }
                case SCHEMA, NONE -> throw new AssertionError(field);
            }
            if (!WITHOUT_ACCESSOR.contains(field.name())) {
                fields.put(field.name(), value);
            }
        }
        Recorder recorder = Recorder.current();
        if (text != null) {
            recorder.recordText(kind, small, id, text, stack);
        } else if (word > 2) {
            assertTrue(recorder.tryRecord(kind, small, id, words[0], words[1], words[2], words[3], stack));
        } else if (stack != null) {
            recorder.record(kind, small, id, words[0], words[1], stack);
        } else if (word > 0) {
            recorder.record(kind, small, id, words[0], words[1]);
        } else {
            recorder.record(kind, small, id);
        }
        expected.put(kind, fields);
    }

    private Object small(String field) {
        return switch (field) {
            case "severity" -> Severity.WARNING;
            case "source" -> MessageSource.PROFILER;
            case "contextId" -> context.id();
            case "what" -> LockEvent.OBTAIN;
            case "counter" -> ZoneCounter.PAGE_FAULTS;
            default -> throw new AssertionError(field);
        };
    }

    private static int bits(Object small) {
        return switch (small) {
            case Severity severity -> severity.code() << 4;
            case MessageSource source -> source.code();
            case LockEvent what -> what.code();
            case ZoneCounter counter -> counter.code();
            default -> (int) small & 0xFF;
        };
    }

    private Object id(String field) {
        return switch (field) {
            case "zones" -> 1;
            case "depth", "unused" -> 0;
            default -> (int) ++numbers;
        };
    }

    private long word(EventKind kind, String field) {
        return switch (field) {
            case "unused" -> 0;
            case "decimal", "driftPpm" -> Double.doubleToRawLongBits(0.5 + ++numbers);
            case "submitter" -> RingLayout.gpuThreadWord(context.id(), 0, 77);
            // The same for all records of a pair or a pool.
            case "id", "address" -> (long) objects.computeIfAbsent(subject(kind) + field, ignored -> ++numbers);
            default -> ++numbers;
        };
    }

    private static Object shown(String field, long raw) {
        return switch (field) {
            case "decimal", "driftPpm" -> Double.longBitsToDouble(raw);
            case "submitter" -> 77L;
            case "rgb" -> (int) raw;
            // Ticks of the past: the map of the clock has another number for them.
            case "nanos", "gpuNanos" -> "a time";
            default -> raw;
        };
    }

    /** By the declarations, in an order in which the records make sense. */
    private void writeAll() throws InterruptedException {
        write(EventKind.ZONE_BEGIN);
        for (EventKind kind : EventKind.values()) {
            boolean isLater =
                    kind == EventKind.ZONE_BEGIN || kind == EventKind.ZONE_END || kind == EventKind.GPU_ZONE_END;
            if (kind.order() != Order.TOLD && !BY_OTHERS.contains(kind) && !isLater) {
                if (kind == EventKind.MEMORY_DISCARDED) {
                    // All blocks need one that lives.
                    write(EventKind.MEMORY_ALLOCATED);
                }
                write(kind);
            }
            if (kind == EventKind.GPU_ZONE_VALUE) {
                write(EventKind.GPU_ZONE_END);
            }
        }
        write(EventKind.ZONE_END);

        Zone.end(Zone.begin((SourceLocation) objects.computeIfAbsent("with stack", SourceLocation::here), 4));
        BITE.instant(new Bite("wolf", 3), MarkerOptions.stack(STACK).onThread(Thread.currentThread()));
        Thread carried = Thread.ofVirtual().start(() -> Zone.end(Zone.begin(SourceLocation.here("carried"))));
        carried.join();
    }

    /** A viewer that has always room. */
    private static final ViewerLink NEAR = new ViewerLink() {
        @Override
        public void noRoomSince(long nanos) {}

        @Override
        public boolean hasRoom() {
            return true;
        }

        @Override
        public boolean isOver() {
            return false;
        }
    };

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldBringEachFieldOfEachKindToASinkWhenFilledByItsDeclaration(boolean throughHistory) throws Exception {
        History history = new History(Duration.ofSeconds(100), 64 << 20, ignored -> {});
        List<EventSink> sinks =
                throughHistory ? List.of(history, history.served(new Reader(), NEAR)) : List.of(new Reader());
        sinks.forEach(TestProfiler::attach);
        try {
            TestProfiler.inThreads(1, this::writeAll);
        } finally {
            sinks.forEach(TestProfiler::detach);
        }

        expected.forEach((kind, fields) -> {
            Map<String, Object> read = new TreeMap<>(seen.getOrDefault(kind, Map.of()));
            fields.forEach(
                    (name, value) -> read.computeIfPresent(name, (ignored, r) -> "a time".equals(value) ? value : r));
            assertEquals(fields, read, kind::toString);
        });
        assertEquals(Map.of("animal", "wolf", "times", 3L), seen.get(EventKind.MARKER));
        assertEquals(Map.of("stack", STACK), seen.get(EventKind.MARKER_STACK));
        assertTrue((long) seen.get(EventKind.MARKER_TARGET).get("thread") > 0);
        assertNotNull(seen.get(EventKind.CALL_STACK).get("stack"));
        Set<EventKind> missing = EnumSet.noneOf(EventKind.class);
        for (EventKind kind : EventKind.values()) {
            // A stack as text comes with the record behind it.
            if (kind.order() != Order.TOLD && kind != EventKind.ZONE_STACK && !seen.containsKey(kind)) {
                missing.add(kind);
            }
        }
        assertEquals(NativeCalls.POSSIBLE ? Set.of() : Set.of(EventKind.CARRIER), missing);
    }
}
