package dev.zonecast.cli.export;

import java.math.BigDecimal;
import tools.jackson.core.JsonGenerator;

/** Writes nanoseconds as milliseconds without loss. */
final class Millis {
    private static final int NANOS_PER_MILLI = 1_000_000;
    private static final int DECIMALS = 6;

    private final JsonGenerator json;
    private final char[] text = new char[32];

    Millis(JsonGenerator json) {
        this.json = json;
    }

    /** Milliseconds without loss, of few numbers. */
    static BigDecimal of(long nanos) {
        BigDecimal millis = BigDecimal.valueOf(nanos, DECIMALS).stripTrailingZeros();
        return millis.scale() < 0 ? millis.setScale(0) : millis;
    }

    /** Writes a time. Negative times, which only damaged traces have, become 0. */
    void write(long nanos) {
        long positive = Math.max(0, nanos);
        long whole = positive / NANOS_PER_MILLI;
        int rest = (int) (positive % NANOS_PER_MILLI);
        int at = text.length;
        if (rest != 0) {
            int digits = DECIMALS;
            for (; rest % 10 == 0; rest /= 10) {
                digits--;
            }
            for (; digits > 0; digits--, rest /= 10) {
                text[--at] = (char) ('0' + rest % 10);
            }
            text[--at] = '.';
        }
        do {
            text[--at] = (char) ('0' + whole % 10);
            whole /= 10;
        } while (whole > 0);
        json.writeRawValue(text, at, text.length - at);
    }
}
