package dev.zonecast.core.collect;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.GpuEvent;
import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextInfo;
import org.junit.jupiter.api.Test;

class GpuStacksTest {
    private static final SourceLocation PLACE = SourceLocation.here("place");
    private static final GpuContextInfo ONE = new GpuContextInfo(1, GpuApi.CUSTOM, "one", 0);
    private static final GpuContextInfo TWO = new GpuContextInfo(2, GpuApi.CUSTOM, "two", 0);

    private final GpuStacks stacks = new GpuStacks();

    @Test
    void shouldTellContextsThreadsAndLanesApart() {
        GpuStacks.Stack first = stacks.of(ONE, 7, 0);

        assertSame(first, stacks.of(ONE, 7, 0));
        assertNotSame(first, stacks.of(TWO, 7, 0));
        assertNotSame(first, stacks.of(ONE, 8, 0));
        assertNotSame(first, stacks.of(ONE, 7, 1));
        assertNull(stacks.find(TWO, 8, 0));
    }

    @Test
    void shouldEndAsManyZonesAsBegan() {
        GpuStacks.Stack stack = stacks.of(ONE, 7, 0);
        for (int i = 0; i < 100; i++) {
            stack.push(PLACE, i, i);
        }

        for (int i = 0; i < 100; i++) {
            assertTrue(stack.pop(new GpuEvent()));
        }
        assertFalse(stack.pop(new GpuEvent()));
    }

    @Test
    void shouldForgetThreadsThatHaveNothingOpenWhenManyComeAndGo() {
        GpuStacks.Stack busy = stacks.of(ONE, 1, 0);
        busy.push(PLACE, 1, 1);
        for (int thread = 2; thread < 10_000; thread++) {
            GpuStacks.Stack stack = stacks.of(ONE, thread, 0);
            stack.push(PLACE, 1, 1);
            assertTrue(stack.pop(new GpuEvent()));
        }

        assertTrue(stacks.size() <= GpuStacks.MAX_IDLE);
        assertSame(busy, stacks.find(ONE, 1, 0));
        assertFalse(busy.isEmpty());
    }
}
