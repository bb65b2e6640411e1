/**
 * Off-heap and mapped memory, ordered access to it, and calls of the system's functions. No type of {@code java.lang.foreign} shows.
 * There are two implementations ({@link MemoryBackend}). The classes {@code Foreign...} serve Java 22 and newer. The classes
 * {@code Unsafe...} serve Java 21, without native calls. A running program loads one of them, so the compiler inlines its methods.
 */
package dev.zonecast.memory;
