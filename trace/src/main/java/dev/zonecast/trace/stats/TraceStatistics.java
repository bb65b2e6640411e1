package dev.zonecast.trace.stats;

import dev.zonecast.fxt.Distribution;
import dev.zonecast.trace.GpuContext;
import dev.zonecast.trace.LockSpan;
import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.MarkerKind;
import dev.zonecast.trace.ProfilerStatistics;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.Session;
import dev.zonecast.trace.StackSample;
import dev.zonecast.trace.StatisticsLimit;
import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.TraceEvent.CoreRun;
import dev.zonecast.trace.TraceEvent.FiberRun;
import dev.zonecast.trace.TraceEvent.Flow;
import dev.zonecast.trace.TraceEvent.PlotValue;
import dev.zonecast.trace.TraceEventKind;
import dev.zonecast.trace.TraceFrame;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceMarker;
import dev.zonecast.trace.TraceMemoryEvent;
import dev.zonecast.trace.TraceMessage;
import dev.zonecast.trace.TraceZone;
import dev.zonecast.trace.bounds.FrameVerdicts;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Collects the figures of a trace while it is read. Zones that the trace's end cut off are left out, as in Tracy. */
public final class TraceStatistics implements TraceListener {
    private static final int MAX_FIBERS = 10_000;
    private static final int MAX_CONTEXTS = 10_000;
    private static final int MAX_MARKERS = 100_000;
    private static final int MAX_LOCKS = 100_000;
    private static final int MAX_SEVERITIES = 1000;

    private record FiberKey(Program program, String name) {}

    private record ContextKey(Program program, int context) {}

    /** A lock's id is one of its program. */
    private record LockKey(Program program, long lock) {}

    /** No self time: the filter leaves the zone out. */
    public static final long NOT_WANTED = -1;

    /** Before the lock's name in that of a wait. */
    private static final String WAIT_FOR = "wait for ";

    private final ZoneFilter filter;
    private final int keptMessages;
    private final FrameContents contents;
    private final FrameVerdicts verdicts;
    private final SampleZones sampleZones;
    private final WaitTimes runTimes;
    private final SelfTimes selfTimes;
    private final boolean hasFramesOfSeveral;
    private final Slots<ZoneStatistics> zones = new Slots<>();
    private final Map<FrameTimes.FrameSet, FrameSetStatistics> frames = new LinkedHashMap<>();
    private final FrameTimes frameTimes = new FrameTimes();
    private final Slots<PlotStatistics> plots = new Slots<>();
    private final Map<String, Long> messageCounts = new TreeMap<>();
    private final Deque<TraceMessage> messages = new ArrayDeque<>();
    private final BoundedTable<MarkerKind, MarkerStatistics> markers = new BoundedTable<>(MAX_MARKERS);
    private final Map<LockKey, LockStatistics> locks = new TreeMap<>(
            Comparator.comparingLong((LockKey key) -> key.program.number()).thenComparingLong(LockKey::lock));
    private final Slots<RunStatistics> runs = new Slots<>();
    private final SampleStatistics samples = new SampleStatistics();
    private final MemoryStatistics memory;
    private final MemoryUse memoryUse;
    private final FlowTimes flows;
    private final BoundedTable<FiberKey, FiberStatistics> fibers = new BoundedTable<>(MAX_FIBERS);
    private final BoundedTable<ContextKey, CalibrationStatistics> calibrations = new BoundedTable<>(MAX_CONTEXTS);
    /** Events of further locks and severities. */
    private long beyondLimits;

    private final Set<Program> programs = new HashSet<>();
    private final Map<Program, Session> sessions = new LinkedHashMap<>();
    private final Map<Program, ProfilerStatistics> profilers = new LinkedHashMap<>();

