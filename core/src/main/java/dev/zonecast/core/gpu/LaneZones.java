package dev.zonecast.core.gpu;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.ring.Gate;
import java.util.function.Consumer;

/**
 * Begins and ends zones in a lane: queries, labels and statistics of each. Called by the thread that has entered the lane, which may throw
 * at any call because the Java stack ends: the next call in the lane settles what is left.
 */
final class LaneZones {
    /** Zones of one thread or target that are open at once; deeper, an end is more likely to be missing. */
    private static final int SUSPICIOUS_DEPTH = 256;

    private final GpuQueries queries;

    /** Null if there are to be none. */
    private final GpuLabels labels;

    /** Null if nothing is to be counted. */
    private final GpuCounters counters;

    private final QueryPool pool;
    private final ResultReader reader;
    private final ContextLosses losses;
    private final Consumer<ZoneLane> drop;

    /**
     * Zones of a context.
     *
     * @param drop counts a zone for which the lane has no room
     */
    LaneZones(
            GpuQueries queries,
            GpuLabels labels,
            QueryPool pool,
            ResultReader reader,
            ContextLosses losses,
            Consumer<ZoneLane> drop) {
        this.queries = queries;
        this.labels = labels;
        this.counters = queries.counters();
        this.pool = pool;
        this.reader = reader;
        this.losses = losses;
        this.drop = drop;
    }

    /**
     * Begins a zone.
     *
     * @param stack the calls that led there; null: none
     * @param pass of the collecting thread
     * @return its token, 0 if there is nothing to end
     */
    long begin(ZoneLane lane, SourceLocation location, long target, Object stack, long pass) {
        if (lane.unanswered != 0 || lane.strayLabels != 0) {
            settle(lane, target);
        }
        if (lane.isOver(pass)) {
            lane.leaveOpen();
            reader.endStatistics(lane);
        }
        boolean recorded = Gate.isOpen() && location.isRecorded();
        if (recorded && lane.room < 2 && !makeRoom(lane)) {
            drop.accept(lane);
            recorded = false;
        }
        if (!recorded && labels == null) {
            return 0;
        }
        if (labels != null) {
            labels.push(location, target);
            lane.strayLabels++;
        }
        boolean counts = counters != null && recorded && !lane.reusable;
        if (counts) {
            pause(lane, target);
        }
        long token = lane.begin(Ids.of(location), recorded, target, stack, pass);
        lane.strayLabels = 0;
        if (ZoneLane.depthOf(token) == SUSPICIOUS_DEPTH) {
            losses.nested(SUSPICIOUS_DEPTH, location.displayName());
        }
        if (token == 0) {
            // Nested too deeply.
            if (labels != null) {
                labels.pop(target);
            }
            if (recorded) {
                losses.countDrop();
            }
        }
        if (counts) {
            resume(lane, target);
        }
        return token;
    }

    /** An earlier call threw where the Java stack ended: its zone ends, its labels are popped. */
    private void settle(ZoneLane lane, long target) {
        if (lane.isOpen(lane.unanswered)) {
            end(lane, lane.unanswered, target);
        }
        lane.unanswered = 0;
        popLabels(lane, target);
    }

    private void popLabels(ZoneLane lane, long target) {
        for (; lane.strayLabels > 0; lane.strayLabels--) {
            labels.pop(target);
        }
    }

    private boolean makeRoom(ZoneLane lane) {
        if (lane.reusable && !queries.canRerunTargets()) {
            return false;
        }
        if (lane.restart()) {
            return true;
        }
        QueryChunk more = pool.take();
        if (more == null) {
            return false;
        }
        lane.add(more);
        return true;
    }

    /** Ends an open zone, and those inside it. */
    void end(ZoneLane lane, long token, long target) {
        // A zone that only has a label ends without a query, which would take along what was counted.
        boolean counts = counters != null && lane.recordedFrom(ZoneLane.depthOf(token)) > 0;
        if (counts) {
            pause(lane, target);
        }
        int ended = lane.end(token, target);
        if (counts) {
            resume(lane, target);
        }
        if (labels != null) {
            lane.strayLabels += ended;
            popLabels(lane, target);
        }
    }

    /** What is counted ends; the next begin or end of a zone takes it along. */
    void pause(ZoneLane lane, long target) {
        int slot = lane.statistics;
        if (slot != 0) {
            // First the fields: ended twice would be an error of the program's API.
            lane.statistics = 0;
            counters.follow(slot, lane.counted);
            lane.counted = slot;
            counters.end(slot, target);
        }
    }

    /** Counts from here on, if a recorded zone is open. */
    void resume(ZoneLane lane, long target) {
        if (counters != null && lane.statistics == 0 && lane.recordedFrom(0) > 0 && !lane.reusable) {
            lane.statistics = counters.begin(target);
            lane.uncounted |= lane.statistics == 0;
        }
    }
}
