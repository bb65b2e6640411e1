/** Images of frames that Vulkan draws. */
package dev.zonecast.framecapture.vk;
