/**
 * What every graphics back-end of the demo offers. All of it belongs to one thread, the one that opened the renderer (the main
 * thread: macOS allows windows on no other).
 */
package dev.zonecast.demo.render;
