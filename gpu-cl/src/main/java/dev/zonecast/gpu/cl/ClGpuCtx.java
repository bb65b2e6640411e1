package dev.zonecast.gpu.cl;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextOptions;
import dev.zonecast.core.gpu.GpuContextStatistics;
import dev.zonecast.core.gpu.GpuZones;
import dev.zonecast.core.gpu.ImmediateContext;

/**
 * Zones of the work that a command queue of OpenCL gives to its device.
 *
 * <pre>{@code
 * private static final SourceLocation SIMULATE = SourceLocation.here("simulate");
 *
 * long queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, error);
 * ClGpuCtx gpu = ClGpuCtx.create(queue, "compute");
 * while (running) {
 *     long zone = gpu.begin(SIMULATE);
 *     clEnqueueNDRangeKernel(queue, kernel, 1, null, size, null, null, null);
 *     gpu.end(zone);
 *     clFlush(queue);
 *     gpu.collect();                        // once a frame; never waits
 * }
 * gpu.close();
 * }</pre>
 *
 * A zone spans the time from when the device has done all that was enqueued before {@link #begin} to when it has done all that was enqueued
 * before {@link #end}; zones may be nested. {@link #zone} makes one of a single command by the command's own event. It is shown on the CPU's
 * time line, give or take {@link GpuContextStatistics#errorNanos}: OpenCL 2.1 reads the clocks of device and host together; of an
 * older device the results alone tell where its clock is.
 *
 * <p>It needs OpenCL 1.2 and a queue made with CL_QUEUE_PROFILING_ENABLE. Otherwise a line in the log reports it and zones are counted as
 * dropped. In a queue that works out of order, the time of an end is that when all that was enqueued before is done.
 *
 * <p><b>Threads.</b> Any; zones nest by thread. No call throws for the profiler's own state.
 */
public final class ClGpuCtx extends ImmediateContext {
    private ClGpuCtx(GpuZones zones) {
        super(zones);
    }

    /**
     * As {@link #create(long, GpuContextOptions)}, with the defaults.
     *
     * @param name as viewers show it
     */
    public static ClGpuCtx create(long queue, String name) {
        return create(queue, GpuContextOptions.of(name));
    }

    /**
     * Makes the context of a command queue, and calibrates its clock. The queue is retained until {@link #close}.
     *
     * @param queue a {@code cl_command_queue}
     * @param options labels have no meaning
     * @return never null. Without timestamps of the queue, the context only counts ({@link #isAvailable})
     */
    public static ClGpuCtx create(long queue, GpuContextOptions options) {
        if (!GpuZones.ENABLED) {
            return new ClGpuCtx(GpuZones.unavailable(options.name(), "switched off"));
        }
        ClQueue known = ClQueue.of(queue);
        return new ClGpuCtx(
                known.lack() != null
                        ? GpuZones.unavailable(options.name(), known.lack())
                        : GpuZones.create(GpuApi.OPENCL, new ClQueries(known), options));
    }

    /**
     * A zone of one command, from when the device began it to when the device ended it. Best where the clocks of device and host are read
     * together: a command that was enqueued before this call says little of where the device's clock is.
     *
     * @param location where it stands; null is counted and is no zone
     * @param event of the command, in this context's queue; it is retained until its times are read. 0 is counted and is no zone
     */
    public void zone(SourceLocation location, long event) {
        long token = zones().begin(event == 0 ? null : location, event);
        zones().end(token, event);
    }

    /**
     * Takes the zones that are ready, counts the others as dropped, and releases the events and the queue. Any thread. Calls that come
     * after are ignored.
     */
    @Override
    public void close() {
        super.close();
    }
}
