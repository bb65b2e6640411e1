package dev.zonecast.trace;

import java.util.EnumSet;
import java.util.Set;

/** Every kind of loss. The order is that of the outputs: the program, the file, the reader, the output. */
public enum LossKind {
    // The program's profiler counts these, and stores them in the trace.
    DROPPED_EVENTS("dropped events", "Events for which a thread's ring, a table or a viewer had no room"),
    WRONG_CALLS("wrong calls", "Calls that end or describe a zone that is not open"),
    TRUNCATED_TEXTS("truncated texts", "Texts and names that were cut to the longest that a record can have"),
    REFUSED_NAMES("refused names", "Names and places for which a table or a trace buffer had no room"),
    OMITTED_STACKS("call stacks left out", "Events without their call stack: the trace buffer had no room for it"),
    DROPPED_GPU_ZONES("dropped GPU zones", "GPU zones without a result, or without a query"),
    LATE_EVENTS("late serial events", "Events that came after their turn among the threads"),
    THREADS_WITHOUT_RING("threads without a ring", "Threads that recorded nothing: the memory for rings was used up"),
    DROPPED_IMAGES("dropped frame images", "Frame images that were not captured or not sent in time"),
    LOST_RECORDS("records lost by a slow disk", "Records that a full queue to the disk dropped"),
    REFUSED("refused", "Entries that a full table refused, by table. The figures above contain them"),

    // How the recording of each program ended.
    NO_ROOM("records without room", "Records for which the trace buffer had no room"),
    DAMAGED("damaged places", "Parts of a recording or a trace buffer that cannot be read, as they are damaged"),
    ENDED_EARLY("recordings that ended early", "Recordings that ended before their program, with the reason"),
    MISSING_MILLIS("milliseconds missing at the end", "Time between the last event and the end of the program"),
    UNKNOWN_LENGTH("ends of unknown length", "Recordings that ended early, and how much is missing is not known"),
    CUT("recordings cut short", "Recordings without an end: the program was killed, or the file was cut"),
    FULL_BUFFERS("buffers that were full", "Times that a provider reported a full buffer"),

    // The reader of the trace counts these.
    OPEN_ZONES("zones open at the end", "Zones that were open when the recording ended; tables leave them out"),
    UNMATCHED_ENDS("ends without a begin", "Ends of zones whose begin is not in the trace"),
    UNMATCHED_OTHER_ENDS(
            "frames and intervals without a begin",
            "Ends of frames, markers, lock holds and the like whose begin is not in the trace, by kind"),
    FLOWS_TO_NOWHERE("flows to nowhere", "Flows that begin and whose end is not in the trace, by name"),
    OPEN_LOCKS(
            "locks held at the end", "Holds of locks that had not ended when the recording ended; no output has them"),
    CLAMPED_TIMES("times that ran backwards", "Times before one that they have to follow; the reader moves them there"),
    OUT_OF_RANGE("times out of range", "Times beyond 146 years; the reader moves them to the end of that range"),
    TOO_DEEP("zones nested too deep", "Zones beyond the greatest depth that the reader or the output can show"),
    TOO_MANY_THREADS("events of threads beyond the limit", "Events of threads for which the reader has no track"),
    TOO_MANY_NAMES("names beyond the limit", "Places, markers, categories and stacks beyond the reader's tables"),
    TOO_MANY_PLOTS("plot values beyond the limit", "Values of plots beyond the reader's table"),
    TOO_MUCH_TEXT("texts beyond the limit", "Texts and values of open zones beyond the reader's memory"),
    TOO_MANY_LANES("events beyond the lanes", "Overlapping events for which all lanes of their track were taken"),
    UNKNOWN_REFERENCES("unknown references", "References to strings and threads that the trace does not define"),
    UNKNOWN_TYPES("records of unknown types", "Records of a type that the format does not define"),
    UNKNOWN_EVENTS("events of unknown types", "Events of a type that the format does not define"),
    METADATA("metadata records in a program's buffer", "Provider records inside a program's own part"),
    LARGE_RECORDS("large records", "Records of more than 32 KiB, which are not read"),
    SCHEDULING("scheduling records", "Context switches of foreign traces and wake-ups, which are not read"),
    USERSPACE_OBJECTS("userspace objects", "Descriptions of objects of a process, which are not read"),
    FOREIGN_DATA("data of other programs", "Blobs that Zonecast did not write, by their name"),
    MALFORMED("Zonecast records without meaning", "Zonecast's records that are too short or of a later version"),

    // The recording of a Tracy client, and the import of a trace, count these.
    UNANSWERED_NAMES("names without an answer", "Names for which the recorded program sent no text"),
    CLIPPED("zones clipped to the zone around them", "Zones that outlasted the zone around them"),

    // The output counts these.
    LEFT_OUT("left out by this output", "Events that the trace has and the output does not show, by kind");

    /** Their counts are of calls, times or recordings, of events that are there, or a second time of what another kind counts. */
    private static final Set<LossKind> NOTHING_MISSING = EnumSet.of(
            WRONG_CALLS,
            LATE_EVENTS,
            THREADS_WITHOUT_RING,
            REFUSED,
            ENDED_EARLY,
            MISSING_MILLIS,
            UNKNOWN_LENGTH,
            CUT,
            FULL_BUFFERS,
            OPEN_ZONES,
            CLAMPED_TIMES,
            LEFT_OUT);

    private final String text;
    private final String meaning;

    LossKind(String text, String meaning) {
        this.text = text;
        this.meaning = meaning;
    }

    /** Its name in every output, and its key in JSON. */
    public String text() {
        return text;
    }

    /** True if it counts what is missing: events, or parts of them. Such counts can be added up. */
    public boolean isOfMissing() {
        return !NOTHING_MISSING.contains(this);
    }

    /** A sentence for people. */
    public String meaning() {
        return meaning;
    }
}
