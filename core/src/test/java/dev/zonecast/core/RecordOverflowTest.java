package dev.zonecast.core;

import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.LockChange;
import dev.zonecast.core.event.MarkerEvent;
import dev.zonecast.core.event.MemoryEvent;
import dev.zonecast.core.event.MessageEvent;
import dev.zonecast.core.event.PlotValue;
import dev.zonecast.core.event.ZoneBegin;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.kind.LockEvent;
import dev.zonecast.core.marker.Marker;
import dev.zonecast.core.marker.MarkerPhase;
import dev.zonecast.core.marker.MarkerType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The Java stack overflows in calls for plots, memory, messages, markers and locks. Each event is recorded whole or not at all, and traced
 * locks lock as the ones inside them do.
 */
class RecordOverflowTest {
    @ParameterizedTest
    @ValueSource(strings = {"-Xint", "-XX:TieredStopAtLevel=1", "-XX:TieredStopAtLevel=4"})
    void shouldRecordWholeEventsWhenTheStackOverflowsAtEveryDepth(String compiler) throws Exception {
        OverflowProgram.expectNoErrors(Program.class, compiler);
    }

    /** A lock that is never free. */
    private static final class BusyLock implements Lock {
        @Override
        public void lock() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void lockInterruptibly() {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean tryLock() {
            return false;
        }

        @Override
        public boolean tryLock(long time, TimeUnit unit) {
            return false;
        }

        @Override
        public void unlock() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Condition newCondition() {
            throw new UnsupportedOperationException();
        }
    }

    /** A lock whose every call is complete or has no effect. Locks of the JDK may stay held when the stack overflows. */
    private static final class WholeLock implements Lock {
        private int holds;

        @Override
        public void lock() {
            holds++;
        }

        @Override
        public void lockInterruptibly() {
            holds++;
        }

        @Override
        public boolean tryLock() {
            holds++;
            return true;
        }

        @Override
        public boolean tryLock(long time, TimeUnit unit) {
            holds++;
            return true;
        }

        @Override
        public void unlock() {
            holds--;
        }

        @Override
        public Condition newCondition() {
            throw new UnsupportedOperationException();
        }
    }

    /** Calls of one kind, and the events that came of them: a call that threw may have been complete. */
    private static final class Calls {
        private long tried;
        private long done;
        private long seen;
    }

    record Hit(int damage, String weapon) {}

    /** Each round overflows at another place: other frames lie below. */
    @SuppressWarnings({"InfiniteRecursion", "LockNotBeforeTry"}) // The subject of the test.
    static final class Program {
        private static final int ROUNDS = 12;
        private static final CallStack STACK = new CallStack(List.of(new CallStack.Call("g", "G.java", 7)));
        private static final Plot PLOT = Plot.of("level");
        private static final MemoryPool POOL = MemoryPool.of("pool");
        private static final Marker MARKER = Marker.of("saved");
        private static final Marker STARTED = Marker.of("started");
        private static final Marker SCOPED = Marker.of("scoped");
        private static final SourceLocation AROUND = SourceLocation.of("around", "f", "F.java", 1, 0);
        private static final MarkerType<Hit> HIT = MarkerType.of(Hit.class);
        private static final Hit HIT_DATA = new Hit(7, "axe");
        private static final WholeLock INNER = new WholeLock();
        private static final TracedLock LOCK = new TracedLock("lock", INNER);
        private static final TracedMonitor MONITOR = new TracedMonitor("monitor", new Object());
        private static final Lock READ_LOCK = new TracedReadWriteLock("readers").readLock();
        private static final TracedLock BUSY = new TracedLock("busy", new BusyLock());
        private static final Calls VALUES = new Calls();
        private static final Calls BLOCKS = new Calls();
        private static final Calls FREES = new Calls();
        private static final Calls MESSAGES = new Calls();
        private static final Calls TEXT_MARKERS = new Calls();
        private static final Calls HITS = new Calls();
        private static final Calls STARTS = new Calls();
        private static final Calls ENDS = new Calls();

