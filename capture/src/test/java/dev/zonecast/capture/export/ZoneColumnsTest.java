package dev.zonecast.capture.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZoneColumnsTest {
    /** The largest spread needs more bits than a word has beside the places. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 1_000_000, Long.MAX_VALUE / 2})
    void shouldPutZonesInTheOrderOfTheirBegins(long spread) {
        Random random = new Random(spread);
        ZoneColumns zones = new ZoneColumns();
        for (int i = 0; i < 1000; i++) {
            long begin = random.nextInt(5) * (spread / 4);
            zones.add(begin, begin + i, i, 0, -1);
        }

        int[] order = zones.byBegin();

        assertEquals(1000, order.length);
        for (int i = 1; i < order.length; i++) {
            long before = zones.begin(order[i - 1]);
            long now = zones.begin(order[i]);
            assertEquals(true, before < now || (before == now && order[i - 1] > order[i]), "at " + i);
        }
    }

    @Test
    void shouldPutTheOuterZoneFirstWhenBothBeginTogether() {
        ZoneColumns zones = new ZoneColumns();
        zones.add(10, 20, 0, 0, -1);
        zones.add(10, 30, 1, 0, -1);
        zones.add(-5, 40, 2, 0, -1);

        assertArrayEquals(new int[] {2, 1, 0}, zones.byBegin());
    }

    @Test
    void shouldHaveNoOrderWhenEmpty() {
        assertArrayEquals(new int[0], new ZoneColumns().byBegin());
    }
}
