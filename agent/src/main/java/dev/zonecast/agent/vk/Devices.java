package dev.zonecast.agent.vk;

import dev.zonecast.agent.FrameSets;
import java.util.List;
import java.util.stream.IntStream;
import org.lwjgl.vulkan.VkDevice;

/** The devices of the process. Thread-safe. */
final class Devices {
    private static final HandleMap<Device> ALL = new HandleMap<>(64);

    private Devices() {}

    /** Null if the agent has not seen its creation. */
    static Device of(VkDevice device) {
        return ALL.get(device.address());
    }

    static synchronized void created(DeviceCreation creation) {
        if (creation.succeeded()) {
            Device device = creation.made(freeNumber());
            ALL.put(device.handle().address(), device);
        }
    }

    /** From 1 on: a device that comes in place of a destroyed one continues its plots. */
    private static int freeNumber() {
        List<Device> all = ALL.values();
        return IntStream.iterate(1, number -> number + 1)
                .filter(number -> all.stream().noneMatch(device -> device.number() == number))
                .findFirst()
                .orElseThrow();
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
