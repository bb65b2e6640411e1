package dev.zonecast.gpu.gl;

import static org.lwjgl.opengl.INTELPerformanceQuery.*;
import static org.lwjgl.system.JNI.callPPPPPPPV;
import static org.lwjgl.system.JNI.callPPPPPV;
import static org.lwjgl.system.JNI.callPPV;
import static org.lwjgl.system.JNI.callPV;
import static org.lwjgl.system.JNI.callV;
import static org.lwjgl.system.MemoryUtil.memGetDouble;
import static org.lwjgl.system.MemoryUtil.memGetFloat;
import static org.lwjgl.system.MemoryUtil.memGetInt;
import static org.lwjgl.system.MemoryUtil.memGetLong;
import static org.lwjgl.system.MemoryUtil.memPutInt;
import static org.lwjgl.system.MemoryUtil.memUTF8Safe;
import static org.lwjgl.system.MemoryUtil.nmemCallocChecked;
import static org.lwjgl.system.MemoryUtil.nmemFree;

import dev.zonecast.core.gpu.HardwareCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.lwjgl.system.FunctionProvider;

/** GL_INTEL_performance_query: a query counts all counters of its type, and one query counts at a time. */
final class IntelQueries extends CounterDriver {
    private static final int MOST_TYPES = 1024;
    private static final int NAME_BYTES = 256;
    private static final int DESCRIPTION_BYTES = 1024;

    /** A counter's place in the result of its query, and what it is there. */
    private record Counter(int query, int resultBytes, int offset, int type, HardwareCounter shown) {}

    private final List<Counter> all = new ArrayList<>();
    private final long create = function("glCreatePerfQueryINTEL");
    private final long delete = function("glDeletePerfQueryINTEL");
    private final long begin = function("glBeginPerfQueryINTEL");
    private final long end = function("glEndPerfQueryINTEL");
    private final long getData = function("glGetPerfQueryDataINTEL");

    IntelQueries(FunctionProvider provider) {
        super(provider);
        long getFirst = function("glGetFirstPerfQueryIdINTEL");
        long getNext = function("glGetNextPerfQueryIdINTEL");
        int query = numbers(1, memory -> callPV(memory, getFirst))[0];
        for (int i = 0; query != 0 && i < MOST_TYPES; i++) {
            readQuery(query);
            int before = query;
            query = numbers(1, memory -> callPV(before, memory, getNext))[0];
        }
    }

    private void readQuery(int query) {
        long getInfo = function("glGetPerfQueryInfoINTEL");
        withMemory(memory -> {
            long numbers = memory + NAME_BYTES;
            callPPPPPV(query, NAME_BYTES - 1, memory, numbers, numbers + 4, numbers + 8, numbers + 12, getInfo);
            String name = memUTF8Safe(memory);
            for (int counter = 1; counter <= memGetInt(numbers + 4); counter++) {
                all.add(counter(query, name, memGetInt(numbers), counter));
            }
            return null;
        });
    }

    private Counter counter(int query, String queryName, int resultBytes, int counter) {
        long getInfo = function("glGetPerfCounterInfoINTEL");
        return withMemory(memory -> {
            long description = memory + NAME_BYTES;
            long numbers = description + DESCRIPTION_BYTES;
            callPPPPPPPV(
                    query,
                    counter,
                    NAME_BYTES - 1,
                    memory,
                    DESCRIPTION_BYTES - 1,
                    description,
                    numbers,
                    numbers + 4,
                    numbers + 8,
                    numbers + 12,
                    numbers + 16,
                    getInfo);
            int kind = memGetInt(numbers + 8);
            boolean isCount = kind == GL_PERFQUERY_COUNTER_EVENT_INTEL
                    || kind == GL_PERFQUERY_COUNTER_DURATION_RAW_INTEL
                    || kind == GL_PERFQUERY_COUNTER_RAW_INTEL;
            return new Counter(
                    query,
                    resultBytes,
                    memGetInt(numbers),
                    memGetInt(numbers + 12),
                    new HardwareCounter(queryName, memUTF8Safe(memory), unit(kind), memUTF8Safe(description), isCount));
        });
    }

