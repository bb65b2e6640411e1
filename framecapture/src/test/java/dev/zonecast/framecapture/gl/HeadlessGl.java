package dev.zonecast.framecapture.gl;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.system.MemoryUtil.NULL;

import org.lwjgl.opengl.GL;

/** An OpenGL context without a window: GLFW's null platform with EGL. Current on the thread that makes it. */
final class HeadlessGl implements AutoCloseable {
    private final long window;

    /** A context of OpenGL 4.5, core profile, with a default framebuffer of 64 by 48 pixels. */
    HeadlessGl() {
        this(GLFW_OPENGL_CORE_PROFILE, NULL);
    }

    private HeadlessGl(int profile, long shared) {
        glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_NULL);
        if (!glfwInit()) {
            throw new IllegalStateException("GLFW's null platform does not start");
        }
        glfwDefaultWindowHints();
        glfwWindowHint(GLFW_CONTEXT_CREATION_API, GLFW_EGL_CONTEXT_API);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
        glfwWindowHint(GLFW_OPENGL_PROFILE, profile);
        glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, GLFW_TRUE);
        window = glfwCreateWindow(64, 48, "test", NULL, shared);
        if (window == NULL) {
            throw new IllegalStateException(
                    "no OpenGL; Debian: apt-get install libegl1 libegl-mesa0 libgl1-mesa-dri libgl1");
        }
        makeCurrent();
    }

    /** The same with the compatibility profile. */
    static HeadlessGl compatible() {
        return new HeadlessGl(GLFW_OPENGL_COMPAT_PROFILE, NULL);
    }

    /** A context that shares objects with this one; it is current now. */
    HeadlessGl sharing() {
        return new HeadlessGl(GLFW_OPENGL_CORE_PROFILE, window);
    }

    void makeCurrent() {
        glfwMakeContextCurrent(window);
        GL.createCapabilities();
    }

    void release() {
        glfwMakeContextCurrent(NULL);
        GL.setCapabilities(null);
    }

    void swap() {
        glfwSwapBuffers(window);
    }

    @Override
    public void close() {
        release();
        glfwDestroyWindow(window);
    }
}
