package dev.zonecast.tracy;

/**
 * Events from the client to the viewer, with the number that each protocol version gives them: 82, 76, 74, 69, and -1 where a
 * version lacks the event. The next column is the size in bytes in version 82, type byte included. An event with a tail of variable
 * length has a size without the tail and its length, and in the last column the bytes before the tail. Numbers and sizes: enumeration and packed structs of Tracy's protocol.
 */
public enum EventType {
    ZONE_TEXT(0, 0, 0, 0, 1),
    ZONE_NAME(1, 1, 1, 1, 1),
    MESSAGE(2, 2, 2, 2, 10),
    MESSAGE_COLOR(3, 3, 3, 3, 13),
    MESSAGE_CALLSTACK(4, 4, 4, 4, 10),
    MESSAGE_COLOR_CALLSTACK(5, 5, 5, 5, 13),
    MESSAGE_APP_INFO(6, 6, 6, 6, 9),
    ZONE_BEGIN_ALLOC_SRC_LOC(7, 7, 7, 7, 9),
    ZONE_BEGIN_ALLOC_SRC_LOC_CALLSTACK(8, 8, 8, 8, 9),
    CALLSTACK_SERIAL(9, 9, 9, 9, 1),
    CALLSTACK(10, 10, 10, 10, 1),
    CALLSTACK_ALLOC(11, 11, 11, 11, 1),
    CALLSTACK_SAMPLE(12, 12, 12, 12, 13),
    CALLSTACK_SAMPLE_32(13, -1, -1, -1, 9),
    CALLSTACK_SAMPLE_16(14, -1, -1, -1, 7),
    CALLSTACK_SAMPLE_CONTEXT_SWITCH(15, 13, 13, 13, 13),
    CALLSTACK_SAMPLE_CONTEXT_SWITCH_32(16, -1, -1, -1, 9),
    CALLSTACK_SAMPLE_CONTEXT_SWITCH_16(17, -1, -1, -1, 7),
    FRAME_IMAGE(18, 14, 14, 14, 10),
    ZONE_BEGIN(19, 15, 15, 15, 17),
    ZONE_BEGIN_32(20, -1, -1, -1, 13),
    ZONE_BEGIN_16(21, -1, -1, -1, 11),
    ZONE_BEGIN_CALLSTACK(22, 16, 16, 16, 17),
    ZONE_BEGIN_CALLSTACK_32(23, -1, -1, -1, 13),
    ZONE_BEGIN_CALLSTACK_16(24, -1, -1, -1, 11),
    ZONE_END(25, 17, 17, 17, 9),
    ZONE_END_32(26, -1, -1, -1, 5),
    ZONE_END_16(27, -1, -1, -1, 3),
    LOCK_WAIT(28, 18, 18, 18, 17),
    LOCK_OBTAIN(29, 19, 19, 19, 17),
    LOCK_RELEASE(30, 20, 20, 20, 13),
    LOCK_SHARED_WAIT(31, 21, 21, 21, 17),
    LOCK_SHARED_OBTAIN(32, 22, 22, 22, 17),
    LOCK_SHARED_RELEASE(33, 23, 23, 23, 17),
    LOCK_NAME(34, 24, 24, 24, 5),
    MEM_ALLOC(35, 25, 25, 25, 27),
    MEM_ALLOC_NAMED(36, 26, 26, 26, 27),
    MEM_FREE(37, 27, 27, 27, 21),
    MEM_FREE_NAMED(38, 28, 28, 28, 21),
    MEM_ALLOC_CALLSTACK(39, 29, 29, 29, 27),
    MEM_ALLOC_CALLSTACK_NAMED(40, 30, 30, 30, 27),
    MEM_FREE_CALLSTACK(41, 31, 31, 31, 21),
    MEM_FREE_CALLSTACK_NAMED(42, 32, 32, 32, 21),
    MEM_DISCARD(43, 33, 33, -1, 21),
    MEM_DISCARD_CALLSTACK(44, 34, 34, -1, 21),
    GPU_ZONE_BEGIN(45, 35, 35, 33, 24),
    GPU_ZONE_BEGIN_CALLSTACK(46, 36, 36, 34, 24),
    GPU_ZONE_BEGIN_ALLOC_SRC_LOC(47, 37, 37, 35, 16),
    GPU_ZONE_BEGIN_ALLOC_SRC_LOC_CALLSTACK(48, 38, 38, 36, 16),
    GPU_ZONE_END(49, 39, 39, 37, 16),
    GPU_ZONE_BEGIN_SERIAL(50, 40, 40, 38, 24),
    GPU_ZONE_BEGIN_CALLSTACK_SERIAL(51, 41, 41, 39, 24),
    GPU_ZONE_BEGIN_ALLOC_SRC_LOC_SERIAL(52, 42, 42, 40, 16),
    GPU_ZONE_BEGIN_ALLOC_SRC_LOC_CALLSTACK_SERIAL(53, 43, 43, 41, 16),
    GPU_ZONE_END_SERIAL(54, 44, 44, 42, 16),
    PLOT_DATA_INT(55, 45, 45, 43, 25),
    PLOT_DATA_FLOAT(56, 46, 46, 44, 21),
    PLOT_DATA_DOUBLE(57, 47, 47, 45, 25),
    CONTEXT_SWITCH(58, 48, 48, 46, 23),
    THREAD_WAKEUP(59, 49, 49, 47, 16),
    GPU_TIME(60, 50, 50, 48, 12),
    GPU_CONTEXT_NAME(61, 51, 51, 49, 2),
    GPU_ANNOTATION_NAME(62, 52, -1, -1, 10),
    CALLSTACK_FRAME_SIZE(63, 53, 52, 50, 10),
    SYMBOL_INFORMATION(64, 54, 53, 51, 13),
    EXTERNAL_NAME_METADATA(65, 55, 54, 52, 1),
    SYMBOL_CODE_METADATA(66, 56, 55, 53, 1),
    SOURCE_CODE_METADATA(67, 57, 56, 54, 1),
    FIBER_ENTER(68, 58, 57, 55, 25),
    FIBER_LEAVE(69, 59, 58, 56, 13),
    SECTION_ENTER(70, -1, -1, -1, 15),
    SECTION_LEAVE(71, -1, -1, -1, 13),
    SECTION_SETUP(72, -1, -1, -1, 3),
    TERMINATE(73, 60, 59, 57, 1),
    KEEP_ALIVE(74, 61, 60, 58, 1),
    THREAD_CONTEXT(75, 62, 61, 59, 5),
    GPU_CALIBRATION(76, 63, 62, 60, 26),
    GPU_TIME_SYNC(77, 64, 63, 61, 18),
    CRASH(78, 65, 64, 62, 1),
    CRASH_REPORT(79, 66, 65, 63, 17),
    ZONE_VALIDATION(80, 67, 66, 64, 5),
    ZONE_COLOR(81, 68, 67, 65, 4),
    ZONE_VALUE(82, 69, 68, 66, 9),
    FRAME_MARK_MSG(83, 70, 69, 67, 17),
    FRAME_MARK_MSG_START(84, 71, 70, 68, 17),
    FRAME_MARK_MSG_END(85, 72, 71, 69, 17),
    FRAME_VSYNC(86, 73, 72, 70, 13),
    SOURCE_LOCATION(87, 74, 73, 71, 32),
    LOCK_ANNOUNCE(88, 75, 74, 72, 22),
    LOCK_TERMINATE(89, 76, 75, 73, 13),
    LOCK_MARK(90, 77, 76, 74, 17),
    MESSAGE_LITERAL(91, 78, 77, 75, 17),
    MESSAGE_LITERAL_COLOR(92, 79, 78, 76, 20),
    MESSAGE_LITERAL_CALLSTACK(93, 80, 79, 77, 17),
    MESSAGE_LITERAL_COLOR_CALLSTACK(94, 81, 80, 78, 20),
    GPU_NEW_CONTEXT(95, 82, 81, 79, 28),
    CALLSTACK_FRAME(96, 83, 82, 80, 17),
    SYS_TIME_REPORT(97, 84, 83, 81, 13),
    SYS_POWER_REPORT(98, 85, 84, 82, 25),
    TID_TO_PID(99, 86, 85, 83, 17),
    HW_SAMPLE_CPU_CYCLE(100, 87, 86, 84, 17),
    HW_SAMPLE_INSTRUCTION_RETIRED(101, 88, 87, 85, 17),
    HW_SAMPLE_CACHE_REFERENCE(102, 89, 88, 86, 17),
    HW_SAMPLE_CACHE_MISS(103, 90, 89, 87, 17),
    HW_SAMPLE_BRANCH_RETIRED(104, 91, 90, 88, 17),
    HW_SAMPLE_BRANCH_MISS(105, 92, 91, 89, 17),
    PLOT_CONFIG(106, 93, 92, 90, 16),
    PARAM_SETUP(107, 94, 93, 91, 18),
    ACK_SERVER_QUERY_NOOP(108, 95, 94, 92, 1),
    ACK_SOURCE_CODE_NOT_AVAILABLE(109, 96, 95, 93, 5),
    ACK_SYMBOL_CODE_NOT_AVAILABLE(110, 97, 96, 94, 1),
    CPU_TOPOLOGY(111, 98, 97, 95, 17),
    SINGLE_STRING_DATA(112, 99, 98, 96, 1, 3),
    SECOND_STRING_DATA(113, 100, 99, 97, 1, 3),
    SINGLE_STRING_DATA_8(114, -1, -1, -1, 1, 2),
    SECOND_STRING_DATA_8(115, -1, -1, -1, 1, 2),
    MEM_NAME_PAYLOAD(116, 101, 100, 98, 9),
    THREAD_GROUP_HINT(117, 102, 101, 99, 9),
    GPU_ZONE_ANNOTATION(118, 103, -1, -1, 24),
    STRING_DATA(119, 104, 102, 100, 9, 11),
    THREAD_NAME(120, 105, 103, 101, 9, 11),
    PLOT_NAME(121, 106, 104, 102, 9, 11),
    SOURCE_LOCATION_PAYLOAD(122, 107, 105, 103, 9, 11),
    CALLSTACK_PAYLOAD(123, 108, 106, 104, 9, 11),
    CALLSTACK_ALLOC_PAYLOAD(124, 109, 107, 105, 9, 11),
    FRAME_NAME(125, 110, 108, 106, 9, 11),
    FRAME_IMAGE_DATA(126, 111, 109, 107, 9, 13),
    EXTERNAL_NAME(127, 112, 110, 108, 9, 11),
    EXTERNAL_THREAD_NAME(128, 113, 111, 109, 9, 11),
    SYMBOL_CODE(129, 114, 112, 110, 9, 13),
    SOURCE_CODE(130, 115, 113, 111, 9, 13),
    FIBER_NAME(131, 116, 114, 112, 9, 11);

    @SuppressWarnings("ImmutableEnumChecker") // Never written again.
    private final short[] codes;

    private final byte sizeBytes;
    private final byte headBytes;

    EventType(int in82, int in76, int in74, int in69, int sizeBytes) {
        this(in82, in76, in74, in69, sizeBytes, 0);
    }

    EventType(int in82, int in76, int in74, int in69, int sizeBytes, int headBytes) {
        this.codes = new short[] {(short) in82, (short) in76, (short) in74, (short) in69};
        this.sizeBytes = (byte) sizeBytes;
        this.headBytes = (byte) headBytes;
    }

    /** The number in a version, by its column: 0 = version 82. -1 if the version lacks the event. */
    int code(int column) {
        return codes[column];
    }

    /** Size in version 82; {@link Protocol#sizeBytes} knows the others. */
    int sizeBytes() {
        return sizeBytes;
    }

    /** Bytes before a tail of variable length, its length included. 0: the event has a fixed length. */
    int headBytes() {
        return headBytes;
    }
}
