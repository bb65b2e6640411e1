package dev.zonecast.demo.render.vk;

import static org.lwjgl.vulkan.VK13.*;

import dev.zonecast.demo.render.GraphicsUnavailableException;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.*;

/**
 * A device that can draw the demo, and its queues.
 *
 * @param name in the driver's words
 * @param version of Vulkan and of the driver
 * @param vendor number of who made it
 * @param type VkPhysicalDeviceType
 * @param graphicsFamily queue family that draws
 * @param uploadFamily queue family that copies: one for transfers alone, else for compute, else {@code graphicsFamily}
 * @param uploadQueue index of the queue that copies in its family: the graphics queue itself where there is no other
 * @param extensions that are enabled where a device has them, and this one has
 * @param hasPipelineStatistics whether the device can count what a pipeline does
 */
record DeviceChoice(
        VkPhysicalDevice device,
        String name,
        String version,
        int vendor,
        int type,
        int graphicsFamily,
        int uploadFamily,
        int uploadQueue,
        List<String> extensions,
        boolean hasPipelineStatistics) {
    private static final List<Integer> PREFERRED_TYPES = List.of(
            VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU,
            VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU,
            VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU,
            VK_PHYSICAL_DEVICE_TYPE_CPU,
            VK_PHYSICAL_DEVICE_TYPE_OTHER);

    static final int NONE = -1;

    /**
     * The fastest device that can.
     *
     * @param needed extensions that it has to have
     * @param canPresent whether a queue family of a device can show frames
     * @throws GraphicsUnavailableException with a reason for each device, if none can
     */
    static DeviceChoice of(List<VkPhysicalDevice> devices, List<String> needed, PresentSupport canPresent)
            throws GraphicsUnavailableException {
        List<String> reasons = new ArrayList<>();
        DeviceChoice best = null;
        for (VkPhysicalDevice device : devices) {
            DeviceChoice choice = examine(device, needed, canPresent, reasons);
            if (choice != null && (best == null || rank(choice) < rank(best))) {
                best = choice;
            }
        }
        if (best == null) {
            throw new GraphicsUnavailableException(
                    "Vulkan 1.3", reasons.isEmpty() ? List.of("there is no Vulkan driver") : reasons);
        }
        return best;
    }

    /** Whether a queue family can show frames. */
    interface PresentSupport {
        boolean test(VkPhysicalDevice device, int family);
    }

    private static int rank(DeviceChoice choice) {
        int rank = PREFERRED_TYPES.indexOf(choice.type);
        return rank < 0 ? PREFERRED_TYPES.size() : rank;
    }

    private static DeviceChoice examine(
            VkPhysicalDevice device, List<String> needed, PresentSupport canPresent, List<String> reasons) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkPhysicalDeviceProperties properties = VkPhysicalDeviceProperties.calloc(stack);
            vkGetPhysicalDeviceProperties(device, properties);
            String name = properties.deviceNameString();
            if (properties.apiVersion() < VK_API_VERSION_1_3) {
                reasons.add(name + " has Vulkan " + versionText(properties.apiVersion()) + " only");
                return null;
            }
            VkPhysicalDeviceVulkan12Features features12 =
                    VkPhysicalDeviceVulkan12Features.calloc(stack).sType$Default();
            VkPhysicalDeviceVulkan13Features features13 =
                    VkPhysicalDeviceVulkan13Features.calloc(stack).sType$Default();
            VkPhysicalDeviceFeatures2 features = VkPhysicalDeviceFeatures2.calloc(stack)
                    .sType$Default()
                    .pNext(features12)
                    .pNext(features13);
            vkGetPhysicalDeviceFeatures2(device, features);
            if (!features12.hostQueryReset()) {
                reasons.add(name + " cannot reset queries from the host");
                return null;
            }
            Set<String> extensions = extensions(device);
            if (!extensions.containsAll(needed)) {
                reasons.add(name + " cannot show frames in a window");
                return null;
            }
            List<VkQueueFamilyProperties> families = families(device, stack);
            int[] work = families.stream()
                    .mapToInt(family -> workOf(family.queueFlags(), family.timestampValidBits()))
                    .toArray();
            int graphics = find(
                    work.length,
                    family -> (work[family] & VK_QUEUE_GRAPHICS_BIT) != 0 && canPresent.test(device, family));
            if (graphics == NONE) {
                reasons.add(name + " has no queue with timestamps that draws"
                        + (needed.isEmpty() ? "" : " and shows frames"));
                return null;
            }
            int upload = uploadFamily(work);
            List<String> enabled = new ArrayList<>(needed);
            enabled.addAll(calibration(extensions));
            // Where there is no other family, the second queue of the family that draws, if it has two.
            boolean isSecond = upload == NONE && families.get(graphics).queueCount() > 1;
            return new DeviceChoice(
                    device,
                    name,
                    "Vulkan " + versionText(properties.apiVersion()) + ", driver " + properties.driverVersion(),
                    properties.vendorID(),
                    properties.deviceType(),
                    graphics,
                    upload == NONE ? graphics : upload,
                    isSecond ? 1 : 0,
                    enabled,
                    features.features().pipelineStatisticsQuery());
        }
    }

    /** True if copies have a queue of their own. */
    boolean hasUploadQueue() {
        return uploadFamily != graphicsFamily || uploadQueue > 0;
    }

    /** The queue flags of a family; none if it has no timestamps, without which there are no GPU zones. */
    static int workOf(int queueFlags, int timestampValidBits) {
        return timestampValidBits > 0 ? queueFlags : 0;
    }

    /**
     * The family for copies beside the one that draws; {@link #NONE} if there is no other.
     *
     * @param work {@link #workOf} each family
     */
    static int uploadFamily(int[] work) {
        int beyondCopies = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
        int transfer = find(
                work.length,
                family -> (work[family] & beyondCopies) == 0 && (work[family] & VK_QUEUE_TRANSFER_BIT) != 0);
        return transfer != NONE
                ? transfer
                : find(work.length, family -> (work[family] & beyondCopies) == VK_QUEUE_COMPUTE_BIT);
    }

    private static int find(int families, IntPredicate fits) {
        for (int family = 0; family < families; family++) {
            if (fits.test(family)) {
                return family;
            }
        }
        return NONE;
    }

    private static List<String> calibration(Set<String> extensions) {
        if (extensions.contains(KHRCalibratedTimestamps.VK_KHR_CALIBRATED_TIMESTAMPS_EXTENSION_NAME)) {
            return List.of(KHRCalibratedTimestamps.VK_KHR_CALIBRATED_TIMESTAMPS_EXTENSION_NAME);
        }
        return extensions.contains(EXTCalibratedTimestamps.VK_EXT_CALIBRATED_TIMESTAMPS_EXTENSION_NAME)
                ? List.of(EXTCalibratedTimestamps.VK_EXT_CALIBRATED_TIMESTAMPS_EXTENSION_NAME)
                : List.of();
    }

    static Set<String> extensions(VkPhysicalDevice device) {
        try (VkExtensionProperties.Buffer all = VulkanCalls.list(
                "the list of extensions",
                VkExtensionProperties::calloc,
                (count, list) -> vkEnumerateDeviceExtensionProperties(device, (String) null, count, list))) {
            return all.stream().map(VkExtensionProperties::extensionNameString).collect(Collectors.toSet());
        }
    }

    static List<VkQueueFamilyProperties> families(VkPhysicalDevice device, MemoryStack stack) {
        IntBuffer count = stack.mallocInt(1);
        vkGetPhysicalDeviceQueueFamilyProperties(device, count, null);
        VkQueueFamilyProperties.Buffer all = VkQueueFamilyProperties.calloc(count.get(0), stack);
        vkGetPhysicalDeviceQueueFamilyProperties(device, count, all);
        return all.stream().toList();
    }

    static String versionText(int version) {
        return VK_VERSION_MAJOR(version) + "." + VK_VERSION_MINOR(version) + "." + VK_VERSION_PATCH(version);
    }
}
