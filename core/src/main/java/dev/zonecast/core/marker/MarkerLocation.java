package dev.zonecast.core.marker;

import java.util.Locale;

/** Where a viewer shows markers of a type. */
public enum MarkerLocation {
    MARKER_CHART,
    MARKER_TABLE,
    TIMELINE_OVERVIEW,
    TIMELINE_MEMORY,
    TIMELINE_IPC,
    TIMELINE_FILEIO,
    TIMELINE_NETWORK;

    /** The Firefox profiler's word: {@code marker-chart}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** A bit of its own, as recordings have it. */
    @SuppressWarnings("EnumOrdinal") // New ones are added at the end.
    public int bit() {
        return 1 << ordinal();
    }
}
