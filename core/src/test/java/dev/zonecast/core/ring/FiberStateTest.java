package dev.zonecast.core.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.late.LateTrack;
import dev.zonecast.core.registry.TableLimit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class FiberStateTest {
    @Test
    void shouldBeClosedAndCountedWhenTheIdsAreUsedUp() {
        AtomicLong ids = new AtomicLong(LateTrack.FIRST_ID - 1);
        long before = TableLimit.refusals().getOrDefault("fibers", 0L);

        FiberState last = new FiberState("last", 0, new AtomicReference<>(), ids);
        FiberState beyond = new FiberState("beyond", 0, new AtomicReference<>(), ids);
        FiberState further = new FiberState("further", 0, new AtomicReference<>(), ids);

        assertEquals(LateTrack.FIRST_ID - 1, last.id());
        assertFalse(last.isClosed());
        assertTrue(beyond.isClosed());
        assertTrue(further.isClosed());
        assertEquals(before + 2, TableLimit.refusals().get("fibers"));
    }
}
