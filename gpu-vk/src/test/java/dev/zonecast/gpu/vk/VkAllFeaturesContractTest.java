package dev.zonecast.gpu.vk;

/** Vulkan 1.3 with all that helps. */
class VkAllFeaturesContractTest extends VkContractTest {
    VkAllFeaturesContractTest() {
        super(TestDevice.Features.ALL);
    }
}
