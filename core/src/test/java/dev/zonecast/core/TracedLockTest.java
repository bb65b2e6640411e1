package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.collect.RecordedEvents;
import dev.zonecast.core.collect.TestProfiler;
import dev.zonecast.core.event.LockInfo;
import dev.zonecast.core.state.LockTable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings({"LockNotBeforeTry", "WaitNotInLoop"}) // The order of the calls is what is tested.
class TracedLockTest {
    private static List<String> events(TestProfiler.Work work) throws Exception {
        return TestProfiler.record(work).verify().whats("lockEvent");
    }

    /** Runs something on another thread while this one waits for it. */
    private static void elsewhere(TestProfiler.Work work) throws Exception {
        TestProfiler.inThreads(1, work);
    }

    /** Lets another thread ask for the lock while this one has it, and gives it back when that thread waits. */
    private static void contend(Lock lock, ReentrantLock inner, TestProfiler.Work other) throws Exception {
        lock.lock();
        Thread thread = Thread.ofPlatform().start(() -> {
            try {
                other.run();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        TestProfiler.await(() -> inner.hasQueuedThread(thread));
        lock.unlock();
        thread.join();
    }

    @Test
    void shouldTellSinksTheNewNameWhenTheLockIsRenamed() throws Exception {
        TracedLock lock = new TracedLock("old name");

        RecordedEvents recorded = TestProfiler.record(() -> {
            lock.lock();
            TestProfiler.flush();
            lock.rename("new name");
            TestProfiler.flush();
            lock.unlock();
        });

        List<String> names = recorded.whats("lockCreated");
        assertTrue(names.containsAll(List.of("old name", "new name")), names.toString());
        assertTrue(recorded.whats("lockEvent").contains("RELEASE new name"));
        assertTrue(lock.toString().startsWith("new name"), lock.toString());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRecordNoWaitWhenTheLockIsFree(boolean fair) throws Exception {
        for (TracedLock lock : List.of(
                new TracedLock("free", new ReentrantLock(fair)),
                new TracedReadWriteLock("free", new ReentrantReadWriteLock(fair)).writeLock())) {
            List<String> events = events(() -> {
                lock.lock();
                lock.unlock();
                lock.lockInterruptibly();
                lock.unlock();
                assertTrue(lock.tryLock());
                lock.unlock();
                assertTrue(lock.tryLock(1, TimeUnit.DAYS));
                lock.unlock();
            });

            assertEquals(8, events.size());
            assertEquals(
                    List.of("OBTAIN free", "RELEASE free"),
                    events.stream().distinct().toList());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRecordTheWaitWhenAnotherThreadHasTheLock(boolean fair) throws Exception {
        ReentrantLock inner = new ReentrantLock(fair);
        TracedLock lock = new TracedLock("busy", inner);

        List<String> events = events(() -> contend(lock, inner, () -> {
            lock.lock();
            lock.unlock();
        }));

        assertEquals(List.of("OBTAIN busy", "WAIT busy", "RELEASE busy", "OBTAIN busy", "RELEASE busy"), events);
    }

    @Test
    void shouldRecordOneHoldWhenTheLockIsTakenAgainByItsHolder() throws Exception {
        TracedLock lock = new TracedLock("again");

        List<String> events = events(() -> {
            lock.lock();
            lock.lock();
            assertTrue(lock.tryLock());
            lock.unlock();
            lock.unlock();
            lock.unlock();
        });

        assertEquals(List.of("OBTAIN again", "RELEASE again"), events);
    }

    @Test
    void shouldNotReportATryThatFailsAtOnce() throws Exception {
        TracedLock lock = new TracedLock("try");

        List<String> events = events(() -> {
            lock.lock();
            elsewhere(() -> {
                assertFalse(lock.tryLock());
                assertFalse(lock.tryLock(0, TimeUnit.SECONDS));
            });
            lock.unlock();
        });

        assertEquals(List.of("OBTAIN try", "RELEASE try"), events);
    }

    @Test
    void shouldRecordAWaitGivenUpWhenTimeIsOverOrTheThreadInterrupted() throws Exception {
        TracedLock lock = new TracedLock("impatient");

        List<String> events = events(() -> {
            lock.lock();
            elsewhere(() -> assertFalse(lock.tryLock(1, TimeUnit.MILLISECONDS)));
            elsewhere(() -> {
                Thread.currentThread().interrupt();
                assertThrows(InterruptedException.class, lock::lockInterruptibly);
            });
            lock.unlock();
        });

        assertEquals(
                List.of(
                        "OBTAIN impatient",
                        "WAIT impatient",
                        "GIVE_UP impatient",
                        "WAIT impatient",
                        "GIVE_UP impatient",
                        "RELEASE impatient"),
                events);
    }

    @Test
    void shouldGiveTheLockBackWhileAThreadWaitsForACondition() throws Exception {
        TracedLock lock = new TracedLock("condition");
        Condition filled = lock.newCondition();
        AtomicInteger items = new AtomicInteger();
        CountDownLatch waits = new CountDownLatch(1);

        List<String> events = events(() -> {
            Thread consumer = Thread.ofPlatform().start(() -> {
                lock.lock();
                lock.lock();
                waits.countDown();
                while (items.get() == 0) {
                    filled.awaitUninterruptibly();
                }
                lock.unlock();
                lock.unlock();
            });
            waits.await();
            lock.lock();
            items.set(1);
            filled.signalAll();
            lock.unlock();
            consumer.join();
        });

        List<String> withoutWaits =
                events.stream().filter(e -> !e.startsWith("WAIT")).toList();
        assertEquals(6, withoutWaits.size(), events::toString);
        for (int i = 0; i < 6; i++) {
            assertEquals(i % 2 == 0 ? "OBTAIN condition" : "RELEASE condition", withoutWaits.get(i));
        }
    }

    @Test
    void shouldThrowAsTheLockDoesAndRecordNothingWhenAThreadGivesBackWhatItDoesNotHave() throws Exception {
        TracedLock lock = new TracedLock("not mine");
        TracedReadWriteLock both = new TracedReadWriteLock("not mine either");

        List<String> events = events(() -> {
            lock.lock();
            elsewhere(() -> {
                assertThrows(IllegalMonitorStateException.class, lock::unlock);
                assertThrows(
                        IllegalMonitorStateException.class,
                        () -> lock.newCondition().await());
                assertThrows(
                        IllegalMonitorStateException.class,
                        () -> both.readLock().unlock());
                assertThrows(
                        IllegalMonitorStateException.class,
                        () -> both.writeLock().unlock());
            });
            lock.unlock();
        });

        assertEquals(List.of("OBTAIN not mine", "RELEASE not mine"), events);
    }

    @Test
    void shouldNotShowAHoldThatBeganWhileNobodyListened() throws Exception {
        TracedLock lock = new TracedLock("earlier");
        assertFalse(Zonecast.isActive());
        lock.lock();

        List<String> events = events(() -> {
            lock.unlock();
            lock.lock();
            lock.unlock();
        });

        assertEquals(List.of("OBTAIN earlier", "RELEASE earlier"), events);
    }

    @Test
    void shouldTellNameAndPlaceOfTheLockAndOfAMark() throws Exception {
        SourceLocation place = SourceLocation.here("place");
        TracedLock lock = new TracedLock("marked");

        RecordedEvents events = TestProfiler.record(() -> {
            lock.lock();
            lock.mark(place);
            lock.mark(null);
            lock.unlock();
        });

        assertEquals(List.of("marked place"), events.verify().whats("lockMark"));
        assertEquals("TracedLockTest.shouldTellNameAndPlaceOfTheLockAndOfAMark", place.function());
        assertEquals(
                "TracedLockTest.shouldTellNameAndPlaceOfTheLockAndOfAMark",
                SourceLocation.ofCallerOf(TracedLock.class, "").function());
    }

    // --- readers and writers

    @Test
    void shouldRecordReadersAndWriters() throws Exception {
        TracedReadWriteLock lock = new TracedReadWriteLock("shared");

        List<String> events = events(() -> {
            lock.readLock().lock();
            lock.readLock().lock();
            elsewhere(() -> {
                lock.readLock().lock();
                lock.readLock().unlock();
                assertFalse(lock.writeLock().tryLock());
            });
            lock.readLock().unlock();
            lock.readLock().unlock();
            lock.writeLock().lock();
            // Goes on as a reader.
            lock.readLock().lock();
            lock.writeLock().unlock();
            lock.readLock().unlock();
        });

        assertEquals(
                List.of(
                        "SHARED_OBTAIN shared",
                        "SHARED_OBTAIN shared",
                        "SHARED_RELEASE shared",
                        "SHARED_RELEASE shared",
                        "OBTAIN shared",
                        "SHARED_OBTAIN shared",
                        "RELEASE shared",
                        "SHARED_RELEASE shared"),
                events);
    }

    @Test
    void shouldRecordThatAReaderWaitsForAWriterAndAWriterForAReader() throws Exception {
        ReentrantReadWriteLock inner = new ReentrantReadWriteLock();
        TracedReadWriteLock lock = new TracedReadWriteLock("turns", inner);

        List<String> events = events(() -> {
            lock.writeLock().lock();
            Thread reader = Thread.ofPlatform().start(() -> {
                lock.readLock().lock();
                lock.readLock().unlock();
            });
            TestProfiler.await(() -> inner.getQueueLength() == 1);
            lock.writeLock().unlock();
            reader.join();
            lock.readLock().lock();
            Thread writer = Thread.ofPlatform().start(() -> {
                lock.writeLock().lock();
                lock.writeLock().unlock();
            });
            TestProfiler.await(() -> inner.getQueueLength() == 1);
            lock.readLock().unlock();
            writer.join();
        });

        assertEquals(
                List.of(
                        "OBTAIN turns",
                        "SHARED_WAIT turns",
                        "RELEASE turns",
                        "SHARED_OBTAIN turns",
                        "SHARED_RELEASE turns",
                        "SHARED_OBTAIN turns",
                        "WAIT turns",
                        "SHARED_RELEASE turns",
                        "OBTAIN turns",
                        "RELEASE turns"),
                events);
    }

    @Test
    void shouldTraceTheViewOfAStampedLock() throws Exception {
        TracedReadWriteLock lock = new TracedReadWriteLock("stamped", new StampedLock().asReadWriteLock());

        List<String> events = events(() -> {
            lock.readLock().lock();
            lock.readLock().unlock();
            lock.writeLock().lock();
            lock.writeLock().unlock();
        });

        assertEquals(
                List.of(
                        "SHARED_WAIT stamped",
                        "SHARED_OBTAIN stamped",
                        "SHARED_RELEASE stamped",
                        "OBTAIN stamped",
                        "RELEASE stamped"),
                events);
    }

    // --- monitors

    @Test
    void shouldRecordAMonitorOnceHoweverOftenItIsEntered() throws Exception {
        Object object = new Object();
        TracedMonitor monitor = new TracedMonitor("monitor", object);

        List<String> events = events(() -> {
            monitor.run(() -> assertEquals("inner", monitor.call(() -> "inner")));
            monitor.waiting();
            synchronized (object) {
                monitor.obtained();
                monitor.released();
            }
        });

        assertEquals(
                List.of(
                        "WAIT monitor",
                        "OBTAIN monitor",
                        "RELEASE monitor",
                        "WAIT monitor",
                        "OBTAIN monitor",
                        "RELEASE monitor"),
                events);
    }

    @Test
    void shouldCountAndIgnoreCallsOutsideOfTheMonitor() throws Exception {
        TracedMonitor monitor = new TracedMonitor("outside", new Object());
        long unmatched = TestProfiler.statistics().wrongCalls();

        List<String> events = events(() -> {
            monitor.obtained();
            monitor.released();
        });

        TestProfiler.flush();
        assertEquals(List.of(), events);
        assertEquals(unmatched + 2, TestProfiler.statistics().wrongCalls());
    }

    // --- many of all

    @Test
    void shouldKeepTheContractWhenManyThreadsContend() throws Exception {
        TracedReadWriteLock shared = new TracedReadWriteLock("many");
        TracedLock alone = new TracedLock("crowd");
        int[] guarded = new int[2];

        RecordedEvents events = TestProfiler.record(() -> TestProfiler.inThreads(8, () -> {
            for (int i = 0; i < 500; i++) {
                alone.lock();
                guarded[0]++;
                alone.unlock();
                Lock lock = i % 3 == 0 ? shared.writeLock() : shared.readLock();
                lock.lock();
                guarded[1] += i % 3 == 0 ? 1 : 0;
                lock.unlock();
            }
        }));

        assertEquals(4_000, guarded[0]);
        assertEquals(8 * 167, guarded[1]);
        List<String> whats = events.verify().whats("lockEvent");
        for (String what : List.of("OBTAIN crowd", "RELEASE crowd")) {
            assertEquals(4_000, whats.stream().filter(what::equals).count(), what);
        }
        for (String what : List.of("OBTAIN many", "RELEASE many")) {
            assertEquals(8 * 167, whats.stream().filter(what::equals).count(), what);
        }
    }

    @Test
    void shouldForgetLocksThatTheProgramHasForgotten() throws Exception {
        RecordedEvents events = TestProfiler.attach(new RecordedEvents());
        List<TracedLock> locks = new ArrayList<>(Stream.generate(() -> new TracedLock("short-lived"))
                .limit(1_000)
                .toList());
        for (TracedLock lock : locks) {
            lock.lock();
            lock.unlock();
        }
        assertEquals(1_000, registered("short-lived"));
        locks.clear();

        TestProfiler.await(() -> {
            System.gc();
            return registered("short-lived") == 0;
        });

        TestProfiler.detach(events);
        assertEquals(
                1_000,
                events.verify().whats("lockDestroyed").stream()
                        .filter("short-lived"::equals)
                        .count());
    }

    /** Locks of a name in the table: others come and go whenever garbage is collected. */
    private static long registered(String name) {
        LockTable<LockInfo> table = LockTable.of(LockInfo.class);
        LockInfo last = table.add(
                new Object(), id -> new LockInfo(id, "last", SourceLocation.here("last"), false, System.nanoTime()));
        return IntStream.rangeClosed(1, last.id())
                .mapToObj(table::get)
                .filter(lock -> lock != null && lock.name().equals(name))
                .count();
    }
}
