package dev.zonecast.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.Message;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.clock.Clock;
import dev.zonecast.core.clock.ClockMap;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.SinkStart;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.registry.TableLimit;
import dev.zonecast.core.ring.EventRing;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.ring.RingLayout;
import dev.zonecast.memory.MemoryScope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whole threads through ring, router and sink. */
class EventRouterTest {
    private static final String DEFERRED = "attributes of outer zones that wait on a thread";
    private static final int RING_BYTES = 1024;
    private static final SourceLocation A = SourceLocation.here("a");
    private static final SourceLocation B = SourceLocation.here("b");
    private static final SourceLocation C = SourceLocation.here("c");

    private static List<String> lines(RecordedEvents events) {
        return events
                .where(e -> e.threadId() == Thread.currentThread().threadId()
                        && !e.kind().startsWith("thread"))
                .stream()
                .map(e -> e.kind() + (e.what().isEmpty() ? "" : " " + e.what()))
                .toList();
    }

    @Test
    void shouldHandOverACallStackWithItsZone() throws Exception {
        CallStack stack = new CallStack(List.of(new CallStack.Call("bite", "wolf.lua", 12)));

        RecordedEvents events = TestProfiler.record(() -> {
            long a = Zone.begin(A, stack);
            Zone.text(a, "text");
            long b = Zone.begin(B, (CallStack) null);
            long c = Zone.begin(C, new CallStack(List.of()));
            Zone.end(c);
            Zone.end(b);
            Zone.end(a);
        });

        assertEquals(
                List.of(
                        "zoneBegin a",
                        "zoneText call stack:\nwolf.lua:12 in bite",
                        "zoneText text",
                        "zoneBegin b",
                        "zoneBegin c",
                        "zoneEnd",
                        "zoneEnd",
                        "zoneEnd"),
                lines(events));
    }

    @Test
    void shouldForgetACallStackWhoseZoneHadNoRoom() throws Exception {
        RecordedEvents events = TestProfiler.record(() -> {
            // As a ring leaves it that is full behind the call stack.
            Recorder.current().recordText(EventKind.ZONE_STACK, 0, Ids.of(A), "bite\twolf.lua:12\n");
            Zone.end(Zone.begin(B));
            Zone.end(Zone.begin(A));
        });

        assertEquals(List.of("zoneBegin b", "zoneEnd", "zoneBegin a", "zoneEnd"), lines(events));
    }

    @Test
    void shouldTakeTheTimeBehindAGapFromARecordWhenAPadFollowsTheGap() {
        EventRing ring =
                EventRing.left(MemoryScope.auto().allocate(RingLayout.HEADER_BYTES + RING_BYTES, 64), RING_BYTES);
        long ticks = Clock.ticks();
        // The end of the ring, in which older records have left a word.
        long pad = ring.offset(RING_BYTES - 32);
        ring.segment().setLong(pad, RingLayout.header(RingLayout.PAD, 4, 0, 0));
        ring.segment().setLong(pad + 8, Long.MAX_VALUE >> 1);
        long begin = ring.offset(RING_BYTES);
        ring.segment().setLong(begin, RingLayout.header(RingLayout.ZONE_BEGIN, 2, 0, Ids.of(A)));
        ring.segment().setLong(begin + 8, ticks);
        ThreadTrack track = ThreadTrack.ofRing(7, false, null, ring, "overwritten");
        track.position = RING_BYTES - 32;
        track.end = RING_BYTES + 16;
        track.gap = new int[] {0, 1};
        ClockMap clock = new ClockMap();
        SinkList sinks = new SinkList();
        RecordedEvents events = new RecordedEvents();
        GuardedSink guarded = new GuardedSink(events);
        guarded.call(s -> s.begin(new SinkStart(0, 0)));
        guarded.call(s -> s.thread(track, Life.STARTED));
        sinks.add(guarded);

        new EventRouter(clock, sinks, new SerialRouter(clock, sinks)).drain(track);

        List<RecordedEvents.Event> begins = events.verify().of("zoneBegin");
        assertEquals(
                List.of("(overwritten)", "a"),
                begins.stream().map(RecordedEvents.Event::what).toList());
        assertEquals(clock.nanos(ticks), begins.getFirst().nanos());
        assertEquals(clock.nanos(ticks), begins.getLast().nanos());
    }

    @Test
    void shouldHoldBackAttributesOfOuterZonesUntilTheseAreInnermost() throws Exception {
        RecordedEvents events = TestProfiler.record(() -> {
            long a = Zone.begin(A);
            long b = Zone.begin(B);
            Zone.text(a, "for a");
            Zone.text(b, "for b");
            long c = Zone.begin(C);
            Zone.value(a, 1);
            Zone.value(b, 2);
            Zone.color(c, 0xFF234567);
            Zone.name(b, "new b");
            Zone.end(c);
            Zone.end(b);
            Zone.text(a, "last");
            Zone.end(a);
        });

        assertEquals(
                List.of(
                        "zoneBegin a",
                        "zoneBegin b",
                        "zoneText for b",
                        "zoneBegin c",
                        "zoneColor 234567",
                        "zoneEnd",
                        "zoneValue 2",
                        "zoneName new b",
                        "zoneEnd",
                        "zoneText for a",
                        "zoneValue 1",
                        "zoneText last",
                        "zoneEnd"),
                lines(events));
    }

