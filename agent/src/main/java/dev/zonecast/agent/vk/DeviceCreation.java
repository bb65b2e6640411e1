package dev.zonecast.agent.vk;

import dev.zonecast.agent.AgentLog;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.EXTHostQueryReset;
import org.lwjgl.vulkan.KHRGetPhysicalDeviceProperties2;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VK11;
import org.lwjgl.vulkan.VK12;
import org.lwjgl.vulkan.VKCapabilitiesInstance;
import org.lwjgl.vulkan.VkBaseInStructure;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkDeviceCreateInfo;
import org.lwjgl.vulkan.VkExtensionProperties;
import org.lwjgl.vulkan.VkPhysicalDevice;
import org.lwjgl.vulkan.VkPhysicalDeviceFeatures2;
import org.lwjgl.vulkan.VkPhysicalDeviceHostQueryResetFeatures;
import org.lwjgl.vulkan.VkPhysicalDeviceProperties;
import org.lwjgl.vulkan.VkPhysicalDeviceVulkan12Features;

/**
 * A device that the program creates right now. During the call its VkDeviceCreateInfo asks also for hostQueryReset and for a calibrated
 * clock, where the physical device has them; after it the program finds the structure as it was. One thread.
 */
final class DeviceCreation {
    /** Made one during the other by no program. */
    static final ThreadLocal<DeviceCreation> CURRENT = new ThreadLocal<>();

    private static final String HOST_QUERY_RESET = "VK_EXT_host_query_reset";
    private static final String CLOCK_KHR = "VK_KHR_calibrated_timestamps";
    private static final String CLOCK_EXT = "VK_EXT_calibrated_timestamps";

    private final VkPhysicalDevice physical;
    private final long info;
    private final long device;

    private final int savedCount;
    private final long savedNames;
    private final long savedNext;

    /** A VkBool32 of the program's that was set; 0: none. */
    private long changed;

    private VkPhysicalDeviceHostQueryResetFeatures feature;
    private long names;
    private final List<Long> texts = new ArrayList<>();
    private boolean resets;

    /**
     * Before the call.
     *
     * @param info a VkDeviceCreateInfo
     * @param device where the handle will be
     */
    DeviceCreation(VkPhysicalDevice physical, long info, long device) {
        this.physical = physical;
        this.info = info;
        this.device = device;
        savedCount = MemoryUtil.memGetInt(info + VkDeviceCreateInfo.ENABLEDEXTENSIONCOUNT);
        savedNames = MemoryUtil.memGetAddress(info + VkDeviceCreateInfo.PPENABLEDEXTENSIONNAMES);
        savedNext = MemoryUtil.memGetAddress(info + VkDeviceCreateInfo.PNEXT);
        MemoryUtil.memPutAddress(device, 0);
    }

    void ask() {
        Set<String> enabled = enabledNames();
        Set<String> offered = offeredNames();
        var wanted = new ArrayList<String>();
        if (supportsReset()) {
            boolean isCore = apiVersion() >= VK12.VK_API_VERSION_1_2;
            if (isCore || enabled.contains(HOST_QUERY_RESET) || offered.contains(HOST_QUERY_RESET)) {
                if (!isCore && !enabled.contains(HOST_QUERY_RESET)) {
                    wanted.add(HOST_QUERY_RESET);
                }
                enableReset();
            }
        }
        if (hasProperties2() && !enabled.contains(CLOCK_KHR) && !enabled.contains(CLOCK_EXT)) {
            if (offered.contains(CLOCK_KHR)) {
                wanted.add(CLOCK_KHR);
            } else if (offered.contains(CLOCK_EXT)) {
                wanted.add(CLOCK_EXT);
            }
        }
        if (!wanted.isEmpty()) {
            add(wanted);
        }
    }

    private Set<String> enabledNames() {
        var all = new HashSet<String>();
        for (int i = 0; i < savedCount; i++) {
            all.add(MemoryUtil.memUTF8(MemoryUtil.memGetAddress(savedNames + (long) Long.BYTES * i)));
        }
        return all;
    }

    private Set<String> offeredNames() {
        int[] count = new int[1];
        var all = new HashSet<String>();
        if (VK10.vkEnumerateDeviceExtensionProperties(physical, (String) null, count, null) == VK10.VK_SUCCESS) {
            try (VkExtensionProperties.Buffer list = VkExtensionProperties.calloc(count[0])) {
                VK10.vkEnumerateDeviceExtensionProperties(physical, (String) null, count, list);
                list.stream().limit(count[0]).forEach(each -> all.add(each.extensionNameString()));
            }
        }
        return all;
    }

