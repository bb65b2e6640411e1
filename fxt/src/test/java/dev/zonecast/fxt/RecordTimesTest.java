package dev.zonecast.fxt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.memory.Memory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordTimesTest {
    private static final long INSTANT = FxtLayout.EVENT | 2L << FxtLayout.WORDS_SHIFT;
    private static final long COMPLETE = FxtLayout.EVENT
            | 3L << FxtLayout.WORDS_SHIFT
            | (long) FxtLayout.DURATION_COMPLETE << FxtLayout.EVENT_TYPE_SHIFT;
    private static final long INITIALIZATION = FxtLayout.INITIALIZATION | 2L << FxtLayout.WORDS_SHIFT;

    private static RecordTimes ahead(long ticks, long nanos, long errorNanos) {
        return new RecordTimes(() -> new RecordTimes.Reading(ticks, nanos, errorNanos));
    }

    private static long[] corrected(RecordTimes times, long... words) {
        times.correct(Memory.ofArray(words));
        return words;
    }

    @Test
    void shouldTakeTheOffsetFromEveryTimeOfAnEvent() {
        assertArrayEquals(
                new long[] {INSTANT, 1_000, COMPLETE, 2_000, 3_000},
                corrected(ahead(50_000, 40_000, 10), INSTANT, 11_000, COMPLETE, 12_000, 13_000));
    }

    @Test
    void shouldLeaveTimesAloneWhereTheClocksCannotBeTold() {
        assertArrayEquals(new long[] {INSTANT, 11_000}, corrected(ahead(50_000, 49_991, 10), INSTANT, 11_000));
        assertArrayEquals(new long[] {INSTANT, 11_000}, corrected(new RecordTimes(() -> null), INSTANT, 11_000));
    }

    @Test
    void shouldMakeNanosecondsOfTicks() {
        // A tick is 100 ns; 5 s on one clock are 2 s on the other.
        RecordTimes times = ahead(50_000_000, 2_000_000_000L, 10);

        assertArrayEquals(
                new long[] {INITIALIZATION, 1_000_000_000, INSTANT, 2_000_000_300L},
                corrected(times, INITIALIZATION, 10_000_000, INSTANT, 50_000_003));
        assertEquals(3_000_000_000L, times.offsetNanos());
    }

    @Test
    void shouldKeepToOneOffsetFromTheFirstEventOn() {
        AtomicInteger asked = new AtomicInteger();
        RecordTimes times = new RecordTimes(() -> new RecordTimes.Reading(10_000L * asked.incrementAndGet(), 0, 1));

        assertArrayEquals(new long[] {INSTANT, 5_000}, corrected(times, INSTANT, 15_000));
        assertArrayEquals(new long[] {INSTANT, 6_000}, corrected(times, INSTANT, 16_000));
        assertEquals(1, asked.get());
    }

    @Test
    void shouldCorrectTheTimesOfOurOwnBlobsByTheNameThatTheyWereRegisteredUnder() {
        long[] lock = string(3, ExtensionLayout.LOCK);
        long[] location = string(4, ExtensionLayout.LOCATION);
        long[] all = concat(lock, location, blob(3, 1, 11_000), blob(4, 1, 11_000));

        assertArrayEquals(
                concat(lock, location, blob(3, 1, 1_000), blob(4, 1, 11_000)),
                corrected(ahead(50_000, 40_000, 10), all));
    }

    /** Of a zone of a GPU: submissions stayed behind, and were in no frame. */
    @Test
    void shouldCorrectTheSubmissionAmongTheArgumentsOfAnEvent() {
        long[] name = string(3, Term.CPU_SUBMIT.text());
        long[] other = string(4, "other");
        long begin = FxtLayout.EVENT
                | 6L << FxtLayout.WORDS_SHIFT
                | (long) FxtLayout.DURATION_BEGIN << FxtLayout.EVENT_TYPE_SHIFT
                | 2L << FxtLayout.EVENT_ARGUMENTS_SHIFT
                | 1L << FxtLayout.EVENT_THREAD_SHIFT;
        long submission = FxtLayout.ARGUMENT_I64 | 2L << 4 | 3L << FxtLayout.ARGUMENT_NAME_SHIFT;
        long value = FxtLayout.ARGUMENT_I64 | 2L << 4 | 4L << FxtLayout.ARGUMENT_NAME_SHIFT;

        assertArrayEquals(
                concat(name, other, new long[] {begin, 2_000, value, 11_000, submission, 1_500}),
                corrected(
                        ahead(50_000, 40_000, 10),
                        concat(name, other, new long[] {begin, 12_000, value, 11_000, submission, 11_500})));
    }

    /** Fields of data that are times: of a marker, and of one that is a zone. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldCorrectTheTimesInTheDataOfMarkers(boolean wasSaved) {
        long[] strings = concat(
                string(3, ExtensionLayout.MARKER),
                string(4, Term.MARKER.text()),
                string(5, "loaded"),
                string(6, "key"));
        long[] marker = markerKind(3, 5, 9, "number", "time", "text", "time");
        long event = FxtLayout.EVENT | 1L << FxtLayout.EVENT_THREAD_SHIFT;
        long instant = event
                | 9L << FxtLayout.WORDS_SHIFT
                | 4L << FxtLayout.EVENT_ARGUMENTS_SHIFT
                | 5L << FxtLayout.EVENT_NAME_SHIFT;
        long zone = event
                | 10L << FxtLayout.WORDS_SHIFT
                | 5L << FxtLayout.EVENT_ARGUMENTS_SHIFT
                | (long) FxtLayout.DURATION_BEGIN << FxtLayout.EVENT_TYPE_SHIFT;
        long i64 = FxtLayout.ARGUMENT_I64 | 2L << FxtLayout.WORDS_SHIFT | 6L << FxtLayout.ARGUMENT_NAME_SHIFT;
        long none = FxtLayout.ARGUMENT_NULL | 1L << FxtLayout.WORDS_SHIFT | 6L << FxtLayout.ARGUMENT_NAME_SHIFT;
        long id = FxtLayout.ARGUMENT_U32
                | 1L << FxtLayout.WORDS_SHIFT
                | 4L << FxtLayout.ARGUMENT_NAME_SHIFT
                | 9L << FxtLayout.ARGUMENT_VALUE_SHIFT;
        long[] data = {i64, 15_000, i64, 15_000, none, i64, 15_000};
        long[] corrected = {i64, 15_000, i64, 5_000, none, i64, 5_000};
        RecordTimes times = ahead(50_000, 40_000, 10);
        if (wasSaved) {
            // Another manager saved the definitions.
            times.look(Memory.ofArray(concat(strings, marker)));
        }
        long[] definitions = wasSaved ? new long[0] : concat(strings, marker);

        assertArrayEquals(
                concat(definitions, words(instant, 1_000), corrected, words(zone, 1_000, id), corrected),
                corrected(times, concat(definitions, words(instant, 11_000), data, words(zone, 11_000, id), data)));
    }

    /** Until the zone ends, its data is in a blob; open zones are in one with threads of their own. */
    @Test
    void shouldCorrectTheTimesInTheDataOfOpenZones() {
        long[] definitions = concat(
                string(3, ExtensionLayout.MARKER),
                string(4, Term.MARKER.text()),
                string(5, "loaded"),
                markerKind(3, 5, 9, "time"));
        long i64 = FxtLayout.ARGUMENT_I64 | 2L << FxtLayout.WORDS_SHIFT | 6L << FxtLayout.ARGUMENT_NAME_SHIFT;
        long id = FxtLayout.ARGUMENT_U32
                | 1L << FxtLayout.WORDS_SHIFT
                | 4L << FxtLayout.ARGUMENT_NAME_SHIFT
                | 9L << FxtLayout.ARGUMENT_VALUE_SHIFT;
        long begin = FxtLayout.EVENT
                | 7L << FxtLayout.WORDS_SHIFT
                | 2L << FxtLayout.EVENT_ARGUMENTS_SHIFT
                | (long) FxtLayout.DURATION_BEGIN << FxtLayout.EVENT_TYPE_SHIFT;
        InlineName late = new InlineName(ExtensionLayout.LATE);
        InlineName open = new InlineName(ExtensionLayout.OPEN);
        long head = ExtensionLayout.VERSION | 2L << 16 | 1L << 32;

        assertArrayEquals(
                concat(
                        definitions,
                        late.record(head, 1 | 24L << 32, id, i64, 5_000),
                        open.record(head, begin, 1_000, 70, 71, id, i64, 5_000)),
                corrected(
                        ahead(50_000, 40_000, 10),
                        concat(
                                definitions,
                                late.record(head, 1 | 24L << 32, id, i64, 15_000),
                                open.record(head, begin, 11_000, 70, 71, id, i64, 15_000))));
    }

    private static long[] words(long... words) {
        return words;
    }

    /** A kind of marker with fields of these formats. */
    private static long[] markerKind(int blobName, int name, int id, String... formats) {
        ByteBuffer payload = ByteBuffer.allocate(512).order(ByteOrder.LITTLE_ENDIAN);
        payload.putShort((short) ExtensionLayout.VERSION).putShort((short) name).putInt(id);
        payload.putInt(0).putShort((short) formats.length).putShort((short) 0);
        payload.position(ExtensionLayout.MARKER_TEXTS);
        for (int i = 0; i < 5; i++) {
            payload.putShort((short) 0);
        }
        for (String format : formats) {
            for (String text : new String[] {"key", "label", format}) {
                payload.putShort((short) text.length()).put(text.getBytes(StandardCharsets.UTF_8));
            }
        }
        int bytes = payload.position();
        long[] words = new long[1 + (bytes + 7) / 8];
        words[0] = FxtLayout.BLOB
                | (long) words.length << FxtLayout.WORDS_SHIFT
                | (long) blobName << FxtLayout.BLOB_NAME_SHIFT
                | (long) bytes << FxtLayout.BLOB_BYTES_SHIFT
                | (long) FxtLayout.BLOB_DATA << FxtLayout.BLOB_TYPE_SHIFT;
        payload.rewind().asLongBuffer().get(words, 1, words.length - 1);
        return words;
    }

    @Test
    void shouldStopAtARecordThatCannotBe() {
        assertArrayEquals(
                new long[] {INSTANT, 1_000, 0, INSTANT, 11_000},
                corrected(ahead(50_000, 40_000, 10), INSTANT, 11_000, 0, INSTANT, 11_000));
        long tooLong = FxtLayout.EVENT | 100L << FxtLayout.WORDS_SHIFT;
        assertArrayEquals(new long[] {tooLong, 11_000}, corrected(ahead(50_000, 40_000, 10), tooLong, 11_000));
        long tooShort = FxtLayout.EVENT | 1L << FxtLayout.WORDS_SHIFT;
        assertArrayEquals(
                new long[] {tooShort, INSTANT, 1_000}, corrected(ahead(50_000, 40_000, 10), tooShort, INSTANT, 11_000));
    }

    private static long[] string(int index, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        long[] words = new long[1 + (bytes.length + 7) / 8];
        words[0] = FxtLayout.STRING
                | (long) words.length << FxtLayout.WORDS_SHIFT
                | (long) index << FxtLayout.INDEX_SHIFT
                | (long) bytes.length << FxtLayout.STRING_BYTES_SHIFT;
        ByteBuffer padded = ByteBuffer.allocate(8 * (words.length - 1)).order(ByteOrder.LITTLE_ENDIAN);
        padded.put(bytes).rewind();
        padded.asLongBuffer().get(words, 1, words.length - 1);
        return words;
    }

    private static long[] blob(int name, long first, long second) {
        return new long[] {
            FxtLayout.BLOB
                    | 3L << FxtLayout.WORDS_SHIFT
                    | (long) name << FxtLayout.BLOB_NAME_SHIFT
                    | 16L << FxtLayout.BLOB_BYTES_SHIFT
                    | (long) FxtLayout.BLOB_DATA << FxtLayout.BLOB_TYPE_SHIFT,
            first,
            second
        };
    }

    private static long[] concat(long[]... parts) {
        return Arrays.stream(parts).flatMapToLong(Arrays::stream).toArray();
    }
}
