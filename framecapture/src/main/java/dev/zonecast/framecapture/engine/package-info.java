/**
 * What read-back from OpenGL and from Vulkan share.
 *
 * <p>Three threads, and what goes from one to the next belongs to one at a time:
 *
 * <pre>
 * render thread                      compression thread              collector
 * CaptureEngine, CaptureDevice  -->  CompressionWorker          -->  sinks
 *              RawImage (pixels)                ImageEvent (blocks)
 *              ImageEvent (blocks compressed by the GPU)        -->
 * </pre>
 *
 * The render thread never waits: where there is no buffer, it goes on and counts. The compression thread waits a moment for the collector,
 * so that a shortage shows at the render thread's end, where skipping is cheapest.
 */
package dev.zonecast.framecapture.engine;
