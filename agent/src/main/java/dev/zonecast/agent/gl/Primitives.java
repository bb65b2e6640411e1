package dev.zonecast.agent.gl;

import org.lwjgl.opengl.GL11;
import org.lwjgl.opengl.GL11C;
import org.lwjgl.opengl.GL32C;
import org.lwjgl.opengl.GL40C;

/** How many primitives a draw call makes of its vertices. */
final class Primitives {
    private Primitives() {}

    static int of(int mode, int count) {
        return switch (mode) {
            case GL11C.GL_LINES -> count / 2;
            case GL11C.GL_LINE_STRIP -> Math.max(0, count - 1);
            case GL11C.GL_TRIANGLES -> count / 3;
            case GL11C.GL_TRIANGLE_STRIP, GL11C.GL_TRIANGLE_FAN -> Math.max(0, count - 2);
            case GL11.GL_QUADS -> count / 4;
            case GL11.GL_QUAD_STRIP -> Math.max(0, (count - 2) / 2);
            case GL11.GL_POLYGON -> Math.min(1, count / 3);
            case GL32C.GL_LINES_ADJACENCY -> count / 4;
            case GL32C.GL_LINE_STRIP_ADJACENCY -> Math.max(0, count - 3);
            case GL32C.GL_TRIANGLES_ADJACENCY -> count / 6;
            case GL32C.GL_TRIANGLE_STRIP_ADJACENCY -> Math.max(0, (count - 4) / 2);
            // Their size is not known here.
            case GL40C.GL_PATCHES -> 0;
            // Points, loops.
            default -> count;
        };
    }
}
