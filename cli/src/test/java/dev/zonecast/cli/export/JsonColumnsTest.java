package dev.zonecast.cli.export;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonGenerator;

class JsonColumnsTest {
    @Test
    void shouldWriteMillisecondsWithoutLosingADigit() {
        long[] nanos = {0, 1, 10, 999_999, 1_000_000, 1_000_001, 1_500_000, 12_345_678_901L, Long.MAX_VALUE};
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = ExportJson.generator(out)) {
            json.writeStartObject();
            JsonColumns columns = new JsonColumns(json, nanos.length);
            Millis millis = new Millis(json);
            columns.column("t", i -> millis.write(nanos[i]));
            columns.end();
        }

        assertEquals(
                "{\"t\":[0,0.000001,0.00001,0.999999,1,1.000001,1.5,12345.678901,9223372036854.775807],\"length\":9}",
                out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void shouldWriteNumbersAsJavaWritesThem() {
        Random random = new Random(7);
        long[] numbers = LongStream.concat(
                        LongStream.rangeClosed(-2000, 2000),
                        random.longs(5000).map(value -> value >> random.nextInt(Long.SIZE)))
                .toArray();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = ExportJson.generator(out)) {
            json.writeStartObject();
            JsonColumns columns = new JsonColumns(json, numbers.length);
            columns.numbers("n", i -> numbers[i]);
            Millis millis = new Millis(json);
            columns.column("t", i -> millis.write(numbers[i]));
            columns.end();
        }

        String texts = Arrays.stream(numbers).mapToObj(Long::toString).collect(Collectors.joining(","));
        String times = Arrays.stream(numbers)
                .mapToObj(nanos -> BigDecimal.valueOf(Math.max(0, nanos), 6)
                        .stripTrailingZeros()
                        .toPlainString())
                .collect(Collectors.joining(","));
        assertEquals(
                "{\"n\":[" + texts + "],\"t\":[" + times + "],\"length\":" + numbers.length + "}",
                out.toString(StandardCharsets.UTF_8));
    }
}
