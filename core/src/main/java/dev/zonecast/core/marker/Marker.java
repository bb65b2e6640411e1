package dev.zonecast.core.marker;

import dev.zonecast.core.Category;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.clock.Clock;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.registry.NameTable;
import dev.zonecast.core.ring.Gate;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.ring.RingLayout;
import dev.zonecast.core.ring.Switch;
import java.util.List;
import java.util.Set;

/**
 * Markers that have a name and a category, and perhaps a text. Kept in a {@code static final} field; equal names of one category give
 * equal markers. A text that is put together at each call costs more than numbers: see {@link MarkerType}.
 *
 * <pre>{@code
 * private static final Marker SAVED = Marker.of("game saved", STORAGE);
 *
 * SAVED.instant();
 * SAVED.instant("slot 3");
 * }</pre>
 *
 * <p>Thread-safe.
 */
public final class Marker {
    private static final MarkerField TEXT =
            new MarkerField("text", "Text", MarkerFormat.STRING, MarkerField.Kind.TEXT, true, false);

    private static final int MAX_TEXT_BYTES = 24_000;

    /** Two readings of the counter one behind the other may be this far out of order: see {@link Clock#ticks}. */
    private static final long SLACK_TICKS = 1_000;

    private final MarkerDefinition untyped;
    private final MarkerDefinition text;

    private Marker(MarkerDefinition untyped, MarkerDefinition text) {
        this.untyped = untyped;
        this.text = text;
    }

    /** A marker of the category {@link Category#OTHER}. */
    public static Marker of(String name) {
        return of(name, Category.OTHER);
    }

    /**
     * A marker. Names that vary without end do not fit: at most {@value MarkerTable#MAX_DEFINITIONS} markers can be told apart. Further
     * ones are recorded under one name for all, and counted.
     *
     * @param name null or empty reads "(unnamed)"
     * @param category null is {@link Category#OTHER}
     */
    public static Marker of(String name, Category category) {
        String shown = name == null || name.isEmpty() ? "(unnamed)" : NameTable.wellFormed(name);
        Category of = category == null ? Category.OTHER : category;
        return new Marker(interned(shown, of, false), interned(shown, of, true));
    }

    private static MarkerSchema textSchema(Category category) {
        return new MarkerSchema(
                "Text",
                category,
                List.of(TEXT),
                "{marker.name}",
                "{marker.name}",
                "{marker.data.text}",
                Set.of(MarkerLocation.MARKER_CHART, MarkerLocation.MARKER_TABLE),
                List.of());
    }

    private static MarkerDefinition interned(String name, Category category, boolean text) {
        return MarkerTable.INSTANCE.plain(
                key(name, category, text),
                id -> definition(id, name, category, text),
                key(MarkerTable.OVERFLOW, Category.OTHER, text),
                id -> definition(id, MarkerTable.OVERFLOW, Category.OTHER, text));
    }

    private static String key(String name, Category category, boolean text) {
        return (text ? "t" : "u") + Ids.of(category) + " " + name;
    }

    private static MarkerDefinition definition(int id, String name, Category category, boolean text) {
        SourceLocation location =
                SourceLocation.of(name, "", "", 0, category.color().rgb());
        location.category(category);
        MarkerSchema schema = text ? textSchema(category) : null;
        return new MarkerDefinition(id, name, category, schema, List.of(List.of()), location);
    }

    /**
     * The moment, to be given to an interval later.
     *
     * @return ticks of the profiler's clock; 0 if nothing is recorded
     */
    public static long now() {
        return Switch.ON && Gate.isOpen() ? Clock.ticks() : 0;
    }

    /** It happens now. */
    public void instant() {
        record(MarkerPhase.INSTANT, 0, null, null);
    }

    /**
     * It happens now.
     *
     * @param details null if there are none
     */
    public void instant(String details) {
        record(MarkerPhase.INSTANT, 0, details, null);
    }

    /**
     * It happens now.
     *
     * @param details null if there are none
     */
    public void instant(String details, MarkerOptions options) {
        record(MarkerPhase.INSTANT, 0, details, options);
    }

    /**
     * It happened then.
     *
     * @param ticks from {@link #now}; 0 is ignored
     */
    public void instantAt(long ticks) {
        instantAt(ticks, null);
    }

    /**
     * It happened then.
     *
     * @param ticks from {@link #now}; 0 is ignored
     * @param details null if there are none
     */
    public void instantAt(long ticks, String details) {
        record(MarkerPhase.INSTANT, 0, details, MarkerOptions.at(ticks));
    }

    /**
     * It began then and ends now.
     *
     * @param beginTicks from {@link #now}; 0 is ignored
     */
    public void interval(long beginTicks) {
        interval(beginTicks, null, null);
    }

    /**
     * It began then and ends now.
     *
     * @param beginTicks from {@link #now}; 0 is ignored
     * @param details null if there are none
     */
    public void interval(long beginTicks, String details) {
        interval(beginTicks, details, null);
    }

    /**
     * It began then and ends now, or at the time of the options.
     *
     * @param beginTicks from {@link #now}; 0 is ignored
     * @param details null if there are none
     */
    public void interval(long beginTicks, String details, MarkerOptions options) {
        if (beginTicks != 0) {
            record(MarkerPhase.INTERVAL, beginTicks, details, options);
        }
    }

    /** It begins; {@link #end} ends what began last on this thread. Shows even if the program does not live to the end. */
    public void begin() {
        record(MarkerPhase.START, 0, null, null);
    }

    /**
     * It begins; {@link #end} ends what began last on this thread.
     *
     * @param details null if there are none
     */
    public void begin(String details, MarkerOptions options) {
        record(MarkerPhase.START, 0, details, options);
    }

