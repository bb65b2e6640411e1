package dev.zonecast.core.recording;

import dev.zonecast.core.SourceLocation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The innermost open zones of one track, of which it is not known yet whether they are long enough to be recorded. */
final class HeldZones {
    /** What was said of a zone, in order. A zone with more of it is recorded, be it short. */
    private static final int MAX_ATTRIBUTES = 16;

    /** Writes an attribute of the innermost zone. */
    interface Attribute {
        void writeTo(ZoneRecords zones) throws IOException;
    }

    private static final class Held {
        SourceLocation location;
        long begin;
        final List<Attribute> attributes = new ArrayList<>(2);
    }

    /** Outermost first; what is above the count is kept to be used again. */
    private final List<Held> stack = new ArrayList<>();

    private int count;

    boolean isEmpty() {
        return count == 0;
    }

    void push(long begin, SourceLocation location) {
        if (count == stack.size()) {
            stack.add(new Held());
        }
        Held held = stack.get(count++);
        held.location = location;
        held.begin = begin;
        held.attributes.clear();
    }

    /** Drops the innermost zone, if it is too short when it ends at that time. */
    boolean popShort(long end) {
        if (!isLong(count - 1, end)) {
            count--;
            return true;
        }
        return false;
    }

    /** Keeps what was said of the innermost zone; false if that is too much. */
    boolean add(Attribute attribute) {
        List<Attribute> attributes = stack.get(count - 1).attributes;
        return attributes.size() < MAX_ATTRIBUTES && attributes.add(attribute);
    }

    /** How many zones, from the outermost on, are recorded in any case, as there is one among them that is long already. */
    int longAt(long now) {
        int found = count;
        while (found > 0 && !isLong(found - 1, now)) {
            found--;
        }
        return found;
    }

    private boolean isLong(int index, long now) {
        Held held = stack.get(index);
        return now - held.begin >= held.location.recordedFromNanos();
    }

    /** Writes the begins of so many zones, from the outermost on, and keeps the others. */
    void release(int released, ZoneRecords zones, Track track) throws IOException {
        for (int i = 0; i < released; i++) {
            Held held = stack.get(i);
            zones.begin(track, held.begin, held.location);
            for (Attribute attribute : held.attributes) {
                attribute.writeTo(zones);
            }
        }
        // Behind those that stay: the objects are used again.
        Collections.rotate(stack.subList(0, count), -released);
        count -= released;
    }

    int count() {
        return count;
    }
}