    /**
     * Collects what passes a filter.
     *
     * @param keptMessages the last messages are kept, as many of them
     */
    TraceStatistics(FirstReading first, ZoneFilter filter, SampleZones sampleZones, int keptMessages) {
        this.filter = filter;
        this.sampleZones = sampleZones;
        this.keptMessages = keptMessages;
        contents = first.contents();
        verdicts = first.verdicts();
        hasFramesOfSeveral = first.programsWithFrames() > 1;
        runTimes = first.runs();
        flows = first.flows();
        memoryUse = first.memoryUse();
        selfTimes = new SelfTimes(first.waits());
        memory = new MemoryStatistics(filter);
    }

    /** Of a part of a trace that is still written: everything, without contents of frames and sampled zones. */
    TraceStatistics(SelfTimes selfTimes, int keptMessages) {
        runTimes = new WaitTimes();
        this.selfTimes = selfTimes;
        this.keptMessages = keptMessages;
        filter = ZoneFilter.ALL;
        memoryUse = null;
        flows = new FlowTimes();
        contents = FrameContents.NONE;
        verdicts = FrameVerdicts.none();
        sampleZones = new SampleZones(filter);
        hasFramesOfSeveral = false;
        memory = new MemoryStatistics(filter);
    }

    @Override
    public void program(Program program) {
        if (filter.acceptsProgram(program)) {
            programs.add(program);
        }
    }

    @Override
    public void session(Session newSession) {
        if (filter.acceptsProgram(newSession.owner())) {
            sessions.putIfAbsent(newSession.owner(), newSession);
        }
    }

    @Override
    public void zone(TraceZone zone) {
        add(zone);
    }

    /**
     * Takes the next zone of the reading.
     *
     * @return its self time in nanoseconds, {@link #NOT_WANTED} if it does not pass the filter
     */
    public long add(TraceZone zone) {
        ZoneKind kind = ZoneKind.of(zone);
        selfTimes.take(zone, kind);
        contents.add(zone, kind);
        verdicts.zone(zone);
        flows.zone(zone);
        if (memoryUse != null) {
            memoryUse.add(zone);
        }
        boolean isWanted = filter.accepts(zone);
        sampleZones.add(zone, isWanted);
        if (!isWanted) {
            return NOT_WANTED;
        }
        if (!zone.isCutOff()) {
            frameTimes.zone(zone);
            ZoneStatistics ofPlace = zones.of(kind.slot(zone.location()), zone, ZoneStatistics::new);
            ofPlace.addRan(runTimes.nanos(zone));
            ofPlace.add(zone.durationNanos(), selfTimes.selfNanos(), selfTimes.waitedNanos());
            if (zone.hasCounts()) {
                ofPlace.addCounts(zone);
            }
            MarkerStatistics marker = zone.marker() == null ? null : markers.of(zone.marker(), MarkerStatistics::new);
            if (marker != null) {
                marker.durations().add(zone.durationNanos());
            }
        }
        return selfTimes.selfNanos();
    }

    @Override
    public Set<TraceEventKind> hidden() {
        EnumSet<TraceEventKind> hidden = EnumSet.range(TraceEventKind.THREAD_STOPS, TraceEventKind.LOCK_PLACES);
        hidden.addAll(List.of(TraceEventKind.VSYNCS, TraceEventKind.FRAME_IMAGES));
        hidden.removeAll(List.of(TraceEventKind.CORE_RUNS, TraceEventKind.FLOWS, TraceEventKind.ASYNCS));
        return hidden;
    }

    @Override
    public void event(TraceEvent event) {
        if (event instanceof TraceMemoryEvent block) {
            // Older blocks count for what lives.
            memory.add(block);
        } else if (filter.acceptsThreadOf(event)) {
            add(event);
        }
    }

