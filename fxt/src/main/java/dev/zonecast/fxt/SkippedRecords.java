package dev.zonecast.fxt;

import java.util.EnumMap;
import java.util.Map;

/** Counts the records that a reader does not know and skips by their length. */
public final class SkippedRecords {
    /** Reason for a skipped record, in the order of the figures in {@link ExtensionLayout#SAVED}. */
    public enum Kind {
        /** Records of unknown types. */
        TYPE,
        /** Events of unknown types. */
        EVENT,
        /** Metadata records in a program's buffer. */
        METADATA,
        /** Large records. */
        LARGE
    }

    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);

    /** None yet. */
    public SkippedRecords() {
        // Records are added.
    }

    /** Reason to skip a record of a program's buffer; null: its type is known. */
    public static Kind kindOf(long header) {
        return switch ((int) header & 15) {
            // Providers and sections are named by the archive alone.
            case FxtLayout.METADATA -> Kind.METADATA;
            case FxtLayout.EVENT ->
                ((header >>> FxtLayout.EVENT_TYPE_SHIFT) & 15) > FxtLayout.FLOW_END ? Kind.EVENT : null;
            case FxtLayout.LARGE -> Kind.LARGE;
            default -> ((int) header & 15) <= FxtLayout.LOG ? null : Kind.TYPE;
        };
    }

    /** Adds records of a kind. */
    public void add(Kind kind, long records) {
        counts.merge(kind, records, Long::sum);
    }

    /** Records of a kind. */
    public long of(Kind kind) {
        return counts.getOrDefault(kind, 0L);
    }
}
