package dev.zonecast.gpu.gl;

import static org.lwjgl.system.JNI.callPPPV;
import static org.lwjgl.system.JNI.callPPV;
import static org.lwjgl.system.JNI.callPV;
import static org.lwjgl.system.JNI.callV;
import static org.lwjgl.system.MemoryUtil.memGetInt;
import static org.lwjgl.system.MemoryUtil.memGetLong;
import static org.lwjgl.system.MemoryUtil.memPutInt;
import static org.lwjgl.system.MemoryUtil.nmemCallocChecked;
import static org.lwjgl.system.MemoryUtil.nmemFree;

import dev.zonecast.core.gpu.HardwareCounter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.lwjgl.opengl.AMDPerformanceMonitor;
import org.lwjgl.opengl.GL11C;
import org.lwjgl.system.FunctionProvider;

/** GL_AMD_performance_monitor: a monitor counts any counters, as many of a group as the group states. */
final class AmdMonitors extends CounterDriver {
    /** Before a value: numbers of group and counter. */
    private static final int KEY_BYTES = 2 * Integer.BYTES;

    /** A counter's number, and whether its values have 64 bits. */
    private record Counter(int group, int number, boolean isLong, HardwareCounter shown) {}

    private final List<Counter> all = new ArrayList<>();

    /** By group: counters of a monitor at most. */
    private final Map<Integer, Integer> mostActive = new HashMap<>();

    private final long genMonitors = function("glGenPerfMonitorsAMD");
    private final long deleteMonitors = function("glDeletePerfMonitorsAMD");
    private final long select = function("glSelectPerfMonitorCountersAMD");
    private final long begin = function("glBeginPerfMonitorAMD");
    private final long end = function("glEndPerfMonitorAMD");
    private final long getData = function("glGetPerfMonitorCounterDataAMD");

    AmdMonitors(FunctionProvider provider) {
        super(provider);
        long getGroups = function("glGetPerfMonitorGroupsAMD");
        int groups = numbers(1, count -> callPPV(count, 0, 0L, getGroups))[0];
        for (int group : numbers(groups, list -> callPPV(0L, groups, list, getGroups))) {
            readGroup(group);
        }
    }

    private void readGroup(int group) {
        long getString = function("glGetPerfMonitorGroupStringAMD");
        long getCounters = function("glGetPerfMonitorCountersAMD");
        String name = text((room, text) -> callPPV(group, room, 0L, text, getString));
        // The number of counters, then how many may be active.
        int[] counts = numbers(2, memory -> callPPPV(group, memory, memory + Integer.BYTES, 0, 0L, getCounters));
        mostActive.put(group, counts[1]);
        for (int counter : numbers(counts[0], list -> callPPPV(group, 0L, 0L, counts[0], list, getCounters))) {
            all.add(counter(group, name, counter));
        }
    }

    private Counter counter(int group, String groupName, int number) {
        long getString = function("glGetPerfMonitorCounterStringAMD");
        long getInfo = function("glGetPerfMonitorCounterInfoAMD");
        String name = text((room, text) -> callPPV(group, number, room, 0L, text, getString));
        int type = numbers(
                1, memory -> callPV(group, number, AMDPerformanceMonitor.GL_COUNTER_TYPE_AMD, memory, getInfo))[0];
        boolean isLong = type == AMDPerformanceMonitor.GL_UNSIGNED_INT64_AMD;
        boolean isPercentage = type == AMDPerformanceMonitor.GL_PERCENTAGE_AMD;
        boolean isCount = isLong || type == GL11C.GL_UNSIGNED_INT;
        String unit = isCount ? "count" : isPercentage ? "percent" : "decimal number";
        return new Counter(group, number, isLong, new HardwareCounter(groupName, name, unit, "", isCount));
    }

    @Override
    List<HardwareCounter> counters() {
        return all.stream().map(Counter::shown).toList();
    }