        /** How often the program holds the lock as far as it knows. */
        private static int held;

        private static long address;

        private Program() {}

        public static void main(String[] arguments) throws Exception {
            Checks checks = new Checks();
            OverflowProgram.run(checks, "overflows", () -> rounds(checks));
            checks.between("values", VALUES);
            checks.between("blocks", BLOCKS);
            checks.between("frees", FREES);
            checks.between("messages", MESSAGES);
            checks.between("markers with a text", TEXT_MARKERS);
            checks.between("markers with a record", HITS);
            checks.between("starts", STARTS);
            checks.between("ends", ENDS);
            checks.equal("open zones", 0, checks.depth);
            checks.equal("waits that did not end", 0, checks.endlessWaits);
            checks.claims.forEach((lock, claims) -> checks.equal("claims on " + lock, 0, claims));
            checks.errors.stream().distinct().limit(20).forEach(System.out::println);
            System.out.println(VALUES.done + " values, " + BLOCKS.done + " blocks, " + HITS.seen + " hits");
            System.out.println(checks.errors.size() + " errors");
        }

        private static void rounds(Checks checks) {
            // The first use of a class is not the subject.
            long first = Zone.begin(AROUND);
            run(Program::firstUses);
            Zone.end(first);
            for (int round = 0; round < ROUNDS; round++) {
                int frames = 7 * round % 60;
                stand(frames, Program::values);
                stand(frames, Program::blocks);
                stand(frames, Program::messages);
                stand(frames, Program::markers);
                stand(frames, Program::pairs);
                long around = Zone.begin(AROUND);
                stand(frames, Program::scopes);
                Zone.end(around);
                stand(frames, Program::monitor);
                stand(frames, Program::readers);
                stand(frames, Program::locks);
                stand(frames, Program::waits);
                checks.equal("holds", held, INNER.holds);
                for (; held > 0; held--) {
                    LOCK.unlock();
                }
                checks.equal("holds in the end", 0, INNER.holds);
                // The last word of each: what was lost before is repaired by it.
                LOCK.lock();
                LOCK.unlock();
                READ_LOCK.lock();
                READ_LOCK.unlock();
                MONITOR.run(Program::nothing);
            }
        }

        private static void firstUses() {
            value();
            block();
            message();
            marker();
            pair();
            scope();
            MONITOR.run(Program::nothing);
            LOCK.lock();
            LOCK.unlock();
            READ_LOCK.lock();
            READ_LOCK.unlock();
            attempt();
        }

        private static void nothing() {}

        private static void stand(int frames, Runnable action) {
            run(() -> OverflowProgram.stand(frames, action));
        }

        private static void run(Runnable action) {
            try {
                action.run();
            } catch (StackOverflowError e) {
                // The stack has room again.
            }
        }

        private static void values() {
            value();
            values();
        }

        private static void value() {
            VALUES.tried++;
            PLOT.set(VALUES.tried);
            VALUES.done++;
        }

        private static void blocks() {
            block();
            blocks();
        }

        private static void block() {
            BLOCKS.tried++;
            POOL.allocated(++address, 16);
            BLOCKS.done++;
            FREES.tried++;
            POOL.freed(address);
            FREES.done++;
        }

        private static void messages() {
            message();
            messages();
        }

        private static void message() {
            MESSAGES.tried++;
            Message.log(Severity.INFO, "with a stack", STACK);
            MESSAGES.done++;
            Message.log(Severity.INFO, "without one");
        }

        private static void markers() {
            marker();
            markers();
        }

        private static void marker() {
            TEXT_MARKERS.tried++;
            MARKER.instant("slot 3");
            TEXT_MARKERS.done++;
            // Drops in place of throwing, so that the calls that are done are not known.
            HITS.tried++;
            HIT.instant(HIT_DATA);
        }

        private static void pairs() {
            pair();
            pairs();
        }

