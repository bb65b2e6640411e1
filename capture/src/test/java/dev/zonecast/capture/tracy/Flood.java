package dev.zonecast.capture.tracy;

import static dev.zonecast.capture.tracy.WireScript.f32;
import static dev.zonecast.capture.tracy.WireScript.u16;
import static dev.zonecast.capture.tracy.WireScript.u32;
import static dev.zonecast.capture.tracy.WireScript.u48;
import static dev.zonecast.capture.tracy.WireScript.u64;
import static dev.zonecast.capture.tracy.WireScript.u8;

import dev.zonecast.core.tracy.EventType;
import dev.zonecast.core.tracy.Protocol;
import java.io.ByteArrayOutputStream;

/** What a client sends that means to fill a table: each entry is another one. Names follow their events unasked. */
final class Flood {
    static final Protocol PROTOCOL = Protocol.V82;

    /** A place with a name, and a thread, whose names come first. */
    private static final long PLACE = 1L << 40;

    private static final long NAME = PLACE + 1;
    private static final int MAIN = 1 << 30;
    private static final int CONTEXT = 3;
    private static final int EVENTS_OF_A_BLOCK = 128;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final WireScript script = new WireScript(PROTOCOL);
    private final WireScript answers = new WireScript(PROTOCOL);
    private long eventBytes;
    private long ticks = 10_000;

    /** The welcome without its status, and what the floods need. */
    Flood() {
        byte[] welcome = WireScript.welcome(PROTOCOL, true, 0, 1_000);
        out.write(welcome, 1, welcome.length - 1);
        script.thread(MAIN).begin(5_000, PLACE).end(5_001);
        script.event(EventType.LOCK_ANNOUNCE, u32(1, -1), u64(5, 6_000), u64(13, PLACE), u8(21, 1));
        script.event(
                EventType.GPU_NEW_CONTEXT,
                u64(1, 6_000),
                u64(9, 1_000),
                u32(17, 0),
                f32(21, 1.0f),
                u8(25, CONTEXT),
                u8(27, 2));
        answers.named(EventType.THREAD_NAME, MAIN, "main").location(NAME, NAME, NAME, 4, 0);
        answers.named(EventType.STRING_DATA, NAME, "place");
        endBlock();
    }

    /** Events of all blocks in bytes. */
    long eventBytes() {
        return eventBytes;
    }

    /** The stream so far, as {@link ClientWelcome#read} and a session read it. */
    byte[] stream() {
        return out.toByteArray();
    }

    /** Adds entries to a table, from a number on. */
    Flood fill(SessionTables.Kind table, int from, int count) {
        for (int i = from; i < from + count; i++) {
            entry(table, i);
            if ((i - from + 1) % EVENTS_OF_A_BLOCK == 0) {
                endBlock();
            }
        }
        endBlock();
        return this;
    }

    Flood terminate() {
        script.event(EventType.TERMINATE);
        endBlock();
        return this;
    }

    private void endBlock() {
        byte[] events = script.take();
        byte[] names = answers.take();
        for (byte[] block : new byte[][] {events, names}) {
            if (block.length > 0) {
                out.writeBytes(WireScript.block(block));
                eventBytes += block.length;
            }
        }
        // Each block begins with its thread.
        script.thread(MAIN);
        ticks += 1_000;
    }

