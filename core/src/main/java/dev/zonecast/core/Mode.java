package dev.zonecast.core;

import java.util.Locale;

/** The permitted work of the profiler in this process: {@link Option#MODE}. */
public enum Mode {
    /** The profiler does not start. Calls do nothing. */
    OFF(false, false),
    /** It records to files and trace buffers. No port is opened. */
    RECORD(true, false),
    /** It waits for viewers. No file is made. */
    LIVE(false, true),
    /** It records, and it waits for viewers. */
    ALL(true, true);

    private final boolean records;
    private final boolean listens;

    Mode(boolean records, boolean listens) {
        this.records = records;
        this.listens = listens;
    }

    /** Whether recordings, trace buffers and the manager are allowed. */
    public boolean records() {
        return records;
    }

    /** Whether a viewer may connect. */
    public boolean listens() {
        return listens;
    }

    /** The value of the system property. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
