package dev.zonecast.framecapture.gl;

import dev.zonecast.headless.EglContext;
import dev.zonecast.headless.EglContext.Wish;
import org.lwjgl.opengl.GL;

/** An OpenGL context without a window, current on the thread that makes it. */
final class HeadlessGl implements AutoCloseable {
    private static final Wish CORE = Wish.ofCore(4, 5).withDebug();

    private final EglContext context;

    /** A context of OpenGL 4.5, core profile, with a default framebuffer of 64 by 48 pixels. */
    HeadlessGl() {
        this(CORE, null);
    }

    private HeadlessGl(Wish wish, EglContext shared) {
        context = new EglContext(wish, 64, 48, shared);
        makeCurrent();
    }

    /** The same with the compatibility profile. */
    static HeadlessGl compatible() {
        return new HeadlessGl(CORE.withCompatibility(), null);
    }

    /** A context that shares objects with this one; it is current now. */
    HeadlessGl sharing() {
        return new HeadlessGl(CORE, context);
    }

    void makeCurrent() {
        context.makeCurrent();
        GL.createCapabilities();
    }

    void release() {
        context.release();
        GL.setCapabilities(null);
    }

    void swap() {
        context.swapBuffers();
    }

    @Override
    public void close() {
        release();
        context.close();
    }
}
