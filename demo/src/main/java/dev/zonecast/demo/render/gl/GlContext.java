package dev.zonecast.demo.render.gl;

/** A current OpenGL context with or without a window. */
interface GlContext extends AutoCloseable {
    /** How the context was made, for people. */
    String description();

    /** Whether a default framebuffer exists that a person sees. */
    default boolean hasWindow() {
        return false;
    }

    /** Width and height of the default framebuffer in pixels; 0 without a window. */
    default int[] windowSize() {
        return new int[2];
    }

    /** Shows the default framebuffer and handles the window's events; without a window nothing. */
    default void swap() {}

    default boolean closeRequested() {
        return false;
    }

    /** Releases the context and, where there is one, its window. */
    @Override
    void close();
}
