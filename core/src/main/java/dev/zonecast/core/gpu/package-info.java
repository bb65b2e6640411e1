/** The GPU query engine that the OpenGL and Vulkan back-ends share. */
package dev.zonecast.core.gpu;
