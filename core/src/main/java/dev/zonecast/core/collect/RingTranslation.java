package dev.zonecast.core.collect;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.zonecast.core.buffer.LeftRing;
import dev.zonecast.core.buffer.NameJournalReader;
import dev.zonecast.core.marker.Marker;
import dev.zonecast.core.marker.MarkerDefinition;
import dev.zonecast.core.marker.MarkerField;
import dev.zonecast.core.marker.MarkerPhase;
import dev.zonecast.core.ring.EventRing;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.ring.RingLayout;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;

/**
 * Makes ids of this process of those in the copy of a dead program's ring, and padding of what must not be read again, or says
 * nonsense.
 */
final class RingTranslation {
    /** A stack that belongs to whatever comes next. */
    private static final int ANY_LOCATION = -1;

    private final LeftRing ring;
    private final NameJournalReader names;
    private final MemorySegment copy;

    /** Which of the open zones, from the outermost on, are in the recording. */
    private final BitSet written = new BitSet();

    private int depth;

    /** Of a stack that was passed over: the record that it belongs to may be wanted. */
    private long leadOffset = -1;

    private long leadHeader;

    /** @param openInRecording zones of the thread that the recording has begun and not ended */
    RingTranslation(LeftRing ring, NameJournalReader names, int openInRecording) {
        this.ring = ring;
        this.names = names;
        copy = ring.whole();
        // What is not in it is innermost: zones that were held back, or too deep.
        depth = Math.max(ring.savedDepth(), openInRecording);
        written.set(0, openInRecording);
    }

    /** The ring, to be read from its consumer's position on. */
    EventRing translated() {
        long position = ring.savedSerialPosition();
        long end = ring.position();
        while (position < end) {
            long offset = offset(position);
            long header = copy.get(JAVA_LONG, offset);
            int bytes = RingLayout.bytes(header);
            long toEnd = ring.capacityBytes() - (position & (ring.capacityBytes() - 1L));
            if (bytes < RingLayout.SLOT_BYTES
                    || (bytes & (RingLayout.SLOT_BYTES - 1)) != 0
                    || bytes > Math.min(end - position, toEnd)) {
                // Where the next one begins is not known.
                end = position;
                break;
            }
            boolean wanted = isWanted(RingLayout.type(header), position);
            long word = wanted ? translate(header, offset, bytes) : 0;
            copy.set(JAVA_LONG, offset, word != 0 ? word : RingLayout.header(RingLayout.PAD, bytes / 8, 0, 0));
            keepLead(header, offset, bytes, wanted);
            position += bytes;
        }
        copy.set(JAVA_LONG, RingLayout.CONSUMER_OFFSET, ring.savedSerialPosition());
        copy.set(JAVA_LONG, RingLayout.PRODUCER_OFFSET, end);
        return EventRing.left(copy, ring.capacityBytes());
    }

    /** The stack of a record of the serial ones comes with it, wherever it stands. */
    private void keepLead(long header, long offset, int bytes, boolean wanted) {
        int type = RingLayout.type(header);
        if (type == RingLayout.PAD) {
            return;
        }
        if (!wanted && type == RingLayout.ZONE_STACK && RingLayout.id(header) == ANY_LOCATION) {
            leadOffset = offset;
            leadHeader = translate(header, offset, bytes);
            return;
        }
        if (leadOffset >= 0 && wanted && leadHeader != 0) {
            copy.set(JAVA_LONG, leadOffset, leadHeader);
        }
        leadOffset = -1;
    }

    private long offset(long position) {
        return RingLayout.HEADER_BYTES + (position & (ring.capacityBytes() - 1L));
    }

    private boolean isWanted(int type, long position) {
        return position >= ring.savedPosition() || isSerial(type);
    }

    private static boolean isSerial(int type) {
        return switch (type) {
            case RingLayout.FRAME_MARK,
                    RingLayout.FRAME_START,
                    RingLayout.FRAME_END,
                    RingLayout.FRAME_VSYNC,
                    RingLayout.GPU_ZONE_BEGIN,
                    RingLayout.GPU_ZONE_END,
                    RingLayout.GPU_ZONE_VALUE,
                    RingLayout.GPU_CALIBRATION,
                    RingLayout.LOCK,
                    RingLayout.LOCK_MARK,
                    RingLayout.MEMORY_ALLOCATED,
                    RingLayout.MEMORY_FREED,
                    RingLayout.MEMORY_DISCARDED -> true;
            default -> false;
        };
    }

