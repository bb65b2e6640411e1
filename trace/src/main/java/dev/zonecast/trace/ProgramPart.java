package dev.zonecast.trace;

/** The recording of one program while it is read: a provider's records. */
final class ProgramPart {
    /** Null once the trace has ended: its tables are large. */
    private Source source;

    private String provider = "";
    private Program onlyProgram;

    /** Null until the provider has said that it is one of ours. */
    Session session;

    long firstNanos = Long.MAX_VALUE;
    long lastNanos = Long.MIN_VALUE;
    /** Zones that have ended. */
    long zones;
    /** The recording has its end record. */
    boolean ended;
    /** A record says how the recording ended. */
    boolean explained;
    /** Times that the provider reported a full buffer. */
    long filled;
    /** The last that the profiler says of itself; null if it says nothing. */
    ProfilerStatistics statistics;

    ProgramPart(Source source) {
        this.source = source;
    }

    /** The trace ends: of its source the part keeps what its result has. */
    void end() {
        provider = source.provider;
        onlyProgram = source.onlyProgram();
        source = null;
    }

    /** Nothing is known of it. */
    boolean isEmpty() {
        return session == null && !hasEvents() && filled == 0 && statistics == null;
    }

    void seen(long timeNanos) {
        firstNanos = Math.min(firstNanos, timeNanos);
        lastNanos = Math.max(lastNanos, timeNanos);
    }

    boolean hasEvents() {
        return firstNanos <= lastNanos;
    }

    /** @param ofTrace the time of the trace's last event, for a part without events */
    long lastNanos(long ofTrace) {
        return hasEvents() ? lastNanos : ofTrace;
    }

    /** @param isCutHere the trace ends in this part, inside a record */
    RecordedProgram result(boolean isCutHere) {
        long start = session != null ? session.startNanos() : hasEvents() ? firstNanos : 0;
        return new RecordedProgram(
                owner(),
                name(),
                session != null,
                ended,
                isCutHere || (session != null && !ended && !explained),
                start,
                hasEvents() ? firstNanos : start,
                hasEvents() ? lastNanos : start,
                zones);
    }

    String name() {
        String named = source == null ? provider : source.provider;
        return session != null ? session.program() : named;
    }

    Program owner() {
        Program only = source == null ? onlyProgram : source.onlyProgram();
        return session != null ? session.owner() : only;
    }

    long process() {
        Program owner = owner();
        return owner == null ? LossAccount.ANY_PROCESS : owner.number();
    }
}
