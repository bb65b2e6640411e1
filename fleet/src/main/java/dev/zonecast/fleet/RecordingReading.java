package dev.zonecast.fleet;

import dev.zonecast.fxt.Distribution;
import dev.zonecast.trace.GpuContext;
import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.ProfilerStatistics;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.RecordedProgram;
import dev.zonecast.trace.Session;
import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.TraceEventKind;
import dev.zonecast.trace.TraceFile;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceMessage;
import dev.zonecast.trace.TraceReader;
import dev.zonecast.trace.TraceSummary;
import dev.zonecast.trace.TraceZone;
import dev.zonecast.trace.TrackNames;
import dev.zonecast.trace.stats.FirstReading;
import dev.zonecast.trace.stats.ProgramChoice;
import dev.zonecast.trace.stats.TraceStatistics;
import dev.zonecast.trace.stats.ZoneFilter;
import dev.zonecast.trace.stats.ZoneKind;
import dev.zonecast.trace.stats.ZoneStatistics;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongUnaryOperator;

/**
 * The sessions of a recording. The figures are those of {@code stats}: the same classes compute them, in two readings for each program
 * of the recording. For one thread.
 */
final class RecordingReading {
    private static final int KEPT_MESSAGES = 1000;

    private final Path path;
    private final SourceFile file;
    private final Map<String, String> stated;
    private final LongUnaryOperator claim;
    private final ZoneEvents events;
    private final TrackNames names = new TrackNames();

    /** The answer to a claim of a session that another file has. */
    static final long REFUSED = 0;

    /** Takes single zones. */
    interface ZoneEvents {
        /** Takes no zone. */
        ZoneEvents NONE = (claim, kind, zone, beginNanos, selfNanos) -> {};

        /**
         * Takes a zone.
         *
         * @param claim of the session that it belongs to
         * @param beginNanos since the session's start
         */
        void zone(long claim, ZoneKind kind, TraceZone zone, long beginNanos, long selfNanos) throws IOException;
    }

    /**
     * A reading.
     *
     * @param stated facts that hold for every session, in place of those of the recording
     * @param claim asked once for each session by its id: {@link #REFUSED} leaves the session out, another number represents it
     * @param events takes the zones of each session before this class returns it
     */
    RecordingReading(SourceFile file, Map<String, String> stated, LongUnaryOperator claim, ZoneEvents events) {
        this.claim = claim;
        this.file = file;
        this.path = file.path();
        this.stated = stated;
        this.events = events;
    }

    /**
     * Reads the recording. A session that is left out is null.
     *
     * @throws IOException if it is damaged or cannot be read
     */
    List<SessionFigures> sessions() throws IOException {
        FirstReading first = new FirstReading(filter(ProgramChoice.ALL), 0);
        TraceSummary summary = readFrames(first);
        List<Program> programs = summary.programs().stream()
                .map(RecordedProgram::owner)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        List<SessionFigures> sessions = new ArrayList<>();
        // A part without an owner has zones of other programs.
        boolean isOfOne = programs.size() == 1
                && summary.programs().stream()
                        .allMatch(recorded -> programs.getFirst().equals(recorded.owner()));
        if (programs.isEmpty() || isOfOne) {
            sessions.add(read(first, summary, ProgramChoice.ALL));
            return sessions;
        }
        for (Program program : programs) {
            ProgramChoice choice = new ProgramChoice(program.processId(), program.place());
            FirstReading own = new FirstReading(filter(choice), 0);
            sessions.add(read(own, readFrames(own), choice));
        }
        return sessions;
    }

