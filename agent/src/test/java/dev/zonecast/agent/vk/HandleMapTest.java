package dev.zonecast.agent.vk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class HandleMapTest {
    private static final int MANY = 10_000;

    private final HandleMap<String> map = new HandleMap<>(MANY);

    @Test
    void shouldFindWhatWasPut() {
        for (long i = 0; i < MANY; i++) {
            assertTrue(map.put(i * 4096, "object " + i));
        }
        for (long i = 0; i < MANY; i++) {
            assertEquals("object " + i, map.get(i * 4096));
        }
        assertNull(map.get(1));
    }

    @Test
    void shouldRefuseMoreThanItsLimit() {
        for (long i = 0; i < MANY; i++) {
            map.put(i, "object");
        }
        assertFalse(map.put(MANY, "one more"));
        assertTrue(map.put(1, "in place of another"));
        map.remove(2);
        assertTrue(map.put(MANY, "in the free place"));
        assertEquals(MANY, map.values().size());
    }

    @Test
    void shouldKeepNothingOfHandlesThatComeAndGo() {
        for (long i = 0; i < 100L * MANY; i++) {
            assertTrue(map.put(i, "object"));
            assertEquals("object", map.remove(i));
            assertNull(map.get(i));
        }
        assertNull(map.remove(7));
        assertEquals(0, map.values().size());
    }

    @Test
    void shouldNeverFindAnObjectOfAnotherHandle() throws InterruptedException {
        var maps = new AtomicReference<>(new HandleMap<String>(MANY));
        var done = new AtomicBoolean();
        var wrong = new AtomicInteger();
        var started = new CountDownLatch(1);
        Thread reader = Thread.ofPlatform().start(() -> {
            started.countDown();
            while (!done.get()) {
                HandleMap<String> current = maps.get();
                for (long missing = 100; missing < 164; missing++) {
                    if (current.get(missing) != null) {
                        wrong.incrementAndGet();
                    }
                }
            }
        });
        started.await();
        for (int round = 0; round < 20 * MANY; round++) {
            var next = new HandleMap<String>(MANY);
            maps.set(next);
            for (long i = 0; i < 30; i++) {
                next.put(i, "another");
            }
        }
        done.set(true);
        reader.join();
        assertEquals(0, wrong.get());
    }

    @Test
    void shouldAlwaysFindAnObjectWhileOthersComeAndGo() throws InterruptedException {
        map.put(42, "stays");
        var done = new AtomicBoolean();
        var misses = new AtomicInteger();
        var started = new CountDownLatch(1);
        Thread reader = Thread.ofPlatform().start(() -> {
            started.countDown();
            while (!done.get()) {
                if (!"stays".equals(map.get(42))) {
                    misses.incrementAndGet();
                }
            }
        });
        started.await();
        for (int round = 0; round < 20; round++) {
            for (long i = 100; i < MANY; i++) {
                map.put(i, "passes");
            }
            for (long i = 100; i < MANY; i++) {
                map.remove(i);
            }
        }
        done.set(true);
        reader.join();
        assertEquals(0, misses.get());
    }
}
