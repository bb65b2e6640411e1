package dev.zonecast.tracy;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The versions of Tracy's protocol that this client speaks, and all in which they differ for it. The viewer names its version first;
 * encoders ask the table for numbers and features and have no code of their own per version.
 *
 * @param version the number that a viewer names
 * @param release of Tracy that speaks it
 * @param column of the numbers in {@link EventType}
 * @param highestGpuType that viewers know
 * @param compactTimes times of zones are written in 2, 4 or 8 bytes, and must be in the shortest form that holds them
 * @param shortStrings strings of up to 255 bytes have a form with an 8-bit length, which must be used; the other form starts to count
 *     at 256
 * @param messageMetadata messages carry severity and source
 * @param welcomeHasDelay the welcome message has a field for the cost of an event
 */
public record Protocol(
        int version,
        String release,
        int column,
        int highestGpuType,
        boolean compactTimes,
        boolean shortStrings,
        boolean messageMetadata,
        boolean welcomeHasDelay) {
    public static final Protocol V82 = new Protocol(82, "0.14", 0, 10, true, true, true, false);
    public static final Protocol V76 = new Protocol(76, "0.13", 1, 9, false, false, false, false);
    public static final Protocol V74 = new Protocol(74, "0.12", 2, 8, false, false, false, true);
    public static final Protocol V69 = new Protocol(69, "0.11.1", 3, 5, false, false, false, true);

    /** Newest first. */
    public static final List<Protocol> ALL = List.of(V82, V76, V74, V69);

    /** Differences of compact times from here on have a form of 4 bytes, which counts from this number. */
    public static final long FIRST_32 = 1L << 16;

    /** Differences of compact times from here on have a form of 8 bytes, which counts from this number. */
    public static final long FIRST_64 = (1L << 32) + FIRST_32;

    /** Lengths of strings from here on have 16 bits and count from this number, where there is a form with 8. */
    public static final int FIRST_LONG_STRING = 256;

    /** The protocol of a version that a viewer named, or null. */
    public static Protocol ofVersion(int version) {
        return ALL.stream()
                .filter(protocol -> protocol.version == version)
                .findFirst()
                .orElse(null);
    }

    /** For log lines: {@code 82 (Tracy 0.14), 76 (Tracy 0.13), ...}. */
    public static String supported() {
        return ALL.stream().map(Protocol::toString).collect(Collectors.joining(", "));
    }

    /** True if this version has the event. */
    public boolean knows(EventType type) {
        return type.code(column) >= 0;
    }

    /** The events by their type byte as an unsigned number, null where this version has none. */
    public EventType[] eventTypes() {
        EventType[] types = new EventType[256];
        for (EventType type : EventType.values()) {
            if (knows(type)) {
                types[code(type) & 0xFF] = type;
            }
        }
        return types;
    }

    /** The type byte of an event. */
    public byte code(EventType type) {
        return (byte) type.code(column);
    }

    /** Size of an event in bytes, type byte included; of an event with a variable tail, of its head without the length. */
    public int sizeBytes(EventType type) {
        return type.sizeBytes()
                - switch (type) {
                    case MESSAGE, MESSAGE_COLOR, MESSAGE_CALLSTACK, MESSAGE_COLOR_CALLSTACK -> messageMetadata ? 0 : 1;
                    case CONTEXT_SWITCH, THREAD_WAKEUP -> this == V69 ? 3 : 0;
                    default -> 0;
                };
    }

    /** Types of a GPU context. */
    public static final int GPU_OPENGL = 1;

    public static final int GPU_VULKAN = 2;
    public static final int GPU_OPENCL = 3;
    public static final int GPU_CUSTOM = 7;

    /** The viewer indexes a table by the type of a GPU context. Types that it lacks are sent as OpenGL. */
    public int gpuType(int tracyType) {
        return tracyType <= highestGpuType ? tracyType : 1;
    }

    /** Bytes behind the head of an event with a tail of variable length; a length of 32 bits is unsigned. */
    long tailBytes(EventType type, byte[] bytes, int at) {
        return switch (type.headBytes()) {
            case 2 -> bytes[at + 1] & 0xFF;
            case 3 -> Wire.getShort(bytes, at + 1) + (shortStrings ? FIRST_LONG_STRING : 0);
            case 11 -> Wire.getShort(bytes, at + 9);
            default -> Integer.toUnsignedLong(Wire.getInt(bytes, at + 9));
        };
    }

    /** Viewers have buttons for parameters; others show a switch for them. */
    public boolean hasButtons() {
        return this == V82;
    }

    @Override
    public String toString() {
        return version + " (Tracy " + release + ")";
    }
}
