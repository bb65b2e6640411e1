package dev.zonecast.capture.tracy;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Protocol;
import dev.zonecast.tracy.Wire;
import java.io.IOException;
import java.util.Arrays;

/**
 * Begins and ends of zones as long as there is nothing about them but their place and time: nearly all that comes. One loop over local
 * variables reads them from the wire, another one in the sink writes them; with a chain of calls for each event both together take
 * three times as long. Whatever is out of the ordinary (a name that is not known yet, a cut event, an end without a begin) is left to
 * {@link EventDecoder}, which handles every event by itself.
 */
final class ZoneRuns extends EventGroup {
    // Kinds of events: begins, then ends.
    private static final int BEGIN_16 = 0;
    private static final int BEGIN_32 = 1;
    private static final int BEGIN_64 = 2;
    private static final int END_16 = 3;
    private static final int END_32 = 4;
    private static final int END_64 = 5;
    private static final int OTHER = 6;

    private final LockQueue lockQueue;
    private final Locations locations;
    private final Protocol protocol;

    private final byte[] kinds = new byte[256];
    private final int[] sizes = new int[OTHER + 1];
    private final ZoneRun run = new ZoneRun();

    /** The next event is behind a queued change of a lock. */
    private boolean passesChange;

    ZoneRuns(Stream stream, ThreadStates threads, LockQueue lockQueue) {
        super(stream, threads);
        this.lockQueue = lockQueue;
        this.locations = stream.vocabulary.locations;
        this.protocol = stream.protocol();
        Arrays.fill(kinds, (byte) OTHER);
        // Longer than any block: the check of the length finds it.
        sizes[OTHER] = Integer.MAX_VALUE;
        add(EventType.ZONE_BEGIN_16, BEGIN_16);
        add(EventType.ZONE_BEGIN_32, BEGIN_32);
        add(EventType.ZONE_BEGIN, BEGIN_64);
        add(EventType.ZONE_END_16, END_16);
        add(EventType.ZONE_END_32, END_32);
        add(EventType.ZONE_END, END_64);
    }

    private void add(EventType type, int kind) {
        if (protocol.knows(type)) {
            kinds[protocol.code(type) & 0xFF] = (byte) kind;
            sizes[kind] = protocol.sizeBytes(type);
        }
    }

    /** Applies events from an index on. Returns the index of the first event that it did not apply. */
    int take(byte[] bytes, int from, int end) throws IOException {
        if (kinds[bytes[from] & 0xFF] == OTHER || !threads.isNamed()) {
            return from;
        }
        ThreadState thread = threads.use();
        if (thread.refusedDepth > 0) {
            return from;
        }
        int at = from;
        do {
            at = fill(thread, bytes, at, end);
            if (run.size() > 0) {
                stream.counts.add(SessionCount.EVENTS, run.size());
                stream.counts.add(SessionCount.ZONES, run.begins());
                stream.sink.zones(thread.track, run);
            }
            if (passesChange) {
                lockQueue.deliverDue(thread);
            }
        } while ((run.size() == ZoneRun.CAPACITY || passesChange) && at < end);
        return at;
    }

    private int fill(ThreadState thread, byte[] bytes, int from, int end) {
        long ticks = stream.threadTicks;
        long latest = thread.lastNanos;
        LockQueue.Change queued = thread.queued.peek();
        long changeNanos = queued == null || latest > queued.nanos ? Long.MAX_VALUE : queued.nanos;
        passesChange = false;
        int depth = thread.depth;
        int depthRoom = thread.depthRoom;
        int count = 0;
        int begins = 0;
        int at = from;
        while (at < end && count < ZoneRun.CAPACITY) {
            int kind = kinds[bytes[at] & 0xFF];
            int size = sizes[kind];
            if (size > end - at) {
                break;
            }
            long nextTicks = ticks + delta(kind, bytes, at + 1);
            long next = Math.max(latest, stream.welcome.nanos(nextTicks));
            if (next > changeNanos) {
                passesChange = true;
                thread.lastNanos = next;
                break;
            }
            int location = ZoneRun.END;
            if (kind <= BEGIN_64) {
                // The place is the last field of each form.
                SourceLocation place = locations.get(Wire.getLong(bytes, at + size - Long.BYTES));
                if (place == null || depth >= depthRoom) {
                    break;
                }
                location = Ids.of(place);
                depth++;
                begins++;
            } else if (depth > 0) {
                depth--;
            } else {
                break;
            }
            ticks = nextTicks;
            latest = next;
            run.put(count++, latest, location);
            at += size;
        }
        run.filled(count, begins);
        if (count > 0) {
            stream.threadRan(ticks, latest);
            thread.lastNanos = Math.max(thread.lastNanos, latest);
            thread.depth = depth;
        }
        return at;
    }

    /** As {@link TimeForm#delta}, without objects in the loop. */
    private long delta(int kind, byte[] bytes, int at) {
        return switch (kind) {
            case BEGIN_16, END_16 -> Wire.getShort(bytes, at);
            case BEGIN_32, END_32 -> TimeForm.middle(bytes, at);
            default -> TimeForm.wide(protocol, bytes, at);
        };
    }
}
