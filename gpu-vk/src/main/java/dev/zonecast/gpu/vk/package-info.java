/**
 * GPU zones of Vulkan queues.
 *
 * <p>{@link dev.zonecast.gpu.vk.VkGpuCtx} is what a program uses. Behind it {@code VkQueries} gives the query engine of {@code
 * dev.zonecast.core.gpu} its five operations: blocks of query pools cut into chunks, timestamps written into command buffers, results
 * read from the host, queries reset from the host or in a command buffer, both clocks read at once.
 *
 * <h2>Threads</h2>
 *
 * <ul>
 *   <li>A thread that <b>records</b> in a command buffer writes into that buffer's lane: Vulkan has the program see to it that there is
 *       one such thread at a time. Two command buffers share nothing but the pool that chunks are taken from (a lock, rarely).
 *   <li>The thread that <b>collects</b>, one at a time, any thread, reads results and resets queries. It touches no queue and no command
 *       buffer but the one that {@code collect} is given.
 * </ul>
 */
package dev.zonecast.gpu.vk;
