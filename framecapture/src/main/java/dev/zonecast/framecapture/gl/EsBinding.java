package dev.zonecast.framecapture.gl;

import org.lwjgl.opengles.GLES;
import org.lwjgl.opengles.GLESCapabilities;

/** LWJGL's capabilities of OpenGL ES. Programs of OpenGL do not have the binding, so this class is loaded only without OpenGL. */
final class EsBinding {
    private EsBinding() {}

    /** LWJGL's capabilities on the calling thread; null if there are none of OpenGL ES 3.0. */
    static Object capabilities() {
        try {
            GLESCapabilities capabilities = GLES.getCapabilities();
            return capabilities.GLES30 ? capabilities : null;
        } catch (IllegalStateException e) {
            return null;
        }
    }

    /** Address of the function that knows of a reset; 0 if there is none. */
    static long resetStatus(Object capabilities) {
        GLESCapabilities of = (GLESCapabilities) capabilities;
        long reset = of.glGetGraphicsResetStatus != 0 ? of.glGetGraphicsResetStatus : of.glGetGraphicsResetStatusKHR;
        return reset != 0 ? reset : of.glGetGraphicsResetStatusEXT;
    }
}
