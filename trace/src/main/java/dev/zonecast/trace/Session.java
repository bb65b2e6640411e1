package dev.zonecast.trace;

/**
 * The program and its clocks.
 *
 * @param owner the program as the trace's tracks refer to it
 * @param processId of the program
 * @param startNanos time at which the recording began
 * @param epochMillis milliseconds since 1970 (UTC) at that time
 * @param program its name
 * @param clock which clock was read
 * @param clockReason why that one
 * @param java version and vendor
 * @param system operating system
 */
public record Session(
        Program owner,
        int processId,
        long startNanos,
        long epochMillis,
        String program,
        String clock,
        String clockReason,
        String java,
        String system) {}
