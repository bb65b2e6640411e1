package dev.zonecast.core.event;

import dev.zonecast.core.SourceLocation;

/**
 * A lock with at least one event.
 *
 * @param id from 1 on; unique in this process
 * @param name given by the program
 * @param location place of its constructor call
 * @param shared true if several readers may hold it at the same time
 * @param createdNanos time of {@link System#nanoTime} of its first event
 */
public record LockInfo(int id, String name, SourceLocation location, boolean shared, long createdNanos) {}
