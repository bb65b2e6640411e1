package dev.zonecast.tracy;

/**
 * One question of the viewer: 13 bytes.
 *
 * @param pointer id of the object: one of this client's ids, or any number from a hostile peer
 * @param extra further bytes of a text that the viewer sends, else of no meaning
 */
public record Query(QueryType type, long pointer, int extra) {
    public static final int PACKET_BYTES = 13;
    public static final int POINTER_OFFSET = 1;
    public static final int EXTRA_OFFSET = 9;

    void putTo(byte[] target, int at) {
        target[at] = (byte) type.number();
        Wire.putLong(target, at + POINTER_OFFSET, pointer);
        Wire.putInt(target, at + EXTRA_OFFSET, extra);
    }
}
