package dev.zonecast.core.live;

import dev.zonecast.core.clock.Clock;
import dev.zonecast.core.clock.ClockFigures;
import dev.zonecast.core.clock.CpuIdentity;
import dev.zonecast.core.late.LateEvents;
import dev.zonecast.core.recording.ProgramName;
import dev.zonecast.core.system.HostFacts;
import dev.zonecast.core.system.LogicalCpu;
import dev.zonecast.tracy.Protocol;
import dev.zonecast.tracy.Welcome;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * Facts about the program and the machine for a new viewer. No name of a user or of the machine, no path, no argument.
 *
 * @param name of the program
 * @param hostInfo lines of text, shown as they stand
 * @param cpus logical processors, empty if unknown
 * @param sourceRoots folders whose files viewers may have the text of, as a rule none
 * @param startedEpochSeconds Unix time of the program's start
 * @param pid process id
 * @param architecture number of the processor's kind: 0 unknown, 1 x86, 2 x86-64, 3 ARM, 4 AArch64
 * @param cpu vendor and model of an x86 processor
 * @param readyNanos {@link System#nanoTime} when the profiler was ready
 */
record ProgramInfo(
        String name,
        String hostInfo,
        List<LogicalCpu> cpus,
        List<Path> sourceRoots,
        long startedEpochSeconds,
        long pid,
        int architecture,
        CpuIdentity cpu,
        long readyNanos) {

    /** This process. An empty name becomes the name of the main class or of the jar. */
    static ProgramInfo current(String name, List<Path> sourceRoots, long readyNanos) {
        ProcessHandle process = ProcessHandle.current();
        List<LogicalCpu> cpus = LogicalCpu.read(Path.of("/sys/devices/system/cpu"));
        Instant started = process.info().startInstant().orElseGet(Instant::now);
        return new ProgramInfo(
                ProgramName.of(name),
                HostFacts.describe(Path.of("/"), cpus) + "Clock: " + Clock.name() + " (" + Clock.reason() + ")",
                cpus,
                sourceRoots,
                started.getEpochSecond(),
                process.pid(),
                architecture(System.getProperty("os.arch", "")),
                Clock.cpu(),
                readyNanos);
    }

    /**
     * The client's part of the handshake.
     *
     * @param originNanos time 0 of the trace, {@link System#nanoTime}
     * @param readyAt when the profiler was ready, not before the origin
     * @param frameMarks offset of the viewer's numbers of video frames
     * @param nowNanos time of the connection
     */
    Welcome welcome(Protocol protocol, long originNanos, long readyAt, long frameMarks, long nowNanos) {
        return new Welcome(
                protocol,
                // Our ticks are nanoseconds: the clock's map has been applied.
                1.0,
                originNanos,
                readyAt,
                ClockFigures.MEASURED.readNanos(),
                ClockFigures.MEASURED.stepNanos(),
                startedEpochSeconds,
                pid,
                LateEvents.INSTANCE.samplingPeriodNanos(),
                true,
                !sourceRoots.isEmpty(),
                false,
                false,
                new Welcome.Cpu(architecture, cpu.vendor(), cpu.packedSignature()),
                name,
                hostInfo,
                frameMarks,
                nowNanos);
    }

    static int architecture(String osArch) {
        return switch (osArch.toLowerCase(Locale.ROOT)) {
            case "x86", "i386", "i486", "i586", "i686" -> 1;
            case "amd64", "x86_64" -> 2;
            case "arm", "arm32" -> 3;
            case "aarch64", "arm64" -> 4;
            default -> 0;
        };
    }
}
