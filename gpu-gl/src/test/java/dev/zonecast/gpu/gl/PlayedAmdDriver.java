package dev.zonecast.gpu.gl;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.lwjgl.opengl.AMDPerformanceMonitor;
import org.lwjgl.opengl.GL11C;
import org.lwjgl.system.MemoryUtil;

/** GL_AMD_performance_monitor as its specification has it: two groups, counters that count {@link #work}. */
@SuppressWarnings("unused") // Called by address.
final class PlayedAmdDriver extends PlayedFunctions {
    private record Counter(String name, int type, long factor) {}

    private static final int FIRST_GROUP = 7;

    private static final List<List<Counter>> GROUPS = List.of(
            List.of(
                    new Counter("GPU cycles", AMDPerformanceMonitor.GL_UNSIGNED_INT64_AMD, 1L << 32),
                    new Counter("busy", AMDPerformanceMonitor.GL_PERCENTAGE_AMD, 1)),
            List.of(
                    new Counter("L2 misses", GL11C.GL_UNSIGNED_INT, 1),
                    new Counter("L2 hits", GL11C.GL_UNSIGNED_INT, 10),
                    new Counter("L2 writes", GL11C.GL_UNSIGNED_INT, 100)));

    private record Selected(int group, int counter) {}

    private static final class Monitor {
        private final List<Selected> selected = new ArrayList<>();
        private long counted;
    }

    private final Map<Integer, Monitor> monitors = new TreeMap<>();
    private int created;

    /** What the GPU has done so far. */
    long work;

    boolean isReady = true;

    /** Values of counters that nobody chose come too. */
    boolean addsForeign;

    /** Monitors that were not deleted. */
    int monitors() {
        return monitors.size();
    }

    void glGetPerfMonitorGroupsAMD(long count, int room, long groups) {
        putInt(count, GROUPS.size());
        for (int i = 0; i < Math.min(room, GROUPS.size()); i++) {
            putInt(groups + 4L * i, FIRST_GROUP + i);
        }
    }

    void glGetPerfMonitorCountersAMD(int group, long count, long mostActive, int room, long counters) {
        int size = GROUPS.get(group - FIRST_GROUP).size();
        putInt(count, size);
        putInt(mostActive, 2);
        for (int i = 0; i < Math.min(room, size); i++) {
            putInt(counters + 4L * i, 100 + i);
        }
    }

    void glGetPerfMonitorGroupStringAMD(int group, int room, long length, long text) {
        putText(text, group == FIRST_GROUP ? "GRBM" : "L2");
    }

    private static Counter counter(int group, int counter) {
        return GROUPS.get(group - FIRST_GROUP).get(counter - 100);
    }

    void glGetPerfMonitorCounterStringAMD(int group, int counter, int room, long length, long text) {
        putText(text, counter(group, counter).name);
    }

    void glGetPerfMonitorCounterInfoAMD(int group, int counter, int what, long data) {
        putInt(data, counter(group, counter).type);
    }

    void glGenPerfMonitorsAMD(int count, long names) {
        monitors.put(++created, new Monitor());
        putInt(names, created);
    }

    void glDeletePerfMonitorsAMD(int count, long names) {
        monitors.remove(MemoryUtil.memGetInt(names));
    }

    void glSelectPerfMonitorCountersAMD(int monitor, boolean isOn, int group, int count, long counters) {
        monitors.get(monitor).selected.add(new Selected(group, MemoryUtil.memGetInt(counters)));
    }

    void glBeginPerfMonitorAMD(int monitor) {
        monitors.get(monitor).counted = -work;
    }

    void glEndPerfMonitorAMD(int monitor) {
        monitors.get(monitor).counted += work;
    }

    void glGetPerfMonitorCounterDataAMD(int monitor, int what, int room, long data, long written) {
        if (what == AMDPerformanceMonitor.GL_PERFMON_RESULT_AVAILABLE_AMD) {
            putInt(data, isReady ? 1 : 0);
            return;
        }
        long at = data;
        Monitor of = monitors.get(monitor);
        for (Selected each : of.selected) {
            Counter counter = counter(each.group, each.counter);
            putInt(at, addsForeign ? 99 : each.group);
            putInt(at + 4, each.counter);
            if (counter.type == GL11C.GL_UNSIGNED_INT) {
                putInt(at + 8, (int) (of.counted * counter.factor));
                at += 12;
            } else {
                MemoryUtil.memPutLong(at + 8, of.counted * counter.factor);
                at += 16;
            }
        }
        putInt(written, (int) (at - data));
    }
}
