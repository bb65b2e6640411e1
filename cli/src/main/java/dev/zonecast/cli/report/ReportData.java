package dev.zonecast.cli.report;

import dev.zonecast.cli.export.MarkerMoments;
import dev.zonecast.fxt.Distribution;
import dev.zonecast.trace.GpuContext;
import dev.zonecast.trace.Location;
import dev.zonecast.trace.LockSpan;
import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.LossKind;
import dev.zonecast.trace.PlotSeries;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.RecordedProgram;
import dev.zonecast.trace.RecordingEnd;
import dev.zonecast.trace.Session;
import dev.zonecast.trace.StackSample;
import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.TraceEvent.PlotValue;
import dev.zonecast.trace.TraceEventKind;
import dev.zonecast.trace.TraceFrame;
import dev.zonecast.trace.TraceFrameImage;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceMarker;
import dev.zonecast.trace.TraceMemoryEvent;
import dev.zonecast.trace.TraceMessage;
import dev.zonecast.trace.TraceSummary;
import dev.zonecast.trace.TraceZone;
import dev.zonecast.trace.Track;
import dev.zonecast.trace.stats.FirstReading;
import dev.zonecast.trace.stats.TraceStatistics;
import dev.zonecast.trace.stats.ZoneFilter;
import dev.zonecast.trace.stats.ZoneKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * What a page shows of a recording. Memory is bounded: when there are too many zones the shortest are left out, when there are too
 * many of something else the later ones are; both are counted, and the page shows the counts.
 */
public final class ReportData implements TraceListener {
    /** Places of zones in a recording: where in the source, and on what. */
    record Place(Location location, ZoneKind kind) {}

    /** Zones that a page has room for, if nobody says otherwise. */
    public static final int DEFAULT_MAX_ZONES = 4_000_000;

    static final int MAX_PROCESSES = 10_000;
    static final int MAX_FIBERS = 100_000;
    static final int MAX_FRAMES = 1_000_000;
    static final int MAX_MESSAGES = 200_000;
    static final int MAX_LOCK_SPANS = 1_000_000;
    static final int MAX_FLOWS = 200_000;
    static final int MAX_PLOT_VALUES = 2_000_000;
    static final int MAX_MARKERS = 1_000_000;
    static final int MAX_MARKER_VALUES = 8_000_000;

    /** Room for values of single zones in their texts. */
    private static final int MAX_VALUES = 32;

    /** What was in a frame is shown of as many frames, the slowest ones. */
    public static final int MAX_CONTENTS = 10_000;

    private final ZoneFilter filter;
    private final int maxZones;

    // For the writer.

    /** All figures of the page. */
    final TraceStatistics analysis;

    final Texts texts = new Texts();
    /** By their numbers. */
    final Map<Place, Integer> places = new LinkedHashMap<>();

    final Map<Track, TrackZones> zones = new LinkedHashMap<>();
    final Map<Track, FrameColumns> frames = new LinkedHashMap<>();
    final Map<PlotSeries, PlotColumns> plots = new LinkedHashMap<>();
    final List<TraceMessage> messages = new ArrayList<>();
    final List<LockSpan> locks = new ArrayList<>();
    final List<TraceEvent.Flow> flows = new ArrayList<>();
    /** By process and id; with their last names. */
    final Map<List<Long>, GpuContext> contexts = new HashMap<>();

    final MarkerColumns markers = new MarkerColumns(texts);
    final StackColumns stacks = new StackColumns(texts);
    final SampleColumns samples = new SampleColumns(texts, stacks);
    final MemoryColumns memory = new MemoryColumns(stacks);
    final FramePictures pictures;
    private final MarkerMoments moments;
    /** Names of the fibers' tracks. */
    final Set<String> fibers = new HashSet<>();
    /** In the order of the trace. */
    final Set<Program> programs = new LinkedHashSet<>();
    /** Zones shorter than this were left out. */
    long shortestNanos;

    long zonesLeftOut;

