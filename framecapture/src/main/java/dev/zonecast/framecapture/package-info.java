/**
 * A screenshot of every frame at a low cost.
 *
 * <p>Pixels are an {@code int} each: red in the lowest byte, then green, blue, alpha, which is what {@code GL_RGBA},
 * {@code GL_UNSIGNED_BYTE} is in memory.
 */
package dev.zonecast.framecapture;
