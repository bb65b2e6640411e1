package dev.zonecast.flight.recovery;

import dev.zonecast.core.kind.EventField;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.kind.IdSpace;
import dev.zonecast.core.kind.Order;
import dev.zonecast.core.marker.MarkerDefinition;
import dev.zonecast.core.marker.MarkerField;
import dev.zonecast.core.marker.MarkerPhase;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.ring.EventRing;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.ring.RingLayout;
import dev.zonecast.flight.buffer.LeftRing;
import dev.zonecast.flight.buffer.NameJournalReader;
import dev.zonecast.memory.Memory;
import java.util.BitSet;

/**
 * Prepares the copy of a dead program's ring for reading: records that are saved or invalid become padding, zones get locations of this
 * process. Other ids stay: the journal resolves them.
 */
final class RingTranslation {
    /** A stack that belongs to whatever comes next. */
    private static final int ANY_LOCATION = -1;

    private final LeftRing ring;
    private final NameJournalReader names;
    private final Memory copy;

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
            long header = copy.getLong(offset);
            int bytes = RingLayout.bytes(header);
            long toEnd = ring.capacityBytes() - (position & (ring.capacityBytes() - 1L));
            if (bytes < RingLayout.SLOT_BYTES
                    || (bytes & (RingLayout.SLOT_BYTES - 1)) != 0
                    || bytes > Math.min(end - position, toEnd)) {
                // Where the next one begins is not known.
                end = position;
                break;
            }
            EventKind kind = EventKind.ofCode(RingLayout.type(header));
            boolean wanted = position >= ring.savedPosition() || (kind != null && kind.order() == Order.ACROSS);
            long word = wanted ? translate(header, offset, bytes) : 0;
            copy.setLong(offset, word != 0 ? word : RingLayout.header(RingLayout.PAD, bytes / 8, 0, 0));
            keepLead(header, offset, bytes, wanted);
            position += bytes;
        }
        copy.setLong(RingLayout.CONSUMER_OFFSET, ring.savedSerialPosition());
        copy.setLong(RingLayout.PRODUCER_OFFSET, end);
        return EventRing.left(copy, ring.capacityBytes());
    }

    /** The stack of a record of the serial ones comes with it, wherever it stands. */
    private void keepLead(long header, long offset, int bytes, boolean wanted) {
        int type = RingLayout.type(header);
        if (type == RingLayout.PAD) {
            return;
        }
        if (!wanted && type == EventKind.ZONE_STACK.code() && RingLayout.id(header) == ANY_LOCATION) {
            leadOffset = offset;
            leadHeader = translate(header, offset, bytes);
            return;
        }
        if (leadOffset >= 0 && wanted && leadHeader != 0) {
            copy.setLong(leadOffset, leadHeader);
        }
        leadOffset = -1;
    }

    private long offset(long position) {
        return RingLayout.HEADER_BYTES + (position & (ring.capacityBytes() - 1L));
    }

    /** The header, with ids of this process where nothing resolves them later; 0 if the record is to be left out. */
    private long translate(long header, long offset, int bytes) {
        EventKind kind = EventKind.ofCode(RingLayout.type(header));
        int id = RingLayout.id(header);
        if (kind == null
                || !kind.fits(copy, offset, bytes, RingLayout.small(header), id)
                || !isKnown(kind, header, offset, bytes)) {
            return 0;
        }
        if (kind == EventKind.ZONE_END) {
            return end(header, id);
        }
        if (kind.order() == Order.ATTRIBUTE) {
            return attribute(header, id);
        }
        if (kind == EventKind.ZONE_BEGIN) {
            written.set(depth++);
        }
        // Zones and what leads to them are compared by the ids of their locations.
        boolean isCompared = kind.order() == Order.ZONE || kind.order() == Order.LEAD;
        return isCompared && id != ANY_LOCATION && kind.fields().getFirst().space() == IdSpace.LOCATION
                ? withId(header, Ids.of(names.location(id)))
                : header;
    }

    /** False if a record names something that the journal does not have, or an object of the dead process. */
    private boolean isKnown(EventKind kind, long header, long offset, int bytes) {
        if (kind == EventKind.CALL_STACK) {
            return false;
        }
        for (EventField field : kind.fields()) {
            boolean isKnown = switch (field.space()) {
                case LOCK -> names.lock(RingLayout.id(header)) != null;
                case MARKER -> names.marker(RingLayout.id(header)) != null;
                case GPU_CONTEXT -> {
                    long word = copy.getLong(offset + 32);
                    yield names.gpuContext(RingLayout.gpuContext(RingLayout.small(header), word)) != null;
                }
                default -> field.part() != EventField.Part.SCHEMA || isMarker(header, offset, bytes);
            };
            if (!isKnown) {
                return false;
            }
        }
        return true;
    }

    private static long withId(long header, int id) {
        return (header & 0xFFFF_FFFFL) | (long) id << 32;
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

    /** True if its data lies within the record. */
    private boolean isMarker(long header, long offset, int bytes) {
        MarkerDefinition marker = names.marker(RingLayout.id(header));
        int small = RingLayout.small(header);
        int phase = small & MarkerPhase.MASK;
        if (phase > MarkerPhase.SCOPED.code()) {
            return false;
        }
        boolean hasLead = phase == MarkerPhase.INTERVAL.code() || phase == MarkerPhase.SCOPED.code();
        long at = offset + RingLayout.SLOT_BYTES + (hasLead ? Long.BYTES : 0);
        int fields = (small & RingLayout.MARKER_NO_DATA) != 0 ? 0 : marker.fieldCount();
        long left = offset + bytes - at - (long) Long.BYTES * fields;
        for (int i = 0; i < fields && left >= 0; i++) {
            if (marker.schema().fields().get(i).kind() == MarkerField.Kind.TEXT) {
                long length = copy.getLong(at + (long) Long.BYTES * i);
                left = length > left ? -1 : left - Recorder.paddedBytes((int) Math.max(0, length));
            }
        }
        return left >= 0;
    }
}
