package dev.zonecast.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class RunningMedianTest {
    @Test
    void shouldBeTheMiddleOfTheLastValuesWhenOlderOnesHaveLeft() {
        RunningMedian median = new RunningMedian(3);
        assertEquals(0, median.value());

        median.add(1_000);
        assertEquals(1_000, median.value());
        median.add(5);
        median.add(9);
        assertEquals(9, median.value());
        median.add(7);

        assertEquals(3, median.count());
        assertEquals(7, median.value());
    }
}
