package dev.zonecast.gpu.gl;

import org.lwjgl.opengles.EXTDisjointTimerQuery;
import org.lwjgl.opengles.EXTRobustness;
import org.lwjgl.opengles.GLES;
import org.lwjgl.opengles.GLES20;
import org.lwjgl.opengles.GLES30;
import org.lwjgl.opengles.GLES32;
import org.lwjgl.opengles.GLESCapabilities;
import org.lwjgl.opengles.KHRDebug;
import org.lwjgl.opengles.KHRRobustness;

/** OpenGL ES with EXT_disjoint_timer_query. The only class that needs LWJGL's binding of OpenGL ES. */
final class EsFunctions extends GlFunctions {
    private final boolean clockExt;
    private final boolean debug32;
    private final boolean resetStatus32;
    private final boolean resetStatusKhr;

    private EsFunctions(GLESCapabilities capabilities) {
        super(
                NativeContext.ofEs(),
                capabilities,
                new Features(
                        capabilities.GL_EXT_disjoint_timer_query && capabilities.glQueryCounterEXT != 0,
                        capabilities.glGetInteger64vEXT != 0 || capabilities.glGetInteger64v != 0,
                        capabilities.GLES32 || capabilities.glPushDebugGroupKHR != 0,
                        capabilities.glGetGraphicsResetStatus != 0
                                || capabilities.glGetGraphicsResetStatusKHR != 0
                                || capabilities.glGetGraphicsResetStatusEXT != 0,
                        false));
        clockExt = capabilities.glGetInteger64vEXT != 0;
        debug32 = capabilities.GLES32;
        resetStatus32 = capabilities.glGetGraphicsResetStatus != 0;
        resetStatusKhr = capabilities.glGetGraphicsResetStatusKHR != 0;
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
    boolean hasQueries(Object capabilities) {
        return ((GLESCapabilities) capabilities).glIsQueryEXT != 0;
    }

    @Override
    void beginQuery(int target, int name) {
        throw new UnsupportedOperationException("OpenGL ES has no pipeline statistics");
    }

    @Override
    void endQuery(int target) {
        throw new UnsupportedOperationException("OpenGL ES has no pipeline statistics");
    }

    @Override
    void genQueries(int count, long names) {
        EXTDisjointTimerQuery.nglGenQueriesEXT(count, names);
    }

    @Override
    void deleteQueries(int count, long names) {
        EXTDisjointTimerQuery.nglDeleteQueriesEXT(count, names);
    }

    @Override
    boolean isQuery(int name) {
        return EXTDisjointTimerQuery.glIsQueryEXT(name);
    }

    @Override
    void queryCounter(int name) {
        EXTDisjointTimerQuery.glQueryCounterEXT(name, TIMESTAMP);
    }

    @Override
    void getQuery(int target, int what, long result) {
        EXTDisjointTimerQuery.nglGetQueryivEXT(target, what, result);
    }

    @Override
    void getQueryObjectInt(int name, int what, long result) {
        EXTDisjointTimerQuery.nglGetQueryObjectuivEXT(name, what, result);
    }

    @Override
    void getQueryObjectLong(int name, int what, long result) {
        EXTDisjointTimerQuery.nglGetQueryObjectui64vEXT(name, what, result);
    }

    @Override
    void getInteger(int what, long result) {
        GLES20.nglGetIntegerv(what, result);
    }

    @Override
    void getLong(int what, long result) {
        if (clockExt) {
            EXTDisjointTimerQuery.nglGetInteger64vEXT(what, result);
        } else {
            GLES30.nglGetInteger64v(what, result);
        }
    }

    @Override
    int resetStatus() {
        if (resetStatus32) {
            return GLES32.glGetGraphicsResetStatus();
        }
        return resetStatusKhr
                ? KHRRobustness.glGetGraphicsResetStatusKHR()
                : EXTRobustness.glGetGraphicsResetStatusEXT();
    }

    @Override
    void pushDebugGroup(int id, int bytes, long utf8) {
        if (debug32) {
            GLES32.nglPushDebugGroup(DEBUG_SOURCE_APPLICATION, id, bytes, utf8);
        } else {
            KHRDebug.nglPushDebugGroupKHR(DEBUG_SOURCE_APPLICATION, id, bytes, utf8);
        }
    }

    @Override
    void popDebugGroup() {
        if (debug32) {
            GLES32.glPopDebugGroup();
        } else {
            KHRDebug.glPopDebugGroupKHR();
        }
    }

    /** The extension: the flag is set by a change of the GPU's clock, and cleared by being read. */
    @Override
    boolean clockWasSteady() {
        return integer(EXTDisjointTimerQuery.GL_GPU_DISJOINT_EXT) == 0;
    }
}
