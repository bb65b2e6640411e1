package dev.zonecast.gpu.cl;

import java.nio.LongBuffer;
import org.lwjgl.PointerBuffer;
import org.lwjgl.opencl.CL;
import org.lwjgl.opencl.CL10;
import org.lwjgl.opencl.CL21;
import org.lwjgl.system.MemoryStack;

/**
 * Facts about a command queue.
 *
 * @param device 0 if something lacks
 * @param readsClocks whether the device's clock and the host's can be read together
 * @param lack why there can be no zones; null: nothing
 */
record ClQueue(long handle, long device, boolean readsClocks, String lack) {
    static ClQueue of(long handle) {
        if (handle == 0) {
            return lacking(handle, "there is no command queue");
        }
        if (CL.getICD().clEnqueueMarkerWithWaitList == 0) {
            return lacking(handle, "OpenCL is older than 1.2");
        }
        try (MemoryStack stack = MemoryStack.stackPush()) {
            LongBuffer properties = stack.callocLong(1);
            PointerBuffer device = stack.callocPointer(1);
            int error = CL10.clGetCommandQueueInfo(handle, CL10.CL_QUEUE_PROPERTIES, properties, null);
            error = error != 0 ? error : CL10.clGetCommandQueueInfo(handle, CL10.CL_QUEUE_DEVICE, device, null);
            if (error != CL10.CL_SUCCESS) {
                return lacking(handle, "the driver does not know the command queue: error " + error);
            }
            if ((properties.get(0) & CL10.CL_QUEUE_PROFILING_ENABLE) == 0) {
                return lacking(handle, "the command queue was made without CL_QUEUE_PROFILING_ENABLE");
            }
            return new ClQueue(handle, device.get(0), readsClocks(device.get(0), stack), null);
        }
    }

    private static ClQueue lacking(long handle, String lack) {
        return new ClQueue(handle, 0, false, lack);
    }

    private static boolean readsClocks(long device, MemoryStack stack) {
        LongBuffer ticks = stack.callocLong(1);
        LongBuffer nanos = stack.callocLong(1);
        return CL.getICD().clGetDeviceAndHostTimer != 0
                && CL.getICD().clGetHostTimer != 0
                && CL21.clGetDeviceAndHostTimer(device, ticks, nanos) == CL10.CL_SUCCESS
                && CL21.clGetHostTimer(device, nanos) == CL10.CL_SUCCESS
                && ticks.get(0) != 0;
    }
}
