package dev.zonecast.core;

import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.ring.Gate;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.ring.RingLayout;
import dev.zonecast.core.ring.StackCapture;
import dev.zonecast.core.ring.Switch;

/**
 * A span of work on the calling thread. Two forms, at the same cost:
 *
 * <pre>{@code
 * long zone = Zone.begin(UPDATE);          try (var ignored = Zone.open(UPDATE)) {
 * update();                                    update();
 * Zone.end(zone);                          }
 * }</pre>
 *
 * The form with a token never allocates. In the other form the compiler removes the object where it inlines the calls.
 *
 * <p>A token is 0 if the zone is not recorded: nothing records, the ring was full (counted), the zone was not active, or its category is
 * off. Every method accepts 0 and does nothing. A zone without an end ends with the zone around it. A second end, an end on another
 * thread and an attribute after the end are ignored and counted ({@link Statistics#wrongCalls}).
 *
 * <p>A zone reads {@code Clock} twice, with a resolution of nanoseconds. Any thread may call. A zone belongs to the thread that began it.
 */
public final class Zone implements AutoCloseable {
    private long token;

    private Zone() {}

    /**
     * Begins a zone.
     *
     * @param location place of the zone; null is counted and begins nothing
     * @return token for {@link #end}, 0 if nothing was recorded
     */
    public static long begin(SourceLocation location) {
        if (!Switch.ON || !Gate.isOpen()) {
            return 0;
        }
        if (location == null) {
            Recorder.current().countUnmatched();
            return 0;
        }
        int id = location.recordedId();
        return id == 0 ? 0 : Recorder.current().beginZone(id);
    }

    /**
     * Begins a zone if {@code active}.
     *
     * @return token for {@link #end}, 0 if nothing was recorded
     */
    public static long begin(SourceLocation location, boolean active) {
        return active ? begin(location) : 0;
    }

    /**
     * Begins a zone with its call stack. A depth of 16 costs the thread about 2 us. It allocates.
     *
     * @param location place of the zone; null is counted and begins nothing
     * @param stackDepth number of calls, the caller first: 1 to {@value CallStack#MAX_CALLS}; 0 or less: none
     * @return token for {@link #end}, 0 if nothing was recorded
     */
    public static long begin(SourceLocation location, int stackDepth) {
        return isRecorded(location)
                ? Recorder.current().beginZone(Ids.of(location), StackCapture.take(stackDepth, 1))
                : 0;
    }

    /** True if the profiler records and the category of the location is on. Null is counted. */
    static boolean isRecorded(SourceLocation location) {
        if (!Switch.ON || !Gate.isOpen()) {
            return false;
        }
        if (location == null) {
            Recorder.current().countUnmatched();
            return false;
        }
        return location.isRecorded();
    }

    /**
     * Begins a zone with a call stack that the caller supplies, such as an interpreter's.
     *
     * @param location place of the zone; null is counted and begins nothing
     * @param stack null or empty: none
     * @return token for {@link #end}, 0 if nothing was recorded
     */
    public static long begin(SourceLocation location, CallStack stack) {
        CallStack calls = stack == null || stack.calls().isEmpty() ? null : stack;
        return isRecorded(location) ? Recorder.current().beginZone(Ids.of(location), calls) : 0;
    }

    /**
     * Ends a zone and all zones inside it that are still open.
     *
     * @param token from {@link #begin}; 0 is ignored
     */
    public static void end(long token) {
        if (Switch.ON && token != 0) {
            Recorder.ofToken(token).endZone(token);
        }
    }

    /**
     * Adds a line of text to a zone. The call copies the text: at most {@value RingLayout#MAX_TEXT_BYTES} bytes of UTF-8.
     *
     * @param token from {@link #begin}; 0 is ignored
     * @param text null reads "null"
     */
    public static void text(long token, String text) {
        if (Switch.ON && token != 0) {
            attribute(EventKind.ZONE_TEXT, token, text);
        }
    }

    /**
     * Replaces the name of this one zone.
     *
     * @param token from {@link #begin}; 0 is ignored
     */
    public static void name(long token, String name) {
        if (Switch.ON && token != 0) {
            attribute(EventKind.ZONE_NAME, token, name);
        }
    }

    /**
     * Adds a number to a zone.
     *
     * @param token from {@link #begin}; 0 is ignored
     */
    public static void value(long token, long value) {
        if (Switch.ON && token != 0) {
            attribute(EventKind.ZONE_VALUE, token, value);
        }
    }

    /**
     * Replaces the colour of this one zone.
     *
     * @param token from {@link #begin}; 0 is ignored
     * @param rgb 0xRRGGBB
     */
    public static void color(long token, int rgb) {
        if (Switch.ON && token != 0) {
            attribute(EventKind.ZONE_COLOR, token, rgb & 0xFFFFFF);
        }
    }

    private static void attribute(EventKind kind, long token, long value) {
        Recorder recorder = Recorder.current();
        if (recorder.isOpen(token)) {
            recorder.record(kind, 0, Recorder.depthOf(token), value);
        }
    }

    private static void attribute(EventKind kind, long token, String text) {
        Recorder recorder = Recorder.current();
        if (recorder.isOpen(token)) {
            recorder.recordText(kind, 0, Recorder.depthOf(token), String.valueOf(text));
        }
    }

    /** Begins a zone that {@link #close} ends. Never null. */
    public static Zone open(SourceLocation location) {
        // A new object even if nothing records: the compiler could not remove a shared constant. It is made before the
        // zone begins: if the allocation throws, no zone stays open.
        Zone zone = new Zone();
        zone.token = begin(location);
        return zone;
    }

    /** Begins a zone if {@code active}. Never null. */
    public static Zone open(SourceLocation location, boolean active) {
        Zone zone = new Zone();
        zone.token = active ? begin(location) : 0;
        return zone;
    }

    /** As {@link #begin(SourceLocation, int)}. Never null. */
    public static Zone open(SourceLocation location, int stackDepth) {
        Zone zone = new Zone();
        if (isRecorded(location)) {
            zone.token = Recorder.current().beginZone(Ids.of(location), StackCapture.take(stackDepth, 1));
        }
        return zone;
    }

    /** As {@link #begin(SourceLocation, CallStack)}. Never null. */
    public static Zone open(SourceLocation location, CallStack stack) {
        Zone zone = new Zone();
        zone.token = begin(location, stack);
        return zone;
    }

    /** As {@link #text(long, String)}. */
    public Zone text(String text) {
        text(token, text);
        return this;
    }

    /** As {@link #name(long, String)}. */
    public Zone name(String name) {
        name(token, name);
        return this;
    }

    /** As {@link #value(long, long)}. */
    public Zone value(long value) {
        value(token, value);
        return this;
    }

    /** As {@link #color(long, int)}. */
    public Zone color(int rgb) {
        color(token, rgb);
        return this;
    }

    /** True if the zone is recorded. Ask before you compose an expensive text. */
    public boolean isRecorded() {
        return token != 0;
    }

    /** Ends the zone; a second call does nothing. */
    @Override
    public void close() {
        long ending = token;
        token = 0;
        end(ending);
    }
}