    private int zoneCount;
    private int frameCount;
    private int plotValueCount;
    private long notFinite;
    /** Of other things than zones. */
    private final LossAccount leftOut = new LossAccount();

    /**
     * Keeps what passes a filter.
     *
     * @param first the first reading of the same trace
     * @param start of the page: moments in the data of markers count from there
     * @param maxZones when there are more, the shortest are left out
     * @param maxPictureBytes of all frame images together, as they are in the page
     */
    public ReportData(
            ZoneFilter filter, FirstReading first, MarkerMoments.Start start, int maxZones, long maxPictureBytes) {
        this.filter = filter;
        this.moments = new MarkerMoments(filter, start);
        this.analysis = first.statistics(0);
        this.maxZones = maxZones;
        this.pictures = new FramePictures(maxPictureBytes);
    }

    @Override
    public void session(Session newSession) throws IOException {
        analysis.session(newSession);
        moments.session(newSession);
    }

    @Override
    public void program(Program program) {
        moments.program(program);
        if (filter.acceptsProgram(program) && programs.size() < MAX_PROCESSES) {
            programs.add(program);
        }
    }

    @Override
    public void gpuContext(GpuContext context) {
        contexts.put(List.of(context.process(), (long) context.id()), context);
    }

    @Override
    public void gpuCalibration(GpuContext context, long timeNanos, long errorNanos, double driftPpm) {
        analysis.gpuCalibration(context, timeNanos, errorNanos, driftPpm);
    }

    @Override
    public void frameImage(TraceFrameImage image) throws IOException {
        // The page shows a picture beside its frame only: another one would take room in vain.
        if (analysis.contents().hasNumber(image.program(), image.frame())) {
            pictures.add(image);
        } else if (analysis.hasFramesOfSeveral()
                && filter.acceptsProgram(image.program())
                && image.process() != analysis.contents().process()) {
            leftOut.add(LossKind.LEFT_OUT, "frame images of other programs", 1);
        }
    }

    @Override
    public void zone(TraceZone zone) {
        long self = analysis.add(zone);
        if (self == TraceStatistics.NOT_WANTED) {
            return;
        }
        if (zone.durationNanos() < shortestNanos) {
            zonesLeftOut++;
            return;
        }
        String name = zone.name();
        boolean ownName = !name.equals(zone.location().displayName());
        int rgb = zone.rgb() == zone.location().rgb() ? -1 : zone.rgb();
        zones.computeIfAbsent(zone.track(), TrackZones::new)
                .add(new TrackZones.Kept(
                        zone.beginNanos(),
                        zone.endNanos(),
                        self,
                        place(zone.location(), ZoneKind.of(zone)),
                        zone.levelsInside() > 0 ? -zone.depth() : zone.depth(),
                        zone.cpuBeginNanos(),
                        new TrackZones.Extra(ownName ? texts.add(name) : 0, text(zone), rgb, zone.isCutOff())));
        if (++zoneCount > maxZones) {
            dropShortest();
        }
    }

    /** Texts and values of a zone, a line each. */
    private int text(TraceZone zone) {
        List<String> lines = new ArrayList<>(zone.texts());
        if (zone.marker() != null) {
            lines.addAll(zone.marker().texts(moments.fromStart(zone.marker(), zone.markerValues())));
        }
        zone.values().stream().limit(MAX_VALUES).forEach(value -> lines.add("" + value));
        leftOut.add(
                LossKind.LEFT_OUT,
                "further values of zones",
                Math.max(0, zone.values().size() - MAX_VALUES));
        return lines.isEmpty() ? 0 : texts.add(String.join("\n", lines));
    }

    /** Place of a location and kind in {@link #places}; it is new if no zone of it is kept. */
    int place(Location location, ZoneKind kind) {
        return places.computeIfAbsent(new Place(location, kind), place -> places.size());
    }

