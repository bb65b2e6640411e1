package dev.zonecast.core.clock;

import dev.zonecast.core.platform.Platform;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import dev.zonecast.memory.NativeCalls;
import dev.zonecast.memory.NativeFunction;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * The source of the clock, chosen once.
 *
 * @param name short name for logs and traces: {@code rdtsc}, {@code cntvct_el0}, {@code mach_absolute_time} or {@code nanoTime}
 * @param reason why this one
 * @param counter a handle of type {@code ()long}, or null for {@link System#nanoTime}
 * @param cpu the processor's identification, for Tracy's welcome message
 */
record ClockSource(String name, String reason, MethodHandle counter, CpuIdentity cpu) {
    /**
     * System property: {@code auto} (default), {@code nanotime}, or {@code counter}: the counter even where processor or kernel do not
     * announce it as invariant, and a warning when it cannot be had.
     */
    static final String PROPERTY = "zonecast.clock";

    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    private static final int INVARIANT_TSC_LEAF = 0x8000_0007;
    private static final int INVARIANT_TSC_EDX_BIT = 1 << 8;

    /**
     * Chooses. A counter is used where native access is enabled for this module (else the JVM would print a warning, which is
     * never provoked), where the processor promises a constant rate, and where the system grants an executable page.
     */
    static ClockSource choose() {
        String wish = System.getProperty(PROPERTY, "auto").strip().toLowerCase(Locale.ROOT);
        if (wish.equals("nanotime")) {
            return nanoTime("asked for by -D" + PROPERTY + "=nanotime");
        }
        boolean insists = wish.equals("counter");
        ClockSource chosen = counterOrNanoTime(insists);
        if (insists && chosen.counter() == null) {
            LOG.log(Level.WARNING, "-D{0}=counter cannot be had: {1}", PROPERTY, chosen.reason());
        } else if (!insists && !wish.equals("auto")) {
            LOG.log(
                    Level.WARNING,
                    "-D{0}={1} cannot be read; auto is used. It takes auto, nanotime or counter",
                    PROPERTY,
                    wish);
        }
        return chosen;
    }

    private static ClockSource counterOrNanoTime(boolean insists) {
        if (!NativeCalls.POSSIBLE) {
            return nanoTime("Java " + Runtime.version().feature()
                    + " cannot read the processor's counter, Java 22 and newer can");
        }
        Module module = NativeCalls.class.getModule();
        if (!NativeCalls.ALLOWED) {
            String name = module.isNamed() ? module.getName() : "ALL-UNNAMED";
            return nanoTime(
                    "native access is off; the JVM flag --enable-native-access=" + name + " halves the cost of a zone");
        }
        try {
            return read(Platform.CURRENT, insists);
        } catch (ClockUnavailableException e) {
            return nanoTime(e.getMessage());
        } catch (RuntimeException | LinkageError e) {
            return nanoTime("no counter: " + e);
        }
    }

    private static ClockSource nanoTime(String reason) {
        return new ClockSource(Counter.NONE.clockName, reason, null, CpuIdentity.UNKNOWN);
    }

    /** Known counters and their names as clocks. */
    enum Counter {
        RDTSC("rdtsc"),
        CNTVCT("cntvct_el0"),
        MACH_ABSOLUTE_TIME("mach_absolute_time"),
        NONE("nanoTime");

        private final String clockName;

        Counter(String clockName) {
            this.clockName = clockName;
        }
    }

    /** The counter of a platform. The machine may still refuse it. */
    static Counter counter(Platform platform) {
        return switch (platform.os()) {
            case MACOS -> Counter.MACH_ABSOLUTE_TIME;
            case LINUX, WINDOWS ->
                switch (platform.processor()) {
                    case X86_64 -> Counter.RDTSC;
                    case AARCH64 -> Counter.CNTVCT;
                    case OTHER -> Counter.NONE;
                };
            case OTHER -> Counter.NONE;
        };
    }

    private static ClockSource read(Platform platform, boolean insists) throws ClockUnavailableException {
        return switch (counter(platform)) {
            case RDTSC -> rdtsc(platform, insists);
            case CNTVCT -> cntvct(platform);
            case MACH_ABSOLUTE_TIME -> machAbsoluteTime();
            case NONE -> throw new ClockUnavailableException("no counter is known for this system and processor");
        };
    }

    private static ClockSource rdtsc(Platform platform, boolean insists) throws ClockUnavailableException {
        boolean windows = platform.os() == Platform.Os.WINDOWS;
        ExecutablePage page = ExecutablePage.of(
                platform, CounterCode.X64_RDTSC, windows ? CounterCode.WIN64_CPUID : CounterCode.SYSV_CPUID);
        CpuIdentity cpu = CpuIdentity.UNKNOWN;
        boolean invariant;
        try (MemoryScope scope = MemoryScope.confined()) {
            NativeFunction cpuid = page.routine(1);
            Memory out = scope.allocate(16, 4);
            cpu = CpuIdentity.read(leaf -> cpuid(cpuid, leaf, out));
            int highest = cpuid(cpuid, 0x8000_0000, out)[0];
            invariant = Integer.compareUnsigned(highest, INVARIANT_TSC_LEAF) >= 0
                    && (cpuid(cpuid, INVARIANT_TSC_LEAF, out)[3] & INVARIANT_TSC_EDX_BIT) != 0;
        }
        String reason = trusted(doubt(invariant, windows), insists);
        MethodHandle counter = page.counter(0);
        return new ClockSource(Counter.RDTSC.clockName, reason, counter, cpu);
    }

    private static String doubt(boolean invariant, boolean windows) {
        if (!invariant) {
            return "the processor's time-stamp counter is not invariant";
        }
        return windows ? null : doubtOfKernel();
    }

    /**
     * Why the counter is used.
     *
     * @param doubt why it may not be constant; null: there is no doubt
     * @param insists use it all the same
     */
    static String trusted(String doubt, boolean insists) throws ClockUnavailableException {
        if (doubt == null) {
            return "invariant time-stamp counter";
        }
        if (!insists) {
            throw new ClockUnavailableException(doubt);
        }
        return "asked for by -D" + PROPERTY + "=counter, although " + doubt;
    }

    private static int[] cpuid(NativeFunction cpuid, int leaf, Memory out) {
        long ignored = cpuid.call(leaf, out.address());
        int[] registers = new int[4];
        Memory.copy(out, 0, registers, 0, registers.length);
        return registers;
    }

    /** Linux removes {@code tsc} from its list of clock sources when it finds that processors disagree or that the rate wanders. */
    private static String doubtOfKernel() {
        Path list = Path.of("/sys/devices/system/clocksource/clocksource0/available_clocksource");
        try {
            String sources = Files.readString(list, StandardCharsets.US_ASCII);
            return List.of(sources.strip().split("\\s+")).contains("tsc")
                    ? null
                    : "the kernel has marked the time-stamp counter as unstable";
        } catch (IOException e) {
            return "nothing shows whether the kernel trusts the time-stamp counter: " + e;
        }
    }

    private static ClockSource cntvct(Platform platform) throws ClockUnavailableException {
        ExecutablePage page = ExecutablePage.of(platform, CounterCode.ARM64_CNTVCT, CounterCode.ARM64_CNTFRQ);
        long hertz = page.routine(1).call();
        MethodHandle counter = page.counter(0);
        return new ClockSource(
                Counter.CNTVCT.clockName,
                "architected counter of " + hertz / 1_000_000 + " MHz",
                counter,
                CpuIdentity.UNKNOWN);
    }

    /** macOS maps no code of ours under the hardened runtime; this call reads the same counter in a few nanoseconds. */
    private static ClockSource machAbsoluteTime() throws ClockUnavailableException {
        MethodHandle counter = NativeCalls.findCounter("mach_absolute_time");
        if (counter == null) {
            throw new ClockUnavailableException("the system has no function mach_absolute_time");
        }
        return new ClockSource(
                Counter.MACH_ABSOLUTE_TIME.clockName, "the system's counter", counter, CpuIdentity.UNKNOWN);
    }
}
