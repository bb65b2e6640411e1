package dev.zonecast.demo.render;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.gpu.GpuZone;
import java.util.List;

/**
 * A graphics API as {@link Passes} see it.
 *
 * @param <T> its targets
 * @param <P> its programs
 */
public interface PassDevice<T extends PassDevice.Surface, P extends AutoCloseable> {
    /** An image that is drawn into and read afterwards. */
    interface Surface extends Scope {
        int width();

        int height();
    }

    /** What a target is for. */
    enum TargetKind {
        /** Depths that shaders compare with. */
        SHADOW_MAP,
        /** Colours without bound, and depths that nobody reads. */
        SCENE,
        /** Colours without bound. */
        GLOW,
        /** The finished frame: 8 bits a channel. */
        FRAME
    }

    /** What a program draws, and with which state. */
    enum ProgramKind {
        /** Depths of meshes, pushed away by an amount that grows with the slope: no face shadows itself. */
        CASTERS,
        /** Meshes: what is nearer hides what is farther. */
        OBJECTS,
        /** One triangle over all of the target, where no object is. */
        SKY,
        /** One triangle over all of the target. */
        OVER_ALL;

        /** True for instances of meshes. */
        public boolean meshes() {
            return this == CASTERS || this == OBJECTS;
        }
    }

    /** Lasts until it is closed. */
    interface Scope extends AutoCloseable {
        @Override
        void close();
    }

    /** Makes a target. */
    T target(TargetKind kind, int width, int height);

    /** Makes a program of two shaders that draws into targets of a kind. */
    P program(ProgramKind kind, TargetKind into, String vertex, String fragment);

    /** Begins a zone on the GPU. */
    GpuZone zone(SourceLocation location);

    /** Begins to draw into a target. What was in it is gone, and depths are far. */
    Scope drawInto(T target);

    /** Uses a program with these textures, in the order of the shader's. */
    void use(P program, List<T> textures);

    /** Sets the parameter of the program in use. */
    void parameter(float x, float y);

    /** Draws one triangle over all of the target. */
    void drawOver();

    /**
     * Draws the instances of a mesh.
     *
     * @param casters true: all that cast shadows; false: all that the camera sees
     */
    void drawMesh(int mesh, boolean casters);
}
