package dev.zonecast.fxt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.fxt.fixtures.TraceBytes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class GapRepairTest {
    private static final int ZONE = 1;
    private static final int NAME = 2;
    private static final int MAIN = 1;
    private static final int OTHER = 2;
    private static final long GAP = FxtLayout.GAP_RECORD | 40L << FxtLayout.GAP_BYTES_SHIFT;
    private static final long METADATA_WORD = 1L << 4;

    /** The zone "before" of the main thread is open at the gap; the other thread's last event is later. */
    private static TraceBytes untilGap() {
        TraceBytes trace = TraceBytes.trace()
                .string(ZONE, "zone")
                .thread(MAIN, 70, 71)
                .thread(OTHER, 70, 72)
                .string(NAME, "before");
        trace.event(2, 0, MAIN, ZONE, NAME, 100).end();
        trace.event(0, 0, OTHER, ZONE, NAME, 500).end();
        return trace.raw(GAP);
    }

    /** The state of the tables behind the gap. */
    private static long tables(int stringEpoch, int threadEpoch) {
        return METADATA_WORD | 14L << 16 | (long) stringEpoch << 20 | (long) threadEpoch << 40;
    }

    private static List<byte[]> records(byte[] trace) {
        ByteBuffer all = ByteBuffer.wrap(trace).order(ByteOrder.LITTLE_ENDIAN);
        List<byte[]> records = new ArrayList<>();
        for (int at = 0; at < trace.length; at += records.getLast().length) {
            records.add(Arrays.copyOfRange(trace, at, at + (int) RecordSize.bytes(all.getLong(at))));
        }
        return records;
    }

    private final GapRepair repair = new GapRepair();

    private byte[] repaired(byte[] trace) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] record : records(trace)) {
            assertTrue(repair.record(record, OutputStream.nullOutputStream()));
        }
        repair.again();
        for (byte[] record : records(trace)) {
            assertTrue(repair.record(record, out));
        }
        assertEquals(out.size(), repair.bytes());
        return out.toByteArray();
    }

    /** What a program reads that knows neither gaps nor states of tables. */
    private static List<String> read(byte[] trace) throws IOException {
        ByteArrayOutputStream known = new ByteArrayOutputStream();
        for (byte[] record : records(trace)) {
            boolean isOurs = record.length == FxtLayout.WORD_BYTES && (record[2] & 15) >= FxtLayout.TABLES;
            known.writeBytes(isOurs ? new byte[0] : record);
        }
        List<String> events = new ArrayList<>();
        FxtReader.End end = FxtReader.read(new ByteArrayInputStream(known.toByteArray()), new FxtHandler() {
            @Override
            public void event(FxtEvent event) {
                String argument = event.arguments().count() == 0
                        ? ""
                        : " " + event.arguments().name(0) + " "
                                + event.arguments().asText(0);
                events.add(event.type() + " " + event.thread() + " " + event.category() + " " + event.name() + " "
                        + event.timeNanos() + argument);
            }
        });
        assertEquals(0, end.unknownReferences());
        return events;
    }

    @Test
    void shouldEndWhatIsOpenBeforeItsThreadGoesOn() throws IOException {
        TraceBytes trace = untilGap().raw(tables(0, 0));
        trace.event(2, 0, MAIN, ZONE, NAME, 300).end();
        trace.event(3, 0, MAIN, ZONE, NAME, 400).end();
        // Of a zone that began in the gap.
        trace.event(3, 0, MAIN, ZONE, NAME, 450).end();

        List<String> events = read(repaired(trace.bytes()));

        assertEquals(
                List.of(
                        "2 71 zone before 100",
                        "0 72 zone before 500",
                        "3 71 zone  300 ended by a damaged piece",
                        "2 71 zone before 300",
                        "3 71 zone before 400"),
                events);
        assertEquals(1, repair.gaps());
        assertEquals(40, repair.missingBytes());
        assertEquals(1, repair.leftOut());
    }

    @Test
    void shouldEndWhatIsOpenAtTheLastEventWhereItsThreadGoesOnLater() throws IOException {
        TraceBytes trace = untilGap().raw(tables(0, 0));
        trace.event(2, 0, MAIN, ZONE, NAME, 900).end();

        assertTrue(read(repaired(trace.bytes())).contains("3 71 zone  500 ended by a damaged piece"));
    }

    @Test
    void shouldNotTakeIndexesForWhatTheyWereBeforeTheGap() throws IOException {
        TraceBytes trace = untilGap().raw(tables(1, 1)).thread(MAIN, 70, 73);
        trace.event(0, 1, MAIN, ZONE, NAME, 900)
                .word(6 | 1L << 4 | 5L << 16 | 6L << 32)
                .end();
        trace.event(0, 0, OTHER, ZONE, ZONE, 901).end();
        trace.string(NAME, "behind");
        trace.event(0, 0, MAIN, ZONE, NAME, 902).end();

        List<String> events = read(repaired(trace.bytes()));

        assertEquals(
                List.of("0 73 zone (string 2) 900 (string 5) (string 6)", "0 73 zone behind 902"),
                events.subList(3, events.size()));
        assertEquals(1, repair.leftOut());
    }

    @Test
    void shouldLeaveARecordingWithoutGapsAsItIs() throws IOException {
        TraceBytes trace = TraceBytes.trace().string(ZONE, "zone").thread(MAIN, 70, 71);
        trace.event(3, 0, MAIN, ZONE, 99, 100).end();
        trace.event(2, 0, 5, ZONE, ZONE, 100).end();

        assertArrayEquals(trace.bytes(), repaired(trace.bytes()));
    }

    @Test
    void shouldStopAtAGapBetweenProviders() throws IOException {
        List<byte[]> records =
                records(TraceBytes.trace().provider(1, "game").raw(GAP).bytes());

        assertTrue(repair.record(records.get(0), OutputStream.nullOutputStream()));
        assertTrue(repair.record(records.get(1), OutputStream.nullOutputStream()));
        assertFalse(repair.record(records.get(2), OutputStream.nullOutputStream()));
    }

    /** The first records were in the damaged piece. */
    @Test
    void shouldWaitForTheWordsOfTheFormat() throws IOException {
        TraceBytes trace = TraceBytes.trace().raw(GAP).raw(tables(0, 0)).thread(MAIN, 70, 71);
        trace.event(0, 0, MAIN, ZONE, NAME, 900).end();
        byte[] without = trace.bytes();
        trace.raw(tables(1, 0)).string(ZONE, "zone").string(NAME, "name");
        trace.event(0, 0, MAIN, ZONE, NAME, 901).end();

        assertEquals(List.of("0 71 zone name 901"), read(repaired(trace.bytes())));
        assertFalse(repair.lacksWords());
        assertEquals(1, repair.leftOut());

        GapRepair of = new GapRepair();
        for (byte[] record : records(without)) {
            assertTrue(of.record(record, OutputStream.nullOutputStream()));
        }
        assertTrue(of.lacksWords());
    }
}
