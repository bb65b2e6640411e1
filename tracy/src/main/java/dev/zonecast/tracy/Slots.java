package dev.zonecast.tracy;

/** What waits for the event that uses it. */
public final class Slots {
    private final Protocol protocol;

    public final Slot text = new Slot();
    public final Slot secondText = new Slot();
    public final Slot location = new Slot();
    public final Slot addresses = new Slot();
    public final Slot calls = new Slot();
    public final Slot image = new Slot();
    private final Slot[] all = {text, secondText, location, addresses, calls, image};
    public long memoryPool;

    public Slots(Protocol protocol) {
        this.protocol = protocol;
    }

    /** True if the event fills a slot, which it then has. */
    public boolean take(EventType type, byte[] bytes, int at) {
        if (type == EventType.MEM_NAME_PAYLOAD) {
            memoryPool = Wire.getLong(bytes, at + 1);
            return true;
        }
        Slot filled = slot(type);
        if (filled != null) {
            filled.fill(bytes, at + type.headBytes(), (int) protocol.tailBytes(type, bytes, at));
        }
        return filled != null;
    }

    private Slot slot(EventType type) {
        return switch (type) {
            case SINGLE_STRING_DATA_8, SINGLE_STRING_DATA -> text;
            case SECOND_STRING_DATA_8, SECOND_STRING_DATA -> secondText;
            case SOURCE_LOCATION_PAYLOAD -> location;
            case CALLSTACK_PAYLOAD -> addresses;
            case CALLSTACK_ALLOC_PAYLOAD -> calls;
            case FRAME_IMAGE_DATA -> image;
            default -> null;
        };
    }

    public void emptyCallStack() {
        addresses.empty();
        calls.empty();
    }

    /** The block that it all came in is used again. */
    public void keep() {
        for (Slot slot : all) {
            slot.keep();
        }
    }

    /** The part of another one that the look-ahead needs. */
    public void copyOf(Slots other) {
        text.copyOf(other.text);
        secondText.copyOf(other.secondText);
        addresses.copyOf(other.addresses);
    }
}