    /** Halves the zones at least, by leaving out the shortest. If that leaves too few, an even part of the next longer ones stays. */
    private void dropShortest() {
        int wanted = (maxZones + 1) / 2;
        long[] counts = new long[Distribution.MAX_BINS];
        durations().forEach(nanos -> counts[Distribution.bin(nanos)]++);
        int bin = counts.length - 1;
        long longer = 0;
        while (longer + counts[bin] < wanted) {
            longer += counts[bin--];
        }
        int last = bin;
        long[] inBin = durations()
                .filter(nanos -> Distribution.bin(nanos) == last)
                .sorted()
                .toArray();
        long limit = inBin[inBin.length - (int) (wanted - longer)];
        long equal = LongStream.of(inBin).filter(nanos -> nanos == limit).count();
        longer += LongStream.of(inBin).filter(nanos -> nanos > limit).count();
        long equalKept = 2 * longer >= wanted ? 0 : wanted - longer;
        long[] seen = {0};
        LongPredicate isKept = nanos ->
                nanos > limit || (nanos == limit && ++seen[0] * equalKept / equal > (seen[0] - 1) * equalKept / equal);
        zones.values().forEach(track -> track.keep(isKept));
        shortestNanos = limit + 1;
        zonesLeftOut += zoneCount - longer - equalKept;
        zoneCount = (int) (longer + equalKept);
    }

    private LongStream durations() {
        return zones.values().stream().flatMapToLong(TrackZones::durations);
    }

    @Override
    public void event(TraceEvent event) {
        switch (event) {
            case TraceFrame _, PlotValue _, LockSpan _, TraceEvent.Vsync _, TraceMemoryEvent _ -> analysis.event(event);
            default -> {
                // In none of the figures on the page.
            }
        }
        if (!isWanted(event)) {
            return;
        }
        switch (event) {
            // Figures are of whole frames. One that the recording's end cut off is no longest frame.
            case TraceFrame frame when !frame.cutOff() -> frame(frame);
            case PlotValue value -> plotValue(value);
            case LockSpan span -> addUpTo(MAX_LOCK_SPANS, locks, span, "later spans of locks");
            case TraceMessage message -> addUpTo(MAX_MESSAGES, messages, message, "later messages");
            case TraceMarker marker -> marker(marker);
            case TraceEvent.Span span -> marker(span.marker());
            case TraceEvent.CoreRun run -> marker(run.marker());
            case TraceEvent.Flow flow -> addUpTo(MAX_FLOWS, flows, flow, "later flows");
            case TraceMemoryEvent block -> {
                if (!memory.add(block)) {
                    leftOut.add(LossKind.LEFT_OUT, "later blocks of memory", 1);
                }
            }
            case TraceEvent.FiberRun run -> {
                if (fibers.size() < MAX_FIBERS) {
                    fibers.add(run.fiber());
                }
            }
            case StackSample sample -> {
                if (!samples.add(sample)) {
                    leftOut.add(LossKind.LEFT_OUT, "later stack samples", 1);
                }
            }
            default -> {
                // Not on the page.
            }
        }
    }

    private boolean isWanted(TraceEvent event) {
        return switch (event) {
            // Blocks of a thread may be freed by another one.
            case TraceMemoryEvent block when block.kind() != TraceMemoryEvent.Kind.ALLOCATED -> filter.accepts(event);
            // A fiber's zones have a track of its name.
            case TraceEvent.FiberRun _ -> filter.accepts(event);
            default -> filter.acceptsThreadOf(event);
        };
    }

    private void frame(TraceFrame frame) {
        if (frameCount == MAX_FRAMES) {
            leftOut.add(LossKind.LEFT_OUT, "later frames", 1);
            return;
        }
        frameCount++;
        frames.computeIfAbsent(frame.track(), track -> FrameColumns.of(frame))
                .frames()
                .add(frame);
    }

    private void plotValue(PlotValue value) {
        if (!Double.isFinite(value.value())) {
            notFinite++;
            return;
        }
        if (plotValueCount == MAX_PLOT_VALUES) {
            leftOut.add(LossKind.LEFT_OUT, "later values of plots", 1);
            return;
        }
        plotValueCount++;
        plots.computeIfAbsent(value.plot(), PlotColumns::new)
                .values()
                .add(new PlotColumns.Value(value.beginNanos(), value.value()));
    }

