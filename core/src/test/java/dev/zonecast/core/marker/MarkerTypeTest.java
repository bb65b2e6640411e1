package dev.zonecast.core.marker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.Category;
import dev.zonecast.core.CategoryColor;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Statistics;
import dev.zonecast.core.Zone;
import dev.zonecast.core.collect.RecordedEvents;
import dev.zonecast.core.collect.TestProfiler;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.MarkerEvent;
import dev.zonecast.core.registry.TableLimit;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MarkerTypeTest {
    enum Side {
        LEFT,
        RIGHT
    }

    record Hit(int damage, double metres) {}

    record Everything(
            boolean truth,
            byte small,
            short middle,
            char letter,
            int whole,
            long large,
            float single,
            double exact,
            String text,
            Side side) {}

    record Two(String first, String second) {}

    record Thrower(int value) {
        @Override
        public int value() {
            if (value < 0) {
                throw new IllegalStateException("below 0");
            }
            return value;
        }
    }

    private static final Category COMBAT = Category.of("Combat", CategoryColor.RED);
    private static final MarkerType<Hit> HIT = MarkerType.of(
            Hit.class, MarkerSchema.builder("Hit").category(COMBAT).field("damage", "Damage", MarkerFormat.INTEGER));
    private static final MarkerType<Everything> EVERYTHING = MarkerType.of(Everything.class);
    private static final MarkerType<Two> TWO = MarkerType.of(Two.class);
    private static final MarkerType<Thrower> THROWER =
            MarkerType.of(MethodHandles.lookup(), Thrower.class, MarkerSchema.builder("Thrower"));
    private static final Marker SAVED = Marker.of("saved", COMBAT);
    private static final SourceLocation PLACE = SourceLocation.here("around");

    private static List<String> markers(TestProfiler.Work work) throws Exception {
        return TestProfiler.record(work).of("marker").stream()
                .map(RecordedEvents.Event::what)
                .toList();
    }

    /** Markers' values, by a sink of its own. */
    private static List<List<Object>> values(TestProfiler.Work work) throws Exception {
        List<List<Object>> values = new ArrayList<>();
        EventSink sink = TestProfiler.attach(new RecordedEvents() {
            @Override
            public void event(dev.zonecast.core.event.Event event) {
                if (event instanceof MarkerEvent marker) {
                    List<Object> all = new ArrayList<>();
                    for (int i = 0; i < marker.fieldCount(); i++) {
                        all.add(marker.value(i, 0));
                    }
                    values.add(all);
                }
            }
        });
        work.run();
        TestProfiler.detach(sink);
        return values;
    }

    @Test
    void shouldKeepEveryKindOfValueWhenRecorded() throws Exception {
        List<List<Object>> values = values(() -> {
            EVERYTHING.instant(new Everything(
                    true,
                    (byte) -1,
                    Short.MIN_VALUE,
                    'ä',
                    -7,
                    Long.MIN_VALUE,
                    1.5f,
                    Double.NaN,
                    "grün\0€",
                    Side.RIGHT));
            EVERYTHING.instant(new Everything(false, (byte) 127, (short) 2, 'a', 0, 1, -0.0f, Math.PI, null, null));
        });

        assertEquals(
                List.of(
                        Arrays.asList(
                                true, -1L, -32768L, "ä", -7L, Long.MIN_VALUE, 1.5, Double.NaN, "grün\0€", "RIGHT"),
                        Arrays.asList(false, 127L, 2L, "a", 0L, 1L, -0.0, Math.PI, null, null)),
                values);
    }

    @Test
    void shouldKeepSeveralTextsApartWhateverTheirLength() throws Exception {
        String odd = "\u00e9".repeat(11);
        List<List<Object>> values = values(() -> {
            TWO.instant(new Two("", odd));
            TWO.instant(new Two("12345678", ""));
            TWO.instant(new Two(null, "x"));
            TWO.instant(new Two("\ud800", "y".repeat(20_000)));
        });

        assertEquals(List.of("", odd), values.get(0));
        assertEquals(List.of("12345678", ""), values.get(1));
        assertEquals(Arrays.asList(null, "x"), values.get(2));
        assertEquals("\ufffd", values.get(3).get(0));
        assertEquals("y".repeat(12_000), values.get(3).get(1));
    }

    @Test
    void shouldHaveTheTimeThatWasGivenWhenAnInstantHasPassed() throws Exception {
        List<RecordedEvents.Event> events = TestProfiler.record(() -> {
                    long then = Marker.now();
                    SAVED.instant("later");
                    SAVED.instantAt(then, "earlier");
                    SAVED.instantAt(then);
                    HIT.instantAt(then, new Hit(1, 0));
                    SAVED.instantAt(0);
                    HIT.instantAt(0, new Hit(2, 0));
                })
                .of("marker");

        assertEquals(
                List.of(
                        "INSTANT saved later",
                        "INSTANT saved earlier",
                        "INSTANT saved",
                        "INSTANT Hit Damage: 1, metres: 0"),
                events.stream().map(RecordedEvents.Event::what).toList());
        long then = events.get(1).nanos();
        assertTrue(then < events.getFirst().nanos(), events.toString());
        assertEquals(
                List.of(then, then),
                List.of(events.get(2).nanos(), events.get(3).nanos()));
    }

    @Test
    void shouldRecordAllPhases() throws Exception {
        List<String> markers = markers(() -> {
            HIT.instant(new Hit(1, 0.5));
            long begin = Marker.now();
            HIT.interval(begin, new Hit(2, 0));
            HIT.begin(new Hit(3, 0));
            HIT.end(new Hit(4, 0));
            try (MarkerType.Scope<Hit> scope = HIT.open(new Hit(5, 0))) {
                assertTrue(scope.isRecorded());
                scope.set(new Hit(6, 0));
            }
            SAVED.instant();
            SAVED.instant("slot 3");
            try (Marker.Scope scope = SAVED.open("all")) {
                assertNotNull(scope);
            }
        });

        assertEquals(
                List.of(
                        "INSTANT Hit Damage: 1, metres: 0.5000",
                        "INTERVAL Hit Damage: 2, metres: 0",
                        "START Hit Damage: 3, metres: 0",
                        "END Hit Damage: 4, metres: 0",
                        "SCOPED Hit Damage: 6, metres: 0",
                        "INSTANT saved",
                        "INSTANT saved slot 3",
                        "SCOPED saved all"),
                markers);
    }

    @Test
    void shouldEndInnerZonesFirstWhenAScopeIsClosedAroundThem() throws Exception {
        List<String> lines = TestProfiler.record(() -> {
                    long outer = Zone.begin(PLACE);
                    try (MarkerType.Scope<Hit> scope = HIT.open()) {
                        long ignored = Zone.begin(PLACE);
                        scope.set(new Hit(1, 2));
                    }
                    Zone.end(outer);
                })
                .of("zoneBegin", "zoneEnd", "marker")
                .stream()
                .map(event -> (event.kind() + " " + event.what()).strip())
                .toList();

        assertEquals(
                List.of(
                        "zoneBegin around",
                        "zoneBegin Hit",
                        "zoneBegin around",
                        "zoneEnd",
                        "marker SCOPED Hit Damage: 1, metres: 2",
                        "zoneEnd",
                        "zoneEnd"),
                lines);
    }

    @Test
    void shouldCountAndGoOnWhenAnEndHasNoStart() throws Exception {
        long before = TestProfiler.statistics().wrongCalls();

        List<String> markers = markers(() -> {
            HIT.end(new Hit(1, 0));
            SAVED.begin();
            HIT.end(new Hit(2, 0));
            SAVED.end();
            SAVED.end();
        });

        TestProfiler.flush();
        assertEquals(List.of("START saved", "END saved"), markers);
        // The first end of a marker may belong to an interval that began before the recording.
        assertEquals(before + 2, TestProfiler.statistics().wrongCalls());
    }

    @Test
    void shouldForgetAnOpenIntervalWhenTheLastSinkHasLeft() throws Exception {
        long before = TestProfiler.statistics().wrongCalls();

        List<String> first = markers(SAVED::begin);
        SAVED.end();
        SAVED.begin();
        List<String> second = markers(SAVED::end);

        TestProfiler.flush();
        assertEquals(List.of("START saved"), first);
        assertEquals(List.of(), second);
        assertEquals(before, TestProfiler.statistics().wrongCalls());
    }

    @Test
    void shouldPairStartsAndEndsOfOneThreadAlone() throws Exception {
        long before = TestProfiler.statistics().wrongCalls();

        List<String> markers = markers(() -> {
            HIT.begin(new Hit(1, 0));
            Thread other = Thread.ofPlatform().start(() -> {
                HIT.end(new Hit(2, 0));
                HIT.begin(new Hit(3, 0));
                HIT.end(new Hit(4, 0));
                HIT.end(new Hit(6, 0));
            });
            other.join();
            HIT.end(new Hit(5, 0));
        });

        TestProfiler.flush();
        assertEquals(
                List.of(
                        "END Hit Damage: 4, metres: 0",
                        "END Hit Damage: 5, metres: 0",
                        "START Hit Damage: 1, metres: 0",
                        "START Hit Damage: 3, metres: 0"),
                markers.stream().sorted().toList());
        assertEquals(before + 1, TestProfiler.statistics().wrongCalls());
    }

    @Test
    void shouldCountAndGoOnWhenAnAccessorThrows() throws Exception {
        long before = TestProfiler.statistics().wrongCalls();

        List<String> markers = markers(() -> {
            THROWER.instant(new Thrower(1));
            THROWER.instant(new Thrower(-1));
            THROWER.instant(null);
            try (MarkerType.Scope<Thrower> scope = THROWER.open(new Thrower(-2))) {
                assertTrue(scope.isRecorded());
            }
            THROWER.instant(new Thrower(2));
        });

        TestProfiler.flush();
        assertEquals(List.of("INSTANT Thrower value: 1", "INSTANT Thrower value: 2"), markers);
        assertEquals(before + 3, TestProfiler.statistics().wrongCalls());
    }

    @Test
    void shouldBelongToTheThreadThatItIsAbout() throws Exception {
        CountDownLatch recorded = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        Thread other = new Thread(
                () -> {
                    SAVED.instant("mine");
                    recorded.countDown();
                    try {
                        done.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "the other");
        RecordedEvents events = TestProfiler.record(() -> {
            other.start();
            recorded.await();
            TestProfiler.flush();
            SAVED.instant("about you", MarkerOptions.thread(other));
            SAVED.instant("about a stranger", MarkerOptions.thread(new Thread(() -> {})));
            SAVED.instant("about me");
        });
        done.countDown();
        other.join();

        assertEquals(
                List.of("the other marker INSTANT saved mine", "the other marker INSTANT saved about you"),
                events.of("marker").stream()
                        .filter(event -> event.threadId() == other.threadId())
                        .map(Object::toString)
                        .toList());
        assertEquals(4, events.of("marker").size());
    }

    @Test
    void shouldHaveTheStackOfItsCallAndOfNoOther() throws Exception {
        List<String> stacks = new ArrayList<>();
        EventSink sink = TestProfiler.attach(new RecordedEvents() {
            @Override
            public void event(dev.zonecast.core.event.Event event) {
                if (event instanceof MarkerEvent marker) {
                    stacks.add(
                            marker.stack() == null
                                    ? "none"
                                    : marker.stack().calls().getFirst().function());
                }
            }
        });
        HIT.instant(new Hit(1, 1), MarkerOptions.capturedStack());
        HIT.instant(new Hit(2, 1));
        SAVED.instant("text", MarkerOptions.capturedStack());
        TestProfiler.detach(sink);

        String here = getClass().getName() + ".shouldHaveTheStackOfItsCallAndOfNoOther";
        assertEquals(List.of(here, "none", here), stacks);
    }

    @Test
    void shouldRecordNothingWhileNobodyListens() throws Exception {
        TestProfiler.flush();
        HIT.instant(new Hit(1, 1));
        assertEquals(0, Marker.now());
        HIT.interval(Marker.now(), new Hit(1, 1));

        List<String> markers = markers(() -> HIT.interval(0, new Hit(1, 1)));

        assertEquals(List.of(), markers);
    }

    @Test
    void shouldNotMixUpMarkersOfManyThreads() throws Exception {
        List<String> markers = markers(() -> TestProfiler.inThreads(4, () -> {
            for (int i = 0; i < 5_000; i++) {
                HIT.instant(new Hit(i, 0));
                SAVED.instant("n" + i);
            }
        }));

        var counts = markers.stream().collect(Collectors.groupingBy(what -> what, Collectors.counting()));
        assertEquals(10_000, counts.size());
        assertTrue(counts.values().stream().allMatch(count -> count == 4));
    }

    @Test
    void shouldCountTheOldestIntervalsWhenTooManyOfAMarkerAreOpen() throws Exception {
        String entries = "open intervals of a marker on a thread";
        int most = 10_000;
        Marker marker = Marker.of("never ended");
        long before = TableLimit.refusals().getOrDefault(entries, 0L);
        Statistics statistics = TestProfiler.statistics();

        RecordedEvents events = TestProfiler.record(() -> {
            for (int i = 0; i < 2 * (most + 2); i++) {
                if (i < most + 2) {
                    marker.begin();
                } else {
                    marker.end();
                }
                if (i % 100 == 0) {
                    TestProfiler.flush();
                }
            }
        });

        assertEquals(2 * most + 2, events.count("marker"));
        assertEquals(before + 2, TableLimit.refusals().get(entries));
        assertEquals(statistics.wrongCalls(), TestProfiler.statistics().wrongCalls());
        assertEquals(
                statistics.losses().droppedEvents() + 2,
                TestProfiler.statistics().losses().droppedEvents());
    }

    // --- definitions

    @Test
    void shouldGiveTheSameTypeWhenDefinedTwiceAlike() {
        assertSame(TWO, MarkerType.of(Two.class));
        assertThrows(
                MarkerSchemaException.class,
                () -> MarkerType.of(Two.class, MarkerSchema.builder("Two").labels("{marker.data.first}")));
        assertThrows(MarkerSchemaException.class, () -> MarkerType.of(Hit.class, MarkerSchema.builder("Two")));
    }

    @Test
    void shouldSayWhatIsWrongWithASchema() {
        assertEquals(
                "marker schema \"A\": Hit has no component damag; it has damage, metres",
                wrong(Hit.class, MarkerSchema.builder("A").field("damag", "x", MarkerFormat.INTEGER)));
        assertEquals(
                "marker schema \"A\": the field damage is described twice",
                wrong(
                        Hit.class,
                        MarkerSchema.builder("A")
                                .field("damage", "x", MarkerFormat.INTEGER)
                                .hiddenField("damage", MarkerFormat.BYTES)));
        assertEquals(
                "marker schema \"A\": the field damage is a number and cannot have the format URL",
                wrong(Hit.class, MarkerSchema.builder("A").field("damage", "x", MarkerFormat.URL)));
        assertTrue(wrong(Hit.class, MarkerSchema.builder("A").chartLabel("{marker.data.reach}"))
                .contains("names no field: reach"));
        assertTrue(wrong(Hit.class, MarkerSchema.builder("A").chartLabel("{marker.size}"))
                .contains("{marker.size}"));
        assertEquals(
                "marker schema \"A\": the label \"{marker.name}: {marker.data.damage\" does not close the brace before"
                        + " \"marker.data.damage\"",
                wrong(Hit.class, MarkerSchema.builder("A").tooltipLabel("{marker.name}: {marker.data.damage")));
        assertTrue(wrong(Hit.class, MarkerSchema.builder("A").tableLabel("{ {marker.name}"))
                .contains("the brace before \" {marker.name}\""));
        assertTrue(wrong(Hit.class, MarkerSchema.builder("")).contains("no name"));
        assertTrue(wrong(Hit.class, MarkerSchema.builder("A").labels("x".repeat(9_000)))
                .contains("27025"));
        record Wrong(List<String> names) {}
        assertTrue(wrong(Wrong.class, MarkerSchema.builder("A")).contains("names is a java.util.List"));
        record Large(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, int k) {}
        assertTrue(wrong(Large.class, MarkerSchema.builder("A")).contains("11 components"));
    }

    private static String wrong(Class<? extends Record> type, MarkerSchema.Builder schema) {
        return assertThrows(MarkerSchemaException.class, () -> MarkerType.of(type, schema))
                .getMessage();
    }

    @Test
    void shouldFillLabels() {
        record Load(String path, long bytes, double share, boolean cold) {}
        MarkerSchema schema = MarkerType.of(
                        Load.class,
                        MarkerSchema.builder("Load")
                                .category(COMBAT)
                                .field("path", "Path", MarkerFormat.FILE_PATH)
                                .field("bytes", "Size", MarkerFormat.BYTES)
                                .field("share", "Share", MarkerFormat.PERCENTAGE)
                                .labels("{marker.name} {marker.data.path} $1 {marker.data.bytes}"
                                        + " {marker.data.share} {marker.data.cold ? 'cold' : 'warm'} {marker.duration}"
                                        + " {marker.category}"))
                .definition()
                .schema();
        Object[] values = {"a\\b$", 1536L, 0.25, false};

        assertEquals(
                "Load a\\b$ $1 1.5 KiB 25 % warm 2.500 ms Combat",
                schema.fill(schema.chartLabel(), 2.5, i -> values[i]));
        values[0] = null;
        assertEquals(
                "Load  $1 1.5 KiB 25 % warm 2.500 ms Combat", schema.fill(schema.chartLabel(), 2.5, i -> values[i]));
    }

    @Test
    void shouldChooseATextOfALabelByTheValueNotByItsFormat() {
        record Freed(long bytes, double seconds, String note) {}
        MarkerSchema schema = MarkerType.of(
                        Freed.class,
                        MarkerSchema.builder("Freed")
                                .field("bytes", "Size", MarkerFormat.BYTES)
                                .field("seconds", "Took", MarkerFormat.SECONDS)
                                .labels(
                                        "{marker.data.bytes ? 'some' : 'none'} {marker.data.seconds ? 'slow' : 'at once'}"
                                                + " {marker.data.note ? 'noted' : 'not noted'}"))
                .definition()
                .schema();
        Object[] none = {0L, 0.0, ""};
        Object[] some = {1L, 0.5, "0"};

        assertEquals("none at once not noted", schema.fill(schema.chartLabel(), 1, i -> none[i]));
        assertEquals("some slow noted", schema.fill(schema.chartLabel(), 1, i -> some[i]));
        assertEquals("none at once not noted", schema.fill(schema.chartLabel(), 1, i -> null));
    }

    @Test
    void shouldLeaveOutATextThatIsNull() throws Exception {
        record Note(String text, char mark) {}
        MarkerType<Note> note = MarkerType.of(
                Note.class,
                MarkerSchema.builder("Note").chartLabel(null).tooltipLabel(null).staticLabel("Unit", null));

        List<List<Object>> values = values(() -> {
            SAVED.instant((String) null);
            SAVED.interval(Marker.now(), null);
            SAVED.open(null).close();
            SAVED.instant(null, MarkerOptions.NONE);
            note.instant(new Note(null, 'x'));
            note.instant(new Note("", '\ud800'));
        });

        // A scope without details is a zone alone.
        assertEquals(
                List.of(List.of(), List.of(), List.of(), List.of(), Arrays.asList(null, "x"), List.of("", "\ufffd")),
                values);
        MarkerSchema schema = note.definition().schema();
        assertEquals("text: , mark: x", schema.fill(schema.tableLabel(), 1, i -> i == 0 ? null : "x"));
        assertEquals("", schema.chartLabel() + schema.tooltipLabel());
        assertEquals("", schema.staticLabels().getFirst().value());
    }

    @Test
    void shouldKeepTheFirstColourOfACategory() {
        Category again = Category.of("Combat", CategoryColor.BLUE);
        assertSame(COMBAT, again);
        assertEquals(CategoryColor.RED, again.sub("melee").color());
        assertSame(again.sub("melee"), COMBAT.sub("melee"));
        assertSame(COMBAT, COMBAT.sub(""));
        assertEquals("Combat: melee", COMBAT.sub("melee").toString());
        assertEquals("Other", Category.of(null).name());
    }
}
