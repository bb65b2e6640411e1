package dev.zonecast.core.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.kind.ParameterKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ParameterTableTest {
    private final ParameterTable table = new ParameterTable(new ParameterActions());
    private final LinkedBlockingQueue<String> seen = new LinkedBlockingQueue<>();

    private String next() throws InterruptedException {
        String said = seen.poll(20, TimeUnit.SECONDS);
        assertTrue(said != null, "no action ran");
        return said;
    }

    private ParameterState watched(String name, ParameterKind kind, int value) {
        ParameterState state = table.add(name, kind, value);
        state.action(() -> seen.add(state + " on " + Thread.currentThread().getName()));
        return state;
    }

    @Test
    void shouldTakeTheValueAndRunTheActionWhenTheViewerChangesIt() throws Exception {
        ParameterState speed = watched("speed", ParameterKind.INTEGER, 7);

        assertTrue(table.change(0, -5));

        assertEquals(-5, speed.value());
        assertEquals("speed = -5 on zonecast-parameters", next());
    }

    @Test
    void shouldRunNoActionWhenTheProgramSetsTheValue() throws Exception {
        ParameterState speed = watched("speed", ParameterKind.INTEGER, 7);

        speed.set(3);

        assertEquals(3, speed.value());
        table.change(0, 4);
        assertEquals("speed = 4 on zonecast-parameters", next());
    }

    @Test
    void shouldReadAPartOfTheParametersWhileTheProgramAddsOne() {
        ParameterState first = table.add("first", ParameterKind.INTEGER, 1);

        List<ParameterState> known = table.all().subList(0, 1);
        table.add("second", ParameterKind.INTEGER, 2);

        assertEquals(List.of(first), List.copyOf(known));
        assertEquals(2, table.all().size());
    }

    @Test
    void shouldKnowOnlyOnAndOffWhenItIsASwitch() {
        ParameterState shadows = table.add("shadows", ParameterKind.BOOLEAN, 0);

        table.change(0, 77);
        assertEquals(1, shadows.value());
        table.change(0, 0);
        assertEquals(0, shadows.value());
    }

    @Test
    void shouldOnlyRunTheActionWhenItIsAButton() throws Exception {
        ParameterState reload = watched("reload", ParameterKind.TRIGGER, 0);

        table.change(0, 1);

        assertEquals("reload on zonecast-parameters", next());
        assertEquals(0, reload.value());
    }

    @Test
    void shouldChangeNothingWhenThereIsNoSuchParameter() {
        table.add("only", ParameterKind.INTEGER, 1);

        assertFalse(table.change(1, 5));
        assertFalse(table.change(-1, 5));
        assertFalse(table.change(Integer.MIN_VALUE, 5));
        assertEquals(1, table.all().getFirst().value());
    }

    @Test
    void shouldGiveTheSameParameterWhenNameAndKindAreEqual() {
        ParameterState first = table.add("x", ParameterKind.INTEGER, 1);

        assertSame(first, table.add("x", ParameterKind.INTEGER, 2));
        assertNotSame(first, table.add("x", ParameterKind.BOOLEAN, 1));
        assertEquals(1, first.value());
    }

    @Test
    void shouldKeepItsValueToItselfWhenThereAreTooMany() {
        for (int i = 0; i < ParameterTable.MAX_PARAMETERS; i++) {
            assertEquals(i, table.add("p" + i, ParameterKind.INTEGER, i).index());
        }

        ParameterState beyond = table.add("beyond", ParameterKind.INTEGER, 99);

        assertEquals(-1, beyond.index());
        assertEquals(99, beyond.value());
        assertEquals(ParameterTable.MAX_PARAMETERS, table.all().size());
    }

    @Test
    void shouldRunTheNextActionWhenOneThrows() throws Exception {
        table.add("bad", ParameterKind.INTEGER, 0).action(() -> {
            throw new IllegalStateException("expected by this test");
        });
        watched("good", ParameterKind.INTEGER, 0);

        table.change(0, 1);
        table.change(1, 2);

        assertEquals("good = 2 on zonecast-parameters", next());
    }

    @Test
    void shouldRunTheNextActionWhenOneLeavesItsThreadInterrupted() throws Exception {
        CountDownLatch bothChanged = new CountDownLatch(1);
        table.add("interrupting", ParameterKind.INTEGER, 0).action(() -> {
            await(bothChanged);
            Thread.currentThread().interrupt();
        });
        watched("next", ParameterKind.INTEGER, 0);

        table.change(0, 1);
        table.change(1, 2);
        bothChanged.countDown();

        assertEquals("next = 2 on zonecast-parameters", next());
    }

    @Test
    void shouldTellAFloodAsOneFurtherChangeWhenTheActionIsSlow() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicInteger runs = new AtomicInteger();
        List<Integer> values = new ArrayList<>();
        ParameterState slow = table.add("slow", ParameterKind.INTEGER, 0);
        slow.action(() -> {
            values.add(slow.value());
            inside.countDown();
            await(goOn);
            runs.incrementAndGet();
        });
        watched("last", ParameterKind.INTEGER, 0);

        table.change(0, 1);
        inside.await();
        for (int i = 2; i <= 1_000_000; i++) {
            table.change(0, i);
        }
        table.change(1, 1);
        goOn.countDown();
        next();

        assertEquals(2, runs.get());
        assertEquals(List.of(1, 1_000_000), values);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