        private static void pair() {
            STARTS.tried++;
            STARTED.begin();
            STARTS.done++;
            ENDS.tried++;
            STARTED.end();
            ENDS.done++;
        }

        private static void scopes() {
            scope();
            scopes();
        }

        private static void scope() {
            try (Marker.Scope ignored = SCOPED.open("inside")) {
                nothing();
            }
        }

        private static void monitor() {
            MONITOR.run(Program::nothing);
            monitor();
        }

        private static void readers() {
            READ_LOCK.lock();
            try {
                nothing();
            } finally {
                READ_LOCK.unlock();
            }
            readers();
        }

        private static void waits() {
            attempt();
            waits();
        }

        private static void attempt() {
            try {
                boolean ignored = BUSY.tryLock(1, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        private static void locks() {
            LOCK.lock();
            held++;
            LOCK.unlock();
            held--;
            locks();
        }
    }

    private static final class Checks implements EventSink {
        private final List<String> errors = new ArrayList<>();
        private final Set<Long> seen = new HashSet<>();
        private final Map<String, Long> claims = new HashMap<>();
        private long depth;
        private boolean waits;
        private long endlessWaits;

        synchronized void equal(String what, long expected, long actual) {
            if (expected != actual) {
                errors.add(what + ": " + actual + " in place of " + expected);
            }
        }

        void between(String what, Calls calls) {
            if (calls.seen < calls.done || calls.seen > calls.tried) {
                errors.add(what + ": " + calls.seen + ", not from " + calls.done + " to " + calls.tried);
            }
        }

        @Override
        public String description() {
            return "checks";
        }

        @Override
        public void zones(EventThread thread, ZoneRun run) {
            depth += 2L * run.begins() - run.size();
        }

        @Override
        public void event(Event event) {
            switch (event) {
                case ZoneBegin ignored -> depth++;
                case PlotValue e
                when e.isWhole() -> {
                    Program.VALUES.seen++;
                    if (!seen.add(e.whole())) {
                        errors.add("the value " + e.whole() + " twice");
                    }
                }
                case MemoryEvent e
                when e.kind() == EventKind.MEMORY_ALLOCATED -> {
                    Program.BLOCKS.seen++;
                    equal("bytes", 16, e.bytes());
                }
                case MemoryEvent e when e.kind() == EventKind.MEMORY_FREED -> Program.FREES.seen++;
                case MessageEvent e when e.kind() == EventKind.MESSAGE -> message(e);
                case MarkerEvent e -> marker(e);
                case LockChange e when e.kind() == EventKind.LOCK -> lock(e);
                default -> {
                    // Not recorded here.
                }
            }
        }

        private void message(MessageEvent e) {
            boolean isWithout = e.text().toString().equals("without one");
            if (e.stack() == null) {
                equal(e.text() + ", with a stack", 0, isWithout ? 0 : 1);
            } else {
                Program.MESSAGES.seen++;
                equal(e.text() + ", without a stack", 0, isWithout ? 1 : 0);
            }
        }

        private void marker(MarkerEvent marker) {
            switch (marker.definition().name()) {
                case "saved" -> Program.TEXT_MARKERS.seen++;
                case "Hit" -> Program.HITS.seen++;
                case "started" -> (marker.phase() == MarkerPhase.START ? Program.STARTS : Program.ENDS).seen++;
                case "scoped" -> equal("open zones at a scope", 2, depth);
                default -> errors.add(marker.definition().name());
            }
        }

        private void lock(LockChange e) {
            if (e.lock().name().equals("busy")) {
                endlessWaits += waits && e.what() == LockEvent.WAIT ? 1 : 0;
                waits = e.what() == LockEvent.WAIT;
                return;
            }
            long change = switch (e.what()) {
                case OBTAIN, SHARED_OBTAIN -> 1;
                case RELEASE, SHARED_RELEASE -> -1;
                default -> 0;
            };
            long now = claims.merge(e.lock().name(), change, Long::sum);
            equal("holds of " + e.lock().name(), 0, now < 0 || now > 1 ? now : 0);
        }
    }
}
