package dev.zonecast.trace.stats;

import dev.zonecast.fxt.Distribution;
import dev.zonecast.trace.Program;

/**
 * Flows of one name: jobs of a queue.
 *
 * @param program that began them
 * @param name as the program named them
 * @param waits nanoseconds from begin to end: how long the job was queued
 * @param runs nanoseconds of the zone in which each flow ended: how long the job ran
 */
public record FlowStatistics(Program program, String name, Distribution waits, Distribution runs) {
    FlowStatistics(Program program, String name) {
        this(program, name, new Distribution(), new Distribution());
    }
}
