package dev.zonecast.core.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

class StackExchangeTest {
    @Test
    void shouldGiveBackWhatWasPutInAnyOrder() {
        StackExchange exchange = new StackExchange(4);
        Object[] stacks = {"a", "b", "c", "d"};
        int[] slots = new int[4];
        for (int i = 0; i < 4; i++) {
            slots[i] = exchange.put(stacks[i]);
        }

        assertEquals(StackExchange.FULL, exchange.put("e"));
        for (int i = 0; i < 4; i++) {
            assertSame(stacks[i], exchange.take(slots[i]));
        }
        assertEquals(slots[0], exchange.put("f"));
    }
}
