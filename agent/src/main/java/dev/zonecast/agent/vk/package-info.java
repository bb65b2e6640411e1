/**
 * Hooks of Vulkan: GPU zones, waits, hitches and counters of a program's devices. {@link dev.zonecast.agent.vk.VkHooks} is what woven
 * functions call.
 *
 * <p>Threads. Programs record command buffers on several threads at once. Vulkan lets one thread at a time record a command buffer; its
 * {@link dev.zonecast.agent.vk.CommandBuffer} has no lock for that reason. {@link dev.zonecast.agent.vk.HandleMap} finds objects by handle
 * without a lock. What threads share (counters, contexts, names) has locks of its own, and no call to the driver is made under them but to
 * create a context.
 */
package dev.zonecast.agent.vk;