    @Test
    void shouldDeliverHeldBackAttributesWhenInnerZonesAreNeverEnded() throws Exception {
        RecordedEvents events = TestProfiler.record(() -> {
            long a = Zone.begin(A);
            long b = Zone.begin(B);
            long ignored = Zone.begin(C);
            Zone.text(b, "b");
            Zone.text(a, "a");
            Zone.end(a);
            long next = Zone.begin(B);
            Zone.end(next);
        });

        assertEquals(
                List.of(
                        "zoneBegin a",
                        "zoneBegin b",
                        "zoneBegin c",
                        "zoneEnd",
                        "zoneText b",
                        "zoneEnd",
                        "zoneText a",
                        "zoneEnd",
                        "zoneBegin b",
                        "zoneEnd"),
                lines(events));
    }

    @Test
    void shouldBoundAndCountHeldBackAttributesWhenTheInnerZoneNeverEnds() throws Exception {
        long droppedBefore = TestProfiler.statistics().losses().droppedEvents();
        long refusedBefore = TableLimit.refusals().getOrDefault(DEFERRED, 0L);
        RecordedEvents events = TestProfiler.record(() -> {
            long a = Zone.begin(A);
            long b = Zone.begin(B);
            for (int i = 0; i < 5_000; i++) {
                Zone.value(a, i);
            }
            Zone.end(b);
            Zone.end(a);
        });
        long dropped = TestProfiler.statistics().losses().droppedEvents() - droppedBefore;

        assertEquals(5_000, events.count("zoneValue") + dropped);
        assertEquals(1_024, events.count("zoneValue"));
        assertEquals(refusedBefore + dropped, TableLimit.refusals().get(DEFERRED));
    }

    @Test
    void shouldIgnoreAndCountAttributesAfterTheEndAndOnOtherThreads() throws Exception {
        long unmatchedBefore = TestProfiler.statistics().wrongCalls();
        RecordedEvents events = TestProfiler.record(() -> {
            long a = Zone.begin(A);
            TestProfiler.inThreads(1, () -> {
                Zone.text(a, "foreign");
                Zone.value(a, 1);
                Zone.end(a);
            });
            Zone.end(a);
            Zone.text(a, "late");
            Zone.color(a, 1);
            Zone.name(a, "late");
            Zone.end(a);
            Zone.end(0);
            Zone.text(0, "nothing");
            assertEquals(0, Zone.begin(null));
            assertEquals(0, Zone.begin(A, false));
        });
        TestProfiler.flush();

        assertEquals(List.of("zoneBegin a", "zoneEnd"), lines(events));
        assertEquals(8, TestProfiler.statistics().wrongCalls() - unmatchedBefore);
        assertEquals(0, events.count("zoneText") + events.count("zoneValue"));
    }

    @Test
    void shouldSayTheSameInBothForms() throws Exception {
        RecordedEvents events = TestProfiler.record(() -> {
            try (Zone zone = Zone.open(A)) {
                zone.text("t").value(3).color(0xff).name("n");
                assertTrue(zone.isRecorded());
            }
            try (Zone zone = Zone.open(B, false)) {
                zone.text("unseen");
                assertTrue(!zone.isRecorded());
            }
            Zone closed = Zone.open(C, true);
            closed.close();
            closed.close();
            closed.text("unseen");
            long token = Zone.begin(A, true);
            Zone.text(token, null);
            Zone.text(token, "");
            Zone.end(token);
        });

        assertEquals(
                List.of(
                        "zoneBegin a",
                        "zoneText t",
                        "zoneValue 3",
                        "zoneColor ff",
                        "zoneName n",
                        "zoneEnd",
                        "zoneBegin c",
                        "zoneEnd",
                        "zoneBegin a",
                        "zoneText null",
                        "zoneText",
                        "zoneEnd"),
                lines(events));
    }

    private static void recordOfUnknownMarker() {
        Recorder recorder = Recorder.current();
        long offset = recorder.claimMarker(16);
        recorder.finishMarker(offset, 16, 0, Integer.MAX_VALUE, Clock.ticks());
    }

    @Test
    void shouldPassOverARecordThatItDoesNotKnowAndGoOnWithTheNext() throws Exception {
        RecordedEvents events = TestProfiler.record(() -> {
            Message.log("before");
            recordOfUnknownMarker();
            Message.log("between");
            recordOfUnknownMarker();
            Message.log("after");
            TestProfiler.inThreads(1, () -> Message.log("elsewhere"));
        });

        assertEquals(
                List.of("before", "between", "after"),
                lines(events).stream()
                        .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                        .toList());
        assertEquals(4, events.count("message"));
    }

    @Test
    void shouldNestExactlyAsRecordedWhenZonesAreDeep() throws Exception {
        long[] recorded = new long[1];
        RecordedEvents events = TestProfiler.record(() -> TestProfiler.inThreads(1, () -> {
            List<Long> open = new ArrayList<>();
            for (int i = 0; i < 70_000; i++) {
                long token = Zone.begin(i % 2 == 0 ? A : B);
                if (token != 0) {
                    open.add(token);
                }
                if (i % 5_000 == 0) {
                    TestProfiler.flush();
                }
            }
            for (Long token : open.reversed()) {
                Zone.end(token);
            }
            recorded[0] = open.size();
        }));

        // The ring keeps a place for each end: it cannot hold more zones than it has places.
        assertTrue(recorded[0] > 60_000, recorded[0] + " zones");
        assertEquals(recorded[0], events.count("zoneBegin"));
        assertEquals(recorded[0], events.count("zoneEnd"));
        long[] times = events.of("zoneEnd").stream()
                .mapToLong(RecordedEvents.Event::nanos)
                .toArray();
        long[] sorted = times.clone();
        Arrays.sort(sorted);
        assertTrue(Arrays.equals(times, sorted));
    }
}