    /** The header with ids of this process, or 0 if the record is to be left out. */
    private long translate(long header, long offset, int bytes) {
        int id = RingLayout.id(header);
        return switch (RingLayout.type(header)) {
            case RingLayout.ZONE_BEGIN -> {
                written.set(depth++);
                yield withId(header, names.location(id));
            }
            case RingLayout.ZONE_END -> end(header, id);
            case RingLayout.ZONE_TEXT, RingLayout.ZONE_NAME -> hasText(offset, bytes) ? attribute(header, id) : 0;
            case RingLayout.ZONE_VALUE, RingLayout.ZONE_COLOR -> bytes >= 24 ? attribute(header, id) : 0;
            case RingLayout.ZONE_STACK -> hasText(offset, bytes) ? zoneStack(header, id) : 0;
            case RingLayout.CARRIER -> withId(header, names.name(id));
            case RingLayout.FIBER_ENTER -> bytes >= 24 ? withId(header, names.name(id)) : 0;
            case RingLayout.FIBER_LEAVE -> header;
            case RingLayout.MARKER -> isMarker(header, offset, bytes) ? header : 0;
            case RingLayout.MARKER_STACK -> names.marker(id) != null && hasText(offset, bytes) ? header : 0;
            case RingLayout.MARKER_TARGET -> names.marker(id) != null && bytes >= 24 ? header : 0;
            case RingLayout.MEMORY_ALLOCATED -> bytes >= 32 ? memory(header, id, offset) : 0;
            case RingLayout.MEMORY_FREED -> bytes >= 24 ? memory(header, id, offset) : 0;
            case RingLayout.MEMORY_DISCARDED -> withId(header, names.pool(id));
            case RingLayout.FRAME_MARK, RingLayout.FRAME_START, RingLayout.FRAME_END ->
                bytes >= 24 ? withId(header, names.frame(id)) : 0;
            case RingLayout.FRAME_VSYNC -> bytes >= 24 ? header : 0;
            case RingLayout.PLOT_LONG, RingLayout.PLOT_DOUBLE -> bytes >= 24 ? withId(header, names.plot(id)) : 0;
            case RingLayout.MESSAGE, RingLayout.CRASH -> hasText(offset, bytes) ? header : 0;
            case RingLayout.MESSAGE_LITERAL -> bytes >= 24 ? withId(header, names.name(id)) : 0;
            case RingLayout.LOCK -> RingLayout.small(header) <= 6 ? lock(header, id) : 0;
            case RingLayout.LOCK_MARK -> bytes >= 24 ? lockMark(header, id, offset) : 0;
            case RingLayout.GPU_ZONE_BEGIN -> bytes >= 48 ? gpu(withId(header, names.location(id)), offset) : 0;
            case RingLayout.GPU_ZONE_END, RingLayout.GPU_ZONE_VALUE, RingLayout.GPU_CALIBRATION ->
                bytes >= 48 ? gpu(header, offset) : 0;
            // A stack that is an object of the dead, or no record at all.
            default -> 0;
        };
    }

    private static long withId(long header, int id) {
        return (header & 0xFFFF_FFFFL) | (long) id << 32;
    }

    private boolean hasText(long offset, int bytes) {
        if (bytes < 24) {
            return false;
        }
        long length = copy.get(JAVA_LONG, offset + 16);
        return length >= 0 && length <= bytes - 24;
    }

    private long end(long header, int count) {
        int known = 0;
        for (int i = 0; i < count && depth > 0; i++) {
            depth--;
            known += written.get(depth) ? 1 : 0;
            written.clear(depth);
        }
        return known == 0 ? 0 : withId(header, known);
    }

    private long attribute(long header, int level) {
        return level >= 0 && level < depth && written.get(level)
                ? withId(header, written.get(0, level).cardinality())
                : 0;
    }

    private long zoneStack(long header, int id) {
        return id == ANY_LOCATION ? header : withId(header, names.location(id));
    }

    /** 0 is no address, and no size is negative. */
    private long memory(long header, int id, long offset) {
        boolean isBlock = copy.get(JAVA_LONG, offset + 16) != 0
                && (RingLayout.type(header) == RingLayout.MEMORY_FREED || copy.get(JAVA_LONG, offset + 24) >= 0);
        return isBlock ? withId(header, names.pool(id)) : 0;
    }

    /** True if its data lies within the record. */
    private boolean isMarker(long header, long offset, int bytes) {
        MarkerDefinition marker = names.marker(RingLayout.id(header));
        int small = RingLayout.small(header);
        int phase = small & MarkerPhase.MASK;
        if (marker == null || phase > MarkerPhase.SCOPED.code()) {
            return false;
        }
        boolean hasLead = phase == MarkerPhase.INTERVAL.code() || phase == MarkerPhase.SCOPED.code();
        long at = offset + RingLayout.SLOT_BYTES + (hasLead ? Long.BYTES : 0);
        int fields = (small & Marker.NO_DATA) != 0 ? 0 : marker.fieldCount();
        long left = offset + bytes - at - (long) Long.BYTES * fields;
        for (int i = 0; i < fields && left >= 0; i++) {
            if (marker.schema().fields().get(i).kind() == MarkerField.Kind.TEXT) {
                long length = copy.get(JAVA_LONG, at + (long) Long.BYTES * i);
                left = length > left ? -1 : left - Recorder.paddedBytes((int) Math.max(0, length));
            }
        }
        return left >= 0;
    }

    private long lock(long header, int id) {
        return names.locks().get(id) == null ? 0 : header;
    }

    private long lockMark(long header, int id, long offset) {
        copy.set(JAVA_LONG, offset + 16, names.location((int) copy.get(JAVA_LONG, offset + 16)));
        return lock(header, id);
    }

    private long gpu(long header, long offset) {
        return names.gpuContext(RingLayout.gpuContext(header, copy.get(JAVA_LONG, offset + 32))) != null ? header : 0;
    }
}
