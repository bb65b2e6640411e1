package dev.zonecast.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EvenChoiceTest {
    private static List<Integer> choice(int most, int total, int offered) {
        EvenChoice<Integer> choice = new EvenChoice<>(most, total);
        for (int i = 0; i < offered; i++) {
            choice.offer(i);
            assertTrue(choice.items().size() <= most);
        }
        return choice.items();
    }

    @Test
    void shouldKeepAFewFromTheFirstToTheLastWhenThereAreMany() {
        List<Integer> expected = IntStream.range(0, 20)
                .map(i -> (int) (i * 99_999L / 19))
                .boxed()
                .toList();

        assertEquals(expected, choice(20, 100_000, 100_000));
        assertEquals(99_999, expected.getLast());
    }

    @Test
    void shouldKeepAllWhenThereAreFew() {
        assertEquals(List.of(), choice(20, 0, 0));
        assertEquals(List.of(0), choice(20, 1, 1));
        assertEquals(List.of(0, 1, 2), choice(20, 3, 3));
    }

    @Test
    void shouldKeepNoMoreWhenThereAreMoreThanWereCounted() {
        assertEquals(List.of(0), choice(20, 1, 3));
        assertEquals(List.of(0, 1, 2), choice(3, 3, 9));
    }
}
