package dev.zonecast.core.gpu;

/** A lane for each submitting thread. */
final class ThreadLanes extends ZoneLanes {
    /** The lane last used; a reader of another thread's looks for its own. */
    private ZoneLane lastLane;

    ThreadLanes(GpuContextInfo info, QueryPool pool, CpuTime cpu) {
        super(info, pool, cpu);
        ZoneLane _ = addLane(Thread.currentThread());
    }

    @Override
    ZoneLane enter(long target) {
        ZoneLane lane = lastLane;
        return lane != null && lane.owner == Thread.currentThread() ? lane : laneOfThread(true);
    }

    @Override
    void leave(ZoneLane lane) {
        // It stays its thread's.
    }

    @Override
    ZoneLane enterOpen(long token, long target) {
        ZoneLane last = lastLane;
        ZoneLane lane = last != null && last.owner == Thread.currentThread() ? last : laneOfThread(false);
        return lane != null && lane.isOpen(token) ? lane : null;
    }

    private ZoneLane laneOfThread(boolean create) {
        Thread thread = Thread.currentThread();
        for (ZoneLane lane : all()) {
            if (lane.owner == thread) {
                lastLane = lane;
                return lane;
            }
        }
        return create ? addLane(thread) : null;
    }

    private synchronized ZoneLane addLane(Thread thread) {
        QueryChunk chunk = pool.take();
        if (chunk == null) {
            return null;
        }
        ZoneLane lane = new ZoneLane(thread, nextTag(), chunk, cpu);
        add(lane);
        lastLane = lane;
        return lane;
    }

    /** Those whose thread has ended, when the GPU is through with them. */
    @Override
    void prune(ZoneReader reader) {
        ZoneLane[] lanes = all();
        if (lanes.length > 1) {
            for (ZoneLane lane : lanes) {
                // In this order: a thread that has ended issues nothing more.
                if (!lane.owner.isAlive() && lane.issued() == lane.consumed()) {
                    removeEnded(lane, reader);
                }
            }
        }
    }

    private synchronized void removeEnded(ZoneLane lane, ZoneReader reader) {
        if (reader.abandon(lane, 0)) {
            reader.endStatistics(lane);
            lane.giveBack(pool);
            removeIf(other -> other == lane);
            if (lastLane == lane) {
                lastLane = null;
            }
        }
    }
}
