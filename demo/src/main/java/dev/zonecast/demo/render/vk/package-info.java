/**
 * The demo's renderer in Vulkan 1.3: the same passes, zones and shaders as in OpenGL, with dynamic rendering and synchronization2.
 *
 * <p>A frame is two submissions: the copy of the instances, on a queue for transfers or compute where the device has one beside the graphics
 * queue, and the passes, which wait for it by a semaphore. Two frames are in flight. Rows of pixels are in OpenGL's order, the lowest
 * first: the shaders are shared, and what shows or reads the frame turns it over.
 *
 * <p>One thread, that of the renderer.
 */
package dev.zonecast.demo.render.vk;