    /** One of its own: a filter notes what matched, and two threads that write to the same are slow. */
    private static ZoneFilter filter(ProgramChoice choice) {
        return new ZoneFilter(null, null, choice, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    private TraceSummary readFrames(FirstReading reading) throws IOException {
        try (InputStream in = TraceFile.open(path)) {
            return TraceReader.readFrames(in, reading, names);
        }
    }

    private SessionFigures read(FirstReading first, TraceSummary ofFirst, ProgramChoice choice) throws IOException {
        Reading reading = new Reading(first.statistics(KEPT_MESSAGES), choice, startNanos(ofFirst, choice));
        TraceSummary summary;
        try (InputStream in = TraceFile.open(path)) {
            summary = TraceReader.read(in, reading, names);
        }
        return reading.figures(summary);
    }

    /** The start that single zones count from. Without a session it is the first event, which the first reading may pass over. */
    private long startNanos(TraceSummary ofFirst, ProgramChoice choice) throws IOException {
        boolean hasSession = ofFirst.programs(choice::has).stream().anyMatch(RecordedProgram::ours);
        if (hasSession || events == ZoneEvents.NONE) {
            return ofFirst.startNanos(choice::has);
        }
        try (InputStream in = TraceFile.open(path)) {
            return TraceReader.read(in, new TraceListener() {}).startNanos(choice::has);
        }
    }

    /** The second reading: passes everything to the statistics, and keeps what a session is known by. */
    private final class Reading implements TraceListener {
        private final TraceStatistics statistics;
        private final ProgramChoice choice;
        private final SessionFacts.Builder facts = new SessionFacts.Builder();
        private Session session;
        private long id;
        private long startNanos;
        private Long claimed;

        Reading(TraceStatistics statistics, ProgramChoice choice, long startNanos) {
            this.statistics = statistics;
            this.choice = choice;
            this.startNanos = startNanos;
            id = file.id("");
            stated.forEach(facts::set);
        }

        @Override
        public void session(Session newSession) {
            statistics.session(newSession);
            if (session == null && choice.has(newSession.owner())) {
                session = newSession;
                startNanos = newSession.startNanos();
                identify(SourceFile.hash(newSession.program()
                        + '\n'
                        + newSession.processId()
                        + '\n'
                        + newSession.startNanos()
                        + '\n'
                        + newSession.epochMillis()
                        + '\n'
                        + newSession.java()
                        + '\n'
                        + newSession.system()));
            }
        }

        @Override
        public void program(Program program) {
            statistics.program(program);
            if (session == null && !choice.isAll() && choice.has(program)) {
                identify(file.id(program.id()));
            }
        }

        /** Zones that came before are under the claim of the id so far. */
        private void identify(long better) {
            if (claimed == null) {
                id = better;
            }
        }

        @Override
        public void zone(TraceZone zone) throws IOException {
            long self = statistics.add(zone);
            if (self != TraceStatistics.NOT_WANTED && events != ZoneEvents.NONE && isClaimed()) {
                events.zone(claimed, ZoneKind.of(zone), zone, zone.beginNanos() - startNanos, self);
            }
        }

        private boolean isClaimed() {
            if (claimed == null) {
                claimed = claim.applyAsLong(id);
            }
            return claimed != REFUSED;
        }

        @Override
        public void event(TraceEvent event) {
            statistics.event(event);
            if (event instanceof TraceMessage message
                    && message.severity().isEmpty()
                    && choice.has(message.track().program())) {
                facts.line(message.text());
            }
        }

        @Override
        public void gpuCalibration(GpuContext context, long timeNanos, long errorNanos, double driftPpm) {
            statistics.gpuCalibration(context, timeNanos, errorNanos, driftPpm);
        }

        @Override
        public void statistics(ProfilerStatistics profiler) {
            statistics.statistics(profiler);
        }

        @Override
        public Set<TraceEventKind> hidden() {
            return statistics.hidden();
        }

        @Override
        public void end(LossAccount losses) {
            statistics.end(losses);
        }

        SessionFigures figures(TraceSummary summary) {
            if (!isClaimed()) {
                return null;
            }
            List<RecordedProgram> recorded = summary.programs(choice::has);
            if (session != null) {
                facts.set("program", session.program());
                facts.set("os", session.system());
                facts.set("jvm", session.java());
            }
            recorded.forEach(program -> facts.set("program", program.name()));
            long start = session == null ? summary.startNanos(choice::has) : startNanos;
            boolean isClockOff = session != null && !file.isPlausible(session.epochMillis());
            Long started = session == null || isClockOff ? null : session.epochMillis();
            long length = recorded.isEmpty()
                    ? summary.lastNanos() - summary.firstNanos()
                    : TraceSummary.recordedNanos(recorded);
            return new SessionFigures(
                    id,
                    "recording",
                    facts.build(),
                    file.day(started),
                    started,
                    length,
                    lost(summary, recorded),
                    recorded.isEmpty() ? summary.cut() : recorded.stream().anyMatch(RecordedProgram::cut),
                    isClockOff,
                    zones(),
                    frames(start),
                    plots(),
                    messages(start));
        }

        private long lost(TraceSummary summary, List<RecordedProgram> recorded) {
            Set<Long> processes = new HashSet<>(
                    recorded.stream().map(RecordedProgram::process).toList());
            LossAccount losses =
                    choice.isAll() ? summary.losses() : summary.losses().ofProcesses(processes);
            return losses.ofTrace().entries().stream()
                    .filter(entry -> entry.kind().isOfMissing())
                    .mapToLong(LossAccount.Entry::count)
                    .sum();
        }

        private List<SessionFigures.Zones> zones() {
            List<SessionFigures.Zones> zones = new ArrayList<>();
            statistics.zones().forEach(place -> zones.add(zones(place)));
            statistics
                    .frames()
                    .forEach(set -> zones.add(ofFrames(set.isBase() ? "frame" : set.name(), set.durations())));
            return zones;
        }

        private static SessionFigures.Zones zones(ZoneStatistics place) {
            String function = place.location().function();
            String source = place.location().file();
            int line = place.location().line();
            return new SessionFigures.Zones(
                    place.kind().label(),
                    place.location().displayName(),
                    function.isEmpty() ? null : function,
                    source.isEmpty() ? null : source,
                    line == 0 ? null : line,
                    place.self().sum(),
                    SessionFigures.Sketch.of(place.total()));
        }

        private static SessionFigures.Zones ofFrames(String name, Distribution durations) {
            return new SessionFigures.Zones(
                    "frame", name, null, null, null, durations.sum(), SessionFigures.Sketch.of(durations));
        }

        private List<SessionFigures.Frame> frames(long start) {
            return statistics.verdicts().all().stream()
                    .map(verdict -> new SessionFigures.Frame(
                            verdict.frame().number(),
                            verdict.frame().beginNanos() - start,
                            verdict.frame().durationNanos(),
                            verdict.cause().title()))
                    .toList();
        }

        private List<SessionFigures.Plot> plots() {
            return statistics.plots().stream()
                    .filter(plot -> plot.count() > 0)
                    .map(plot -> new SessionFigures.Plot(
                            plot.plot().name(), plot.count(), plot.min(), plot.max(), plot.mean(), plot.last()))
                    .toList();
        }

        private List<SessionFigures.Line> messages(long start) {
            return statistics.messages().stream()
                    .map(message ->
                            new SessionFigures.Line(message.beginNanos() - start, message.severity(), message.text()))
                    .toList();
        }
    }
}
