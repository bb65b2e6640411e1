package dev.zonecast.gpu.gl;

import org.lwjgl.opengl.GL;
import org.lwjgl.opengl.GLCapabilities;

/** OpenGL 3.3, or less with ARB_timer_query. */
final class DesktopFunctions extends GlFunctions {
    private DesktopFunctions(GLCapabilities of) {
        super(NativeContext.ofDesktop(), of, GL.getFunctionProvider(), "");
        hasTimestamps = of.OpenGL33 || of.GL_ARB_timer_query;
        getLong = of.glGetInteger64v;
        resetStatus = of.glGetGraphicsResetStatus != 0 ? of.glGetGraphicsResetStatus : of.glGetGraphicsResetStatusARB;
        if (of.OpenGL43 || of.GL_KHR_debug) {
            pushDebugGroup = of.glPushDebugGroup;
            popDebugGroup = of.glPopDebugGroup;
        }
        if (of.OpenGL46 || of.GL_ARB_pipeline_statistics_query) {
            beginQuery = of.glBeginQuery;
            endQuery = of.glEndQuery;
            hasComputeShaders = of.OpenGL43 || of.GL_ARB_compute_shader;
        }
        if (of.OpenGL44 || of.GL_ARB_query_buffer_object) {
            bindBuffer = of.glBindBuffer;
        }
    }

    /** Those of the context that is current on the calling thread, null if there is none. */
    static DesktopFunctions ofCurrent() {
        GLCapabilities capabilities = current();
        return capabilities == null ? null : new DesktopFunctions(capabilities);
    }

    private static GLCapabilities current() {
        try {
            return GL.getCapabilities();
        } catch (IllegalStateException e) {
            return null;
        }
    }

    @Override
    Object capabilities() {
        return current();
    }

    @Override
    long isQuery(Object capabilities) {
        return ((GLCapabilities) capabilities).glIsQuery;
    }
}
