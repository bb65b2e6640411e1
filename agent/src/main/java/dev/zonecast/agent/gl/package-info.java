/** Hooks of OpenGL and of window systems. Loaded beside the program's LWJGL, whose classes it uses. */
package dev.zonecast.agent.gl;
