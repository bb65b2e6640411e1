package dev.zonecast.jvm;

import dev.zonecast.core.SourceLocation;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;

/** Times in which all threads are stopped: from the request over the wait for the last thread to what is done then. */
final class SafepointEvents {
    private static final int RGB = 0x884EA0;
    private static final int MAX_OPEN = 64;

    /** Shorter ones are left out: there may be hundreds in a second, and no frame is slow by them. */
    static final long SHORTEST_NANOS = 20_000;

    private static final class Open {
        Instant begin;
        long beginTicks;
        long stoppedTicks;
        Span operation;
    }

    private final Batch batch;
    private final Lanes lanes;
    private final Map<Long, Open> open = new LinkedHashMap<>();

    SafepointEvents(Batch batch) {
        this.batch = batch;
        lanes = batch.lanes("JVM: safepoints");
    }

    void subscribe(Subscriptions to) {
        to.on("jdk.SafepointBegin", settings -> settings.withoutThreshold(), this::begin);
        to.on("jdk.ExecuteVMOperation", settings -> settings.withoutThreshold(), this::operation);
        to.on("jdk.SafepointEnd", settings -> settings.withoutThreshold(), this::end);
    }

    private Open of(RecordedEvent event) {
        if (open.size() >= MAX_OPEN) {
            open.remove(open.keySet().iterator().next());
            batch.countLeftOut(1);
        }
        return open.computeIfAbsent(event.getLong("safepointId"), id -> new Open());
    }

    private void begin(RecordedEvent event) {
        Open of = of(event);
        of.begin = event.getStartTime();
        of.beginTicks = Span.beginOf(event);
        of.stoppedTicks = Span.endOf(event);
    }

    private void operation(RecordedEvent event) {
        if (event.getBoolean("safepoint")) {
            of(event).operation = batch.span(event, event.getString("operation"), RGB, null);
        }
    }

    private void end(RecordedEvent event) {
        Open of = open.remove(event.getLong("safepointId"));
        long end = Span.endOf(event);
        // Its begin may have been before the recording.
        if (of == null || of.stoppedTicks == 0) {
            return;
        }
        if (Duration.between(of.begin, event.getEndTime()).toNanos() < SHORTEST_NANOS) {
            return;
        }
        long resumed = Span.beginOf(event);
        String operation = of.operation == null ? null : of.operation.location().displayName();
        SourceLocation safepoint = batch.place("safepoint", RGB);
        lanes.add(new Span(of.beginTicks, end, safepoint, operation));
        lanes.add(new Span(of.beginTicks, of.stoppedTicks, batch.place("waiting for threads to stop", RGB), null));
        if (of.operation != null) {
            lanes.add(of.operation);
        }
        batch.stop(0, new Span(of.stoppedTicks, resumed, safepoint, operation));
    }
}