    private void add(TraceEvent event) {
        frameTimes.event(event);
        switch (event) {
            case TraceFrame frame when !frame.cutOff() -> frame(frame);
            case PlotValue value ->
                plots.of(value.plot().index(), () -> new PlotStatistics(value.plot()))
                        .add(value.value());
            case LockSpan span -> lock(span);
            case TraceMessage message -> message(message);
            case StackSample sample -> samples.add(sample);
            case FiberRun run -> fiber(run);
            case Flow flow -> flows.add(flow);
            case CoreRun run ->
                runs.of(run.track().index(), () -> new RunStatistics(run.track()))
                        .add(run);
            case TraceMarker marker -> marker(marker);
            case TraceEvent.Span span -> marker(span.marker());
            default -> {
                // In no table.
            }
        }
    }

    private void frame(TraceFrame frame) {
        Program program = frame.track().program();
        frames.computeIfAbsent(
                        new FrameTimes.FrameSet(program, frame.track().name()),
                        set -> new FrameSetStatistics(program, frame.name(), frame.isBase(), new Distribution()))
                .durations()
                .add(frame.durationNanos());
    }

    private void fiber(FiberRun run) {
        FiberKey key = new FiberKey(run.track().program(), run.fiber());
        FiberStatistics fiber = fibers.of(key, of -> new FiberStatistics(of.program, of.name));
        if (fiber != null) {
            fiber.threads().add(run.track());
            fiber.runs().add(run.endNanos() - run.beginNanos());
        }
    }

    private void marker(TraceMarker marker) {
        if (marker.cutOff()) {
            // Its end is not known.
            return;
        }
        MarkerStatistics statistics = markers.of(marker.kind(), MarkerStatistics::new);
        if (statistics != null) {
            (marker.isInterval() ? statistics.durations() : statistics.moments()).add(marker.durationNanos());
        }
    }

    /** The lock's track has its name. A lock that is never held has the name in its waits. */
    private void lock(LockSpan span) {
        LockKey key = new LockKey(span.track().program(), span.lock());
        if (locks.size() >= MAX_LOCKS && !locks.containsKey(key)) {
            beyondLimits++;
            return;
        }
        String name = span.hold()
                ? span.track().name()
                : span.name().substring(span.name().startsWith(WAIT_FOR) ? WAIT_FOR.length() : 0);
        LockStatistics known = locks.computeIfAbsent(
                key, of -> new LockStatistics(of.program, of.lock, name, new Distribution(), new Distribution()));
        (span.hold() ? known.holds() : known.waits()).add(span.durationNanos());
        if (span.hold() || known.holds().count() == 0) {
            locks.put(key, known.withName(name));
        }
    }

    private void message(TraceMessage message) {
        if (messageCounts.size() < MAX_SEVERITIES || messageCounts.containsKey(message.severity())) {
            messageCounts.merge(message.severity(), 1L, Long::sum);
        } else {
            beyondLimits++;
        }
        messages.addLast(message);
        if (messages.size() > keptMessages) {
            messages.removeFirst();
        }
    }

    @Override
    public void gpuCalibration(GpuContext context, long timeNanos, long errorNanos, double driftPpm) {
        if (filter.acceptsTime(timeNanos) && filter.acceptsProgram(context.program())) {
            ContextKey key = new ContextKey(context.program(), context.id());
            CalibrationStatistics clock = calibrations.of(key, of -> new CalibrationStatistics());
            if (clock != null) {
                clock.add(context, errorNanos, driftPpm);
            }
        }
    }

    @Override
    public void statistics(ProfilerStatistics statistics) {
        if (filter.acceptsProgram(statistics.program())) {
            profilers.put(statistics.program(), statistics);
        }
    }

