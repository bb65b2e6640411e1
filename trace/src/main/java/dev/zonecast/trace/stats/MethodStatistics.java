package dev.zonecast.trace.stats;

/**
 * Samples of a method.
 *
 * @param function {@code package.Class.method}
 * @param file as shown
 * @param self samples in which it was the innermost
 * @param total samples in which it stood on the stack
 * @param selfNanos processor time that the first ones represent
 * @param totalNanos processor time that the second ones represent
 */
public record MethodStatistics(String function, String file, long self, long total, long selfNanos, long totalNanos) {}
