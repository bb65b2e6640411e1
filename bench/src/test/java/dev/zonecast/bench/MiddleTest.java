package dev.zonecast.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class MiddleTest {
    private static Middle of(double... values) {
        List<Double> all = DoubleStream.of(values).boxed().toList();
        return Middle.of(all, Double::doubleValue);
    }

    @Test
    void shouldGiveTheWholeRangeWhenFewValuesSayNothingForSure() {
        Middle middle = of(3, 1, 2, 9, 5);

        assertEquals(new Middle(3, 1, 9, false), middle);
    }

    @Test
    void shouldLeaveOutAsManyValuesOfEachEndAsTheTableOfTheSignTestSays() {
        // The ranks of the interval for 95 % and n = 6, 8, 9, 20 are 1, 1, 2, 6.
        assertEquals(new Middle(3.5, 1, 6, true), of(1, 2, 3, 4, 5, 6));
        assertEquals(new Middle(4.5, 1, 8, true), of(1, 2, 3, 4, 5, 6, 7, 8));
        assertEquals(new Middle(5, 2, 8, true), of(1, 2, 3, 4, 5, 6, 7, 8, 9));
        double[] twenty = DoubleStream.iterate(1, x -> x + 1).limit(20).toArray();
        assertEquals(new Middle(10.5, 6, 15, true), of(twenty));
    }

    @Test
    void shouldDecideOnlyWhenTheWholeIntervalIsOnOneSide() {
        assertEquals("met", of(1, 2, 3, 4, 5, 6).verdict(6));
        assertEquals("MISSED", of(1, 2, 3, 4, 5, 6).verdict(0.9));
        assertEquals("open: noise", of(1, 2, 3, 4, 5, 6).verdict(3));
        assertEquals("open: too few rounds", of(1, 2, 3, 4, 5).verdict(0.9));
        assertEquals("open: too few rounds", of(1, 2, 3, 4, 5).verdict(6));
    }

    @Test
    void shouldGiveTheValueItselfWhenThereIsOne() {
        Middle one = of(-0.5);

        assertEquals(new Middle(-0.5, -0.5, -0.5, false), one);
        assertFalse(one.isSure());
        assertTrue(one.toString().startsWith("-0.50 %"));
    }
}
