package dev.zonecast.core.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.collect.TestProfiler;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SlotsTest {
    private record Item(int id, String key) {}

    @Test
    void shouldNumberObjectsFromOneOnAndFindThemAgain() {
        Slots<String, Item> slots = new Slots<>(TableLimit.apart("items", 1000), "overflow");
        assertNull(slots.find("a"));
        Item a = slots.intern("a", Item::new);
        Item b = slots.intern("b", Item::new);

        assertEquals(new Item(1, "a"), a);
        assertEquals(new Item(2, "b"), b);
        assertSame(a, slots.intern("a", Item::new));
        assertSame(a, slots.find("a"));
        assertSame(b, slots.get(2));
        assertNull(slots.get(0));
        assertNull(slots.get(3));
        assertNull(slots.get(-1));
        assertNull(slots.get(Integer.MAX_VALUE));
        assertEquals(0, slots.refused());
    }

    @Test
    void shouldFoldAllThatComeLaterIntoOneThatSaysSoWhenFull() {
        int capacity = 32_000;
        Slots<String, Item> slots = new Slots<>(TableLimit.apart("items", capacity), "overflow");
        for (int i = 1; i < capacity; i++) {
            assertEquals(i, slots.intern("k" + i, Item::new).id());
        }
        Item overflow = slots.intern("too many", Item::new);

        assertEquals(new Item(capacity, "overflow"), overflow);
        assertSame(overflow, slots.intern("more", Item::new));
        assertSame(overflow, slots.get(capacity));
        assertEquals(2, slots.refused());
        assertEquals(17, slots.intern("k17", Item::new).id());
        assertEquals(2, slots.refused());
        assertEquals(capacity, slots.all().size());
    }

    @Test
    void shouldMakeEachObjectOnceWhenManyThreadsAskForTheSame() throws Exception {
        Slots<String, Item> slots = new Slots<>(TableLimit.apart("items", 100_000), "overflow");
        AtomicInteger made = new AtomicInteger();
        AtomicInteger wrong = new AtomicInteger();
        TestProfiler.inThreads(4, () -> {
            Random random = new Random();
            for (int i = 0; i < 30_000; i++) {
                String key = "k" + random.nextInt(3_000);
                Item item = slots.intern(key, (id, k) -> {
                    made.incrementAndGet();
                    return new Item(id, k);
                });
                if (!item.key().equals(key) || slots.get(item.id()) != item) {
                    wrong.incrementAndGet();
                }
            }
        });

        assertEquals(0, wrong.get());
        assertEquals(slots.all().size(), made.get());
        for (int id = 1; id <= slots.all().size(); id++) {
            assertEquals(id, slots.get(id).id());
        }
        assertTrue(slots.get(slots.all().size() + 1) == null);
    }
}
