/**
 * Off-heap and mapped memory, ordered access to it, and calls of the system's functions. No type of {@code java.lang.foreign} shows, so
 * that the same API can have another implementation.
 */
package dev.zonecast.memory;
