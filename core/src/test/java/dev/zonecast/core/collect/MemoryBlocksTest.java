package dev.zonecast.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.event.MemoryBlocks;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryBlocksTest {
    /** Steps between addresses: names of textures, small blocks, pages, and what hashes badly. */
    @ParameterizedTest
    @ValueSource(longs = {1, 16, 4096, 1L << 32, 1L << 58})
    void shouldHoldWhatAMapHolds(long step) {
        MemoryBlocks blocks = new MemoryBlocks();
        Map<Long, Long> expected = new HashMap<>();
        Random random = new Random(step);
        for (int i = 0; i < 200_000; i++) {
            // Grows, shrinks and grows again.
            int range = i % 60_000 < 30_000 ? 5_000 : 50;
            long address = (1 + random.nextInt(range)) * step;
            if (address == 0) {
                continue;
            }
            Long known = expected.get(address);
            assertEquals(known == null ? -1 : known, blocks.bytes(address));
            if (known == null) {
                blocks.add(address, i);
                expected.put(address, (long) i);
            } else if (random.nextInt(3) > 0) {
                assertEquals(known, blocks.remove(address));
                expected.remove(address);
            }
            assertEquals(expected.size(), blocks.count());
        }
        Set<Long> all = new HashSet<>();
        blocks.forEachBlock((address, ignored) -> all.add(address));
        assertEquals(expected.keySet(), all);
        blocks.clear();
        assertEquals(0, blocks.count());
        assertEquals(-1, blocks.remove(step));
    }
}
