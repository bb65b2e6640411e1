/**
 * Compressed pictures of frames, on their way from their maker to the viewer and to the recording.
 *
 * <p>A picture is DXT1 (also named BC1): 8 bytes for each block of 4 by 4 pixels. It exists in two orders that differ in the meaning
 * of a pixel's two bits, and here in two types that nothing but an explicit conversion joins:
 * {@link dev.zonecast.core.image.WireBlocks} as Tracy's protocol sends it, {@link dev.zonecast.core.image.Bc1Blocks} as graphics
 * hardware and files have it.
 */
package dev.zonecast.core.image;
