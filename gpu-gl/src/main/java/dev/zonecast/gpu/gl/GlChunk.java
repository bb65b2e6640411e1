package dev.zonecast.gpu.gl;

import dev.zonecast.core.gpu.QueryChunk;

/** Query objects of OpenGL. */
final class GlChunk extends QueryChunk {
    private final GlFunctions gl;
    private final int[] names;

    GlChunk(GlFunctions gl, int queries) {
        super(queries);
        this.gl = gl;
        this.names = gl.newQueries(queries);
    }

    @Override
    protected void issue(int index, long target) {
        gl.queryCounter(names[index]);
    }

    /**
     * "GL_TRUE is returned, which also indicates that the results of all previous queries are available as well"
     * (<a href="https://registry.khronos.org/OpenGL-Refpages/gl4/html/glGetQueryObject.xhtml">glGetQueryObject</a>), so the
     * last one that is ready is found by halving: one question where none or all are.
     */
    @Override
    protected int readyCount(int from, int to) {
        if (!gl.isAvailable(names[from])) {
            return 0;
        }
        int ready = from + 1;
        int end = to;
        int probe = to - 1;
        while (ready < end) {
            if (gl.isAvailable(names[probe])) {
                ready = probe + 1;
            } else {
                end = probe;
            }
            probe = (ready + end) >>> 1;
        }
        return ready - from;
    }

    @Override
    protected long result(int index) {
        return gl.result(names[index]);
    }

    @Override
    protected void destroy() {
        gl.delete(names);
    }
}
