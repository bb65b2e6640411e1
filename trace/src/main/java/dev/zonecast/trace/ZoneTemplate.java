package dev.zonecast.trace;

/**
 * The begin or the end of a zone, without its time.
 *
 * @param name of a begin
 * @param location of a begin; null is an end, of the innermost zone
 */
record ZoneTemplate(Track track, String name, Location location) {}
