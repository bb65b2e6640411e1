package dev.zonecast.core.history;

import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventFields;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.ReusedEvent;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.core.event.ZoneRun;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * Writes calls of a sink to logs. An entry is what it is and its fields; all numbers have 7 bits a byte, the lowest first,
 * and the high bit if more follow:
 *
 * <pre>
 * thread   object, life
 * record   object: an event that does not change
 * zones    thread, time, count; of each the time since the one before, with 1 as its low bit for an end; of a begin its location
 * event    kind, thread, time, fields
 * </pre>
 *
 * Times count from the last event of the log, with the sign as their low bit, plus 1; 0 is no time. Owned by the collector's thread.
 */
final class LogWriter extends EventFields {
    static final int THREAD = 0;
    static final int RECORD = 1;
    static final int ZONES = 2;

    static final int EVENT = 3;

    private static final int LONGEST = 10;
    private static final int LONGEST_ZONE = 2 * LONGEST;

    private EventLog log;
    private byte[] entry = new byte[4 * LONGEST + ZoneRun.CAPACITY * LONGEST_ZONE];
    private int size;

    /** Writes to this log from now on. */
    void to(EventLog newLog) {
        log = newLog;
    }

    void thread(EventThread thread, Life life) {
        size = 0;
        number(THREAD);
        number(log.number(thread));
        number(log.number(life));
        log.add(entry, size, 0);
    }

    void zones(EventThread thread, ZoneRun run) {
        size = 0;
        number(ZONES);
        number(log.number(thread));
        long base = run.nanos(0);
        time(base);
        int count = run.size();
        number(count);
        byte[] target = entry;
        int at = size;
        for (int i = 0; i < count; i++) {
            long nanos = run.nanos(i);
            long delta = nanos - base;
            base = nanos;
            if (run.isEnd(i)) {
                at = put(target, at, delta << 1 | 1);
            } else {
                at = put(target, at, delta << 1);
                at = put(target, at, run.location(i));
            }
        }
        size = at;
        log.lastNanos = base;
        log.add(entry, size, count);
    }

    void event(Event event) {
        size = 0;
        if (event instanceof ReusedEvent reused) {
            number(EVENT);
            number(log.number(event.kind()));
            number(log.number(event.thread()));
            time(event.nanos());
            write(reused);
        } else {
            number(RECORD);
            number(log.add(event, EventLog.OBJECT_BYTES));
        }
        log.add(entry, size, 1);
    }

    private void time(long nanos) {
        if (nanos == 0) {
            number(0);
            return;
        }
        long delta = nanos - log.lastNanos;
        log.lastNanos = nanos;
        number((delta << 1 ^ delta >> 63) + 1);
    }

    @Override
    protected long number(long value) {
        room(LONGEST);
        size = put(entry, size, value);
        return value;
    }

    @Override
    protected <T> T object(T value) {
        number(log.number(value));
        return value;
    }

    @Override
    protected <T> T copy(T value, UnaryOperator<T> copier, long bytes) {
        number(value == null ? 0 : log.add(copier.apply(value), bytes));
        return value;
    }

    @Override
    protected Utf8Text text(Utf8Text text) {
        number(text == null ? 0 : text.lengthBytes() + 1);
        if (text != null) {
            room(text.lengthBytes());
            text.copyTo(entry, size, text.lengthBytes());
            size += text.lengthBytes();
        }
        return text;
    }

    private void room(int bytes) {
        if (entry.length - size < bytes) {
            entry = Arrays.copyOf(entry, Math.addExact(2 * entry.length, bytes));
        }
    }

    private static int put(byte[] target, int from, long value) {
        int at = from;
        long left = value;
        while ((left & ~0x7FL) != 0) {
            target[at++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        target[at++] = (byte) left;
        return at;
    }
}
