/**
 * The large example: reads its options, runs the frames, prints a table of the recording. Where its instrumentation is:
 * {@code demo/README.md}.
 *
 * <p>A frame is a pipeline: simulate, cull, upload, shadow pass, main pass, post passes, present. The main thread runs it;
 * simulation and culling are jobs on a fixed pool of workers, for which it waits. Scene and simulation ({@link
 * dev.zonecast.demo.scene}) know nothing of the graphics API, which stands behind {@link dev.zonecast.demo.render.Renderer}.
 */
package dev.zonecast.demo;
