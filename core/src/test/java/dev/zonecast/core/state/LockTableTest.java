package dev.zonecast.core.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class LockTableTest {
    @Test
    void shouldKeepOneChangeOfALockThatNobodyAsksFor() {
        LockTable<String> table = new LockTable<>();
        table.keep(1, "one");
        table.keep(2, "two");
        for (int i = 0; i < 1000; i++) {
            table.change(1, "one " + i);
        }
        table.change(2, "other");

        assertEquals("one 999", table.pollChanged());
        assertEquals("other", table.pollChanged());
        assertNull(table.pollChanged());
        table.change(1, "again");
        assertEquals("again", table.pollChanged());
    }
}
