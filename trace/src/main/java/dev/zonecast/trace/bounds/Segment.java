package dev.zonecast.trace.bounds;

/**
 * Time of a zone without the zones inside.
 *
 * @param role of the zone's place, or of a zone around it
 * @param zoneBegin of the whole zone
 * @param zoneEnd of the whole zone
 * @param submitted of the GPU: when the zone was submitted
 */
record Segment(long begin, long end, Role role, Subject subject, long zoneBegin, long zoneEnd, long submitted) {
    /** The zone says nothing of a time that it reaches beyond on both sides: a thread's run, a loading screen. */
    boolean isAround(long from, long to) {
        return zoneBegin < from && zoneEnd > to;
    }

    long nanosWithin(long from, long to) {
        return Math.max(0, Math.min(end, to) - Math.max(begin, from));
    }
}
