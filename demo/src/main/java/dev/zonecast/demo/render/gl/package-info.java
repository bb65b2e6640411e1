/**
 * The OpenGL 3.3 core back-end.
 *
 * <p>Threads: every type belongs to the thread on which its context is current, except {@link
 * dev.zonecast.demo.render.gl.GlErrors}, whose callback the driver may call from threads of its own.
 */
package dev.zonecast.demo.render.gl;