    private int apiVersion() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkPhysicalDeviceProperties properties = VkPhysicalDeviceProperties.calloc(stack);
            VK10.vkGetPhysicalDeviceProperties(physical, properties);
            return Math.min(properties.apiVersion(), physical.getInstance().getCapabilities().apiVersion);
        }
    }

    private boolean hasProperties2() {
        VKCapabilitiesInstance of = physical.getCapabilities();
        return of.vkGetPhysicalDeviceFeatures2 != 0 || of.vkGetPhysicalDeviceFeatures2KHR != 0;
    }

    private boolean supportsReset() {
        if (!hasProperties2()) {
            return false;
        }
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var asked = VkPhysicalDeviceHostQueryResetFeatures.calloc(stack)
                    .sType(EXTHostQueryReset.VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_HOST_QUERY_RESET_FEATURES_EXT);
            var features =
                    VkPhysicalDeviceFeatures2.calloc(stack).sType$Default().pNext(asked.address());
            if (physical.getCapabilities().vkGetPhysicalDeviceFeatures2 != 0) {
                VK11.vkGetPhysicalDeviceFeatures2(physical, features);
            } else {
                KHRGetPhysicalDeviceProperties2.vkGetPhysicalDeviceFeatures2KHR(physical, features);
            }
            return asked.hostQueryReset();
        }
    }

    private void enableReset() {
        resets = true;
        long found = find(
                VK12.VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                VkPhysicalDeviceVulkan12Features.HOSTQUERYRESET);
        if (found == 0) {
            found = find(
                    VK12.VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_HOST_QUERY_RESET_FEATURES,
                    VkPhysicalDeviceHostQueryResetFeatures.HOSTQUERYRESET);
        }
        if (found == 0) {
            feature = VkPhysicalDeviceHostQueryResetFeatures.calloc()
                    .sType(VK12.VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_HOST_QUERY_RESET_FEATURES)
                    .pNext(savedNext)
                    .hostQueryReset(true);
            MemoryUtil.memPutAddress(info + VkDeviceCreateInfo.PNEXT, feature.address());
        } else if (MemoryUtil.memGetInt(found) == VK10.VK_FALSE) {
            changed = found;
            MemoryUtil.memPutInt(found, VK10.VK_TRUE);
        }
    }

    /** Address of a field of a structure in the program's chain; 0 if there is no such structure. */
    private long find(int type, int field) {
        for (long next = savedNext; next != 0; next = MemoryUtil.memGetAddress(next + VkBaseInStructure.PNEXT)) {
            if (MemoryUtil.memGetInt(next + VkBaseInStructure.STYPE) == type) {
                return next + field;
            }
        }
        return 0;
    }

    private void add(List<String> wanted) {
        names = MemoryUtil.nmemAllocChecked((long) Long.BYTES * (savedCount + wanted.size()));
        if (savedCount > 0) {
            MemoryUtil.memCopy(savedNames, names, (long) Long.BYTES * savedCount);
        }
        for (int i = 0; i < wanted.size(); i++) {
            long text = MemoryUtil.memAddress(MemoryUtil.memUTF8(wanted.get(i)));
            texts.add(text);
            MemoryUtil.memPutAddress(names + (long) Long.BYTES * (savedCount + i), text);
        }
        MemoryUtil.memPutAddress(info + VkDeviceCreateInfo.PPENABLEDEXTENSIONNAMES, names);
        MemoryUtil.memPutInt(info + VkDeviceCreateInfo.ENABLEDEXTENSIONCOUNT, savedCount + wanted.size());
    }

    /** After the call. */
    boolean succeeded() {
        return MemoryUtil.memGetAddress(device) != 0;
    }

    /** @param number of the device */
    Device made(int number) {
        if (!resets) {
            AgentLog.say("no GPU zones of Vulkan device " + number + ": it has no hostQueryReset (Vulkan 1.2 or "
                    + HOST_QUERY_RESET + "). Frames, waits and counters are recorded");
        }
        return new Device(
                new VkDevice(MemoryUtil.memGetAddress(device), physical, VkDeviceCreateInfo.create(info)),
                number,
                resets);
    }

    /** The program's structures are as they were. */
    void restore() {
        MemoryUtil.memPutInt(info + VkDeviceCreateInfo.ENABLEDEXTENSIONCOUNT, savedCount);
        MemoryUtil.memPutAddress(info + VkDeviceCreateInfo.PPENABLEDEXTENSIONNAMES, savedNames);
        MemoryUtil.memPutAddress(info + VkDeviceCreateInfo.PNEXT, savedNext);
        if (changed != 0) {
            MemoryUtil.memPutInt(changed, VK10.VK_FALSE);
        }
        if (feature != null) {
            feature.free();
        }
        if (names != 0) {
            MemoryUtil.nmemFree(names);
        }
        texts.forEach(MemoryUtil::nmemFree);
    }
}
