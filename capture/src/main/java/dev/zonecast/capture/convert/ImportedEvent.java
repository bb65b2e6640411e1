package dev.zonecast.capture.convert;

import dev.zonecast.fxt.FxtLayout;
import java.util.Comparator;
import java.util.List;

/**
 * An event in memory.
 *
 * @param extra length of a complete event in nanoseconds, id of others
 */
record ImportedEvent(Kind kind, long nanos, long extra, String name, String category, Arguments arguments) {
    /** Arguments of an event, as they are in its record. */
    static final class Arguments {
        static final Arguments NONE = new Arguments(0, new byte[0]);

        final int count;
        final byte[] bytes;

        Arguments(int count, byte[] bytes) {
            this.count = count;
            this.bytes = bytes;
        }
    }

    /** Kinds of events that FXT has, with their letters in the Trace Event Format. */
    enum Kind {
        COMPLETE(FxtLayout.DURATION_BEGIN, "X"),
        BEGIN(FxtLayout.DURATION_BEGIN, "B"),
        END(FxtLayout.DURATION_END, "E"),
        INSTANT(FxtLayout.INSTANT, "iIR"),
        COUNTER(FxtLayout.COUNTER, "C"),
        ASYNC_BEGIN(FxtLayout.ASYNC_BEGIN, "bS"),
        ASYNC_INSTANT(FxtLayout.ASYNC_INSTANT, "nTp"),
        ASYNC_END(FxtLayout.ASYNC_END, "eF"),
        FLOW_BEGIN(FxtLayout.FLOW_BEGIN, "s"),
        FLOW_STEP(FxtLayout.FLOW_STEP, "t"),
        FLOW_END(FxtLayout.FLOW_END, "f");

        private static final List<Kind> ALL = List.of(values());

        private final int fxtType;
        private final String phases;

        Kind(int fxtType, String phases) {
            this.fxtType = fxtType;
            this.phases = phases;
        }

        /** Null for a phase that FXT has nothing for. */
        static Kind ofPhase(String phase) {
            for (Kind kind : ALL) {
                if (phase.length() == 1 && kind.phases.contains(phase)) {
                    return kind;
                }
            }
            return null;
        }

        int fxtType() {
            return fxtType;
        }

        boolean isFlow() {
            return this == FLOW_BEGIN || this == FLOW_STEP || this == FLOW_END;
        }
    }

    /** End of a complete event. */
    long endNanos() {
        return nanos + extra;
    }

    /**
     * Puts events in the order of their times. Of equal times, enclosing events come before enclosed ones: the longest complete event
     * first. With an end among them, they keep the order of the file.
     */
    static void sort(List<ImportedEvent> events) {
        events.sort(Comparator.comparingLong(ImportedEvent::nanos));
        int from = 0;
        while (from < events.size()) {
            int to = from;
            boolean hasEnd = false;
            while (to < events.size() && events.get(to).nanos == events.get(from).nanos) {
                hasEnd |= events.get(to++).kind == Kind.END;
            }
            if (to - from > 1 && !hasEnd) {
                events.subList(from, to)
                        .sort(Comparator.comparingLong(ImportedEvent::rank).reversed());
            }
            from = to;
        }
    }

    private long rank() {
        return switch (kind) {
            case COMPLETE -> extra;
            case BEGIN -> Long.MAX_VALUE;
            default -> -1;
        };
    }
}
