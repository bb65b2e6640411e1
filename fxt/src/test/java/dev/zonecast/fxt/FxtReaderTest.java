package dev.zonecast.fxt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.fxt.fixtures.TraceBytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FxtReaderTest {
    /** Writes down all that it is handed. */
    private static class Notes implements FxtHandler {
        final List<String> lines = new ArrayList<>();

        @Override
        public void provider(int id, String name) {
            lines.add("provider " + id + " " + name);
        }

        @Override
        public void bufferFilled(int providerId) {
            lines.add("filled " + providerId);
        }

        @Override
        public void event(FxtEvent e) {
            lines.add("event " + e.type() + " " + e.timeNanos() + " " + e.process() + "/" + e.thread() + " "
                    + e.category() + " " + e.name() + arguments(e.arguments()) + " " + e.id());
        }

        @Override
        public void blob(String name, int type, ByteBuffer payload) {
            byte[] bytes = new byte[payload.remaining()];
            payload.get(bytes);
            lines.add("blob " + name + " " + type + " " + new String(bytes, java.nio.charset.StandardCharsets.UTF_8));
        }

        @Override
        public void kernelObject(int type, long koid, String name, FxtArguments arguments) {
            lines.add("kernel " + type + " " + koid + " " + name + arguments(arguments));
        }

        @Override
        public void contextSwitch(long timeNanos, int core, long outgoing, int state, long incoming) {
            lines.add(
                    "switch " + timeNanos + " core " + core + " " + outgoing + " in state " + state + ", " + incoming);
        }

        @Override
        public void log(long time, long process, long thread, String text) {
            lines.add("log " + time + " " + process + "/" + thread + " " + text);
        }

        @Override
        public void skipped(long header, long sizeBytes) {
            lines.add("skipped " + (header & 15) + " " + sizeBytes);
        }

        private static String arguments(FxtArguments arguments) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < arguments.count(); i++) {
                text.append(' ').append(arguments.name(i)).append('=').append(arguments.asText(i));
            }
            return text.toString();
        }
    }

    private final Notes notes = new Notes();

    private FxtReader.End read(byte[] bytes) throws IOException {
        return FxtReader.read(new ByteArrayInputStream(bytes), notes);
    }

    /** Takes repeated events, and writes down the same. */
    private static final class QuickNotes extends Notes {
        private int quick;

        @Override
        public Object template(FxtEvent e) {
            List<String> before = List.copyOf(lines);
            event(e);
            String line = lines.getLast();
            lines.clear();
            lines.addAll(before);
            return line.split(" " + e.timeNanos() + " ", 2);
        }

        @Override
        public void repeated(Object template, long timeNanos) {
            String[] parts = (String[]) template;
            lines.add(parts[0] + " " + timeNanos + " " + parts[1]);
            quick++;
        }
    }

    private static void tables(TraceBytes trace, Random random) {
        for (int i = 1; i <= 4; i++) {
            trace.string(i, "text " + random.nextInt(5)).thread(i, random.nextInt(3), i);
        }
    }

    @Test
    void shouldReadRepeatedEventsAsOthersWhateverChangesBetweenThem() throws IOException {
        Random random = new Random(3);
        TraceBytes trace = TraceBytes.trace();
        tables(trace, random);
        for (int i = 0; i < 4000; i++) {
            int index = 1 + random.nextInt(3);
            switch (random.nextInt(800)) {
                case 0 -> trace.string(index, "text " + random.nextInt(5));
                case 1 -> trace.thread(index, random.nextInt(3), random.nextInt(3));
                case 2 -> tables(trace.provider(random.nextInt(3), "p"), random);
                case 3 -> trace.ticksPerSecond(1_000_000_000L * (1 + random.nextInt(2)));
                default -> {
                    int arguments = random.nextInt(4);
                    trace.event(2 + random.nextInt(2), arguments, index, 1, 1 + random.nextInt(4), 1_000_000L + i);
                    for (int a = 0; a < arguments; a++) {
                        // A string of the table, or a number.
                        long value = random.nextInt(2) == 0 ? 6 | 1L << 32 : 1 | (long) index << 32;
                        trace.word(value | 1 << 4 | (1L + a) << 16);
                    }
                    trace.end();
                }
            }
        }
        byte[] bytes = trace.bytes();
        for (int length = bytes.length; length > 8; length -= 1 + random.nextInt(bytes.length / 40)) {
            Notes slow = new Notes();
            QuickNotes quick = new QuickNotes();

            FxtReader.End expected = FxtReader.read(new ByteArrayInputStream(bytes, 0, length), slow);
            FxtReader.End end = FxtReader.read(new ByteArrayInputStream(bytes, 0, length), quick);

            assertEquals(expected, end);
            assertEquals(slow.lines, quick.lines);
            assertTrue(length < bytes.length || quick.quick > 500, () -> quick.quick + " were repeated");
        }
    }

    @Test
    void shouldHandOutEveryTypeOfRecord() throws IOException {
        TraceBytes trace = TraceBytes.trace()
                .provider(7, "gfx")
                .string(1, "cat")
                .string(2, "name")
                .thread(1, 10, 11)
                .record(3L << 16 | 7L << 20)
                .end()
                .record(4 | 0L << 16 | 1L << 24 | 1L << 32 | 2L << 48)
                .word(100)
                .end()
                .record(4 | 8L << 16)
                .word(200)
                .word(20)
                .word(21)
                .word(99)
                .end()
                .record(5 | 2L << 16 | 5L << 32 | 1L << 48)
                .text("hello")
                .end()
                .record(6 | 1L << 16 | 2L << 24)
                .word(4096)
                .end()
                .record(7 | 2L << 16 | 2L << 24 | 1L << 40)
                .word(11)
                .word(8 | 2L << 4 | 2L << 16)
                .word(10)
                .end()
                .record(8 | 3L << 20 | 2L << 36 | 1L << 60)
                .word(300)
                .word(11)
                .word(12)
                .end()
                .record(8 | 3L << 20 | 2L << 60)
                .word(301)
                .word(11)
                .end()
                .record(9 | 3L << 16 | 1L << 32)
                .word(302)
                .text("abc")
                .end()
                .record(12)
                .word(1)
                .end();

        FxtReader.End end = read(trace.bytes());

        assertEquals(
                List.of(
                        "provider 7 gfx",
                        "filled 7",
                        "event 0 100 10/11 cat name 0",
                        "event 8 200 20/21   99",
                        "blob name 1 hello",
                        "skipped 6 16",
                        "kernel 2 11 name name=10",
                        "switch 300 core 3 11 in state 2, 12",
                        "skipped 8 24",
                        "log 302 10/11 abc",
                        "skipped 12 16"),
                notes.lines);
        assertFalse(end.cut());
        assertEquals(trace.bytes().length, end.bytes());
    }

    @Test
    void shouldReadEveryTypeOfArgument() throws IOException {
        TraceBytes trace = TraceBytes.trace().string(1, "n").string(2, "text").thread(1, 1, 2);
        long name = 1L << 16;
        trace.event(0, 12, 1, 2, 5)
                .word(0 | 1L << 4 | name)
                .word(1 | 1L << 4 | name | -5L << 32)
                .word(2 | 1L << 4 | name | 0xFFFFFFFFL << 32)
                .word(3 | 2L << 4 | name)
                .word(-7)
                .word(4 | 2L << 4 | name)
                .word(-1)
                .word(5 | 2L << 4 | name)
                .word(Double.doubleToRawLongBits(1.5))
                .word(6 | 1L << 4 | name | 2L << 32)
                .word(6 | 2L << 4 | name | 0x8003L << 32)
                .text("abc")
                .word(7 | 2L << 4 | name)
                .word(255)
                .word(9 | 1L << 4 | name | 1L << 32)
                .word(10 | 2L << 4 | name | 4L << 32)
                .word(0)
                .word(13 | 3L << 4 | name)
                .word(1)
                .word(2)
                .end();
        trace.event(0, 0, 1, 2, 6).end();

        read(trace.bytes());

        assertEquals(
                List.of(
                        "event 0 5 1/2  text n=null n=-5 n=4294967295 n=-7 n=18446744073709551615 n=1.5 n=text n=abc"
                                + " n=0xff n=true n=4 bytes 0",
                        "event 0 6 1/2  text 0"),
                notes.lines);
    }

    @Test
    void shouldSkipLargeRecordsWithoutReadingThem() throws IOException {
        int payloadWords = 300_000;
        TraceBytes trace = TraceBytes.trace().string(1, "cat").string(2, "big");
        trace.raw(15 | (long) (payloadWords + 3) << 4 | 1L << 40)
                .raw(1 | 2L << 16)
                .raw(payloadWords * 8L);
        for (int i = 0; i < payloadWords; i++) {
            trace.raw(-1);
        }
        trace.raw(15 | 2L << 4 | 9L << 36).raw(0);
        trace.event(0, 0, 0, 2, 6).word(1).word(2).end();

        read(trace.bytes());

        assertEquals(List.of("skipped 15 2400024", "skipped 15 16", "event 0 6 1/2  big 0"), notes.lines);
    }

    @Test
    void shouldSkipAnEventOfAnUnknownTypeWhateverIsInIt() throws IOException {
        TraceBytes trace = TraceBytes.trace().string(1, "known");
        // Fifteen arguments that are not there.
        trace.event(13, 15, 9, 0x7000, 5).end();
        trace.record(7L << 16).word(0).end();
        trace.event(0, 0, 0, 1, 6).word(1).word(2).end();

        read(trace.bytes());

        assertEquals(List.of("skipped 4 16", "skipped 0 16", "event 0 6 1/2  known 0"), notes.lines);
    }

    @Test
    void shouldKeepTablesAndClocksOfProvidersApart() throws IOException {
        TraceBytes trace = TraceBytes.trace()
                .provider(1, "a")
                .ticksPerSecond(1_000_000)
                .string(1, "one")
                .thread(1, 1, 1)
                .provider(2, "b")
                .ticksPerSecond(24_000_000_000L)
                .string(1, "two")
                .thread(1, 2, 2);
        trace.event(0, 0, 1, 1, 48).end();
        trace.section(1).event(0, 0, 1, 1, 48).end();

        read(trace.bytes());

        assertEquals("event 0 2 2/2  two 0", notes.lines.get(2));
        assertEquals("event 0 48000 1/1  one 0", notes.lines.get(4));
    }

    @Test
    void shouldCountReferencesThatWereNeverRegistered() throws IOException {
        TraceBytes trace = TraceBytes.trace();
        trace.event(0, 0, 9, 77, 1).end();

        FxtReader.End end = read(trace.bytes());

        assertEquals(List.of("event 0 1 0/0  (string 77) 0"), notes.lines);
        assertEquals(2, end.unknownReferences());
    }

    @Test
    void shouldGiveWholeRecordsWhenCutAnywhere() throws IOException {
        TraceBytes trace = TraceBytes.trace().string(1, "cut").thread(1, 1, 2);
        int before = trace.bytes().length;
        trace.event(0, 0, 1, 1, 1).end();
        byte[] all = trace.bytes();

        for (int length = before; length <= all.length; length++) {
            notes.lines.clear();
            FxtReader.End end = read(java.util.Arrays.copyOf(all, length));
            assertEquals(length > before && length < all.length, end.cut(), "cut to " + length);
            assertEquals(length == all.length ? 1 : 0, notes.lines.size());
            assertEquals(length == all.length ? length : before, end.bytes());
        }
    }

    @Test
    void shouldTakeZerosAtTheEndForACutTrace() throws IOException {
        TraceBytes trace = TraceBytes.trace().string(1, "x");
        for (int i = 0; i < 40_000; i++) {
            trace.raw(0);
        }

        assertTrue(read(trace.bytes()).cut());
    }

    @Test
    void shouldSayWhereWhenARecordHasNoLength() {
        TraceBytes trace = TraceBytes.trace().string(1, "x").raw(0).string(2, "y");

        FxtException e = assertThrows(FxtException.class, () -> read(trace.bytes()));

        assertEquals(24, e.offsetBytes());
        assertEquals("at byte 24: a record without length", e.getMessage());
    }

    @Test
    void shouldSayWhereWhenAnArgumentIsLargerThanItsRecord() {
        TraceBytes trace = TraceBytes.trace();
        trace.event(0, 1, 1, 0, 1).word(3 | 5L << 4).word(0).end();

        FxtException e = assertThrows(FxtException.class, () -> read(trace.bytes()));

        assertEquals("at byte 8: an argument of 5 words in a record that has 2 left", e.getMessage());
    }

    @Test
    void shouldRefuseWhatIsNoTrace() {
        assertEquals("at byte 0: empty", message(new byte[0]));
        assertEquals("at byte 0: not a trace: it has 3 bytes, a trace has at least 8", message(new byte[3]));
        assertTrue(message(new byte[100]).contains("not a trace"));
        assertTrue(message("just a text file\n".getBytes(java.nio.charset.StandardCharsets.UTF_8))
                .contains("not a trace"));
    }

    private String message(byte[] bytes) {
        return assertThrows(FxtException.class, () -> read(bytes)).getMessage();
    }

    @Test
    void shouldRefuseMoreProvidersThanATraceHas() throws IOException {
        TraceBytes sections = TraceBytes.trace();
        // Provider 0 is there from the start.
        for (int id = 1; id < 4096; id++) {
            sections.section(id);
        }
        read(sections.bytes());
        sections.section(4096).section(4097);

        assertTrue(message(sections.bytes()).endsWith("more than 4096 providers"));
    }

    @Test
    void shouldCountTimesOutOfRangeOfAllJoinedFiles() throws IOException {
        TraceBytes trace = TraceBytes.trace().string(1, "late").thread(1, 1, 2);
        trace.event(0, 0, 1, 1, Long.MAX_VALUE).end();
        trace.provider(3, "other").string(1, "early").thread(1, 1, 2);
        trace.event(0, 0, 1, 1, Long.MIN_VALUE).end();
        trace.raw(0x0016547846040010L).string(1, "next").thread(1, 1, 2);
        trace.event(0, 0, 1, 1, Long.MAX_VALUE).end();

        assertEquals(3, read(trace.bytes()).timesOutOfRange());
    }

    @Test
    void shouldRefuseStringsThatFillTheMemory() {
        // One gigabyte of strings, made while it is read.
        String text = "x".repeat(32_000);
        InputStream strings = new InputStream() {
            private byte[] part = TraceBytes.trace().bytes();
            private int at;
            private int index;

            @Override
            public int read() {
                throw new UnsupportedOperationException("read in blocks");
            }

            @Override
            public int read(byte[] bytes, int from, int length) {
                if (at == part.length) {
                    TraceBytes next = TraceBytes.records().string(++index, text);
                    part = next.bytes();
                    at = 0;
                }
                int count = Math.min(length, part.length - at);
                System.arraycopy(part, at, bytes, from, count);
                at += count;
                return count;
            }
        };

        FxtException e = assertThrows(FxtException.class, () -> FxtReader.read(strings, notes));

        assertTrue(e.getMessage().contains("more strings than any trace has"), e.getMessage());
    }
}
