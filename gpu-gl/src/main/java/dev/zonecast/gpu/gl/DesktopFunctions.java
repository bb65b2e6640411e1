package dev.zonecast.gpu.gl;

import org.lwjgl.opengl.ARBQueryBufferObject;
import org.lwjgl.opengl.ARBRobustness;
import org.lwjgl.opengl.GL;
import org.lwjgl.opengl.GL11C;
import org.lwjgl.opengl.GL15C;
import org.lwjgl.opengl.GL32C;
import org.lwjgl.opengl.GL33C;
import org.lwjgl.opengl.GL43C;
import org.lwjgl.opengl.GL45C;
import org.lwjgl.opengl.GLCapabilities;

/** OpenGL 3.3, or less with ARB_timer_query. */
final class DesktopFunctions extends GlFunctions {
    private final boolean queryBuffers;
    private final boolean coreResetStatus;
    private int queryBuffer;

    private DesktopFunctions(GLCapabilities capabilities) {
        super(
                NativeContext.ofDesktop(),
                capabilities,
                new Features(
                        capabilities.OpenGL33 || capabilities.GL_ARB_timer_query,
                        true,
                        capabilities.OpenGL43 || capabilities.GL_KHR_debug,
                        capabilities.glGetGraphicsResetStatus != 0 || capabilities.glGetGraphicsResetStatusARB != 0,
                        capabilities.OpenGL46 || capabilities.GL_ARB_pipeline_statistics_query));
        coreResetStatus = capabilities.glGetGraphicsResetStatus != 0;
        queryBuffers = capabilities.OpenGL44 || capabilities.GL_ARB_query_buffer_object;
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
    boolean hasQueries(Object capabilities) {
        return ((GLCapabilities) capabilities).glIsQuery != 0;
    }

    @Override
    void beginQuery(int target, int name) {
        GL15C.glBeginQuery(target, name);
    }

    @Override
    void endQuery(int target) {
        GL15C.glEndQuery(target);
    }

    @Override
    void genQueries(int count, long names) {
        GL15C.nglGenQueries(count, names);
    }

    @Override
    void deleteQueries(int count, long names) {
        GL15C.nglDeleteQueries(count, names);
    }

    @Override
    boolean isQuery(int name) {
        return GL15C.glIsQuery(name);
    }

    @Override
    void queryCounter(int name) {
        GL33C.glQueryCounter(name, TIMESTAMP);
    }

    @Override
    void getQuery(int target, int what, long result) {
        GL15C.nglGetQueryiv(target, what, result);
    }

    @Override
    void getQueryObjectInt(int name, int what, long result) {
        GL15C.nglGetQueryObjectuiv(name, what, result);
    }

    @Override
    void getQueryObjectLong(int name, int what, long result) {
        GL33C.nglGetQueryObjectui64v(name, what, result);
    }

    @Override
    void getInteger(int what, long result) {
        GL11C.nglGetIntegerv(what, result);
    }

    @Override
    void getLong(int what, long result) {
        GL32C.nglGetInteger64v(what, result);
    }

    @Override
    int resetStatus() {
        return coreResetStatus ? GL45C.glGetGraphicsResetStatus() : ARBRobustness.glGetGraphicsResetStatusARB();
    }

    @Override
    void pushDebugGroup(int id, int bytes, long utf8) {
        GL43C.nglPushDebugGroup(DEBUG_SOURCE_APPLICATION, id, bytes, utf8);
    }

    @Override
    void popDebugGroup() {
        GL43C.glPopDebugGroup();
    }

    /** With a query buffer bound, results would go into it, to an offset that is our address. */
    @Override
    void prepareReading() {
        if (queryBuffers) {
            queryBuffer = integer(ARBQueryBufferObject.GL_QUERY_BUFFER_BINDING);
            if (queryBuffer != 0) {
                GL15C.glBindBuffer(ARBQueryBufferObject.GL_QUERY_BUFFER, 0);
            }
        }
    }

    @Override
    void restoreReading() {
        if (queryBuffer != 0) {
            GL15C.glBindBuffer(ARBQueryBufferObject.GL_QUERY_BUFFER, queryBuffer);
            queryBuffer = 0;
        }
    }
}
