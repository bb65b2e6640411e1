package dev.zonecast.gpu.gl;

import org.lwjgl.system.MemoryUtil;

/**
 * The functions of OpenGL or OpenGL ES that timer queries need, without allocation on the Java heap. Only {@link #isCurrent} may be called on
 * a thread where the context is not current: LWJGL ends the process at any other call there.
 */
abstract class GlFunctions {
    /**
     * What a driver has.
     *
     * @param clock whether the GPU's clock can be read
     * @param resetStatus whether a lost context can be noticed
     * @param pipelineStatistics whether the driver counts what its pipeline does
     */
    record Features(
            boolean timestamps, boolean clock, boolean debugGroups, boolean resetStatus, boolean pipelineStatistics) {}

    // The same numbers in OpenGL and in the extensions of OpenGL ES.
    static final int TIMESTAMP = 0x8E28;
    static final int CURRENT_QUERY = 0x8865;
    static final int QUERY_COUNTER_BITS = 0x8864;
    static final int QUERY_RESULT = 0x8866;
    static final int QUERY_RESULT_AVAILABLE = 0x8867;
    static final int RESET_NOTIFICATION_STRATEGY = 0x8256;
    static final int LOSE_CONTEXT_ON_RESET = 0x8252;
    static final int DEBUG_SOURCE_APPLICATION = 0x824A;
    static final int DEBUG_GROUP_STACK_DEPTH = 0x826D;
    static final int MAX_DEBUG_GROUP_STACK_DEPTH = 0x826C;
    static final int MAX_DEBUG_MESSAGE_LENGTH = 0x9143;

    private static final int SCRATCH_BYTES = 16;

    /** Where the driver puts what it answers; calls come from one thread at a time, that of the context. */
    final long scratch = MemoryUtil.nmemCallocChecked(1, SCRATCH_BYTES);

    /** The driver's features. */
    final Features has;

    private final NativeContext context;

    /** LWJGL's capabilities that this context had last; a program may make several for one context. */
    private Object known;

    /** Capabilities that another context had last. */
    private Object foreign;

    private int witness;
    private long witnessResult;

    /** @param capabilities of the context, which is current on the calling thread */
    GlFunctions(NativeContext context, Object capabilities, Features has) {
        this.context = context;
        this.known = capabilities;
        this.has = has;
    }

    /** LWJGL's capabilities on the calling thread, null if it has none. */
    abstract Object capabilities();

    /** True if {@link #isQuery} may be called with these capabilities. */
    abstract boolean hasQueries(Object capabilities);

    abstract void beginQuery(int target, int name);

    abstract void endQuery(int target);

    abstract void genQueries(int count, long names);

    abstract void deleteQueries(int count, long names);

    abstract boolean isQuery(int name);

    abstract void queryCounter(int name);

    abstract void getQuery(int target, int what, long result);

    abstract void getQueryObjectInt(int name, int what, long result);

    abstract void getQueryObjectLong(int name, int what, long result);

    abstract void getInteger(int what, long result);

    abstract void getLong(int what, long result);

    abstract int resetStatus();

    abstract void pushDebugGroup(int id, int bytes, long utf8);

    abstract void popDebugGroup();

    /** Makes what would redirect results to a buffer ineffective, until {@link #restoreReading}. */
    void prepareReading() {}

    void restoreReading() {}

    /** False once after the GPU's clock was disturbed. */
    boolean clockWasSteady() {
        return true;
    }

    final int integer(int what) {
        getInteger(what, scratch);
        return MemoryUtil.memGetInt(scratch);
    }

    final int counterBits() {
        MemoryUtil.memPutInt(scratch, 0);
        getQuery(TIMESTAMP, QUERY_COUNTER_BITS, scratch);
        return MemoryUtil.memGetInt(scratch);
    }

    /** True if the program has a query of the kind active itself. */
    final boolean isActive(int target) {
        MemoryUtil.memPutInt(scratch, 0);
        getQuery(target, CURRENT_QUERY, scratch);
        return MemoryUtil.memGetInt(scratch) != 0;
    }

    final boolean isAvailable(int name) {
        MemoryUtil.memPutInt(scratch, 0);
        getQueryObjectInt(name, QUERY_RESULT_AVAILABLE, scratch);
        return MemoryUtil.memGetInt(scratch) != 0;
    }

    final long result(int name) {
        getQueryObjectLong(name, QUERY_RESULT, scratch);
        return MemoryUtil.memGetLong(scratch);
    }

    final long timestampNow() {
        getLong(TIMESTAMP, scratch);
        return MemoryUtil.memGetLong(scratch);
    }

    // --- is it the same context?

    /**
     * True if this context is current on the calling thread: by its native handle, and by LWJGL's capabilities. New capabilities are
     * accepted where the witness is found: a driver may give the handle of a destroyed context to another.
     */
    final boolean isCurrent() {
        Object now = capabilities();
        return now != null && context.isCurrent() && (now == known || recognises(now));
    }

    private boolean recognises(Object now) {
        if (now == foreign || !hasQueries(now) || !findsWitness()) {
            foreign = now;
            return false;
        }
        known = now;
        return true;
    }

    /**
     * Issues a query that stays, and waits for its result: the time tells this context from others. Queries are not shared between
     * contexts, but their names are small numbers in each.
     */
    final void leaveWitness() {
        genQueries(1, scratch);
        witness = MemoryUtil.memGetInt(scratch);
        queryCounter(witness);
        prepareReading();
        witnessResult = result(witness);
        restoreReading();
    }

    private boolean findsWitness() {
        if (witness == 0 || !isQuery(witness)) {
            return false;
        }
        prepareReading();
        boolean same = isAvailable(witness) && result(witness) == witnessResult;
        restoreReading();
        return same;
    }

    final void removeWitness() {
        MemoryUtil.memPutInt(scratch, witness);
        deleteQueries(1, scratch);
    }

    final void free() {
        MemoryUtil.nmemFree(scratch);
    }
}