    private static String unit(int kind) {
        return switch (kind) {
            case GL_PERFQUERY_COUNTER_EVENT_INTEL, GL_PERFQUERY_COUNTER_RAW_INTEL -> "count";
            case GL_PERFQUERY_COUNTER_DURATION_RAW_INTEL -> "time";
            case GL_PERFQUERY_COUNTER_DURATION_NORM_INTEL -> "share of the time";
            case GL_PERFQUERY_COUNTER_THROUGHPUT_INTEL -> "throughput";
            case GL_PERFQUERY_COUNTER_TIMESTAMP_INTEL -> "point in time";
            default -> "unknown";
        };
    }

    @Override
    List<HardwareCounter> counters() {
        return all.stream().map(Counter::shown).toList();
    }

    @Override
    GlCounters count(String context, List<Integer> chosen, BooleanSupplier isLost) {
        List<Counter> counted = new ArrayList<>();
        for (int index : chosen) {
            Counter counter = all.get(index);
            if (counted.isEmpty() || counter.query == counted.getFirst().query) {
                counted.add(counter);
            } else {
                HardwareCounter.refuse(
                        context,
                        counter.shown.fullName(),
                        "the driver counts one group at a time: that of "
                                + counted.getFirst().shown.fullName());
            }
        }
        return counted.isEmpty() ? null : new Queries(counted, isLost);
    }

    /** A query for each slot, made when the slot is first used. */
    private final class Queries extends GlCounters {
        private final List<Counter> chosen;
        private final BooleanSupplier isLost;
        private final int[] handles = new int[SLOTS + 1];
        private final int resultBytes;

        /** Where the driver puts results, and how long they are. */
        private final long data;

        Queries(List<Counter> chosen, BooleanSupplier isLost) {
            super(SLOTS, chosen.stream().map(each -> each.shown.statistic()).toList());
            this.chosen = chosen;
            this.isLost = isLost;
            resultBytes = chosen.getFirst().resultBytes;
            data = nmemCallocChecked(1, resultBytes + Long.BYTES);
        }

        @Override
        protected boolean begin(int slot, long target) {
            if (handles[slot] == 0) {
                handles[slot] = numbers(1, memory -> callPV(chosen.getFirst().query, memory, create))[0];
            }
            if (handles[slot] == 0) {
                return false;
            }
            callV(handles[slot], begin);
            return true;
        }

        @Override
        protected void end(int slot, long target) {
            callV(handles[slot], end);
        }

        @Override
        protected boolean read(int slot, long[] values) {
            if (isLost.getAsBoolean()) {
                return false;
            }
            long written = data + resultBytes;
            memPutInt(written, 0);
            callPPV(handles[slot], GL_PERFQUERY_DONOT_FLUSH_INTEL, resultBytes, data, written, getData);
            if (memGetInt(written) == 0) {
                return false;
            }
            for (int i = 0; i < chosen.size(); i++) {
                values[i] = value(chosen.get(i));
            }
            return true;
        }

        private long value(Counter counter) {
            long at = data + counter.offset;
            return switch (counter.type) {
                case GL_PERFQUERY_COUNTER_DATA_UINT32_INTEL, GL_PERFQUERY_COUNTER_DATA_BOOL32_INTEL ->
                    Integer.toUnsignedLong(memGetInt(at));
                case GL_PERFQUERY_COUNTER_DATA_UINT64_INTEL -> memGetLong(at);
                case GL_PERFQUERY_COUNTER_DATA_FLOAT_INTEL -> Math.round((double) memGetFloat(at));
                case GL_PERFQUERY_COUNTER_DATA_DOUBLE_INTEL -> Math.round(memGetDouble(at));
                default -> -1;
            };
        }

        @Override
        void delete() {
            for (int handle : handles) {
                if (handle != 0) {
                    callV(handle, delete);
                }
            }
        }

        @Override
        void free() {
            nmemFree(data);
        }
    }
}
