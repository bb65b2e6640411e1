package dev.zonecast.core.gpu;

import dev.zonecast.core.SourceLocation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A GPU that runs command buffers when it is told to: a microsecond a command, on a clock that agrees with the CPU's. */
final class SimulatedCommands extends GpuQueries {
    private static final double COMMAND_NANOS = 1000;

    private interface Command {
        void run();
    }

    private final SimulatedTime time;
    private final Map<Long, List<Command>> recorded = new HashMap<>();
    private boolean lost;

    /** Whether outermost zones count; before the context is made. */
    boolean counts;

    /** What programs are told when no query is left. */
    String remedy;

    boolean refusesQueries;

    /** Whether zones have labels; before the context is made. */
    boolean labels;

    final List<String> labelCalls = new ArrayList<>();

    /** Times that results were asked for. */
    int asked;

    /** GPU time of the command that runs now; 0: by the clock. */
    private long exactNanos;

    SimulatedCommands(SimulatedTime time) {
        this.time = time;
    }

    /** A command buffer is recorded anew. */
    void reset(long target) {
        recorded.remove(target);
    }

    /** A command buffer executes another. */
    void execute(long target, long secondary) {
        add(target, () -> run(secondary));
    }

    private void add(long target, Command command) {
        recorded.computeIfAbsent(target, ignored -> new ArrayList<>()).add(command);
    }

    void run(long target) {
        recorded.getOrDefault(target, List.of()).forEach(Command::run);
    }

    /** Runs the first commands only. */
    void run(long target, int commands) {
        recorded.get(target).subList(0, commands).forEach(Command::run);
    }

    /** Runs the rest. */
    void runFrom(long target, int command) {
        List<Command> all = recorded.get(target);
        all.subList(command, all.size()).forEach(Command::run);
    }

    /** Runs the commands at given times of the GPU's clock, of which the last is now or earlier. */
    void runAt(long target, long... gpuNanos) {
        runFromAt(target, 0, gpuNanos);
    }

    /** As {@link #runAt}, from a command on. */
    void runFromAt(long target, int command, long... gpuNanos) {
        for (int i = 0; i < gpuNanos.length; i++) {
            exactNanos = gpuNanos[i];
            recorded.get(target).get(command + i).run();
        }
        exactNanos = 0;
    }

    /** The GPU's clock. */
    long nowNanos() {
        return gpuTicksNow();
    }

    void lose() {
        lost = true;
    }

    @Override
    public boolean recordsInTargets() {
        return true;
    }

    @Override
    public int validBits() {
        return 64;
    }

    @Override
    public double nanosPerTick() {
        return 1;
    }

    @Override
    public boolean isUsable() {
        return true;
    }

    @Override
    protected String remedy() {
        return remedy;
    }

    @Override
    protected boolean isLost() {
        return lost;
    }

    @Override
    protected GpuLabels labels() {
        return labels ? new Labels() : null;
    }

    private final class Labels implements GpuLabels {
        @Override
        public void push(SourceLocation location, long target) {
            labelCalls.add("push " + location.displayName());
        }

        @Override
        public void pop(long target) {
            labelCalls.add("pop");
        }
    }

    private final Counters counters = new Counters();

    /** Slots that zones have. */
    int slotsInUse() {
        return counters.used();
    }

    @Override
    protected GpuCounters counters() {
        return counts ? counters : null;
    }

    private static final class Counters extends GpuCounters {
        Counters() {
            super(1 << 10, GpuStatistic.PIPELINE);
        }

        @Override
        protected boolean begin(int slot, long target) {
            return true;
        }

        @Override
        protected void end(int slot, long target) {}

        @Override
        protected boolean read(int slot, long[] values) {
            java.util.Arrays.fill(values, slot);
            return true;
        }
    }

    @Override
    public QueryChunk createChunk(int queries) {
        return refusesQueries ? null : new Chunk(queries);
    }

    @Override
    protected long gpuTicksNow() {
        return (long) (time.now() / SimulatedTime.TICKS_PER_NANO);
    }

    private final class Chunk extends QueryChunk {
        private final long[] raws = new long[size()];
        private final boolean[] ready = new boolean[size()];
        private final boolean[] inUse = new boolean[size()];

        Chunk(int queries) {
            super(queries);
        }

        @Override
        protected void issue(int index, long target) {
            if (inUse[index]) {
                throw new AssertionError("query " + index + " was not recycled");
            }
            inUse[index] = true;
            add(target, () -> {
                if (ready[index]) {
                    throw new AssertionError("query " + index + " was not reset");
                }
                if (exactNanos == 0) {
                    time.advanceNanos(COMMAND_NANOS);
                }
                raws[index] = exactNanos != 0 ? exactNanos : (long) (time.now() / SimulatedTime.TICKS_PER_NANO);
                ready[index] = true;
            });
        }

        @Override
        protected int readyCount(int from, int to) {
            asked++;
            int end = from;
            while (end < to && ready[end]) {
                end++;
            }
            return end - from;
        }

        @Override
        protected long result(int index) {
            return raws[index];
        }

        @Override
        protected void recycle() {
            java.util.Arrays.fill(ready, false);
            java.util.Arrays.fill(inUse, false);
        }

        @Override
        protected void destroy() {}
    }
}
