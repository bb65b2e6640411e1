package dev.zonecast.tracy;

/** What waits for the event that uses it. */
public final class Slots {
    private final boolean shortStrings;

    public final Slot text = new Slot();
    public final Slot secondText = new Slot();
    public final Slot location = new Slot();
    public final Slot addresses = new Slot();
    public final Slot calls = new Slot();
    public final Slot image = new Slot();
    public long memoryPool;

    public Slots(Protocol protocol) {
        shortStrings = protocol.shortStrings();
    }

    /** Length in bytes of a string event with a 16-bit length. */
    public static int textBytes(boolean shortStrings, byte[] bytes, int at) {
        return Wire.getShort(bytes, at + 1) + (shortStrings ? Protocol.FIRST_LONG_STRING : 0);
    }

    /** True if the event fills a slot, which it then has. */
    public boolean take(EventType type, byte[] bytes, int at) {
        switch (type) {
            case SINGLE_STRING_DATA_8 -> text.fill(bytes, at + 2, bytes[at + 1] & 0xFF);
            case SINGLE_STRING_DATA -> text.fill(bytes, at + 3, textBytes(shortStrings, bytes, at));
            case SECOND_STRING_DATA_8 -> secondText.fill(bytes, at + 2, bytes[at + 1] & 0xFF);
            case SECOND_STRING_DATA -> secondText.fill(bytes, at + 3, textBytes(shortStrings, bytes, at));
            case SOURCE_LOCATION_PAYLOAD -> location.fill(bytes, at + 11, Wire.getShort(bytes, at + 9));
            case CALLSTACK_PAYLOAD -> addresses.fill(bytes, at + 11, Wire.getShort(bytes, at + 9));
            case CALLSTACK_ALLOC_PAYLOAD -> calls.fill(bytes, at + 11, Wire.getShort(bytes, at + 9));
            case FRAME_IMAGE_DATA -> image.fill(bytes, at + 13, Wire.getInt(bytes, at + 9));
            case MEM_NAME_PAYLOAD -> memoryPool = Wire.getLong(bytes, at + 1);
            default -> {
                return false;
            }
        }
        return true;
    }

    public void emptyCallStack() {
        addresses.empty();
        calls.empty();
    }

    /** The block that it all came in is used again. */
    public void keep() {
        text.keep();
        secondText.keep();
        location.keep();
        addresses.keep();
        calls.keep();
        image.keep();
    }

    /** What the look-ahead needs of another one. */
    public void copyOf(Slots other) {
        text.copyOf(other.text);
        secondText.copyOf(other.secondText);
        addresses.copyOf(other.addresses);
    }
}
