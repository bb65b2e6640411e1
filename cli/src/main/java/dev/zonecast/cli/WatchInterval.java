package dev.zonecast.cli;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 500ms}, {@code 1.5s}, {@code 2m}, {@code 1h}. */
final class WatchInterval implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(ms|s|m|h)");
    private static final Map<String, Long> MILLIS = Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L);
    private static final long LEAST_MILLIS = 50;
    private static final long MOST_MILLIS = 24 * 3_600_000L;

    @Override
    public Duration convert(String value) {
        Matcher form = FORM.matcher(value);
        BigDecimal millis = form.matches()
                ? new BigDecimal(form.group(1)).multiply(BigDecimal.valueOf(MILLIS.get(form.group(2))))
                : BigDecimal.ZERO;
        if (millis.compareTo(BigDecimal.valueOf(LEAST_MILLIS)) < 0
                || millis.compareTo(BigDecimal.valueOf(MOST_MILLIS)) > 0) {
            throw new TypeConversionException("'" + value + "' is no time from 50ms to 24h, as 500ms or 2s");
        }
        return Duration.ofMillis(millis.longValue());
    }
}
