package dev.zonecast.demo.render.gl;

/** A current OpenGL context with or without a window. */
interface GlContext extends AutoCloseable {
    /** How the context was made, for people. */
    String description();

    /** Whether a default framebuffer exists that a person sees. */
    boolean hasWindow();

    /** Size of the default framebuffer in pixels; 0 without a window. */
    int windowWidth();

    int windowHeight();

    /** Shows the default framebuffer and handles the window's events; without a window nothing. */
    void swap();

    boolean closeRequested();

    /** Releases the context and, where there is one, its window. */
    @Override
    void close();
}
