/**
 * The OpenGL 3.3 core back-end.
 *
 * <p>Threads: every type belongs to the thread on which its context is current, except {@link
 * dev.zonecast.demo.render.gl.GlErrors}, whose callback the driver may call from threads of its own.
 *
 * <p>A frame: {@link dev.zonecast.demo.render.gl.ShadowPass} draws depth from the sun into a square map; {@link
 * dev.zonecast.demo.render.gl.MainPass} draws sky and objects into a 16-bit float target; {@link
 * dev.zonecast.demo.render.gl.BloomPass} filters what is brighter than white down a chain of small targets; {@link
 * dev.zonecast.demo.render.gl.ToneMapPass} puts both together into the final 8-bit target, which a window shows or a test reads.
 */
package dev.zonecast.demo.render.gl;
