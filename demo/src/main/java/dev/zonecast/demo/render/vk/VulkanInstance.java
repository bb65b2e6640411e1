package dev.zonecast.demo.render.vk;

import static dev.zonecast.demo.render.vk.VulkanCalls.created;
import static dev.zonecast.demo.render.vk.VulkanCalls.list;
import static org.lwjgl.vulkan.VK13.*;

import dev.zonecast.demo.render.GraphicsUnavailableException;
import java.util.ArrayList;
import java.util.List;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.*;

/** The Vulkan of this machine, with the validation layer if that is wanted. */
final class VulkanInstance implements AutoCloseable {
    private static final String VALIDATION_LAYER = "VK_LAYER_KHRONOS_validation";

    final VkInstance handle;
    private final ValidationLog validation;
    private final long messenger;

    /**
     * Makes the instance.
     *
     * @param validation where the validation layer's messages go; null for no validation
     * @param windowExtensions what a window needs
     * @throws GraphicsUnavailableException if there is no Vulkan, or no validation layer where one is wanted
     */
    VulkanInstance(ValidationLog validation, List<String> windowExtensions) throws GraphicsUnavailableException {
        this.validation = validation;
        try (MemoryStack stack = MemoryStack.stackPush()) {
            List<String> extensions = new ArrayList<>(windowExtensions);
            if (validation != null || hasDebugUtils()) {
                extensions.add(EXTDebugUtils.VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
            }
            VkInstanceCreateInfo info = VkInstanceCreateInfo.calloc(stack)
                    .sType$Default()
                    .pApplicationInfo(VkApplicationInfo.calloc(stack)
                            .sType$Default()
                            .pApplicationName(stack.UTF8("zonecast demo"))
                            .apiVersion(VK_API_VERSION_1_3))
                    .ppEnabledExtensionNames(names(stack, extensions));
            VkDebugUtilsMessengerCreateInfoEXT messengerInfo = null;
            if (validation != null) {
                requireLayer();
                messengerInfo = validation.messenger(stack);
                info.ppEnabledLayerNames(names(stack, List.of(VALIDATION_LAYER)));
                info.pNext(VkValidationFeaturesEXT.calloc(stack)
                        .sType$Default()
                        .pNext(messengerInfo.address())
                        .pEnabledValidationFeatures(stack.ints(
                                EXTValidationFeatures.VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT)));
            }
            PointerBuffer pointer = stack.mallocPointer(1);
            int result = vkCreateInstance(info, null, pointer);
            if (result != VK_SUCCESS) {
                throw unavailable("vkCreateInstance answers VkResult " + result);
            }
            handle = new VkInstance(pointer.get(0), info);
            messenger = messengerInfo == null ? 0 : createMessenger(messengerInfo);
        } catch (UnsatisfiedLinkError e) {
            throw unavailable("the Vulkan loader is missing (" + e.getMessage() + ")");
        }
    }

    private static GraphicsUnavailableException unavailable(String reason) {
        return new GraphicsUnavailableException("Vulkan 1.3", List.of(reason));
    }

    private long createMessenger(VkDebugUtilsMessengerCreateInfoEXT info) {
        return created("the debug messenger", h -> EXTDebugUtils.vkCreateDebugUtilsMessengerEXT(handle, info, null, h));
    }

    static PointerBuffer names(MemoryStack stack, List<String> names) {
        PointerBuffer pointers = stack.mallocPointer(names.size());
        names.forEach(name -> pointers.put(stack.UTF8(name)));
        return pointers.flip();
    }

    private static boolean hasDebugUtils() {
        try (VkExtensionProperties.Buffer all = list(
                "the list of extensions",
                VkExtensionProperties::calloc,
                (count, list) -> vkEnumerateInstanceExtensionProperties((String) null, count, list))) {
            return all.stream()
                    .anyMatch(one -> one.extensionNameString().equals(EXTDebugUtils.VK_EXT_DEBUG_UTILS_EXTENSION_NAME));
        }
    }

    private static void requireLayer() throws GraphicsUnavailableException {
        try (VkLayerProperties.Buffer all = list(
                "the list of layers",
                VkLayerProperties::calloc,
                (count, list) -> vkEnumerateInstanceLayerProperties(count, list))) {
            if (all.stream().noneMatch(one -> one.layerNameString().equals(VALIDATION_LAYER))) {
                throw unavailable("the validation layer is missing (Debian: vulkan-validationlayers)");
            }
        }
    }

    List<VkPhysicalDevice> devices() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            PointerBuffer handles = list(
                    "the list of devices",
                    stack::mallocPointer,
                    (count, list) -> vkEnumeratePhysicalDevices(handle, count, list));
            List<VkPhysicalDevice> devices = new ArrayList<>();
            for (int i = 0; i < handles.capacity(); i++) {
                devices.add(new VkPhysicalDevice(handles.get(i), handle));
            }
            return devices;
        }
    }

    /** Messages of the validation layer so far. */
    int validationMessages() {
        return validation == null ? 0 : validation.messages();
    }

    @Override
    public void close() {
        if (messenger != MemoryUtil.NULL) {
            EXTDebugUtils.vkDestroyDebugUtilsMessengerEXT(handle, messenger, null);
        }
        vkDestroyInstance(handle, null);
        if (validation != null) {
            validation.close();
        }
    }
}
