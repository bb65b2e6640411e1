package dev.zonecast.core.event;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.gpu.GpuStatistic;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.ring.RingLayout;

/**
 * A GPU context, its clock or a GPU zone. {@link #nanos} of a zone's begin and end is the time of the submission on the CPU. Zones nest
 * within one context, submitting thread and {@link #lane}. The event of a context precedes its zones.
 */
public final class GpuEvent extends ReusedEvent {

    private GpuContextInfo context;
    private long submitter;
    private int lane;
    private SourceLocation location;
    private long gpuNanos;
    private long beginGpuNanos;
    private int statisticId;
    private long value;
    private int contextId;
    private CallStack stack;

    /** Empty; its source fills it. */
    public GpuEvent() {}

    /** Makes this the begin of a context, or a change of its name. */
    public GpuEvent context(GpuContextInfo of) {
        set(EventKind.GPU_CONTEXT, null, of.createdNanos());
        context = of;
        return this;
    }

    /** Makes this the end of a context. */
    public GpuEvent closed(GpuContextInfo of) {
        set(EventKind.GPU_CONTEXT_CLOSED, null, 0);
        context = of;
        return this;
    }

    /** Makes this the begin of a zone. */
    public GpuEvent begin(GpuContextInfo of, long threadId, SourceLocation at, long cpuNanos, long newGpuNanos) {
        return begin(of, threadId, at, cpuNanos, newGpuNanos, null);
    }

    /** Makes this the begin of a zone, with its call stack or null. */
    public GpuEvent begin(
            GpuContextInfo of, long threadId, SourceLocation at, long cpuNanos, long newGpuNanos, CallStack calls) {
        set(EventKind.GPU_ZONE_BEGIN, null, cpuNanos);
        context = of;
        submitter = threadId;
        lane = 0;
        location = at;
        gpuNanos = newGpuNanos;
        stack = calls;
        return this;
    }

    /** Makes this the end of the innermost zone of the context and thread. */
    public GpuEvent end(GpuContextInfo of, long threadId, long cpuNanos, long newGpuNanos) {
        set(EventKind.GPU_ZONE_END, null, cpuNanos);
        context = of;
        submitter = threadId;
        lane = 0;
        location = null;
        gpuNanos = newGpuNanos;
        return this;
    }

    /** Adds the zone to an end. */
    public GpuEvent of(SourceLocation at, long newBeginGpuNanos) {
        location = at;
        beginGpuNanos = newBeginGpuNanos;
        return this;
    }

    /** Makes this a count of the innermost zone of the context and thread. */
    public GpuEvent value(GpuContextInfo of, long threadId, GpuStatistic counted, long count) {
        set(EventKind.GPU_ZONE_VALUE, null, 0);
        context = of;
        submitter = threadId;
        lane = 0;
        statisticId = counted.nameId();
        value = count;
        gpuNanos = 0;
        return this;
    }

    /** Sets the lane of a zone or count. The default is the first lane. */
    public GpuEvent inLane(int newLane) {
        lane = newLane;
        return this;
    }

    /** Makes this a statement about the context's clock. */
    public GpuEvent calibration(GpuContextInfo of, long nanos, long errorNanos, double newDriftPpm) {
        set(EventKind.GPU_CALIBRATION, null, nanos);
        context = of;
        value = errorNanos;
        gpuNanos = Double.doubleToRawLongBits(newDriftPpm);
        return this;
    }

    @Override
    void read(IdTables ids, int small, int id, long a, long b, long c, Utf8Text text, CallStack calls) {
        contextId = RingLayout.gpuContext(small, c);
        context = null;
        submitter = RingLayout.gpuThread(c);
        lane = RingLayout.gpuLane(c);
        value = a;
        gpuNanos = b;
        stack = calls;
        switch (kind()) {
            case GPU_ZONE_BEGIN -> location = ids.location(id);
            case GPU_ZONE_VALUE -> statisticId = ids.name(id);
            default -> {
                // Neither.
            }
        }
    }

    @Override
    void exchange(EventFields fields) {
        context = fields.object(context);
        contextId = (int) fields.number(contextId);
        submitter = fields.number(submitter);
        lane = (int) fields.number(lane);
        location = fields.object(location);
        gpuNanos = fields.number(gpuNanos);
        beginGpuNanos = fields.number(beginGpuNanos);
        statisticId = (int) fields.number(statisticId);
        value = fields.number(value);
        stack = fields.object(stack);
    }

    /** Id of the context of a record that has been read. */
    public int contextId() {
        return contextId;
    }

    /** Sets the context of a record. */
    public void in(GpuContextInfo known) {
        context = known;
    }

    /** Converts the two counter readings of a zone or link, {@link #value} and {@link #gpuNanos}, to CPU time. */
    public void times(long cpuNanos, long newGpuNanos) {
        at(cpuNanos);
        gpuNanos = newGpuNanos;
    }

    public GpuContextInfo context() {
        return context;
    }

    /** Id of the thread that submitted the zone. */
    public long submitter() {
        return submitter;
    }

    /** Zones of one thread that ran at the same time are in different lanes, from 0 on. */
    public int lane() {
        return lane;
    }

    /** Of {@link EventKind#GPU_ZONE_END}: begin of the zone on the GPU. */
    public long beginGpuNanos() {
        return beginGpuNanos;
    }

    /** Of {@link EventKind#GPU_ZONE_BEGIN} and {@link EventKind#GPU_ZONE_END}. */
    public SourceLocation location() {
        return location;
    }

    /** Of {@link EventKind#GPU_ZONE_BEGIN}: the call stack, or null. */
    public CallStack stack() {
        return stack;
    }

    /** Begin or end on the GPU, in CPU time. {@link GpuStatistic#LINK} has it too. */
    public long gpuNanos() {
        return gpuNanos;
    }

    /** Of {@link EventKind#GPU_ZONE_VALUE}. */
    public GpuStatistic statistic() {
        return GpuStatistic.of(statisticId);
    }

    /** Of {@link EventKind#GPU_ZONE_VALUE}. */
    public long value() {
        return value;
    }

    /** Of {@link EventKind#GPU_CALIBRATION}: error bound of zones' times, in nanoseconds. */
    public long errorNanos() {
        return value;
    }

    /** Of {@link EventKind#GPU_CALIBRATION}: drift, the GPU clock's excess over the driver's stated rate, in millionths. */
    public double driftPpm() {
        return Double.longBitsToDouble(gpuNanos);
    }
}
