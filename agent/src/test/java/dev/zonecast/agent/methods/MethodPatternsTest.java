package dev.zonecast.agent.methods;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class MethodPatternsTest {
    @Test
    void theLastPatternThatMatchesDecides() {
        MethodPatterns patterns =
                MethodPatterns.parse("com.mygame.*, !com.mygame.math.*, com.mygame.math.Noise.fill, !*.toString");
        assertTrue(patterns.choose("com.mygame.World", "update", false));
        assertTrue(patterns.choose("com.mygame.World$Cell", "update", false));
        assertFalse(patterns.choose("com.mygame.World", "toString", false));
        assertFalse(patterns.choose("com.mygame.math.Noise", "at", false));
        assertTrue(patterns.choose("com.mygame.math.Noise", "fill", false));
        assertFalse(patterns.choose("com.other.World", "update", false));
    }

    @Test
    void aPatternExcludesWhatTheAnnotationChose() {
        MethodPatterns patterns = MethodPatterns.parse("!com.mygame.World");
        assertTrue(patterns.choose("com.mygame.Game", "update", true));
        assertFalse(patterns.choose("com.mygame.World", "update", true));
    }

    @Test
    void aClassIsReadOnlyIfAMethodMayMatch() {
        MethodPatterns patterns = MethodPatterns.parse("com.mygame.World.up*,!com.mygame.math.*");
        assertTrue(patterns.mayMatch("com.mygame.World"));
        assertFalse(patterns.mayMatch("com.mygame.Worlds"));
        assertFalse(patterns.mayMatch("com.mygame.math.Noise"));
        assertTrue(MethodPatterns.parse("*.update").mayMatch("Any"));
    }

    @Test
    void patternsThatMatchedNothingAreKnown() {
        MethodPatterns patterns = MethodPatterns.parse("com.a.*,com.b.*,!com.c.*");
        assertTrue(patterns.choose("com.a.A", "f", false));
        assertEquals(List.of("com.b.*", "!com.c.*"), patterns.unmatched());
        assertTrue(MethodPatterns.parse("").isEmpty());
    }

    @Test
    void aBudgetIsAShare() {
        assertEquals(0.03, MethodOptions.budget("3%"), 1e-9);
        assertEquals(0.005, MethodOptions.budget(" 0.5 % "), 1e-9);
        assertEquals(1, MethodOptions.budget("off"));
        assertThrows(IllegalArgumentException.class, () -> MethodOptions.budget("much"));
        assertThrows(IllegalArgumentException.class, () -> MethodOptions.budget("-1"));
    }

    @Test
    void anOwnerIsTheLastPartOfAPath() {
        assertEquals("some-mod.jar", Owner.lastPart("/home/a/mods/some-mod.jar"));
        assertEquals("some mod.jar", Owner.lastPart("file:/mods/some%20mod.jar!/"));
        assertEquals("some-mod.jar", Owner.lastPart("/mods/some-mod.jar%2312!/"));
        assertEquals("a+b%.jar", Owner.lastPart("C:\\mods\\a+b%.jar"));
        assertEquals("classes", Owner.lastPart("/game/target/classes/"));
        assertEquals("unknown", Owner.lastPart("/"));
    }
}
