package dev.zonecast.gpu.vk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lwjgl.util.vma.Vma.*;
import static org.lwjgl.vulkan.VK10.*;

import dev.zonecast.core.gpu.contract.MemoryEvents;
import dev.zonecast.core.gpu.contract.PlotValues;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.util.vma.VmaAllocationCreateInfo;
import org.lwjgl.util.vma.VmaAllocatorCreateInfo;
import org.lwjgl.util.vma.VmaPoolCreateInfo;
import org.lwjgl.util.vma.VmaVulkanFunctions;
import org.lwjgl.vulkan.VkBufferCreateInfo;
import org.lwjgl.vulkan.VkExtensionProperties;
import org.lwjgl.vulkan.VkMemoryAllocateInfo;
import org.lwjgl.vulkan.VkMemoryRequirements;
import org.lwjgl.vulkan.VkPhysicalDevice;

class VkGpuMemoryTest {
    @Test
    void shouldShowWhatIsAllocatedAndFreedInThePoolOfItsHeap() throws Exception {
        try (TestDevice vulkan = new TestDevice(TestDevice.Features.ALL);
                MemoryStack stack = MemoryStack.stackPush()) {
            VkGpuMemory memory = new VkGpuMemory(vulkan.physicalDevice, "Test");
            LongBuffer handle = stack.mallocLong(1);

            List<String> lines = MemoryEvents.recorded(() -> {
                VkMemoryAllocateInfo info =
                        VkMemoryAllocateInfo.calloc(stack).sType$Default().allocationSize(65_536);
                TestDevice.check(memory.allocate(vulkan.device, info, null, handle));
                memory.free(vulkan.device, handle.get(0), null);
                memory.allocated(77, 0, 10);
                memory.allocated(78, -1, 10);
                memory.allocated(78, 1000, 10);
                memory.freed(77);
                memory.freed(78);
            });

            assertEquals(4, lines.size(), lines.toString());
            assertTrue(lines.get(0).startsWith("Allocated Test heap 0 ("), lines.get(0));
            assertTrue(lines.get(0).endsWith(" " + handle.get(0) + ": 65536"), lines.get(0));
            assertTrue(lines.get(1).endsWith(" " + handle.get(0) + ": 65536"), lines.get(1));
            assertTrue(lines.get(1).startsWith("Freed "), lines.get(1));
            assertTrue(lines.get(2).endsWith(" 77: 10"), lines.get(2));
            assertTrue(lines.get(3).startsWith("Freed "), lines.get(3));
        }
    }

    @Test
    void shouldShowTheBlocksThatTheVulkanMemoryAllocatorTakes() throws Exception {
        try (TestDevice vulkan = new TestDevice(TestDevice.Features.ALL);
                MemoryStack stack = MemoryStack.stackPush();
                VmaMemory vma = new VmaMemory(new VkGpuMemory(vulkan.physicalDevice, "VMA"))) {
            List<String> lines = MemoryEvents.recorded(() -> {
                VmaVulkanFunctions functions = VmaVulkanFunctions.calloc(stack).set(vulkan.instance, vulkan.device);
                VmaAllocatorCreateInfo info = VmaAllocatorCreateInfo.calloc(stack)
                        .instance(vulkan.instance)
                        .physicalDevice(vulkan.physicalDevice)
                        .device(vulkan.device)
                        .pVulkanFunctions(functions)
                        .pDeviceMemoryCallbacks(vma.callbacks());
                PointerBuffer allocator = stack.mallocPointer(1);
                TestDevice.check(vmaCreateAllocator(info, allocator));
                for (int i = 0; i < 3; i++) {
                    buffer(stack, allocator.get(0), 1_000_000);
                }
                vmaDestroyAllocator(allocator.get(0));
            });

            assertTrue(lines.size() >= 2, lines.toString());
            assertEquals(
                    lines.stream()
                            .filter(line -> line.startsWith("Allocated VMA heap"))
                            .count(),
                    lines.stream()
                            .filter(line -> line.startsWith("Freed VMA heap"))
                            .count());
        }
    }

    @Test
    void shouldPlotSizeUseAndBudgetOfEachHeapWhereTheDeviceKnowsThem() throws Exception {
        try (TestDevice vulkan = new TestDevice(TestDevice.Features.ALL);
                MemoryStack stack = MemoryStack.stackPush()) {
            boolean knows = hasBudget(vulkan.physicalDevice, stack);

            Map<String, List<Long>> values =
                    PlotValues.recorded("Budget heap", () -> new VkGpuMemory(vulkan.physicalDevice, "Budget").record());

            assertEquals(knows, !values.isEmpty(), values.toString());
            assertEquals(0, values.size() % 3);
            values.forEach((name, all) -> {
                assertEquals(1, all.size(), name);
                assertTrue(all.getFirst() > 0 || name.endsWith(": use"), name);
            });
        }
    }