    @Override
    GlCounters count(String context, List<Integer> chosen, BooleanSupplier isLost) {
        Map<Integer, Integer> active = new HashMap<>();
        List<Counter> counted = new ArrayList<>();
        for (int index : chosen) {
            Counter counter = all.get(index);
            int most = mostActive.get(counter.group);
            if (active.merge(counter.group, 1, Integer::sum) <= most) {
                counted.add(counter);
            } else {
                HardwareCounter.refuse(
                        context, counter.shown.name(), "the driver counts at most " + most + " of its group");
            }
        }
        return counted.isEmpty() ? null : new Monitors(counted, isLost);
    }

    /** A monitor for each slot, made when the slot is first used. */
    private final class Monitors extends GlCounters {
        private final List<Counter> chosen;
        private final BooleanSupplier isLost;
        private final int[] monitors = new int[SLOTS + 1];

        /** A driver may give more than it was asked for. */
        private final int dataBytes;

        /** Where the driver puts results; calls come from one thread at a time. */
        private final long data;

        Monitors(List<Counter> chosen, BooleanSupplier isLost) {
            super(SLOTS, chosen.stream().map(each -> each.shown.statistic()).toList());
            this.chosen = chosen;
            this.isLost = isLost;
            dataBytes = 2 * chosen.size() * (KEY_BYTES + Long.BYTES);
            data = nmemCallocChecked(1, dataBytes);
        }

        private int newMonitor() {
            int monitor = numbers(1, memory -> callPV(1, memory, genMonitors))[0];
            for (Counter each : chosen) {
                memPutInt(data, each.number);
                callPV(monitor, true, each.group, 1, data, select);
            }
            return monitor;
        }

        @Override
        protected boolean begin(int slot, long target) {
            if (monitors[slot] == 0) {
                monitors[slot] = newMonitor();
            }
            callV(monitors[slot], begin);
            return true;
        }

        @Override
        protected void end(int slot, long target) {
            callV(monitors[slot], end);
        }

        @Override
        protected boolean read(int slot, long[] values) {
            if (isLost.getAsBoolean() || !isAvailable(slot)) {
                return false;
            }
            memPutInt(data + dataBytes - Integer.BYTES, 0);
            callPPV(
                    monitors[slot],
                    AMDPerformanceMonitor.GL_PERFMON_RESULT_AMD,
                    dataBytes - Integer.BYTES,
                    data,
                    data + dataBytes - Integer.BYTES,
                    getData);
            int written = memGetInt(data + dataBytes - Integer.BYTES);
            int found = 0;
            for (int at = 0; at + KEY_BYTES + Integer.BYTES <= written; ) {
                int index = find(memGetInt(data + at), memGetInt(data + at + Integer.BYTES));
                if (index < 0) {
                    return false;
                }
                at += KEY_BYTES;
                boolean isLong = chosen.get(index).isLong;
                values[index] = isLong ? memGetLong(data + at) : Integer.toUnsignedLong(memGetInt(data + at));
                at += isLong ? Long.BYTES : Integer.BYTES;
                found++;
            }
            return found == chosen.size();
        }

        private boolean isAvailable(int slot) {
            memPutInt(data, 0);
            int what = AMDPerformanceMonitor.GL_PERFMON_RESULT_AVAILABLE_AMD;
            callPPV(monitors[slot], what, Integer.BYTES, data, 0L, getData);
            return memGetInt(data) != 0;
        }

        private int find(int group, int number) {
            for (int i = 0; i < chosen.size(); i++) {
                if (chosen.get(i).group == group && chosen.get(i).number == number) {
                    return i;
                }
            }
            return -1;
        }

        @Override
        void delete() {
            for (int monitor : monitors) {
                if (monitor != 0) {
                    memPutInt(data, monitor);
                    callPV(1, data, deleteMonitors);
                }
            }
        }

        @Override
        void free() {
            nmemFree(data);
        }
    }
}
