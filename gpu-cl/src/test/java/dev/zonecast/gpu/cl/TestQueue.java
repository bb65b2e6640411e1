package dev.zonecast.gpu.cl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.IntBuffer;
import org.lwjgl.PointerBuffer;
import org.lwjgl.opencl.CL;
import org.lwjgl.opencl.CL10;
import org.lwjgl.opencl.CL12;
import org.lwjgl.system.Configuration;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.Platform;

/** A device of the machine, pocl's as a rule, with memory to fill. */
final class TestQueue implements AutoCloseable {
    private static final int BYTES = 1 << 20;

    static {
        if (Platform.get() == Platform.LINUX) {
            // The name without a number comes with the packages for C compilers only.
            Configuration.OPENCL_LIBRARY_NAME.set("libOpenCL.so.1");
        }
    }

    final long device;
    final long context;
    final long handle;
    private final long memory;

    TestQueue() {
        this(CL10.CL_QUEUE_PROFILING_ENABLE);
    }

    TestQueue(long properties) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            IntBuffer error = stack.mallocInt(1);
            PointerBuffer platform = stack.mallocPointer(1);
            check(CL10.clGetPlatformIDs(platform, (IntBuffer) null));
            PointerBuffer found = stack.mallocPointer(1);
            check(CL10.clGetDeviceIDs(platform.get(0), CL10.CL_DEVICE_TYPE_ALL, found, (IntBuffer) null));
            device = found.get(0);
            CL.createDeviceCapabilities(device, CL.createPlatformCapabilities(platform.get(0)));
            PointerBuffer ofPlatform = stack.pointers(CL10.CL_CONTEXT_PLATFORM, platform.get(0), 0);
            context = CL10.clCreateContext(ofPlatform, device, null, 0, error);
            check(error.get(0));
            handle = CL10.clCreateCommandQueue(context, device, properties, error);
            check(error.get(0));
            memory = CL10.clCreateBuffer(context, CL10.CL_MEM_READ_WRITE, BYTES, error);
            check(error.get(0));
        }
    }

    static void check(int error) {
        assertEquals(CL10.CL_SUCCESS, error);
    }

    /** Enqueues a command that takes some time. */
    void fill() {
        fill(null);
    }

    /** The same; returns the event. */
    long fillWithEvent() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            PointerBuffer event = stack.mallocPointer(1);
            fill(event);
            return event.get(0);
        }
    }

    private void fill(PointerBuffer event) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            check(CL12.clEnqueueFillBuffer(handle, memory, stack.bytes((byte) 1), 0, BYTES, null, event));
        }
    }

    void finish() {
        check(CL10.clFinish(handle));
    }

    @Override
    public void close() {
        finish();
        check(CL10.clReleaseMemObject(memory));
        check(CL10.clReleaseCommandQueue(handle));
        check(CL10.clReleaseContext(context));
    }
}