    private static boolean hasBudget(VkPhysicalDevice device, MemoryStack stack) {
        IntBuffer count = stack.callocInt(1);
        TestDevice.check(vkEnumerateDeviceExtensionProperties(device, (String) null, count, null));
        try (VkExtensionProperties.Buffer all = VkExtensionProperties.calloc(count.get(0))) {
            TestDevice.check(vkEnumerateDeviceExtensionProperties(device, (String) null, count, all));
            return all.stream().anyMatch(each -> each.extensionNameString().equals("VK_EXT_memory_budget"));
        }
    }

    @Test
    void shouldShowAllocationsByTheirNamesAndPlotPools() throws Exception {
        try (TestDevice vulkan = new TestDevice(TestDevice.Features.ALL);
                MemoryStack stack = MemoryStack.stackPush();
                VmaMemory vma = new VmaMemory(new VkGpuMemory(vulkan.physicalDevice, "VMN"))) {
            PointerBuffer allocator = stack.mallocPointer(1);
            VmaVulkanFunctions functions = VmaVulkanFunctions.calloc(stack).set(vulkan.instance, vulkan.device);
            TestDevice.check(vmaCreateAllocator(
                    VmaAllocatorCreateInfo.calloc(stack)
                            .instance(vulkan.instance)
                            .physicalDevice(vulkan.physicalDevice)
                            .device(vulkan.device)
                            .pVulkanFunctions(functions),
                    allocator));
            PointerBuffer pool = stack.mallocPointer(1);
            TestDevice.check(vmaCreatePool(
                    allocator.get(0), VmaPoolCreateInfo.calloc(stack).minBlockCount(1), pool));
            vmaSetPoolName(allocator.get(0), pool.get(0), "meshes");
            VkMemoryRequirements need =
                    VkMemoryRequirements.calloc(stack).size(4096).alignment(256).memoryTypeBits(1);
            PointerBuffer allocation = stack.mallocPointer(1);

            List<String> lines = MemoryEvents.recorded(() -> {
                TestDevice.check(vmaAllocateMemory(
                        allocator.get(0),
                        need,
                        VmaAllocationCreateInfo.calloc(stack).pool(pool.get(0)),
                        allocation,
                        null));
                vmaSetAllocationName(allocator.get(0), allocation.get(0), "cube");
                vma.allocated(allocator.get(0), allocation.get(0));
                vma.named(allocation.get(0), null);
            });
            Map<String, List<Long>> values = PlotValues.recorded("VMN pool", () -> {
                vma.poolCreated(allocator.get(0), pool.get(0));
                vma.record();
                vma.poolDestroyed(pool.get(0));
                vma.record();
            });
            vma.freed(allocation.get(0));
            vmaFreeMemory(allocator.get(0), allocation.get(0));
            vmaDestroyPool(allocator.get(0), pool.get(0));
            vmaDestroyAllocator(allocator.get(0));

            String handle = " " + allocation.get(0) + ": 4096";
            assertEquals(
                    List.of(
                            "Allocated VMN allocations" + handle,
                            "Allocated VMN allocations: cube" + handle,
                            "Freed VMN allocations: cube" + handle),
                    lines);
            assertEquals(List.of(4096L), values.get("VMN pool meshes: allocated"));
            assertTrue(values.get("VMN pool meshes: blocks").getFirst() >= 4096);
        }
    }

    private static void buffer(MemoryStack stack, long allocator, long bytes) {
        VkBufferCreateInfo info =
                VkBufferCreateInfo.calloc(stack).sType$Default().size(bytes).usage(VK_BUFFER_USAGE_VERTEX_BUFFER_BIT);
        VmaAllocationCreateInfo where = VmaAllocationCreateInfo.calloc(stack).usage(VMA_MEMORY_USAGE_AUTO);
        LongBuffer buffer = stack.mallocLong(1);
        PointerBuffer allocation = stack.mallocPointer(1);
        TestDevice.check(vmaCreateBuffer(allocator, info, where, buffer, allocation, null));
        vmaDestroyBuffer(allocator, buffer.get(0), allocation.get(0));
    }
}
