package dev.zonecast.cli.export;

import dev.zonecast.trace.MarkerKind;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * Moments in the data of markers. A profile counts times from a zero that is known only after the whole trace was read. Until then the
 * moments follow the JSON of their payload, each as a key and nanoseconds since the start of the trace.
 */
final class PayloadTimes {
    /** JSON escapes it. */
    private static final char SEPARATOR = 0;

    private static final int NANOS_EXPONENT = 6;

    private PayloadTimes() {}

    /** A payload with the moments of a marker behind it. */
    static byte[] behind(byte[] json, MarkerKind kind, List<Object> values) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(json);
        for (int i = 0; i < values.size(); i++) {
            if (kind.fields().get(i).isTime() && values.get(i) instanceof Double millis) {
                String key = FirefoxSchemas.key(kind.fields().get(i).key());
                String quoted = new String(JsonStringEncoder.getInstance().quoteAsCharArray(key));
                long nanos = Math.round(millis * 1e6);
                bytes.writeBytes((SEPARATOR + quoted + SEPARATOR + nanos).getBytes(StandardCharsets.UTF_8));
            }
        }
        return bytes.toByteArray();
    }

    /**
     * The payload as the profile has it.
     *
     * @param startNanos start of the trace on the profile's axis
     */
    static String placed(byte[] payload, long startNanos) {
        int end = 0;
        while (end < payload.length && payload[end] != SEPARATOR) {
            end++;
        }
        if (end == payload.length) {
            return new String(payload, StandardCharsets.UTF_8);
        }
        StringBuilder json = new StringBuilder(new String(payload, 0, end - 1, StandardCharsets.UTF_8));
        String[] parts = new String(payload, end + 1, payload.length - end - 1, StandardCharsets.UTF_8)
                .split(String.valueOf(SEPARATOR), -1);
        for (int i = 0; i < parts.length; i += 2) {
            String millis = BigDecimal.valueOf(Long.parseLong(parts[i + 1]) + startNanos, NANOS_EXPONENT)
                    .stripTrailingZeros()
                    .toPlainString();
            json.append(",\"").append(parts[i]).append("\":").append(millis);
        }
        return json.append('}').toString();
    }
}