    @Override
    public void end(LossAccount losses) {
        long beyond = markers.beyondLimit()
                + fibers.beyondLimit()
                + calibrations.beyondLimit()
                + memory.beyondLimits()
                + beyondLimits;
        StatisticsLimit.ROWS.addTo(losses, beyond);
        StatisticsLimit.MEMORY_PLACES.addTo(losses, memoryUse == null ? 0 : memoryUse.beyondLimit());
        StatisticsLimit.FLOWS.addTo(losses, flows.beyondLimit());
        StatisticsLimit.FRAME_TIMES.addTo(losses, frameTimes.beyondLimit());
        StatisticsLimit.FRAME_CONTENTS.addTo(losses, contents.beyondLimit());
        selfTimes.addTo(losses);
        StatisticsLimit.CORE_TIMES.addTo(losses, runTimes.beyondLimit());
        StatisticsLimit.SAMPLED_ZONES.addTo(losses, sampleZones.beyondLimit());
        verdicts.addTo(losses);
    }

    /** The programs of the filter that say what they are, in the order of the trace; none of traces that are not ours. */
    public Collection<Session> sessions() {
        return sessions.values();
    }

    /** Programs of the filter. */
    public Set<Program> programs() {
        return programs;
    }

    /** Zones by place: kind of time by kind, in each those with the longest time of their own first. */
    public List<ZoneStatistics> zones() {
        return zones.all().stream()
                .sorted(Comparator.comparing(ZoneStatistics::time)
                        .thenComparing(zone -> zone.self().sum(), Comparator.reverseOrder())
                        .thenComparing(zone -> zone.location().displayName()))
                .toList();
    }

    /** Contents of the slowest frames. */
    public FrameContents contents() {
        return contents;
    }

    /** What bounds the frames. */
    public FrameVerdicts verdicts() {
        return verdicts;
    }

    /** True if several programs mark frames: what is usual in a frame is a matter of one. */
    public boolean hasFramesOfSeveral() {
        return hasFramesOfSeveral;
    }

    /** Sets of frames, in the order in which they came. */
    public Collection<FrameSetStatistics> frames() {
        return frames.values();
    }

    /** Pacing and phases of frames. */
    public FrameTimes frameTimes() {
        return frameTimes;
    }

    /** Plots that have values. */
    public List<PlotStatistics> plots() {
        return plots.all().stream()
                .sorted(Comparator.comparing(plot -> plot.plot().name()))
                .toList();
    }

    /** Markers by name and schema, scoped ones and asynchronous spans among them; the most frequent first. */
    public List<MarkerStatistics> markers() {
        return markers.values().stream()
                .sorted(Comparator.comparingLong(MarkerStatistics::count)
                        .reversed()
                        .thenComparing(marker -> marker.kind().name()))
                .toList();
    }

    /** Locks that were held or waited for, by process and id. */
    public Collection<LockStatistics> locks() {
        return locks.values();
    }

    /** Samples of stacks. */
    public SampleStatistics samples() {
        return samples;
    }

    /** Zones in which the samples were taken. */
    public SampleZones sampleZones() {
        return sampleZones;
    }

    /** Memory by pool. */
    public MemoryStatistics memory() {
        return memory;
    }

    /** Memory by zone, call stack and frame; null if the first reading did not look at it. */
    public MemoryUse memoryUse() {
        return memoryUse;
    }

    /** Fibers, in the order of their first runs. */
    public Collection<FiberStatistics> fibers() {
        return fibers.values();
    }

    /** Runs on cores by thread; the thread that ran longest first. */
    public List<RunStatistics> runs() {
        return runs.all().stream()
                .sorted(Comparator.comparingLong(RunStatistics::runningNanos).reversed())
                .toList();
    }

    /** Flows by name, in the order of their first ends. */
    public Collection<FlowStatistics> flows() {
        return flows.all();
    }

    /** GPU contexts, in the order of their first calibrations. */
    public Collection<CalibrationStatistics> calibrations() {
        return calibrations.values();
    }

    /** How many messages there are, by severity. */
    public Map<String, Long> messageCounts() {
        return messageCounts;
    }

    /** The last messages of the file. */
    public Collection<TraceMessage> messages() {
        return messages;
    }

    /** The last that the profiler of each program said of itself. */
    public Collection<ProfilerStatistics> profilers() {
        return profilers.values();
    }
}
