package dev.zonecast.core.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.collect.TestProfiler;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NameTableTest {
    private final NameTable names = new NameTable();

    @Test
    void shouldGiveOneIdToEqualTextsAndDistinctIdsToOthers() {
        int first = names.intern("name");
        assertEquals(first, names.intern(String.join("", "na", "me")));
        assertNotEquals(first, names.intern("Name"));
        assertTrue(first > 0);
        assertEquals("name", names.text(first));
        assertEquals("", names.text(names.intern("")));
        assertEquals("(null)", names.text(names.intern(null)));
        assertEquals(names.intern(null), names.intern("(null)"));
    }

    @ParameterizedTest
    @CsvSource({"0", "-1", "1", "1023", "1024", "262143", "262144", "-2147483648", "2147483647"})
    void shouldAnswerNothingWhenAnIdWasNeverGivenOut(int id) {
        assertNull(names.text(id));
    }

    @Test
    void shouldGiveEachTextOneIdWhenManyThreadsInternTheSameTexts() throws Exception {
        Map<String, Integer> seen = new ConcurrentHashMap<>();
        AtomicInteger conflicts = new AtomicInteger();
        TestProfiler.inThreads(4, () -> {
            Random random = new Random();
            for (int i = 0; i < 20_000; i++) {
                String text = "text " + random.nextInt(5_000);
                int id = names.intern(text);
                Integer before = seen.putIfAbsent(text, id);
                // A thread with an id can read its text at once.
                if ((before != null && before != id) || !text.equals(names.text(id))) {
                    conflicts.incrementAndGet();
                }
            }
        });

        assertEquals(0, conflicts.get());
        assertEquals(seen.size(), seen.values().stream().distinct().count());
    }

    @Test
    void shouldGiveOneIdToAllThatComeLaterAndCountThemWhenTheTableIsFull() {
        int first = names.intern("first");
        for (int i = 0; names.refused() == 0; i++) {
            names.intern(Integer.toString(i));
            assertTrue(i < NameTable.CAPACITY, "never full");
        }
        int overflow = names.intern("one more");
        assertEquals(NameTable.OVERFLOW, names.text(overflow));
        assertEquals(overflow, names.intern("and another"));
        assertEquals(3, names.refused());
        assertEquals(first, names.intern("first"));
        assertEquals("77", names.text(names.intern("77")));
        assertTrue(overflow < NameTable.CAPACITY);
        assertNull(names.text(overflow + 1));
    }

    @Test
    void shouldRefuseLongTextsAndTakeShortOnesWhenTheCharactersAreUsedUp() {
        String filler = "x".repeat(30_000);
        for (int i = 0; names.refused() == 0; i++) {
            names.intern(i + filler);
            assertTrue(i <= NameTable.MAX_CHARS / 30_000, "without bound");
        }
        assertEquals(NameTable.OVERFLOW, names.text(names.intern("last" + filler)));
        assertEquals("short", names.text(names.intern("short")));
        assertEquals("0" + filler, names.text(names.intern("0" + filler)));
    }

    @Test
    void shouldKeepTextsWellFormedAndBoundedWhenTheyAreNot() {
        Random random = new Random(9);
        for (int i = 0; i < 3_000; i++) {
            StringBuilder text = new StringBuilder();
            int chars = i % 100 == 0 ? 100_000 : random.nextInt(30);
            while (text.length() < chars) {
                switch (random.nextInt(4)) {
                    case 0 -> text.append((char) random.nextInt(0x80));
                    case 1 -> text.append((char) (0xD800 + random.nextInt(0x800)));
                    case 2 -> text.appendCodePoint(0x10000 + random.nextInt(0x100000));
                    default -> text.append((char) (0x800 + random.nextInt(0x1000)));
                }
            }
            String given = text.toString();
            String kept = NameTable.wellFormed(given);
            byte[] bytes = kept.getBytes(StandardCharsets.UTF_8);
            assertTrue(bytes.length <= NameTable.MAX_NAME_BYTES);
            assertEquals(kept, new String(bytes, StandardCharsets.UTF_8));
            // Character by character the same, but for those that are none.
            int[] before = given.codePoints()
                    .map(c -> c >= 0xD800 && c <= 0xDFFF ? 0xFFFD : c)
                    .toArray();
            int[] after = kept.codePoints().toArray();
            assertEquals(new String(before, 0, after.length), kept);
            if (after.length < before.length) {
                int next = new String(before, after.length, 1).getBytes(StandardCharsets.UTF_8).length;
                assertTrue(bytes.length + next > NameTable.MAX_NAME_BYTES, "cut too early");
            }
        }
    }

    @Test
    void shouldReturnTheTextItselfWhenNothingIsWrongWithIt() {
        String text = "d\u00e9j\u00e0 vu \uD83D\uDE00";
        assertSame(text, NameTable.wellFormed(text));
    }

    @Test
    void shouldCountEachNameOnceWhenItIsCut() {
        String longest = "y".repeat(NameTable.MAX_NAME_BYTES);
        long before = NameTable.cutNames();
        assertSame(longest, NameTable.wellFormed(longest));
        assertEquals(before, NameTable.cutNames());

        for (int i = 0; i < 3; i++) {
            assertEquals(longest, NameTable.wellFormed(longest + "z"));
            assertEquals(longest, names.text(names.intern(longest + "zz")));
        }
        assertEquals(before + 2, NameTable.cutNames());
    }
}
