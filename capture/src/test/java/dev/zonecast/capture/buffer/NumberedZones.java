package dev.zonecast.capture.buffer;

import dev.zonecast.capture.trace.TraceListener;
import dev.zonecast.capture.trace.TraceReader;
import dev.zonecast.capture.trace.TraceSummary;
import dev.zonecast.capture.trace.Zone;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * What a trace has of a {@link ZoneWriter}.
 *
 * @param ranges numbers of the first and the last zone of each thread
 * @param missing zones of all threads that lie between and are not there
 */
public record NumberedZones(Map<String, Range> ranges, long missing, TraceSummary summary) {
    /** Numbers, each greater than the one before. */
    public record Range(long first, long last) {}

    /** True if a thread's zones may all have been overwritten by those of others: it stood still while they went round. */
    public static boolean mayHaveLost(Range ofThread, Map<String, Range> all) {
        return ofThread == null && all.values().stream().anyMatch(range -> range.first() > 1);
    }

    /** Reads a trace. */
    public static NumberedZones read(Path trace) throws IOException {
        Map<String, Range> ranges = new TreeMap<>();
        Map<String, Long> last = new HashMap<>();
        LongAdder missing = new LongAdder();
        TraceSummary summary = TraceReader.read(trace, new TraceListener() {
            @Override
            public void zone(Zone zone) {
                if (zone.name().equals("numbered") && !zone.values().isEmpty()) {
                    number(zone.track().name(), zone.values().getFirst());
                }
            }

            private void number(String thread, long number) {
                Long before = last.put(thread, number);
                if (before != null && number <= before) {
                    throw new AssertionError(thread + ": " + number + " after " + before);
                }
                missing.add(before == null ? 0 : number - before - 1);
                ranges.merge(thread, new Range(number, number), (range, one) -> new Range(range.first, one.last));
            }
        });
        return new NumberedZones(ranges, missing.sum(), summary);
    }

    /** Reads what the program says, by threads, until it is dead. */
    public static void readReports(Process program, AtomicLongArray reported) {
        try (DataInputStream in = new DataInputStream(program.getInputStream())) {
            while (true) {
                int index = (int) in.readLong();
                reported.set(index, in.readLong());
            }
        } catch (EOFException e) {
            // It is dead.
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
