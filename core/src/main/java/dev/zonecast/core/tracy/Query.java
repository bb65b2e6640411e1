package dev.zonecast.core.tracy;

/**
 * One question of the viewer: 13 bytes.
 *
 * @param pointer what is asked for: an id that this client gave out, or anything that a peer makes up
 */
record Query(QueryType type, long pointer) {
    static final int PACKET_BYTES = 13;
    static final int POINTER_OFFSET = 1;
}
