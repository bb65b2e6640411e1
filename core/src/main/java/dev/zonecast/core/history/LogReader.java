package dev.zonecast.core.history;

import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventFields;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.ReusedEvent;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.memory.Memory;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Makes the calls of a log to a sink; {@link LogWriter} has the form. The log may grow between two calls. Owned by the collector's thread. */
final class LogReader extends EventFields {
    private final Map<EventKind, ReusedEvent> events = new EnumMap<>(EventKind.class);
    private final ZoneRun run = new ZoneRun();
    private EventLog log;
    private int segment;
    private byte[] bytes = {};
    private Memory memory = Memory.ofArray(bytes);
    private int position;
    private int end;
    private long lastNanos;

    /** A reader of nothing yet. */
    LogReader() {
        for (EventKind kind : EventKind.values()) {
            events.put(kind, eventOf(kind));
        }
    }

    /** Reads a log from its begin. */
    void open(EventLog newLog) {
        log = newLog;
        segment = 0;
        position = 0;
        end = 0;
        lastNanos = 0;
    }

    /** Calls a sink once; false if the log has nothing more as yet. */
    boolean next(EventSink sink) throws IOException {
        if (position == end && !load()) {
            return false;
        }
        int what = (int) number(0);
        switch (what) {
            case LogWriter.THREAD -> sink.thread(this.<EventThread>object(null), object(null));
            case LogWriter.RECORD -> sink.event(this.<Event>object(null));
            case LogWriter.ZONES -> sink.zones(object(null), zones());
            default -> {
                EventKind kind = object(null);
                ReusedEvent event = events.get(kind);
                read(event, kind, object(null), time());
                sink.event(event);
            }
        }
        return true;
    }

    /** Copies what the log has behind the last entry that was read. */
    private boolean load() {
        int size = log.segmentBytes(segment);
        if (size == position && log.segmentBytes(segment + 1) > 0) {
            segment++;
            position = 0;
            size = log.segmentBytes(segment);
        }
        if (size <= position) {
            return false;
        }
        if (bytes.length < size) {
            byte[] before = bytes;
            bytes = new byte[size];
            memory = Memory.ofArray(bytes);
            System.arraycopy(before, 0, bytes, 0, Math.min(before.length, position));
        }
        log.copy(segment, bytes, position, size);
        end = size;
        return true;
    }

    private ZoneRun zones() {
        long nanos = time();
        int count = (int) number(0);
        int begins = 0;
        for (int i = 0; i < count; i++) {
            long step = number(0);
            nanos += step >> 1;
            if ((step & 1) == 0) {
                begins++;
                run.put(i, nanos, (int) number(0));
            } else {
                run.put(i, nanos, ZoneRun.END);
            }
        }
        run.filled(count, begins);
        lastNanos = nanos;
        return run;
    }

    private long time() {
        long coded = number(0) - 1;
        if (coded == -1) {
            return 0;
        }
        lastNanos += coded >>> 1 ^ -(coded & 1);
        return lastNanos;
    }

    @Override
    protected long number(long ignored) {
        byte[] source = bytes;
        int at = position;
        long next = source[at++];
        long value = next & 0x7F;
        for (int shift = 7; next < 0; shift += 7) {
            next = source[at++];
            value |= (next & 0x7F) << shift;
        }
        position = at;
        return value;
    }

    @Override
    @SuppressWarnings("unchecked") // The writer was given an object of this type.
    protected <T> T object(T ignored) {
        return (T) log.object((int) number(0));
    }

    @Override
    protected <T> T copy(T ignored, UnaryOperator<T> copier, long size) {
        return object(ignored);
    }

    @Override
    protected Utf8Text text(Utf8Text last) {
        int length = (int) number(0) - 1;
        if (length < 0) {
            return null;
        }
        Utf8Text text = (last == null ? new Utf8Text() : last).at(memory, position, length);
        position += length;
        return text;
    }
}
