package dev.zonecast.core.marker;

import dev.zonecast.core.Zone;
import dev.zonecast.core.clock.Clock;
import dev.zonecast.core.ring.Gate;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.ring.RingLayout;
import dev.zonecast.core.ring.Switch;
import java.lang.invoke.MethodHandles.Lookup;

/**
 * Markers whose data is a record. Kept in a {@code static final} field:
 *
 * <pre>{@code
 * record Hit(int damage, double metres) {}
 *
 * private static final MarkerType<Hit> HIT = MarkerType.of(
 *         MethodHandles.lookup(),
 *         Hit.class,
 *         MarkerSchema.builder("Hit")
 *                 .category(COMBAT)
 *                 .field("damage", "Damage", MarkerFormat.INTEGER)
 *                 .chartLabel("{marker.data.damage} points"));
 *
 * HIT.instant(new Hit(12, 3.5));
 * }</pre>
 *
 * The record's components are read at once and written to the ring as they are; the record itself is not kept, and where the call is
 * compiled it is never made: a marker with two numbers costs one reading of the clock and a few stores. Components may be of any
 * primitive type, String or enum; a char is a text of one character. A component whose accessor throws loses this one marker, which is counted and logged once.
 *
 * <p>Thread-safe. Times that are given are readings of {@link Marker#now}.
 */
public class MarkerType<R extends Record> {
    /** Id of a type for which the table of markers had no room. */
    static final int NO_ID = 0;

    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    private static final String[] ASCII = new String[128];

    static {
        for (char c = 0; c < ASCII.length; c++) {
            ASCII[c] = String.valueOf(c);
        }
    }

    private final MarkerDefinition definition;
    private boolean failureTold;

    MarkerType(MarkerDefinition definition) {
        this.definition = definition;
    }

    /**
     * Markers named as the record's class, shown in the usual ways.
     *
     * @throws MarkerSchemaException if that cannot be
     */
    public static <R extends Record> MarkerType<R> of(Class<R> type) {
        return of(type, MarkerSchema.builder(type.getSimpleName()));
    }

    /**
     * Markers with a schema. The same record with the same schema again gives the same object. Beyond {@value MarkerTable#MAX_DEFINITIONS}
     * markers, those of a further type are dropped and counted.
     *
     * @throws MarkerSchemaException if the schema names what the record does not have, its name is taken by another, or the record
     *     cannot be read from here: see {@link #of(Lookup, Class, MarkerSchema.Builder)}
     */
    public static <R extends Record> MarkerType<R> of(Class<R> type, MarkerSchema.Builder schema) {
        return MarkerTypes.of(null, type, schema);
    }

    /**
     * Markers with a schema, of any record that the program can read. Without a lookup, a module has to export the package of a public
     * record, or open that of another one.
     *
     * @param lookup the program's own: {@code MethodHandles.lookup()}
     * @throws MarkerSchemaException as {@link #of(Class, MarkerSchema.Builder)}
     */
    public static <R extends Record> MarkerType<R> of(Lookup lookup, Class<R> type, MarkerSchema.Builder schema) {
        return MarkerTypes.of(lookup, type, schema);
    }

    /** As viewers know it. */
    public final MarkerDefinition definition() {
        return definition;
    }

    // --- recording

    /** It happens now. */
    public final void instant(R data) {
        record(MarkerPhase.INSTANT, 0, data, null);
    }

    /** It happens now. */
    public final void instant(R data, MarkerOptions options) {
        record(MarkerPhase.INSTANT, 0, data, options);
    }

    /**
     * It happened then.
     *
     * @param ticks from {@link Marker#now}; 0 is ignored
     */
    public final void instantAt(long ticks, R data) {
        if (isRecorded()) {
            record(MarkerPhase.INSTANT, 0, ticks, true, data, null);
        }
    }

    /**
     * It began then and ends now.
     *
     * @param beginTicks from {@link Marker#now}; 0 is ignored
     */
    public final void interval(long beginTicks, R data) {
        interval(beginTicks, data, null);
    }

    /**
     * It began then and ends now, or at the time of the options.
     *
     * @param beginTicks from {@link Marker#now}; 0 is ignored
     */
    public final void interval(long beginTicks, R data, MarkerOptions options) {
        if (beginTicks != 0) {
            record(MarkerPhase.INTERVAL, beginTicks, data, options);
        }
    }

    /** It begins; {@link #end} ends what began last on the thread. Shows even if the program does not live to the end. */
    public final void begin(R data) {
        record(MarkerPhase.START, 0, data, null);
    }

    /** It begins; {@link #end} ends what began last on the thread. */
    public final void begin(R data, MarkerOptions options) {
        record(MarkerPhase.START, 0, data, options);
    }

    /** What began last on this thread ends; without a begin the call is counted and left out. */
    public final void end(R data) {
        record(MarkerPhase.END, 0, data, null);
    }

    /**
     * What began last on this thread ends, on the thread that its begin is about. Without a begin, or at a time before it, the call is
     * counted and left out.
     */
    public final void end(R data, MarkerOptions options) {
        record(MarkerPhase.END, 0, data, options);
    }

    /** It lasts until the scope is closed, and nests with zones. Data comes by {@link Scope#set}. */
    public final Scope<R> open() {
        // Made before the zone begins: if that throws, no zone is open that nobody can close.
        Scope<R> scope = new Scope<>(this);
        scope.token = Zone.begin(definition.location());
        return scope;
    }

    /** It lasts until the scope is closed, and nests with zones. */
    public final Scope<R> open(R data) {
        Scope<R> scope = open();
        scope.data = data;
        return scope;
    }

