package dev.zonecast.gpu.gl;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.system.MemoryUtil.NULL;

import org.lwjgl.opengl.GL;
import org.lwjgl.opengles.GLES;

/**
 * An OpenGL or OpenGL ES context without a window: GLFW's null platform with EGL. Current on the thread that makes it. LWJGL takes only
 * one of the two APIs in a process.
 */
final class HeadlessContext implements AutoCloseable {
    enum Api {
        OPENGL,
        OPENGL_ES
    }

    private final Api api;
    private final long window;

    HeadlessContext(Api api) {
        this(api, null);
    }

    /** @param shared context whose objects it shares, or null */
    HeadlessContext(Api api, HeadlessContext shared) {
        this.api = api;
        glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_NULL);
        if (!glfwInit()) {
            throw new IllegalStateException("GLFW's null platform does not start");
        }
        glfwDefaultWindowHints();
        glfwWindowHint(GLFW_CONTEXT_CREATION_API, GLFW_EGL_CONTEXT_API);
        glfwWindowHint(GLFW_CLIENT_API, api == Api.OPENGL ? GLFW_OPENGL_API : GLFW_OPENGL_ES_API);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, api == Api.OPENGL ? 3 : 0);
        if (api == Api.OPENGL) {
            glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        }
        window = glfwCreateWindow(64, 64, "test", NULL, shared == null ? NULL : shared.window);
        if (window == NULL) {
            throw new IllegalStateException("no " + api + " context; Debian: apt-get install libegl1 libegl-mesa0"
                    + " libgl1-mesa-dri libgles2 libgl1");
        }
        makeCurrent();
    }

    void makeCurrent() {
        glfwMakeContextCurrent(window);
        if (api == Api.OPENGL) {
            GL.createCapabilities();
        } else {
            GLES.createCapabilities();
        }
    }

    /** Makes it current; LWJGL goes on with the capabilities that the thread has. */
    void makeCurrentUnannounced() {
        glfwMakeContextCurrent(window);
    }

    /** Makes no context current; LWJGL goes on with the capabilities that the thread has. */
    void releaseUnannounced() {
        glfwMakeContextCurrent(NULL);
    }

    void release() {
        glfwMakeContextCurrent(NULL);
        if (api == Api.OPENGL) {
            GL.setCapabilities(null);
        } else {
            GLES.setCapabilities(null);
        }
    }

    @Override
    public void close() {
        release();
        glfwDestroyWindow(window);
    }
}
