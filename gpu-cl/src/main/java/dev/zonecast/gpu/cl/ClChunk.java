package dev.zonecast.gpu.cl;

import dev.zonecast.core.gpu.QueryChunk;
import org.lwjgl.opencl.CL10;
import org.lwjgl.opencl.CL12;
import org.lwjgl.system.MemoryUtil;

/** Events: of markers, or of the program's commands. The handles lie in memory that the driver writes. */
final class ClChunk extends QueryChunk {
    private final ClQueries queries;
    private final long queue;
    private final long events;

    /** True for an event of the program's. */
    private final boolean[] ofCommands;

    /** The driver's output for the collecting thread. */
    private final long answer = MemoryUtil.nmemCallocChecked(1, Long.BYTES);

    private boolean isDestroyed;

    ClChunk(ClQueries queries, long queue, int count) {
        super(count);
        this.queries = queries;
        this.queue = queue;
        this.ofCommands = new boolean[count];
        this.events = MemoryUtil.nmemCallocChecked(count, Long.BYTES);
    }

    private long slot(int index) {
        return events + (long) index * Long.BYTES;
    }

    private long event(int index) {
        return MemoryUtil.memGetAddress(slot(index));
    }

    /**
     * Nothing once it is destroyed: the context may be closed on any other thread.
     *
     * @param target the event of a command of the program; 0: a marker is enqueued
     */
    @Override
    protected synchronized void issue(int index, long target) {
        if (isDestroyed) {
            return;
        }
        release(index);
        ofCommands[index] = target != 0;
        int error;
        if (target == 0) {
            error = CL12.nclEnqueueMarkerWithWaitList(queue, 0, 0, slot(index));
        } else {
            error = CL10.clRetainEvent(target);
            MemoryUtil.memPutAddress(slot(index), target);
        }
        if (error != CL10.CL_SUCCESS) {
            MemoryUtil.memPutAddress(slot(index), 0);
            queries.noteFailure();
        }
    }

    /** One by one: the commands of a queue may work out of order. */
    @Override
    protected int readyCount(int from, int to) {
        int ready = from;
        while (ready < to && isReady(ready)) {
            ready++;
        }
        return ready - from;
    }

    /** A command that failed, or could not be enqueued, is ready: nothing more comes of it. */
    private boolean isReady(int index) {
        if (event(index) == 0) {
            return true;
        }
        int error =
                CL10.nclGetEventInfo(event(index), CL10.CL_EVENT_COMMAND_EXECUTION_STATUS, Integer.BYTES, answer, 0);
        int status = MemoryUtil.memGetInt(answer);
        if (error != CL10.CL_SUCCESS || status < 0) {
            queries.noteFailure();
            return true;
        }
        return status == CL10.CL_COMPLETE;
    }

    @Override
    protected boolean isOfEarlierCommand(int index) {
        return ofCommands[index];
    }

    /** A marker ends when all before it is done. */
    @Override
    protected long result(int index) {
        boolean isStart = ofCommands[index] && isBegin(index);
        int time = isStart ? CL10.CL_PROFILING_COMMAND_START : CL10.CL_PROFILING_COMMAND_END;
        MemoryUtil.memPutLong(answer, 0);
        if (event(index) == 0
                || CL10.nclGetEventProfilingInfo(event(index), time, Long.BYTES, answer, 0) != CL10.CL_SUCCESS) {
            queries.noteFailure();
        }
        release(index);
        return MemoryUtil.memGetLong(answer);
    }

    private void release(int index) {
        if (event(index) != 0) {
            int ignored = CL10.clReleaseEvent(event(index));
            MemoryUtil.memPutAddress(slot(index), 0);
        }
    }

    @Override
    protected synchronized void destroy() {
        isDestroyed = true;
        for (int i = 0; i < size(); i++) {
            release(i);
        }
        MemoryUtil.nmemFree(events);
        MemoryUtil.nmemFree(answer);
    }
}
