package dev.zonecast.demo.script;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.demo.scene.GameLogicException;
import dev.zonecast.demo.scene.InstanceLayout;
import dev.zonecast.demo.scene.Scene;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class LuaGameTest {
    private static final int OBJECTS = 500;
    private static final int SCRIPTED = LuaGame.objectsOf(OBJECTS);
    private static final float STEP_SECONDS = 1 / 60f;

    @Test
    void shouldTakeNoObjectsOfASceneThatHasFew() {
        assertEquals(0, LuaGame.objectsOf(Scene.MINIMUM_OBJECTS));
        assertEquals(8 * LuaGame.SEGMENTS, LuaGame.objectsOf(4000));
        for (int objects = Scene.MINIMUM_OBJECTS; objects < 2000; objects++) {
            assertTrue(objects - LuaGame.objectsOf(objects) >= Scene.MINIMUM_OBJECTS);
        }
    }

    @Test
    void shouldFlyTheSameWayWhenSeedAndStepsAreTheSame() {
        float[] flown = fly(21, 300);

        assertArrayEquals(flown, fly(21, 300));
        assertFalse(Arrays.equals(flown, fly(22, 300)));
    }

    @Test
    void shouldMoveEveryDroneAboveTheGroundAndNearTheField() {
        float[] before = fly(23, 100);

        float[] after = fly(23, 101);

        for (int at = 0; at < after.length; at += LuaGame.SEGMENTS * InstanceLayout.FLOATS) {
            assertFalse(
                    Arrays.equals(before, at, at + InstanceLayout.FLOATS, after, at, at + InstanceLayout.FLOATS),
                    "a drone stands still");
            float height = after[at + InstanceLayout.POSITION + 1];
            assertTrue(height > 0 && height < 40, "height " + height);
            double away = Math.hypot(after[at], after[at + 2]);
            assertTrue(away < Scene.FIELD_RADIUS, "away " + away);
        }
    }

    @Test
    void shouldSendADroneOutAgainWhenItHasCome() {
        Set<Float> emissions = new HashSet<>();
        int vanished = 0;
        Scene scene = new Scene(OBJECTS, 24, SCRIPTED);
        int firstDrone = (OBJECTS - SCRIPTED) * InstanceLayout.FLOATS + InstanceLayout.EMISSION;
        try (LuaGame game = new LuaGame(scene.scripted(), 24)) {
            for (int i = 0; i < 20 * 60; i++) {
                game.advance(STEP_SECONDS);
                float emission = scene.instances()[firstDrone];
                emissions.add(emission);
                vanished += emission == 0 ? 1 : 0;
            }
            assertTrue(scene.instances()[firstDrone] > 0);
        }

        assertEquals(2, emissions.size(), emissions.toString());
        assertTrue(vanished > 0);
    }

    @Test
    void shouldLetItsThreadsEndWhenItIsClosed() throws InterruptedException {
        Set<Thread> before = coroutines();
        Scene scene = new Scene(OBJECTS, 26, SCRIPTED);
        LuaGame game = new LuaGame(scene.scripted(), 26);
        game.advance(STEP_SECONDS);
        Set<Thread> mine = coroutines();
        mine.removeAll(before);
        assertEquals(SCRIPTED / LuaGame.SEGMENTS + 1, mine.size());

        game.close();

        for (Thread thread : mine) {
            thread.join(Duration.ofSeconds(30));
            assertFalse(thread.isAlive(), thread.getName());
        }
    }

    @Test
    void shouldPassOnWhatAScriptSaysWhenItFails() {
        LuaGame closed = new LuaGame(new Scene(OBJECTS, 27, SCRIPTED).scripted(), 27);
        closed.close();

        GameLogicException e = assertThrows(GameLogicException.class, () -> closed.advance(STEP_SECONDS));

        assertTrue(e.getMessage().contains("cannot resume dead coroutine"), e.getMessage());
    }

    private static float[] fly(long seed, int steps) {
        Scene scene = new Scene(OBJECTS, seed, SCRIPTED);
        try (LuaGame game = new LuaGame(scene.scripted(), seed)) {
            for (int i = 0; i < steps; i++) {
                game.advance(STEP_SECONDS);
            }
            return Arrays.copyOfRange(
                    scene.instances(), (OBJECTS - SCRIPTED) * InstanceLayout.FLOATS, OBJECTS * InstanceLayout.FLOATS);
        }
    }

    private static Set<Thread> coroutines() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("Coroutine-"))
                .collect(Collectors.toCollection(HashSet::new));
    }
}
