package dev.zonecast.core.gpu;

/**
 * What a GPU context says of itself, since it was made.
 *
 * @param zones zones that the GPU has begun and that were written
 * @param outstandingQueries queries whose results were not read yet
 * @param droppedZones zones that will never be shown: too many outstanding, no timestamps, context lost or closed, clock disturbed
 * @param doubtfulTimes begins and ends whose time the GPU's clock could not give; they stand between submission and the moment when
 *     they were seen to be over. Also times that were moved behind another zone's by more than the error
 * @param wrongCalls ends without an open zone, zones without an end in a command buffer that has run, calls on a thread where the context is
 *     not current, null locations
 * @param queries queries that exist
 * @param calibrations times that the GPU's clock was read
 * @param clockJumps times that the GPU's clock was found to have jumped
 * @param errorNanos how far times of zones may be off; -1 before the first one
 * @param driftPpm how much faster the GPU's clock runs than its driver says, in millionths
 */
public record GpuContextStatistics(
        long zones,
        long outstandingQueries,
        long droppedZones,
        long doubtfulTimes,
        long wrongCalls,
        long queries,
        long calibrations,
        long clockJumps,
        long errorNanos,
        double driftPpm) {}
