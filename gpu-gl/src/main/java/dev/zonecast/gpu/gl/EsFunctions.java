package dev.zonecast.gpu.gl;

import org.lwjgl.opengles.GLES;
import org.lwjgl.opengles.GLESCapabilities;

/** OpenGL ES with EXT_disjoint_timer_query, without pipeline statistics. The only class that needs LWJGL's binding of OpenGL ES. */
final class EsFunctions extends GlFunctions {
    private EsFunctions(GLESCapabilities of) {
        super(NativeContext.ofEs(), of, GLES.getFunctionProvider(), "EXT");
        hasTimestamps = of.GL_EXT_disjoint_timer_query && of.glQueryCounterEXT != 0;
        hasDisjointFlag = hasTimestamps;
        getLong = of.glGetInteger64vEXT != 0 ? of.glGetInteger64vEXT : of.glGetInteger64v;
        long reset = of.glGetGraphicsResetStatus != 0 ? of.glGetGraphicsResetStatus : of.glGetGraphicsResetStatusKHR;
        resetStatus = reset != 0 ? reset : of.glGetGraphicsResetStatusEXT;
        pushDebugGroup = of.GLES32 ? of.glPushDebugGroup : of.glPushDebugGroupKHR;
        popDebugGroup = of.GLES32 ? of.glPopDebugGroup : of.glPopDebugGroupKHR;
    }

    /** Those of the context that is current on the calling thread, null if there is none. */
    static EsFunctions ofCurrent() {
        GLESCapabilities capabilities = current();
        return capabilities == null ? null : new EsFunctions(capabilities);
    }

    private static GLESCapabilities current() {
        try {
            return GLES.getCapabilities();
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
        return ((GLESCapabilities) capabilities).glIsQueryEXT;
    }
}
