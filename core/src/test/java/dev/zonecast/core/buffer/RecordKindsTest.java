package dev.zonecast.core.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What zones, markers and samples refer to outlives them in a buffer that goes round. */
class RecordKindsTest {
    @ParameterizedTest
    @CsvSource({
        ExtensionLayout.SESSION + ",DURABLE",
        ExtensionLayout.LOCATION + ",DURABLE",
        ExtensionLayout.CATEGORY + ",DURABLE",
        ExtensionLayout.MARKER + ",DURABLE",
        ExtensionLayout.PLOT + ",DURABLE",
        ExtensionLayout.CALL + ",PREFERABLY_DURABLE",
        ExtensionLayout.STACK + ",PREFERABLY_DURABLE",
        ExtensionLayout.SAMPLE + ",ROLLING",
        ExtensionLayout.FRAME_IMAGE + ",ROLLING",
        "somebody.else,ROLLING"
    })
    void shouldKeepWhatOthersReferTo(String name, RecordKinds.Kind expected) {
        RecordKinds kinds = new RecordKinds();
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(128);
            MemorySegment.copy(text, 0, memory, ValueLayout.JAVA_BYTE, 8, text.length);
            int index = 7;
            long string = FxtLayout.STRING
                    | (long) index << FxtLayout.INDEX_SHIFT
                    | (long) text.length << FxtLayout.STRING_BYTES_SHIFT;

            assertEquals(RecordKinds.Kind.DURABLE, kinds.of(memory, 0, string));
            assertEquals(expected, kinds.of(memory, 0, FxtLayout.BLOB | (long) index << FxtLayout.BLOB_NAME_SHIFT));
        }
    }
}
