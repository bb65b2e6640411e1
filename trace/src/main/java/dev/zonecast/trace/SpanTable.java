package dev.zonecast.trace;

import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.trace.TraceEvent.Span;
import dev.zonecast.trace.TraceEvent.Step;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The asynchronous spans that have not ended. Spans of one id are inside each other. */
final class SpanTable {
    private static final int MAX_OPEN = 1 << 16;

    private record Key(Program program, String category, long id) {}

    private final TraceReader reader;
    private final Map<Key, Deque<Step>> open = new LinkedHashMap<>();
    private int count;

    SpanTable(TraceReader reader) {
        this.reader = reader;
    }

    void step(Step step) throws IOException {
        Key key = new Key(step.track().program(), step.category(), step.id());
        switch (step.type()) {
            case FxtLayout.ASYNC_BEGIN -> begin(key, step);
            case FxtLayout.ASYNC_INSTANT -> deliver(step, step.beginNanos(), false, false);
            default -> end(key, step);
        }
    }

    private void begin(Key key, Step step) {
        if (count == MAX_OPEN) {
            reader.losses.add(LossKind.TOO_MANY_NAMES, "open spans", 1);
        } else {
            count++;
            open.computeIfAbsent(key, k -> new ArrayDeque<>()).push(step);
        }
    }

    private void end(Key key, Step step) throws IOException {
        Deque<Step> begun = open.get(key);
        if (begun == null) {
            reader.losses.add(LossKind.UNMATCHED_OTHER_ENDS, key.program.number(), "spans", 1);
            return;
        }
        Step begin = begun.pop();
        if (begun.isEmpty()) {
            open.remove(key);
        }
        count--;
        deliver(
                begin,
                reader.losses.notBefore(begin.beginNanos(), step.beginNanos(), key.program.number()),
                true,
                false);
    }

    private void deliver(Step step, long endNanos, boolean isInterval, boolean cutOff) throws IOException {
        MarkerKind kind = MarkerKind.plain(step.name(), step.category());
        reader.delivery.event(new Span(
                new TraceMarker(kind, step.track(), isInterval, step.beginNanos(), endNanos, List.of(), null, cutOff)));
    }

    /** The trace ends. Open spans end with their program's recording, or with the trace if another provider names the thread. */
    void endAll(long lastOfTrace) throws IOException {
        for (Deque<Step> begun : open.values()) {
            for (Step step : begun) {
                deliver(step, Math.max(step.track().part.lastNanos(lastOfTrace), step.beginNanos()), true, true);
            }
        }
        open.clear();
        count = 0;
    }
}