    private void entry(SessionTables.Kind table, int i) {
        int id = i + 1;
        long pointer = id * 8L;
        String name = "entry " + i;
        switch (table) {
            case THREADS -> {
                script.thread(id).text("of a thread").event(EventType.MESSAGE, u64(1, ticks));
                answers.named(EventType.THREAD_NAME, id, name);
            }
            case THREAD_GROUPS -> script.event(EventType.THREAD_GROUP_HINT, u32(1, id), u32(5, 1));
            case FIBERS -> {
                script.event(EventType.FIBER_ENTER, u64(1, script.threadDelta(ticks)), u64(9, pointer), u32(17, MAIN));
                answers.named(EventType.FIBER_NAME, pointer, name);
            }
            case NAMES, TEXTS -> {
                script.event(EventType.MESSAGE_LITERAL, u64(1, ticks), u64(9, pointer << 8));
                answers.named(EventType.STRING_DATA, pointer, name.repeat(4));
            }
            case LOCATIONS -> {
                script.begin(ticks, pointer).end(ticks);
                answers.location(NAME, NAME, NAME, id, 0);
            }
            case PLOTS -> {
                script.event(EventType.PLOT_DATA_INT, u64(1, pointer), u64(9, script.threadDelta(ticks)), u64(17, i));
                answers.named(EventType.PLOT_NAME, pointer, name);
            }
            case POWER_SENSORS -> {
                script.event(EventType.SYS_POWER_REPORT, u64(1, ticks), u64(9, 5), u64(17, pointer));
                answers.named(EventType.STRING_DATA, pointer, name);
            }
            case FRAME_SETS -> {
                script.event(EventType.FRAME_MARK_MSG, u64(1, ticks), u64(9, pointer));
                answers.named(EventType.FRAME_NAME, pointer, name);
            }
            case SECTION_CATEGORIES -> script.text(name).event(EventType.SECTION_SETUP, u16(1, id & 0xFFFF));
            case OPEN_SECTIONS -> section(id, 0, name);
            case SECTION_ROWS -> {
                section(id, id & 0x1FF, name);
                section(id + (1 << 24), id & 0x1FF, name);
                leave(id);
                leave(id + (1 << 24));
            }
            case LOCKS ->
                script.event(EventType.LOCK_ANNOUNCE, u32(1, id), u64(5, ticks), u64(13, PLACE))
                        .text(name)
                        .event(EventType.LOCK_NAME, u32(1, id));
            case LOCK_ROWS ->
                script.event(EventType.LOCK_SHARED_OBTAIN, u32(1, MAIN), u32(5, -1), u64(9, script.serialDelta(ticks)));
            case MEMORY_BLOCKS -> block(EventType.MEM_ALLOC, pointer);
            case MEMORY_POOLS -> {
                script.event(EventType.MEM_NAME_PAYLOAD, u64(1, pointer));
                block(EventType.MEM_ALLOC_NAMED, pointer);
                answers.named(EventType.STRING_DATA, pointer, name);
            }
            case GPU_THREADS -> gpu(EventType.GPU_ZONE_BEGIN_SERIAL, id, id & 0xFFFF);
            case GPU_ZONES -> gpu(EventType.GPU_ZONE_BEGIN_SERIAL, id >>> 11, id & 0xFFFF);
            case GPU_QUERIES -> {
                gpu(EventType.GPU_ZONE_BEGIN_SERIAL, MAIN, (id << 8) & 0xFFFF);
                gpu(EventType.GPU_ZONE_END_SERIAL, MAIN, (id << 8) + 1 & 0xFFFF);
            }
            case CALL_STACKS ->
                script.literalStack(name, "F.java", i)
                        .event(EventType.CALLSTACK)
                        .beginWithStack(ticks, PLACE)
                        .end(ticks);
            case ADDRESSES -> {
                script.addresses(pointer).event(EventType.CALLSTACK);
                script.beginWithStack(ticks, PLACE).end(ticks);
                answers.text("image").event(EventType.CALLSTACK_FRAME_SIZE, u64(1, pointer), u8(9, 1));
                answers.text(name).secondText("n.c").event(EventType.CALLSTACK_FRAME, u32(1, 8));
            }
            case ZONE_LEVELS -> script.thread(MAIN).begin(ticks, PLACE);
            case NOTED_ZONES -> script.thread(MAIN).begin(ticks, PLACE).event(EventType.ZONE_VALUE, u64(1, i));
            default -> throw new IllegalArgumentException(table.toString());
        }
    }

    private void section(int id, int category, String text) {
        script.text(text)
                .event(EventType.SECTION_ENTER, u64(1, script.threadDelta(ticks)), u32(9, id), u16(13, category));
    }

    private void leave(int id) {
        script.event(EventType.SECTION_LEAVE, u64(1, script.threadDelta(ticks)), u32(9, id));
    }

    private void block(EventType type, long address) {
        script.event(type, u64(1, script.serialDelta(ticks)), u32(9, MAIN), u64(13, address), u48(21, 16));
    }

    private void gpu(EventType type, int thread, int query) {
        WireScript.Field place = type == EventType.GPU_ZONE_BEGIN_SERIAL ? u64(16, PLACE) : event -> {};
        script.event(type, u64(1, script.serialDelta(ticks)), u32(9, thread), u16(13, query), u8(15, CONTEXT), place);
    }
}
