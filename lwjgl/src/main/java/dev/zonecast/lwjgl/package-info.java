/** What LWJGL allocates outside of the Java heap. */
package dev.zonecast.lwjgl;
