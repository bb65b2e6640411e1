package dev.zonecast.gpu.gl;

import dev.zonecast.headless.EglContext;
import dev.zonecast.headless.EglContext.Wish;
import org.lwjgl.opengl.GL;
import org.lwjgl.opengles.GLES;

/** An OpenGL or OpenGL ES context without a window, current on the thread that makes it. LWJGL takes only one of the two APIs in a process. */
final class HeadlessContext implements AutoCloseable {
    enum Api {
        OPENGL,
        OPENGL_ES
    }

    private final Api api;
    private final EglContext context;

    HeadlessContext(Api api) {
        this(api, null);
    }

    /** @param shared context whose objects it shares, or null */
    HeadlessContext(Api api, HeadlessContext shared) {
        this.api = api;
        Wish wish = api == Api.OPENGL ? Wish.ofCore(3, 3) : Wish.ofEs(3, 0);
        context = new EglContext(wish, 64, 64, shared == null ? null : shared.context);
        makeCurrent();
    }

    void makeCurrent() {
        context.makeCurrent();
        if (api == Api.OPENGL) {
            GL.createCapabilities();
        } else {
            GLES.createCapabilities();
        }
    }

    /** Makes it current; LWJGL goes on with the capabilities that the thread has. */
    void makeCurrentUnannounced() {
        context.makeCurrent();
    }

    /** Makes no context current; LWJGL goes on with the capabilities that the thread has. */
    void releaseUnannounced() {
        context.release();
    }

    void release() {
        context.release();
        if (api == Api.OPENGL) {
            GL.setCapabilities(null);
        } else {
            GLES.setCapabilities(null);
        }
    }

    @Override
    public void close() {
        release();
        context.close();
    }
}
