package dev.zonecast.cli.report;

import dev.zonecast.cli.export.ByteColumns;
import dev.zonecast.trace.StackSample;
import dev.zonecast.trace.Track;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The stack samples of a page. */
final class SampleColumns {
    static final int MAX_SAMPLES = 1_000_000;

    private record Kept(long nanos, int node, int kind, long weight, int type) {}

    private final Texts texts;
    private final StackColumns stacks;
    private final Map<Track, List<Kept>> tracks = new LinkedHashMap<>();
    private int count;
    long firstNanos = Long.MAX_VALUE;

    SampleColumns(Texts texts, StackColumns stacks) {
        this.texts = texts;
        this.stacks = stacks;
    }

    /** Keeps a sample; false if there is no room. */
    boolean add(StackSample sample) {
        if (count == MAX_SAMPLES || stacks.isFull()) {
            return false;
        }
        count++;
        firstNanos = Math.min(firstNanos, sample.beginNanos());
        tracks.computeIfAbsent(sample.track(), track -> new ArrayList<>())
                .add(new Kept(
                        sample.beginNanos(),
                        stacks.add(sample.stack()),
                        kind(sample.kind()),
                        Math.max(0, sample.weight()),
                        texts.addName(sample.type())));
        return true;
    }

    private static int kind(StackSample.Kind kind) {
        return switch (kind) {
            case RUNNING -> 0;
            case NATIVE -> 1;
            case SLEEPING -> 2;
            case ALLOCATION -> 3;
        };
    }

    Collection<Track> tracks() {
        return tracks.keySet();
    }

    /** Writes the samples of the page's tracks in the order of time. */
    void write(ByteColumns out, List<Track> order, long base) {
        for (Track track : order) {
            List<Kept> samples = tracks.getOrDefault(track, new ArrayList<>());
            samples.sort(Comparator.comparingLong(Kept::nanos));
            out.add(samples.size());
            long before = base;
            for (Kept sample : samples) {
                out.add(sample.nanos - before);
                before = sample.nanos;
                out.add(sample.node);
                out.add(sample.kind);
                out.add(sample.weight);
                out.add(sample.type);
            }
        }
    }
}
