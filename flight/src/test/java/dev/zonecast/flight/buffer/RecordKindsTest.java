package dev.zonecast.flight.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What zones, markers and samples refer to outlives them in a buffer that goes round. */
class RecordKindsTest {
    private static long blob(int name) {
        return FxtLayout.BLOB | (long) name << FxtLayout.BLOB_NAME_SHIFT;
    }

    @ParameterizedTest
    @CsvSource({
        "BLOB_SESSION,DURABLE",
        "BLOB_LOCATION,DURABLE",
        "BLOB_CATEGORY,DURABLE",
        "BLOB_MARKER,DURABLE",
        "BLOB_PLOT,DURABLE",
        "BLOB_GPU_CONTEXT,DURABLE",
        "BLOB_CALL,PREFERABLY_DURABLE",
        "BLOB_STACK,PREFERABLY_DURABLE",
        "BLOB_LOCK,PREFERABLY_DURABLE",
        "BLOB_TRACK,THREAD_BLOB",
        "BLOB_SAMPLE,ROLLING",
        "BLOB_FRAME_IMAGE,ROLLING",
        "ZONE,ROLLING"
    })
    void shouldKeepWhatOthersReferTo(Term name, RecordKinds.Kind expected) {
        int index = IntStream.rangeClosed(1, Term.values().length)
                .filter(i -> Term.at(i) == name)
                .findFirst()
                .orElseThrow();

        assertEquals(expected, RecordKinds.of(blob(index)));
    }

    @Test
    void shouldRollWhenBlobHasNoNameOfOurs() {
        assertEquals(RecordKinds.Kind.ROLLING, RecordKinds.of(blob(0)));
        assertEquals(RecordKinds.Kind.ROLLING, RecordKinds.of(blob(Term.values().length + 1)));
        assertEquals(RecordKinds.Kind.ROLLING, RecordKinds.of(blob(FxtLayout.INLINE_STRING | 4)));
    }

    @Test
    void shouldKeepStringsAndTheClock() {
        assertEquals(RecordKinds.Kind.DURABLE, RecordKinds.of(FxtLayout.STRING));
        assertEquals(RecordKinds.Kind.DURABLE, RecordKinds.of(FxtLayout.INITIALIZATION));
    }
}