    private void marker(TraceMarker marker) {
        if (markers.count == MAX_MARKERS || markers.valueCount >= MAX_MARKER_VALUES) {
            leftOut.add(LossKind.LEFT_OUT, "later markers", 1);
            return;
        }
        markers.add(marker, moments.fromStart(marker.kind(), marker.values()));
    }

    private <T> void addUpTo(int most, List<T> list, T element, String what) {
        if (list.size() < most) {
            list.add(element);
        } else {
            leftOut.add(LossKind.LEFT_OUT, what, 1);
        }
    }

    @Override
    public Set<TraceEventKind> hidden() {
        return EnumSet.of(
                TraceEventKind.FIBER_RUNS,
                TraceEventKind.VSYNCS,
                TraceEventKind.THREAD_STOPS,
                TraceEventKind.ZONE_STACKS,
                TraceEventKind.MARKER_STACKS,
                TraceEventKind.MESSAGE_STACKS,
                TraceEventKind.FREE_STACKS,
                TraceEventKind.LOCK_PLACES);
    }

    // --- figures of all

    /** Zones that lie deeper than the page has rows, once all tracks are arranged. */
    long zonesTooDeep() {
        return zones.values().stream().mapToLong(TrackZones::tooDeep).sum();
    }

    /** Events, values, frame images and texts that there was no room for. */
    long othersLeftOut() {
        return leftOut.of(LossKind.LEFT_OUT) + texts.leftOut;
    }

    /** The first session of the programs that are shown; null if they have none. */
    Session session() {
        return moments.chosen();
    }

    /** When the first program that is shown began. */
    long startNanos(TraceSummary summary) {
        return summary.startNanos(filter::acceptsProgram);
    }

    /** Losses of the programs that are shown. */
    LossAccount losses(TraceSummary summary) {
        return filter.losses(summary.losses());
    }

    /** Recordings of the programs that are shown. */
    List<RecordedProgram> programs(TraceSummary summary) {
        return summary.programs(filter::acceptsProgram);
    }

    /** How the recordings of the programs that are shown ended. */
    List<RecordingEnd> ends(TraceSummary summary) {
        return summary.ends(filter::acceptsProgram);
    }

    /** Adds what the page leaves out, once its columns are made. */
    void addTo(LossAccount losses) {
        analysis.end(losses);
        losses.add(LossKind.LEFT_OUT, "zones, the shortest", zonesLeftOut);
        losses.add(LossKind.TOO_DEEP, zonesTooDeep());
        losses.addAll(leftOut);
        losses.add(LossKind.LEFT_OUT, "further texts", texts.leftOut);
        losses.add(LossKind.LEFT_OUT, "plot values that are not finite", notFinite);
        losses.add(LossKind.LEFT_OUT, "frame images over the budget", pictures.seen - pictures.kept.size());
        losses.add(LossKind.TOO_MANY_LANES, markers.withoutLane);
    }

    /** Earliest time of anything that is kept; {@link Long#MAX_VALUE} if nothing is. */
    long firstNanos() {
        return Stream.of(
                        zones.values().stream().mapToLong(TrackZones::firstNanos),
                        frames.values().stream()
                                .flatMap(set -> set.frames().stream())
                                .mapToLong(TraceFrame::beginNanos),
                        plots.values().stream()
                                .flatMap(plot -> plot.values().stream())
                                .mapToLong(PlotColumns.Value::nanos),
                        messages.stream().mapToLong(TraceMessage::beginNanos),
                        flows.stream().mapToLong(TraceEvent.Flow::beginNanos),
                        LongStream.of(markers.firstNanos, samples.firstNanos, memory.firstNanos()),
                        locks.stream().mapToLong(LockSpan::beginNanos))
                .mapToLong(times -> times.min().orElse(Long.MAX_VALUE))
                .min()
                .getAsLong();
    }
}
