package dev.zonecast.gpu.vk;

/** Vulkan 1.0: queries are reset by commands, the clock is read by a time stamp that is submitted. */
class VkNoFeaturesContractTest extends VkContractTest {
    VkNoFeaturesContractTest() {
        super(TestDevice.Features.NONE);
    }
}
