/** Images of frames that OpenGL draws. */
package dev.zonecast.framecapture.gl;
