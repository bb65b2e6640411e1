/** Images of frames that a program has in memory. */
package dev.zonecast.framecapture.pixels;
