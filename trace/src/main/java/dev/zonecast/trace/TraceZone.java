package dev.zonecast.trace;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A zone that has ended. The object is used again: what is to last beyond the call has to be copied. */
public final class TraceZone {
    private final Track track;
    Location location;
    String name;
    long beginNanos;
    long endNanos;
    long childNanos;
    /** How far the zone has come: to its begin, or to the end of the last zone inside. */
    long latestNanos;

    int depth;
    int levelsInside;
    TraceZone parent;
    int rgb = -1;
    long cpuBeginNanos;
    boolean cutOff;
    /** It may have more than times, depth, name and location. */
    boolean touched;

    long heldBytes;
    boolean nameFromBlob;
    boolean colorFromBlob;
    String stackText;
    MarkerKind marker;
    List<Object> markerValues = List.of();
    /** What the GPU counted, in the order in which it was written. */
    private final Map<ZoneCount, Long> counts = new LinkedHashMap<>(0);

    /** Texts that are counts of the GPU. */
    int countTexts;

    final Parts<String> texts = new Parts<>();
    final Parts<Long> values = new Parts<>();

    TraceZone(Track track) {
        this.track = track;
    }

    /** For another zone of the same depth. */
    void clear(int newDepth, TraceZone newParent) {
        depth = newDepth;
        parent = newParent;
        childNanos = 0;
        levelsInside = 0;
        if (touched) {
            clearAttributes();
        }
    }

    private void clearAttributes() {
        touched = false;
        rgb = -1;
        cpuBeginNanos = 0;
        cutOff = false;
        heldBytes = 0;
        nameFromBlob = false;
        colorFromBlob = false;
        stackText = null;
        marker = null;
        markerValues = List.of();
        counts.clear();
        countTexts = 0;
        texts.clear();
        values.clear();
    }

    /** What the zone's own events have, then what blobs have. */
    static final class Parts<T> {
        private List<T> all = List.of();
        private int ofBlobs;

        void add(T part, boolean ofBlob) {
            all = all.isEmpty() ? new ArrayList<>(2) : all;
            all.add(ofBlob ? all.size() : all.size() - ofBlobs, part);
            ofBlobs += ofBlob ? 1 : 0;
        }

        private void clear() {
            all = List.of();
            ofBlobs = 0;
        }
    }

    /** True if it has other ones than the GPU's counts. */
    boolean hasTextsOrValues() {
        return texts.all.size() > countTexts || !values.all.isEmpty();
    }

    /** The track it is on: of the GPU if that is of {@link Track.Kind#GPU}. */
    public Track track() {
        return track;
    }

    /** Where in the source it is. */
    public Location location() {
        return location;
    }

    /** The location's name, or the one that this zone was given. */
    public String name() {
        return name;
    }

    /** When it began; on a GPU track the GPU's time, in the trace's clock. */
    public long beginNanos() {
        return beginNanos;
    }

    /** When it ended, not before it began. */
    public long endNanos() {
        return endNanos;
    }

    /** How long it took. */
    public long durationNanos() {
        return endNanos - beginNanos;
    }

    /** How long it took without the zones inside of it. */
    public long selfNanos() {
        return Math.max(0, durationNanos() - childNanos);
    }

    /** 1 = outermost. Of durations that other traces write as a whole: that of the open zones around them. */
    public int depth() {
        return depth;
    }

    /**
     * How many levels of durations that another trace writes as a whole are inside of such a one, as far as they come before it; 0 of
     * other zones. Its {@link #depth} does not count the whole ones around it.
     */
    public int levelsInside() {
        return levelsInside;
    }

    /** The zone around it, if that is still open; its end is not known yet. Null for an outermost one. */
    public TraceZone parent() {
        return parent;
    }

    /** Colour of this one zone, {@code 0xRRGGBB}, else the location's; 0 = the viewer chooses. */
    public int rgb() {
        return rgb >= 0 ? rgb : location.rgb();
    }

    /** Of the GPU: when it was submitted. */
    public long cpuBeginNanos() {
        return cpuBeginNanos;
    }

    /** The trace ended before it: its end is that of the trace. */
    public boolean isCutOff() {
        return cutOff;
    }

    /** What marker the zone is; null for most. */
    public MarkerKind marker() {
        return marker;
    }

    /** Data of the marker: see {@link TraceMarker#values}. */
    public List<Object> markerValues() {
        return markerValues;
    }

    /** Its texts, in the order in which they were set. Of other traces: the arguments, as {@code name: value}. */
    public List<String> texts() {
        return texts.all;
    }

    void count(ZoneCount what, long amount) {
        if (counts.size() < ZoneCount.MOST) {
            counts.put(what, amount);
        }
    }

    /** True if something was counted in it. */
    public boolean hasCounts() {
        return !counts.isEmpty();
    }

    /** What was counted in it, with the zones inside. Good until the zone is used again. */
    public Map<ZoneCount, Long> counts() {
        return Collections.unmodifiableMap(counts);
    }

    /** The calls that led to it, or null if they were not taken. */
    public Calls stack() {
        return stackText == null ? null : Calls.parse(stackText);
    }

    /** Its values, in the order in which they were set. */
    public List<Long> values() {
        return values.all;
    }
}
