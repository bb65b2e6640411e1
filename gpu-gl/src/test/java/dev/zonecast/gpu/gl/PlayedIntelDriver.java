package dev.zonecast.gpu.gl;

import static org.lwjgl.opengl.INTELPerformanceQuery.*;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.lwjgl.system.MemoryUtil;

/** GL_INTEL_performance_query as its specification has it: two types of queries, of which one counts {@link #work}. */
@SuppressWarnings("unused") // Called by address.
final class PlayedIntelDriver extends PlayedFunctions {
    private record Counter(String name, int kind, int type, int offset) {}

    private static final List<Counter> RENDER = List.of(
            new Counter("cycles", GL_PERFQUERY_COUNTER_EVENT_INTEL, GL_PERFQUERY_COUNTER_DATA_UINT64_INTEL, 0),
            new Counter("pixels", GL_PERFQUERY_COUNTER_RAW_INTEL, GL_PERFQUERY_COUNTER_DATA_FLOAT_INTEL, 8),
            new Counter("busy", GL_PERFQUERY_COUNTER_DURATION_NORM_INTEL, GL_PERFQUERY_COUNTER_DATA_FLOAT_INTEL, 12));

    private static final List<Counter> MEMORY =
            List.of(new Counter("reads", GL_PERFQUERY_COUNTER_EVENT_INTEL, GL_PERFQUERY_COUNTER_DATA_UINT32_INTEL, 0));

    private static final int RESULT_BYTES = 16;

    final Map<Integer, Long> queries = new TreeMap<>();
    private int created;

    /** What the GPU has done so far. */
    long work;

    boolean isReady = true;

    void glGetFirstPerfQueryIdINTEL(long query) {
        putInt(query, 1);
    }

    void glGetNextPerfQueryIdINTEL(int query, long next) {
        putInt(next, query == 1 ? 2 : 0);
    }

    void glGetPerfQueryInfoINTEL(
            int query, int room, long name, long bytes, long counters, long instances, long capabilities) {
        putText(name, query == 1 ? "Render" : "Memory");
        putInt(bytes, RESULT_BYTES);
        putInt(counters, (query == 1 ? RENDER : MEMORY).size());
    }

    void glGetPerfCounterInfoINTEL(
            int query,
            int number,
            int nameRoom,
            long name,
            int textRoom,
            long text,
            long offset,
            long bytes,
            long kind,
            long type,
            long most) {
        Counter counter = (query == 1 ? RENDER : MEMORY).get(number - 1);
        putText(name, counter.name);
        putText(text, "counts " + counter.name);
        putInt(offset, counter.offset);
        putInt(kind, counter.kind);
        putInt(type, counter.type);
    }

    void glCreatePerfQueryINTEL(int query, long handle) {
        queries.put(++created, 0L);
        putInt(handle, created);
    }

    void glDeletePerfQueryINTEL(int handle) {
        queries.remove(handle);
    }

    void glBeginPerfQueryINTEL(int handle) {
        queries.put(handle, -work);
    }

    void glEndPerfQueryINTEL(int handle) {
        queries.merge(handle, work, Long::sum);
    }

    void glGetPerfQueryDataINTEL(int handle, int flags, int room, long data, long written) {
        if (isReady) {
            MemoryUtil.memPutLong(data, queries.get(handle));
            MemoryUtil.memPutFloat(data + 8, queries.get(handle) + 0.4f);
            putInt(written, RESULT_BYTES);
        }
    }
}
