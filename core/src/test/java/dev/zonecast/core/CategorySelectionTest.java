package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.registry.CategorySelection;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CategorySelectionTest {
    private static final Category PHYSICS = Category.of("selection physics");
    private static final Category COLLISIONS = PHYSICS.sub("collisions");
    private static final Category SOLVER = PHYSICS.sub("solver");

    @AfterEach
    void chooseAll() {
        CategorySelection.choose(Set.of());
    }

    private static SourceLocation location(String name) {
        return SourceLocation.of(name, "f", "F.java", 1, 0);
    }

    @Test
    void shouldRecordACategoryWithItsSubcategoriesWhenItIsChosen() {
        SourceLocation physics = location("a").category(PHYSICS);
        SourceLocation collisions = location("b").category(COLLISIONS);
        SourceLocation none = location("c");

        CategorySelection.choose(Set.of("selection physics"));

        assertTrue(physics.isRecorded());
        assertTrue(collisions.isRecorded());
        assertFalse(none.isRecorded());
    }

    @Test
    void shouldRecordASubcategoryAloneWhenItIsChosen() {
        SourceLocation physics = location("d").category(PHYSICS);
        SourceLocation collisions = location("e").category(COLLISIONS);
        SourceLocation solver = location("f").category(SOLVER);

        CategorySelection.choose(Set.of("selection physics: collisions"));

        assertFalse(physics.isRecorded());
        assertTrue(collisions.isRecorded());
        assertFalse(solver.isRecorded());
    }

    @Test
    void shouldRecordWhatAWildcardFits() {
        SourceLocation physics = location("k").category(PHYSICS);
        SourceLocation solver = location("l").category(SOLVER);
        SourceLocation none = location("m");

        CategorySelection.choose(Set.of("selection*"));
        assertEquals(List.of(true, true, false), List.of(physics.isRecorded(), solver.isRecorded(), none.isRecorded()));

        CategorySelection.choose(Set.of("*: s*er"));
        assertEquals(
                List.of(false, true, false), List.of(physics.isRecorded(), solver.isRecorded(), none.isRecorded()));

        CategorySelection.choose(Set.of("selection.*"));
        assertEquals(
                List.of(false, false, false), List.of(physics.isRecorded(), solver.isRecorded(), none.isRecorded()));
    }

    @Test
    void shouldTakeWhatHasNoCategoryForOther() {
        SourceLocation none = location("g");

        CategorySelection.choose(Set.of("Other"));

        assertTrue(none.isRecorded());
        assertFalse(location("h").category(PHYSICS).isRecorded());
    }

    @Test
    void shouldKnowTheChoiceWhereALocationIsMadeLater() {
        CategorySelection.choose(Set.of("selection physics"));

        assertFalse(location("i").isRecorded());
        assertTrue(location("j").category(SOLVER).isRecorded());
    }

    @Test
    void shouldRecordAllAgainWhenNothingIsChosen() {
        SourceLocation none = location("k");
        CategorySelection.choose(Set.of("selection physics"));

        CategorySelection.choose(Set.of());

        assertTrue(none.isRecorded());
    }

    @Test
    void shouldReadNamesApartByCommas() {
        assertEquals(Set.of("Physics", "Render: shadows"), CategorySelection.parse(" Physics ,,Render: shadows, "));
        assertEquals(Set.of(), CategorySelection.parse(""));
    }
}
