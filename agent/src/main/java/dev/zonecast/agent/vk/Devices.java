package dev.zonecast.agent.vk;

import dev.zonecast.agent.FrameSets;
import java.util.concurrent.atomic.AtomicInteger;
import org.lwjgl.vulkan.VkDevice;

/** The devices of the process. Thread-safe. */
final class Devices {
    private static final HandleMap<Device> ALL = new HandleMap<>(64);

    private static final AtomicInteger MADE = new AtomicInteger();

    private Devices() {}

    /** Null if the agent has not seen its creation. */
    static Device of(VkDevice device) {
        return ALL.get(device.address());
    }

    static void created(DeviceCreation creation) {
        if (creation.succeeded()) {
            Device device = creation.made(MADE.incrementAndGet());
            ALL.put(device.handle().address(), device);
        }
    }

    static void destroys(VkDevice destroyed) {
        Device device = ALL.remove(destroyed.address());
        if (device != null) {
            device.close();
        } else {
            FrameSets.closes(Submissions.UNKNOWN_SURFACE);
        }
    }

    static void surfaceGoes(long surface) {
        FrameSets.closes(surface);
        ALL.values().forEach(device -> device.surfaceGoes(surface));
    }
}
