package dev.zonecast.capture.manager;

import java.util.Locale;

/** What an alert of a program causes. */
enum AlertAction {
    /** A snapshot of all programs. */
    SNAPSHOT,
    /** The end of the recording. */
    STOP,
    NONE;

    static AlertAction of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }
}
