package dev.zonecast.core.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.gpu.contract.MemoryEvents;
import dev.zonecast.core.registry.TableLimit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NamedMemoryTest {
    @Test
    void shouldShowABlockInThePoolOfAllAndInThatOfItsNameWhicheverComesFirst() throws Exception {
        NamedMemory memory = new NamedMemory("N1");

        List<String> lines = MemoryEvents.recorded(() -> {
            memory.allocated(1, 100);
            memory.name(1, "maps");
            memory.name(2, "maps");
            memory.name(2, "maps");
            memory.allocated(2, 50);
            memory.allocated(1, 70);
            memory.name(2, "");
            memory.freed(2);
            memory.freed(1);
            memory.freed(1);
            memory.name(3, null);
        });

        assertEquals(
                List.of(
                        "Allocated N1 1: 100",
                        "Allocated N1: maps 1: 100",
                        "Allocated N1 2: 50",
                        "Allocated N1: maps 2: 50",
                        "Freed N1 1: 100",
                        "Allocated N1 1: 70",
                        "Freed N1: maps 1: 100",
                        "Allocated N1: maps 1: 70",
                        "Freed N1: maps 2: 50",
                        "Freed N1 2: 50",
                        "Freed N1 1: 70",
                        "Freed N1: maps 1: 70"),
                lines);
    }

    @Test
    void shouldCountNamesAndBlocksBeyondTheLimits() throws Exception {
        NamedMemory memory = new NamedMemory("N2");
        List<String> lines = MemoryEvents.recorded(() -> {
            for (int i = 1; i <= NamedMemory.MAX_NAMES + 2; i++) {
                memory.name(i, "name " + i);
            }
            memory.allocated(NamedMemory.MAX_NAMES, 1);
            memory.allocated(NamedMemory.MAX_NAMES + 1, 1);
            for (int i = NamedMemory.MAX_NAMES + 1; i <= NamedMemory.MAX_BLOCKS + 1; i++) {
                memory.name(i, "name 1");
            }
            memory.allocated(NamedMemory.MAX_BLOCKS + 1, 1);
        });

        assertEquals(
                List.of(
                        "Allocated N2 1000: 1",
                        "Allocated N2: name 1000 1000: 1",
                        "Allocated N2 1001: 1",
                        "Allocated N2: name 1 1001: 1",
                        "Allocated N2 65537: 1"),
                lines);
        Map<String, Long> refusals = TableLimit.refusals();
        assertEquals(2, refusals.get("names of blocks of memory"));
        assertTrue(refusals.get("named blocks of memory") >= 1);
    }
}
