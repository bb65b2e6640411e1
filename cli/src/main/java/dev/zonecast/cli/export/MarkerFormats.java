package dev.zonecast.cli.export;

import dev.zonecast.core.marker.MarkerFormat;
import dev.zonecast.trace.DataField;

/** The formats of a recording's words. */
public final class MarkerFormats {
    private MarkerFormats() {}

    /** The format of a field; {@link MarkerFormat#STRING} for a word that is not known. */
    public static MarkerFormat of(DataField field) {
        MarkerFormat known = MarkerFormat.ofWord(field.format());
        return known == null ? MarkerFormat.STRING : known;
    }
}
