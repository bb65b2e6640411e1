package dev.zonecast.core.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TickScaleTest {
    private final TickScale scale = new TickScale();

    private long times(long ticks) {
        return scale.times(scale.scaled(ticks));
    }

    @Test
    void shouldBeAtMostATickBelowTheProduct() {
        Random random = new Random(5);
        for (int i = 0; i < 100_000; i++) {
            double rate = Math.scalb(1 + random.nextDouble(), random.nextInt(-20, 12));
            long ticks = random.nextLong() >> random.nextInt(20, 64);
            scale.set(rate, 0);

            long below = new BigDecimal(rate)
                    .multiply(BigDecimal.valueOf(ticks))
                    .setScale(0, RoundingMode.FLOOR)
                    .longValueExact();

            assertTrue(Math.abs(times(ticks) - below) <= TickScale.ROUNDED_BY, () -> rate + " * " + ticks);
        }
    }

    @Test
    void shouldStayWithinTheLimitWhenADriverWritesNonsense() {
        for (double rate : new double[] {1e-9, 0.3, 1, 2.5, 173, 1e6}) {
            scale.set(rate, 0);
            for (long ticks : new long[] {Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1}) {
                assertTrue(Math.abs(times(ticks)) <= TickScale.HUGE, () -> rate + " * " + ticks);
            }
        }
    }

    @Test
    void shouldKnowNothingWhenTheRateIsInfinite() {
        scale.set(Double.POSITIVE_INFINITY, 0);

        assertEquals(TickScale.HUGE - TickScale.ROUNDED_BY, times(1));
        assertEquals(-TickScale.HUGE, times(-1));
        assertEquals(0, times(0));
    }

    @Test
    void shouldBeZeroWhenTheRateIs() {
        scale.set(0, 0);

        assertEquals(0, times(1L << 40));
    }

    @Test
    void shouldNeverSayLessThanTheError() {
        Random random = new Random(6);
        for (int i = 0; i < 100_000; i++) {
            double rate = Math.scalb(1 + random.nextDouble(), random.nextInt(-20, 12));
            double error = rate * Math.scalb(random.nextDouble(), random.nextInt(-30, 2));
            long ticks = random.nextLong() >> random.nextInt(20, 64);
            scale.set(rate, error);

            BigDecimal exact =
                    new BigDecimal(error).multiply(BigDecimal.valueOf(ticks)).abs();
            long said = scale.errorOf(scale.scaled(ticks));

            assertTrue(BigDecimal.valueOf(said).compareTo(exact) >= 0, () -> error + " of " + rate + " * " + ticks);
            assertTrue(
                    exact.longValue() + 2 * TickScale.ROUNDED_BY >= said, () -> error + " of " + rate + " * " + ticks);
        }
    }
}
