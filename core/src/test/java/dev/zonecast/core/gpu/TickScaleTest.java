package dev.zonecast.core.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TickScaleTest {
    private final TickScale scale = new TickScale();

    @Test
    void shouldBeAtMostATickBelowTheProduct() {
        Random random = new Random(5);
        for (int i = 0; i < 100_000; i++) {
            double rate = Math.scalb(1 + random.nextDouble(), random.nextInt(-20, 12));
            long ticks = random.nextLong() >> random.nextInt(20, 64);
            scale.set(rate);

            long below = new BigDecimal(rate)
                    .multiply(BigDecimal.valueOf(ticks))
                    .setScale(0, RoundingMode.FLOOR)
                    .longValueExact();

            assertTrue(Math.abs(scale.times(ticks) - below) <= TickScale.ROUNDED_BY, () -> rate + " * " + ticks);
        }
    }

    @Test
    void shouldStayWithinTheLimitWhenADriverWritesNonsense() {
        for (double rate : new double[] {1e-9, 0.3, 1, 2.5, 173, 1e6}) {
            scale.set(rate);
            for (long ticks : new long[] {Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1}) {
                assertTrue(Math.abs(scale.times(ticks)) <= TickScale.HUGE, () -> rate + " * " + ticks);
            }
        }
    }

    @Test
    void shouldKnowNothingWhenTheRateIsInfinite() {
        scale.set(Double.POSITIVE_INFINITY);

        assertEquals(TickScale.HUGE, scale.times(1));
        assertEquals(-TickScale.HUGE, scale.times(-1));
        assertEquals(0, scale.times(0));
    }

    @Test
    void shouldBeZeroWhenTheRateIs() {
        scale.set(0);

        assertEquals(0, scale.times(1L << 40));
    }
}
