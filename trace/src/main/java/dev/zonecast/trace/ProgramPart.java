package dev.zonecast.trace;

/** The recording of one program while it is read: a provider's records from a session record to the next. */
final class ProgramPart {
    private final Source source;
    /** Null until the provider has said that it is one of ours. */
    private Session session;

    private long firstNanos = Long.MAX_VALUE;
    private long lastNanos = Long.MIN_VALUE;
    private boolean ended;
    private boolean explained;
    private ProfilerStatistics statistics;

    ProgramPart(Source source) {
        this.source = source;
    }

    void seen(long timeNanos) {
        firstNanos = Math.min(firstNanos, timeNanos);
        lastNanos = Math.max(lastNanos, timeNanos);
    }

    boolean hasEvents() {
        return firstNanos <= lastNanos;
    }

    long firstNanos() {
        return firstNanos;
    }

    long lastNanos() {
        return lastNanos;
    }

    boolean isOurs() {
        return session != null;
    }

    void setSession(Session newSession) {
        session = newSession;
    }

    /** The recording has its end record. */
    void end() {
        ended = true;
    }

    /** A record says how the recording ended. */
    void explain() {
        explained = true;
    }

    /** The last that the profiler says of itself; null if it says nothing. */
    ProfilerStatistics statistics() {
        return statistics;
    }

    void setStatistics(ProfilerStatistics newStatistics) {
        statistics = newStatistics;
    }

    /** @param isCutHere the trace ends in this part, inside a record */
    RecordedProgram result(boolean isCutHere) {
        long start = session != null ? session.startNanos() : hasEvents() ? firstNanos : 0;
        return new RecordedProgram(
                owner(),
                session != null ? session.program() : source.provider,
                isOurs(),
                ended,
                isCutHere || (isOurs() && !ended && !explained),
                start,
                hasEvents() ? firstNanos : start,
                hasEvents() ? lastNanos : start);
    }

    private Program owner() {
        return session != null ? session.owner() : source.track == null ? null : source.track.program();
    }

    long process() {
        Program owner = owner();
        return owner == null ? LossAccount.ANY_PROCESS : owner.number();
    }
}
