package dev.zonecast.jvm;

import dev.zonecast.core.SourceLocation;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;

/** Times in which all threads stand still: from the request over the wait for the last thread to what is done then. */
final class SafepointEvents implements LaneEvents {
    private static final int MAX_OPEN = 64;

    /** Shorter ones are left out: there may be hundreds in a second, and no frame is slow by them. */
    private static final long SHORTEST_NANOS = 20_000;

    private static final class Open {
        long beginTicks;
        long stoppedTicks;
        Span operation;
    }

    private final Batch batch;
    private final Places places;
    private final Lanes lanes = new Lanes("JVM: safepoints");
    private final Map<Long, Open> open = new LinkedHashMap<>();

    SafepointEvents(Batch batch, Places places) {
        this.batch = batch;
        this.places = places;
    }

    @Override
    public void subscribe(Subscriptions to) {
        to.on("jdk.SafepointBegin", settings -> settings.withoutThreshold(), this::begin);
        to.on("jdk.ExecuteVMOperation", settings -> settings.withoutThreshold(), this::operation);
        to.on("jdk.SafepointEnd", settings -> settings.withoutThreshold(), this::end);
    }

    private Open of(RecordedEvent event) {
        if (open.size() >= MAX_OPEN) {
            open.remove(open.keySet().iterator().next());
        }
        return open.computeIfAbsent(event.getLong("safepointId"), id -> new Open());
    }

    private void begin(RecordedEvent event) {
        Open of = of(event);
        of.beginTicks = Subscriptions.beginTicks(event);
        of.stoppedTicks = Subscriptions.endTicks(event);
    }

    private void operation(RecordedEvent event) {
        if (event.getBoolean("safepoint")) {
            of(event).operation = new Span(
                    Subscriptions.beginTicks(event),
                    Subscriptions.endTicks(event),
                    places.of(event.getString("operation"), Places.SAFEPOINT),
                    null);
        }
    }

    private void end(RecordedEvent event) {
        Open of = open.remove(event.getLong("safepointId"));
        long end = Subscriptions.endTicks(event);
        // Its begin may have been before the recording.
        if (of == null || of.stoppedTicks == 0) {
            return;
        }
        long resumed = Subscriptions.beginTicks(event);
        if (event.getDuration().toNanos() + (resumed - of.beginTicks) < SHORTEST_NANOS) {
            return;
        }
        String operation = of.operation == null ? "" : of.operation.location().displayName();
        SourceLocation safepoint = places.of("safepoint", Places.SAFEPOINT);
        lanes.add(new Span(of.beginTicks, end, safepoint, operation.isEmpty() ? null : operation));
        lanes.add(new Span(
                of.beginTicks, of.stoppedTicks, places.of("waiting for threads to stop", Places.SAFEPOINT), null));
        if (of.operation != null) {
            lanes.add(of.operation);
        }
        batch.stop(0, new Span(of.stoppedTicks, resumed, safepoint, operation.isEmpty() ? null : operation));
    }

    @Override
    public Stream<Lanes> lanes() {
        return Stream.of(lanes);
    }
}
