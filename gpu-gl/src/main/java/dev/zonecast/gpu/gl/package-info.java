/** GPU zones of an OpenGL context. */
package dev.zonecast.gpu.gl;
