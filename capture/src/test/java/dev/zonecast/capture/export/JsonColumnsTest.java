package dev.zonecast.capture.export;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
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
            columns.millis("t", i -> nanos[i]);
            columns.end();
        }

        assertEquals(
                "{\"t\":[0,0.000001,0.00001,0.999999,1,1.000001,1.5,12345.678901,9223372036854.775807],\"length\":9}",
                out.toString(StandardCharsets.UTF_8));
    }
}
