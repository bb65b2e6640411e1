package dev.zonecast.agent.gl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lwjgl.opengl.GL11;
import org.lwjgl.opengl.GL32C;
import org.lwjgl.opengl.GL40C;

/** How many primitives vertices make. */
class PrimitivesTest {
    @ParameterizedTest
    @CsvSource({
        GL11.GL_POINTS + ", 5, 5",
        GL11.GL_LINES + ", 5, 2",
        GL11.GL_LINE_LOOP + ", 5, 5",
        GL11.GL_LINE_STRIP + ", 5, 4",
        GL11.GL_TRIANGLES + ", 8, 2",
        GL11.GL_TRIANGLE_STRIP + ", 5, 3",
        GL11.GL_TRIANGLE_FAN + ", 1, 0",
        GL11.GL_QUADS + ", 9, 2",
        GL11.GL_QUAD_STRIP + ", 7, 2",
        GL11.GL_QUAD_STRIP + ", 1, 0",
        GL11.GL_POLYGON + ", 9, 1",
        GL11.GL_POLYGON + ", 2, 0",
        GL32C.GL_LINES_ADJACENCY + ", 8, 2",
        GL32C.GL_LINE_STRIP_ADJACENCY + ", 8, 5",
        GL32C.GL_TRIANGLES_ADJACENCY + ", 12, 2",
        GL32C.GL_TRIANGLE_STRIP_ADJACENCY + ", 8, 2",
        GL40C.GL_PATCHES + ", 12, 0"
    })
    void shouldCountPrimitives(int mode, int vertices, int primitives) {
        assertEquals(primitives, Primitives.of(mode, vertices));
    }
}
