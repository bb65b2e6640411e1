package dev.zonecast.core.system;

import dev.zonecast.core.kind.ZoneCounter;
import dev.zonecast.core.system.SwitchRing.RefusedException;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import dev.zonecast.memory.NativeCalls;
import dev.zonecast.memory.NativeFunction;
import java.util.ArrayList;
import java.util.List;

/**
 * Counters of one thread, which the kernel reads together: a group of {@code perf_event_open}. They count in user mode; those of the
 * kernel itself count in its mode too. One thread at a time.
 */
final class CounterGroup {
    // Times when the group was enabled and when it counted; all values in one read.
    private static final long READ_FORMAT = 1 | 1 << 1 | 1 << 3;

    private static final int ENABLED = 1;
    private static final int RUNNING = 2;
    private static final int FIRST_VALUE = 3;

    private static final NativeFunction READ = NativeCalls.findCritical("read");

    private final int[] files;
    private final Memory values;

    private CounterGroup(int[] files) {
        this.files = files;
        values = MemoryScope.auto().allocate((FIRST_VALUE + files.length) * (long) Long.BYTES, Long.BYTES);
    }

    /** True if the native functions are there. */
    static boolean isPossible() {
        return READ != null;
    }

    /** Counts from now on: all counters, or none. */
    static CounterGroup open(List<ZoneCounter> counters, int thread) throws RefusedException {
        List<Integer> files = new ArrayList<>();
        try (MemoryScope scope = MemoryScope.confined()) {
            for (ZoneCounter counter : counters) {
                Memory attribute = scope.allocate(SwitchRing.ATTRIBUTE_BYTES, Long.BYTES);
                attribute.setInt(0, counter.type());
                attribute.setLong(8, counter.config());
                attribute.setLong(32, READ_FORMAT);
                attribute.setLong(40, counter.isOfKernel() ? 0 : SwitchRing.EXCLUDE_KERNEL_AND_HYPERVISOR);
                files.add(SwitchRing.openEvent(attribute, thread, files.isEmpty() ? -1 : files.getFirst()));
            }
            return new CounterGroup(files.stream().mapToInt(file -> file).toArray());
        } catch (RefusedException | RuntimeException | Error e) {
            files.forEach(SwitchRing::closeEvent);
            throw e;
        }
    }

    /** Words of {@link #read}. */
    int words() {
        return FIRST_VALUE + files.length;
    }

    /** Reads all counters into the first words; false if the kernel does not give them. */
    boolean read(long[] words) {
        long bytes = values.byteSize();
        long got = READ.call(files[0], values.address(), bytes);
        for (int i = 0; i < words(); i++) {
            words[i] = values.getLong((long) i * Long.BYTES);
        }
        return got == bytes;
    }

    /**
     * What was counted between two readings, by index.
     *
     * <p>False if other groups had the processor's counters for a part of the time: the counts are not exact.
     */
    static boolean difference(long[] begin, long[] end, long[] counts) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] = end[FIRST_VALUE + i] - begin[FIRST_VALUE + i];
        }
        return end[ENABLED] - begin[ENABLED] == end[RUNNING] - begin[RUNNING];
    }

    /** Nobody reads them afterwards. */
    void close() {
        for (int file : files) {
            SwitchRing.closeEvent(file);
        }
    }
}
