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
    private final boolean timestamps;
    private final boolean clockExt;
    private final boolean clock30;
    private final boolean debug32;
    private final boolean debugKhr;
    private GLESCapabilities known;

    private EsFunctions(GLESCapabilities capabilities) {
        known = capabilities;
        timestamps = capabilities.GL_EXT_disjoint_timer_query && capabilities.glQueryCounterEXT != 0;
        clockExt = capabilities.glGetInteger64vEXT != 0;
        clock30 = capabilities.glGetInteger64v != 0;
        debug32 = capabilities.GLES32;
        debugKhr = capabilities.glPushDebugGroupKHR != 0;
        KnownCapabilities.learn(capabilities, this);
    }

    /** Those of the context that is current on the calling thread, null if there is none. */
    static EsFunctions ofCurrent() {
        GLESCapabilities capabilities = capabilities();
        return capabilities == null ? null : new EsFunctions(capabilities);
    }

    private static GLESCapabilities capabilities() {
        try {
            return GLES.getCapabilities();
        } catch (IllegalStateException e) {
            return null;
        }
    }

    @Override
    boolean isCurrent() {
        GLESCapabilities now = capabilities();
        return now == known || (now != null && recognises(now));
    }

    private boolean recognises(GLESCapabilities now) {
        GlFunctions owner = KnownCapabilities.owner(now);
        if (owner != this && (owner != null || now.glIsQueryEXT == 0 || !findsWitness())) {
            return false;
        }
        KnownCapabilities.learn(now, this);
        known = now;
        return true;
    }

    @Override
    boolean hasTimestamps() {
        return timestamps;
    }

    @Override
    boolean hasClock() {
        return clockExt || clock30;
    }

    @Override
    boolean hasDebugGroups() {
        return debug32 || debugKhr;
    }

    @Override
    boolean hasResetStatus() {
        return known.glGetGraphicsResetStatus != 0
                || known.glGetGraphicsResetStatusKHR != 0
                || known.glGetGraphicsResetStatusEXT != 0;
    }

    @Override
    boolean hasPipelineStatistics() {
        return false;
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
        if (known.glGetGraphicsResetStatus != 0) {
            return GLES32.glGetGraphicsResetStatus();
        }
        return known.glGetGraphicsResetStatusKHR != 0
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