    /**
     * It lasts until the scope is closed. With a time or another thread in the options it is an interval that nests with nothing, and is
     * recorded at its end.
     */
    public final Scope<R> open(R data, MarkerOptions options) {
        Scope<R> scope = new Scope<>(this);
        scope.data = data;
        if (isRecorded()) {
            MarkerOptions of = options == null ? MarkerOptions.NONE : options;
            if (of.isOffZone()) {
                scope.interval = OpenInterval.begin(of);
            } else {
                scope.token = Zone.begin(definition.location(), of.calls());
            }
        }
        return scope;
    }

    /** An interval that ends where the block does. For one thread. */
    public static final class Scope<R extends Record> implements AutoCloseable {
        private final MarkerType<R> type;
        private long token;
        private OpenInterval interval;
        private R data;

        private Scope(MarkerType<R> type) {
            this.type = type;
        }

        /** Says what the marker's data is; the last one counts. */
        public void set(R value) {
            data = value;
        }

        /** True if something is recorded: worth the work of putting the data together. */
        public boolean isRecorded() {
            return token != 0 || interval != null;
        }

        /** Ends the marker; a second call does nothing. */
        @Override
        public void close() {
            if (interval != null) {
                OpenInterval ending = interval;
                interval = null;
                type.close(ending, data);
            }
            long ending = token;
            token = 0;
            if (Switch.ON && ending != 0) {
                type.closeZone(ending, data);
            }
        }
    }

    private void close(OpenInterval interval, R data) {
        if (!interval.isEndedByItsThread()) {
            return;
        }
        if (data != null) {
            record(MarkerPhase.INTERVAL, interval.beginTicks(), data, interval.options());
        } else if (isRecorded() && definition.id() != NO_ID) {
            Recorder recorder = interval.opener();
            int small = small(MarkerPhase.INTERVAL, interval.options());
            Marker.recordEmpty(recorder, definition.id(), small, interval.beginTicks(), Clock.ticks());
        }
    }

    private void closeZone(long token, R data) {
        try {
            Recorder recorder = Recorder.ofToken(token);
            if (!recorder.endInside(token)) {
                // Ended with the zone around it.
            } else if (definition.id() == NO_ID) {
                recorder.countDrop();
            } else if (data == null) {
                Marker.recordEmpty(
                        recorder, definition.id(), MarkerPhase.SCOPED.code(), Recorder.depthOf(token), Clock.ticks());
            } else {
                write(recorder, MarkerPhase.SCOPED.code(), Recorder.depthOf(token), Clock.ticks(), data);
            }
        } finally {
            Zone.end(token);
        }
    }

    private boolean isRecorded() {
        return Switch.ON && Gate.isOpen() && definition.location().isRecorded();
    }

    private void record(MarkerPhase phase, long lead, R data, MarkerOptions options) {
        if (isRecorded()) {
            record(phase, lead, MarkerOptions.ticks(options), MarkerOptions.hasTime(options), data, options);
        }
    }

    /**
     * With at most 35 bytes of code, as all methods between the call and {@link #encode}: these the compiler puts into the caller even
     * where it has seldom seen them called. One that stays a call has the record and the options made.
     *
     * @param given false if the time is the call's
     */
    private void record(MarkerPhase phase, long lead, long ticks, boolean given, R data, MarkerOptions options) {
        if (Marker.isInOrder(phase, lead, ticks, given)) {
            write(Recorder.current(), small(phase, options), lead, ticks, data);
        }
    }

    /** The phase with the flags of what the options have recorded before the marker. */
    private int small(MarkerPhase phase, MarkerOptions options) {
        return phase.code() | MarkerOptions.record(options, definition.id());
    }

    @SuppressWarnings("CatchAndPrintStackTrace")
    private void write(Recorder recorder, int small, long lead, long ticks, R data) {
        try {
            encode(recorder, small, lead, ticks, data);
        } catch (StackOverflowError e) {
            recorder.countDrop();
        } catch (Throwable e) {
            refused(recorder, e);
        }
    }

    /** An accessor threw, or there was no record. */
    private void refused(Recorder recorder, Throwable cause) {
        recorder.countUnmatched();
        if (!failureTold) {
            failureTold = true;
            LOG.log(System.Logger.Level.WARNING, "a marker \"" + definition.name() + "\" without readable data", cause);
        }
    }

    /**
     * Reads all components, then writes them: an accessor that throws leaves no trace. Made for each type: {@link MarkerTypes}. Markers
     * of a type without room are counted as dropped.
     */
    void encode(Recorder recorder, int small, long lead, long ticks, Record data) {
        recorder.countDrop();
    }

    // --- for the generated code

    /** Bytes between a record's time and its data. */
    static int leadBytes(int small) {
        int phase = small & MarkerPhase.MASK;
        return phase == MarkerPhase.INTERVAL.code() || phase == MarkerPhase.SCOPED.code() ? Long.BYTES : 0;
    }

    /** Writes what comes before the data, and returns where that begins. */
    static long putLead(Recorder recorder, long offset, int small, long lead) {
        long payload = offset + RingLayout.SLOT_BYTES;
        if (leadBytes(small) == 0) {
            return payload;
        }
        recorder.putWord(payload, lead);
        return payload + Long.BYTES;
    }

    /** A character; of ASCII always the same object, so that it costs no allocation. */
    static String text(char character) {
        return character < ASCII.length ? ASCII[character] : String.valueOf(character);
    }

    /** Place of an enum constant, or -1. */
    @SuppressWarnings("EnumOrdinal") // Stands beside the constants' names, in one process.
    static long place(Enum<?> constant) {
        return constant == null ? -1 : constant.ordinal();
    }
}
