package dev.zonecast.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LossKindTest {
    @ParameterizedTest
    @EnumSource(LossKind.class)
    void shouldStandInTheTableOfTheDocsWithItsMeaningAndARemedy(LossKind kind) throws IOException {
        String row = "| " + kind.text() + " | " + kind.meaning() + " | ";
        List<String> rows = Files.readAllLines(Path.of("..", "docs", "reference", "losses.md")).stream()
                .filter(line -> line.startsWith(row))
                .toList();

        assertEquals(1, rows.size(), row);
        assertTrue(rows.getFirst().length() > row.length() + 2, rows.getFirst());
    }

    @Test
    void shouldHaveNamesThatAreKeysOfTheirOwn() {
        // A key with a colon is a part of a kind.
        assertTrue(
                Arrays.stream(LossKind.values()).noneMatch(kind -> kind.text().contains(": ")));
        assertEquals(
                LossKind.values().length,
                Arrays.stream(LossKind.values()).map(LossKind::text).distinct().count());
    }

    @Test
    void shouldBeNoLossWithACountOfZero() {
        LossAccount losses = new LossAccount();
        losses.add(LossKind.DROPPED_EVENTS, 0);
        losses.add(LossKind.REFUSED, "markers", -1);

        assertTrue(losses.isEmpty());
        assertEquals("losses: none", losses.toString());
        assertEquals(LossKind.values().length, losses.byName().size());
        assertTrue(losses.byName().values().stream().allMatch(count -> count == 0));
    }

    @Test
    void shouldSumKindsAndKeepTheirParts() {
        LossAccount losses = new LossAccount();
        losses.add(LossKind.REFUSED, 7, "markers", 2);
        losses.add(LossKind.REFUSED, 8, "markers", 1);
        losses.add(LossKind.REFUSED, 8, "plots", 5);
        losses.add(LossKind.SCHEDULING, 9);

        assertEquals(8, losses.of(LossKind.REFUSED));
        assertEquals(
                List.of("plots", "markers"),
                List.copyOf(losses.subjects(LossKind.REFUSED).keySet()));
        assertEquals(3L, losses.byName().get("refused: markers"));
        assertEquals(2, losses.ofProcesses(Set.of(7L)).of(LossKind.REFUSED));
        // What belongs to no process is everybody's.
        assertEquals(9, losses.ofProcesses(Set.of(7L)).of(LossKind.SCHEDULING));
        assertFalse(losses.isEmpty());
    }

    @Test
    void shouldNotGrowWithTheNamesOfATrace() {
        LossAccount losses = new LossAccount();
        for (int i = 0; i < 100_000; i++) {
            losses.add(LossKind.FOREIGN_DATA, "name " + i, 1);
        }

        assertEquals(100_000, losses.of(LossKind.FOREIGN_DATA));
        assertTrue(losses.entries().size() <= 1001, losses.entries().size() + " entries");
        assertTrue(losses.subjects(LossKind.FOREIGN_DATA).get("others") > 90_000);
    }
}
