package dev.zonecast.agent.gl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.registry.TableLimit;
import org.junit.jupiter.api.Test;

/** What passes, groups and draws are called. */
class PassNamesTest {
    private static final int COLOR = 0x8CE0;
    private static final int FRAMEBUFFER = 1;
    private static final int MANY = 5_000;
    private static final int MOST = 4_000;
    private static final int LABELS = 65_536;
    private static final int BUFFER = 0x82E0;

    private final ObjectLabels labels = new ObjectLabels();
    private final PassNames names = new PassNames(labels);

    @Test
    void shouldKeepItsNameHoweverOftenItsAttachmentsChange() {
        String first = null;
        for (int frame = 0; frame < MANY; frame++) {
            names.attach(FRAMEBUFFER, COLOR, PassNames.GL_TEXTURE, 7);
            SourceLocation pass = names.pass(FRAMEBUFFER, 64, 64, frame);
            first = first == null ? pass.displayName() : first;
            assertEquals(first, pass.displayName());
        }
        assertEquals("framebuffer 1, 64x64 color", first);
    }

    @Test
    void shouldShareALocationBeyondTheLimit() {
        long refused = TableLimit.refusedNames();
        int before = Ids.of(SourceLocation.of("before the groups", null, null, 0, 0));
        for (int i = 0; i < MANY; i++) {
            SourceLocation ignored = names.group("group " + i);
        }
        int after = Ids.of(SourceLocation.of("after the groups", null, null, 0, 0));
        assertTrue(after - before <= MOST + 2, (after - before) + " locations");
        assertEquals("groups", names.group("one more").displayName());
        assertEquals(MANY - MOST + 1, TableLimit.refusedNames() - refused);
    }

    @Test
    void shouldForgetTheLabelOfATextureThatIsGone() {
        names.label(PassNames.GL_TEXTURE, 5, "shadow map");
        names.attach(FRAMEBUFFER, COLOR, PassNames.GL_TEXTURE, 5);
        assertEquals("shadow map", names.pass(FRAMEBUFFER, 64, 64, 1).displayName());

        names.deleted(PassNames.GL_TEXTURE, 5);

        assertEquals(
                "framebuffer 1, 64x64 color", names.pass(FRAMEBUFFER, 64, 64, 2).displayName());
    }

    @Test
    void shouldKeepTheLabelsOfSharedObjectsForTheContextThatComesLater() {
        names.forget(1);
        names.label(PassNames.GL_PROGRAM, 5, "water");
        var another = new PassNames(labels);

        another.forget(1);

        assertEquals("draw, water", another.draw(5).displayName());
        another.forget(2);
        assertEquals("draw, program 5", another.draw(5).displayName(), "the agent was off before");
        assertEquals("draw, program 5", names.draw(5).displayName());
    }

    @Test
    void shouldHaveRoomForNamesBesideManyLabelsOfBuffers() {
        for (int i = 1; i <= LABELS; i++) {
            names.label(BUFFER, i, "chunk");
        }
        names.label(PassNames.GL_FRAMEBUFFER, FRAMEBUFFER, "shadows");

        assertEquals("shadows", names.pass(FRAMEBUFFER, 64, 64, 1).displayName());
    }

    @Test
    void shouldCountLabelsBeyondTheLimit() {
        long refused = TableLimit.refusedNames();
        for (int i = 1; i <= LABELS + 3; i++) {
            names.label(PassNames.GL_TEXTURE, i, "texture");
        }
        assertEquals(3, TableLimit.refusedNames() - refused);
    }
}
