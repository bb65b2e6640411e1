package dev.zonecast.core.gpu;

/**
 * The CPU time of each result, and its error: between submission and the moment when the result was seen, whatever the GPU's clock said.
 *
 * <p>Not thread-safe: guarded by the engine's lock.
 */
final class ResultTimes {
    /** So many results in a row that cannot be true are a clock that has jumped, where no reading may be taken to find out. */
    private static final int JUMP_AFTER = 3;

    private final Calibrator calibrator;
    private final GpuClockMap map;
    private final ClockStatement statement;

    /** True if the clocks were looked at in this pass. */
    private boolean prepared;

    private long lastPassTicks = Long.MIN_VALUE;
    private long slackTicks;
    private long stepTicks;
    private int impossibleInARow;
    private long jumps;

    // The time last worked out.
    private long ticks;
    private long errorTicks;
    private boolean doubtful;

    ResultTimes(Calibrator calibrator, ClockStatement statement) {
        this.calibrator = calibrator;
        this.statement = statement;
        map = calibrator.map();
    }

    /** Times that the GPU's clock was found to have jumped. */
    long jumps() {
        return jumps;
    }

    /** The time last worked out. */
    long cpuTicks() {
        return ticks;
    }

    /** Of {@link #cpuTicks}. */
    long errorWord() {
        return StagedEvents.errorWord(errorTicks, doubtful);
    }

    void beginPass() {
        prepared = false;
    }

    /** At the first result of a pass: a look at the clocks. */
    void prepare(long nowTicks) {
        if (prepared) {
            return;
        }
        prepared = true;
        if (nowTicks < lastPassTicks) {
            calibrator.startAgain();
        }
        lastPassTicks = nowTicks;
        calibrator.refine(nowTicks);
        if (calibrator.isDue(nowTicks)) {
            recalibrate();
        } else {
            map.realign();
            learnSlack();
        }
    }

    private void learnSlack() {
        slackTicks = calibrator.slackTicks();
        stepTicks = calibrator.stepTicks();
    }

    private void recalibrate() {
        if (!calibrator.recalibrate()) {
            jumps++;
        }
        map.realign();
        learnSlack();
    }

    /** Works out the CPU time of a result. The times of a thread's lane do not run backwards. */
    void place(ZoneLane lane, long raw, long afterTicks, long seenTicks) {
        if (lane.lastSeenTicks > seenTicks) {
            lane.lastSeenTicks = Long.MIN_VALUE;
        }
        long earliest = lane.owner == null ? Long.MIN_VALUE : lane.lastSeenTicks;
        if (afterTicks > seenTicks) {
            // The CPU's counter began anew in between.
            ticks = Math.max(afterTicks, earliest);
            errorTicks = 0;
            doubtful = true;
            return;
        }
        long gpu = map.unwrap(raw, afterTicks);
        boolean possible = map.bound(gpu, afterTicks - slackTicks, seenTicks + slackTicks);
        if (possible) {
            impossibleInARow = 0;
        } else {
            findOut(gpu, afterTicks, seenTicks);
            gpu = map.unwrap(raw, afterTicks);
            possible = map.bound(gpu, afterTicks - slackTicks, seenTicks + slackTicks);
        }
        long byClock = map.cpuTicks();
        ticks = Math.max(Math.clamp(byClock, afterTicks, seenTicks), earliest);
        errorTicks = possible ? map.errorTicks(byClock) + stepTicks : 0;
        long moved = Math.abs(ticks - byClock);
        doubtful = !possible || moved > Math.max(errorTicks, statement.errorTicks()) + slackTicks;
    }

    /** A result cannot be true: either it is wrong, or the GPU's clock has jumped. */
    private void findOut(long gpu, long afterTicks, long seenTicks) {
        impossibleInARow++;
        if (calibrator.mayCheck(seenTicks)) {
            recalibrate();
        } else if (calibrator.isOff() && impossibleInARow >= JUMP_AFTER) {
            jumps++;
            map.restart(gpu, afterTicks - slackTicks, seenTicks + slackTicks);
            map.realign();
        }
    }
}
