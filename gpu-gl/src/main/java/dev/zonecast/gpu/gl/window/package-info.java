/** Window systems of OpenGL, for the agent too. */
package dev.zonecast.gpu.gl.window;