    /** What began last on this thread ends; without a begin the call is counted and left out. */
    public void end() {
        record(MarkerPhase.END, 0, null, null);
    }

    /**
     * What began last on this thread ends, on the thread that its begin is about. Without a begin, or at a time before it, the call is
     * counted and left out.
     *
     * @param details they replace those of the begin; null keeps them
     */
    public void end(String details, MarkerOptions options) {
        record(MarkerPhase.END, 0, details, options);
    }

    /** It lasts until the scope is closed, and nests with zones. */
    public Scope open() {
        return open(null);
    }

    /**
     * It lasts until the scope is closed, and nests with zones.
     *
     * @param details null if there are none
     */
    public Scope open(String details) {
        // Made before the zone begins: if that throws, no zone is open that nobody can close.
        Scope scope = new Scope(this, details);
        scope.token = Zone.begin(untyped.location());
        return scope;
    }

    /**
     * It lasts until the scope is closed. With a time or another thread in the options it is an interval that nests with nothing, and is
     * recorded at its end.
     *
     * @param details null if there are none
     */
    public Scope open(String details, MarkerOptions options) {
        Scope scope = new Scope(this, details);
        if (isRecorded()) {
            MarkerOptions of = options == null ? MarkerOptions.NONE : options;
            if (of.isOffZone()) {
                scope.interval = OpenInterval.begin(of);
            } else {
                scope.token = Zone.begin(untyped.location(), of.calls());
            }
        }
        return scope;
    }

    /** An interval that ends where the block does. For one thread. */
    public static final class Scope implements AutoCloseable {
        private final Marker marker;
        private final String details;
        private long token;
        private OpenInterval interval;

        private Scope(Marker marker, String details) {
            this.marker = marker;
            this.details = details;
        }

        /** Ends the marker; a second call does nothing. */
        @Override
        public void close() {
            if (interval != null) {
                OpenInterval ending = interval;
                interval = null;
                if (ending.isEndedByItsThread()) {
                    marker.record(MarkerPhase.INTERVAL, ending.beginTicks(), details, ending.options());
                }
            }
            long ending = token;
            token = 0;
            if (Switch.ON && ending != 0) {
                try {
                    Recorder recorder = Recorder.ofToken(ending);
                    if (recorder.endInside(ending)) {
                        write(
                                recorder,
                                marker.definition(MarkerPhase.SCOPED, details),
                                MarkerPhase.SCOPED.code(),
                                Recorder.depthOf(ending),
                                Clock.ticks(),
                                details);
                    }
                } finally {
                    Zone.end(ending);
                }
            }
        }
    }

    private void record(MarkerPhase phase, long lead, String details, MarkerOptions options) {
        if (!isRecorded()) {
            return;
        }
        long ticks = MarkerOptions.ticks(options);
        if (isInOrder(phase, lead, ticks, MarkerOptions.hasTime(options))) {
            MarkerDefinition of = definition(phase, details);
            int flags = MarkerOptions.record(options, of.id());
            int noData = details == null && of.fieldCount() > 0 ? RingLayout.MARKER_NO_DATA : 0;
            write(Recorder.current(), of, phase.code() | flags | noData, lead, ticks, details);
        }
    }

    /** A begin and its end have one definition, so that they find each other when one of them has a text. */
    private MarkerDefinition definition(MarkerPhase phase, String details) {
        return details == null && phase != MarkerPhase.START && phase != MarkerPhase.END ? untyped : text;
    }

    /**
     * False, and counted, if the time is to come or the begin lies behind the end. False without a count if no time was read, because
     * nothing recorded then.
     *
     * @param given false if the time is the call's
     */
    static boolean isInOrder(MarkerPhase phase, long lead, long ticks, boolean given) {
        if (ticks == 0) {
            return false;
        }
        boolean isToCome = given && ticks - Clock.ticks() > SLACK_TICKS;
        if (isToCome || (phase == MarkerPhase.INTERVAL && lead - ticks > SLACK_TICKS)) {
            Recorder.current().countUnmatched();
            return false;
        }
        return true;
    }

    private boolean isRecorded() {
        return Switch.ON && Gate.isOpen() && untyped.location().isRecorded();
    }

    private static void write(
            Recorder recorder, MarkerDefinition definition, int small, long lead, long ticks, String details) {
        if (details == null) {
            writeEmpty(recorder, definition.id(), small, lead, ticks);
            return;
        }
        int length = recorder.textBytes(details, MAX_TEXT_BYTES);
        int bytes = RingLayout.SLOT_BYTES + MarkerType.leadBytes(small) + Long.BYTES + Recorder.paddedBytes(length);
        long offset = recorder.claimMarker(bytes);
        if (offset >= 0) {
            long at = MarkerType.putLead(recorder, offset, small, lead);
            recorder.putWord(at, length);
            long ignored = recorder.putText(details, length, at + Long.BYTES);
            recorder.finishMarker(offset, bytes, small, definition.id(), ticks);
        }
    }

    /** A marker without its data, whatever its type has. */
    static void recordEmpty(Recorder recorder, int id, int small, long lead, long ticks) {
        writeEmpty(recorder, id, small | RingLayout.MARKER_NO_DATA, lead, ticks);
    }

    private static void writeEmpty(Recorder recorder, int id, int small, long lead, long ticks) {
        int bytes = RingLayout.SLOT_BYTES + MarkerType.leadBytes(small);
        long offset = recorder.claimMarker(bytes);
        if (offset >= 0) {
            long ignored = MarkerType.putLead(recorder, offset, small, lead);
            recorder.finishMarker(offset, bytes, small, id, ticks);
        }
    }
}
