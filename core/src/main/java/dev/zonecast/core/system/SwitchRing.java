package dev.zonecast.core.system;

import dev.zonecast.core.platform.Platform;
import dev.zonecast.core.platform.Platform.Processor;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import dev.zonecast.memory.NativeCalls;
import dev.zonecast.memory.NativeFunction;
import dev.zonecast.memory.RawMemory;

/**
 * The kernel's records of one thread's context switches, in memory that the kernel fills: {@code perf_event_open} of Linux. Times are
 * nanoseconds of CLOCK_MONOTONIC, which is {@link System#nanoTime}. One thread at a time.
 */
final class SwitchRing {
    /** Takes the thread's switches in the order of their time. */
    interface Taker {
        /** The thread begins to run on a core. */
        void in(long nanos, int core);

        /** The thread stops, or ends. */
        void out(long nanos, int core, boolean preempted);

        /** The kernel had no room for as many records before the next one. */
        void lost(long records);
    }

    /** An error of Linux. */
    static final int NO_SUCH_THREAD = 3;

    private static final int DATA_PAGES = 8;

    /** With pages of 4 KiB. */
    static final int MAX_RECORDS = 1024;

    // struct perf_event_attr
    static final int ATTRIBUTE_BYTES = 112;
    private static final int SOFTWARE = 1;
    private static final int DUMMY = 9;
    private static final long SAMPLE_THREAD_TIME_CPU = 1 << 1 | 1 << 2 | 1 << 7;
    static final long EXCLUDE_KERNEL_AND_HYPERVISOR = 1 << 5 | 1 << 6;
    private static final long TASK = 1 << 13;
    private static final long SAMPLE_ID_ALL = 1 << 18;
    private static final long USE_CLOCK_ID = 1 << 25;
    private static final long CONTEXT_SWITCH = 1 << 26;
    private static final int CLOCK_MONOTONIC = 1;

    private static final long CLOSE_ON_EXEC = 1 << 3;

    // struct perf_event_mmap_page
    private static final int DATA_HEAD = 1024;
    private static final int DATA_TAIL = 1032;

    // Records. Fields of a sample stand at the end: process and thread, time, processor.
    private static final int LOST = 2;
    private static final int EXIT = 4;
    private static final int SWITCH = 14;
    private static final int OUT = 1 << 13;
    private static final int PREEMPTED = 1 << 14;

    private static final int PAGE_SIZE = 30;
    private static final int READ_AND_WRITE = 3;
    private static final int SHARED = 1;

    private static final boolean IS_X86 = Platform.CURRENT.processor() == Processor.X86_64;
    private static final long GETTID = IS_X86 ? 186 : 178;
    private static final long PERF_EVENT_OPEN = IS_X86 ? 298 : 241;

    private static final NativeFunction SYSCALL = NativeCalls.findCritical("syscall");
    private static final NativeFunction MMAP = NativeCalls.find("mmap");
    private static final NativeFunction MUNMAP = NativeCalls.find("munmap");
    private static final NativeFunction CLOSE = NativeCalls.find("close");
    private static final NativeFunction ERRNO = NativeCalls.findCritical("__errno_location");
    private static final NativeFunction SYSCONF = NativeCalls.find("sysconf");
    private static final long PAGE_BYTES = SYSCONF == null ? 0 : SYSCONF.call(PAGE_SIZE);

    /** The system refuses. */
    static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1;

        final int error;

        RefusedException(int error) {
            this.error = error;
        }
    }

    private final int file;
    private final int thread;
    private final Memory memory;
    private long tail;

    private SwitchRing(int file, int thread, Memory memory) {
        this.file = file;
        this.thread = thread;
        this.memory = memory;
    }

    /** True if the native functions are there. */
    static boolean isPossible() {
        return SYSCALL != null && MMAP != null && MUNMAP != null && CLOSE != null && ERRNO != null && PAGE_BYTES > 0;
    }

    /** The operating system's number of the calling thread. */
    static int callersNumber() {
        return (int) SYSCALL.call(GETTID);
    }

    /** Records a thread's switches from now on. */
    static SwitchRing open(int thread) throws RefusedException {
        long file;
        try (MemoryScope scope = MemoryScope.confined()) {
            Memory attribute = scope.allocate(ATTRIBUTE_BYTES, Long.BYTES);
            attribute.setInt(0, SOFTWARE);
            attribute.setLong(8, DUMMY);
            attribute.setLong(24, SAMPLE_THREAD_TIME_CPU);
            attribute.setLong(40, EXCLUDE_KERNEL_AND_HYPERVISOR | TASK | SAMPLE_ID_ALL | USE_CLOCK_ID | CONTEXT_SWITCH);
            attribute.setInt(92, CLOCK_MONOTONIC);
            file = openEvent(attribute, thread, -1);
        }
        long bytes = (1 + DATA_PAGES) * PAGE_BYTES;
        try {
            long address = checked(MMAP.call(0, bytes, READ_AND_WRITE, SHARED, file, 0));
            return new SwitchRing((int) file, thread, RawMemory.at(address, bytes));
        } catch (RefusedException e) {
            closeEvent((int) file);
            throw e;
        }
    }

    /**
     * Opens an event of a thread.
     *
     * @param attribute {@code perf_event_attr}
     * @param group the first event of a group, or -1
     */
    static int openEvent(Memory attribute, int thread, int group) throws RefusedException {
        attribute.setInt(4, ATTRIBUTE_BYTES);
        return (int) checked(SYSCALL.call(PERF_EVENT_OPEN, attribute.address(), thread, -1, group, CLOSE_ON_EXEC));
    }

    static void closeEvent(int file) {
        long ignored = CLOSE.call(file);
    }

    private static long checked(long result) throws RefusedException {
        if (result == -1) {
            throw new RefusedException((int) RawMemory.getLong(ERRNO.call()));
        }
        return result;
    }

    /**
     * Hands on the records before a time; later ones stay.
     *
     * @return true if the ring was more than a quarter full
     */
    boolean drain(long beforeNanos, Taker taker) {
        long head = memory.getLongAcquire(DATA_HEAD);
        boolean isFilling = head - tail > DATA_PAGES * PAGE_BYTES / 4;
        while (tail < head) {
            long header = word(0);
            int type = (int) header;
            int misc = (int) (header >>> 32) & 0xFFFF;
            int words = (int) (header >>> 51);
            long nanos = word(words - 2);
            if (nanos >= beforeNanos) {
                break;
            }
            int core = (int) word(words - 1);
            if (type == SWITCH && (misc & OUT) == 0) {
                taker.in(nanos, core);
            } else if (type == SWITCH || (type == EXIT && (int) word(2) == thread)) {
                taker.out(nanos, core, (misc & PREEMPTED) != 0 && type == SWITCH);
            } else if (type == LOST) {
                taker.lost(word(2));
            }
            tail += (long) words * Long.BYTES;
        }
        memory.setLongRelease(DATA_TAIL, tail);
        return isFilling;
    }

    /** A word of the record at the tail. */
    private long word(int index) {
        return memory.getLong(PAGE_BYTES + ((tail + (long) index * Long.BYTES) & (DATA_PAGES * PAGE_BYTES - 1)));
    }

    /** The kernel records nothing more; the memory is gone. */
    void close() {
        long ignored = MUNMAP.call(memory.address(), memory.byteSize());
        closeEvent(file);
    }
}
