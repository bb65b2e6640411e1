package dev.zonecast.core.event;

import dev.zonecast.core.SourceLocation;

/**
 * A lock that has had an event.
 *
 * @param id from 1 on; never used again in this process
 * @param name given by the program
 * @param location where the program made it
 * @param shared true if several threads may hold it at once for reading
 * @param createdNanos time of {@link System#nanoTime} of its first event
 */
public record LockInfo(int id, String name, SourceLocation location, boolean shared, long createdNanos) {}
