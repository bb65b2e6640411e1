package dev.zonecast.cli.export;

import java.io.IOException;
import java.util.Locale;

/** The chosen part of a recording is too large for the format. The message names the limit. */
public final class TooLargeException extends IOException {
    private static final long serialVersionUID = 1;

    TooLargeException(long maxZones) {
        super(String.format(
                        Locale.ROOT,
                        "too large for one profile (at most %,d zones, fewer with texts or data):",
                        maxZones)
                + " choose a part with --since, --until, --thread or --process");
    }
}
