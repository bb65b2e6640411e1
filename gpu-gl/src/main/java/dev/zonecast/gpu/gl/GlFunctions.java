package dev.zonecast.gpu.gl;

import static org.lwjgl.opengl.GL46C.*;
import static org.lwjgl.system.JNI.callI;
import static org.lwjgl.system.JNI.callP;
import static org.lwjgl.system.JNI.callPV;
import static org.lwjgl.system.JNI.callV;
import static org.lwjgl.system.JNI.callZ;
import static org.lwjgl.system.MemoryUtil.memGetInt;
import static org.lwjgl.system.MemoryUtil.memGetLong;
import static org.lwjgl.system.MemoryUtil.memPutInt;
import static org.lwjgl.system.MemoryUtil.memUTF8Safe;
import static org.lwjgl.system.MemoryUtil.nmemCallocChecked;
import static org.lwjgl.system.MemoryUtil.nmemFree;

import org.lwjgl.system.FunctionProvider;

/**
 * The functions of OpenGL or OpenGL ES that timer queries need, called by address, without allocation on the Java heap. The numbers of
 * OpenGL ES and its extensions are those of OpenGL. Only {@link #isCurrent} may be called on a thread where the context is not current:
 * a call elsewhere may end the process.
 */
abstract class GlFunctions {
    private static final int GPU_DISJOINT_EXT = 0x8FBB;

    private final FunctionProvider provider;
    private final long genQueries;
    private final long deleteQueries;
    private final long isQuery;
    private final long queryCounter;
    private final long getQuery;
    private final long getQueryInt;
    private final long getQueryLong;
    private final long getInteger;

    // Addresses that a subclass knows; 0 if the driver has no such function.
    long beginQuery;
    long endQuery;
    long getLong;
    long resetStatus;
    long pushDebugGroup;
    long popDebugGroup;

    /** For contexts that may have a buffer bound into which results go. */
    long bindBuffer;

    boolean hasTimestamps;
    boolean hasComputeShaders;

    /** Whether a flag is set by a change of the GPU's clock, and cleared by being read. */
    boolean hasDisjointFlag;

    /** Where the driver puts what it answers; calls come from one thread at a time, that of the context. */
    private final long scratch = nmemCallocChecked(1, 16);

    private final NativeContext context;

    /** LWJGL's capabilities that this context had last; a program may make several for one context. */
    private Object known;

    /** Capabilities that another context had last. */
    private Object foreign;

    private int witness;
    private long witnessResult;
    private int queryBuffer;
    private boolean lost;
    private boolean noticesLoss;

    /**
     * Functions of the context that is current on the calling thread.
     *
     * @param suffix of the functions of queries
     */
    GlFunctions(NativeContext context, Object capabilities, FunctionProvider provider, String suffix) {
        this.context = context;
        this.known = capabilities;
        this.provider = provider;
        genQueries = address("glGenQueries" + suffix);
        deleteQueries = address("glDeleteQueries" + suffix);
        isQuery = address("glIsQuery" + suffix);
        queryCounter = address("glQueryCounter" + suffix);
        getQuery = address("glGetQueryiv" + suffix);
        getQueryInt = address("glGetQueryObjectuiv" + suffix);
        getQueryLong = address("glGetQueryObjectui64v" + suffix);
        getInteger = address("glGetIntegerv");
    }

    /** What the driver says of itself, as GL_RENDERER; null if it says nothing. Allocates. */
    final String string(int name) {
        long getString = address("glGetString");
        return getString == 0 ? null : memUTF8Safe(callP(name, getString));
    }

    private long address(String name) {
        return provider.getFunctionAddress(name);
    }

    /** LWJGL's capabilities on the calling thread, null if it has none. */
    abstract Object capabilities();

    /** The address of the function that {@link #recognises} needs in a context with these capabilities; 0 if it has none. */
    abstract long isQuery(Object capabilities);

    final int integer(int what) {
        callPV(what, scratch, getInteger);
        return memGetInt(scratch);
    }

    final int counterBits() {
        return query(GL_TIMESTAMP, GL_QUERY_COUNTER_BITS);
    }

    /** True if the program has a query of the kind active itself. */
    final boolean isActive(int target) {
        return query(target, GL_CURRENT_QUERY) != 0;
    }

    private int query(int target, int what) {
        memPutInt(scratch, 0);
        callPV(target, what, scratch, getQuery);
        return memGetInt(scratch);
    }

    final int[] newQueries(int count) {
        int[] names = new int[count];
        callPV(count, names, genQueries);
        return names;
    }

    final void delete(int[] names) {
        callPV(names.length, names, deleteQueries);
    }

    final void queryCounter(int name) {
        callV(name, GL_TIMESTAMP, queryCounter);
    }

    final void beginQuery(int target, int name) {
        callV(target, name, beginQuery);
    }

    final void endQuery(int target) {
        callV(target, endQuery);
    }

    final boolean isAvailable(int name) {
        memPutInt(scratch, 0);
        callPV(name, GL_QUERY_RESULT_AVAILABLE, scratch, getQueryInt);
        return memGetInt(scratch) != 0;
    }

    final long result(int name) {
        callPV(name, GL_QUERY_RESULT, scratch, getQueryLong);
        return memGetLong(scratch);
    }

    final long timestampNow() {
        callPV(GL_TIMESTAMP, scratch, getLong);
        return memGetLong(scratch);
    }

    final void pushDebugGroup(int id, int bytes, long utf8) {
        callPV(GL_DEBUG_SOURCE_APPLICATION, id, bytes, utf8, pushDebugGroup);
    }

    final void popDebugGroup() {
        callV(popDebugGroup);
    }

    /** With a query buffer bound, results would go into it, to an offset that is our address. {@link #restoreReading} follows. */
    final void prepareReading() {
        if (bindBuffer != 0) {
            queryBuffer = integer(GL_QUERY_BUFFER_BINDING);
            if (queryBuffer != 0) {
                callV(GL_QUERY_BUFFER, 0, bindBuffer);
            }
        }
    }

    final void restoreReading() {
        if (queryBuffer != 0) {
            callV(GL_QUERY_BUFFER, queryBuffer, bindBuffer);
            queryBuffer = 0;
        }
    }

    /** False once after the GPU's clock was disturbed. */
    final boolean clockWasSteady() {
        return !hasDisjointFlag || integer(GPU_DISJOINT_EXT) == 0;
    }

    /** From now on {@link #isLost} asks, if the context was made to be asked. */
    final void noticeLoss() {
        noticesLoss = resetStatus != 0 && integer(GL_RESET_NOTIFICATION_STRATEGY) == GL_LOSE_CONTEXT_ON_RESET;
    }

    final boolean isLost() {
        // Remembered: the status goes back to "no error" when the reset is over.
        lost = lost || (noticesLoss && callI(resetStatus) != GL_NO_ERROR);
        return lost;
    }

    /** As {@link #isLost} was last. */
    final boolean wasLost() {
        return lost;
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
        // Another address: of another driver.
        if (now == foreign || isQuery(now) != isQuery || !findsWitness()) {
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
        witness = newQueries(1)[0];
        queryCounter(witness);
        prepareReading();
        witnessResult = result(witness);
        restoreReading();
    }

    private boolean findsWitness() {
        if (witness == 0 || !callZ(witness, isQuery)) {
            return false;
        }
        prepareReading();
        boolean same = isAvailable(witness) && result(witness) == witnessResult;
        restoreReading();
        return same;
    }

    final void removeWitness() {
        delete(new int[] {witness});
    }

    final void free() {
        nmemFree(scratch);
    }
}
