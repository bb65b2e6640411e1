package dev.zonecast.core;

/** How a viewer writes the values of a plot. */
public enum PlotFormat {
    /** A plain number. */
    NUMBER,
    /** Bytes. */
    MEMORY,
    /** Percent: 100 is the whole. */
    PERCENTAGE
}
