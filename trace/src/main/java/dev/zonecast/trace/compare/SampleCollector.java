package dev.zonecast.trace.compare;

import dev.zonecast.trace.Location;
import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.TraceEventKind;
import dev.zonecast.trace.TraceFrame;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceZone;
import dev.zonecast.trace.bounds.FrameVerdicts;
import dev.zonecast.trace.stats.FirstReading;
import dev.zonecast.trace.stats.SelfTimes;
import dev.zonecast.trace.stats.Slots;
import dev.zonecast.trace.stats.TimeKind;
import dev.zonecast.trace.stats.ZoneFilter;
import dev.zonecast.trace.stats.ZoneKind;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Collects the durations of a recording by what they are durations of. Those that the recording's end cut off are left out. */
public final class SampleCollector implements TraceListener {
    private final ZoneFilter filter;
    private final boolean self;
    private final SelfTimes selfTimes;
    private final FrameVerdicts verdicts;
    private final boolean hasFramesOfSeveral;
    private final Map<Subject, Sample> samples = new LinkedHashMap<>();
    /** Frames once more, of each program apart: whether that counts depends on the other recording. */
    private final Map<Subject, Sample> framesOfPrograms = new LinkedHashMap<>();

    private final Slots<Sample> places = new Slots<>();

    /**
     * Takes the zones that pass a filter.
     *
     * @param self their time without the zones inside and without waits
     * @param first reading of the same trace
     */
    public SampleCollector(ZoneFilter filter, boolean self, FirstReading first) {
        this.filter = filter;
        this.self = self;
        selfTimes = new SelfTimes(first.waits());
        verdicts = first.verdicts();
        hasFramesOfSeveral = first.programsWithFrames() > 1;
    }

    @Override
    public void zone(TraceZone zone) {
        ZoneKind kind = ZoneKind.of(zone);
        selfTimes.take(zone, kind);
        verdicts.zone(zone);
        if (!zone.isCutOff() && filter.accepts(zone)) {
            sample(zone.location(), kind).add(self ? selfTimes.selfNanos() : zone.durationNanos());
        }
    }

    private Sample sample(Location location, ZoneKind kind) {
        return places.of(kind.slot(location), () -> {
            Subject subject =
                    new Subject(label(location, kind), location.displayName(), location.function(), location.file());
            return samples.computeIfAbsent(subject, s -> new Sample());
        });
    }

    private static String label(Location location, ZoneKind kind) {
        return switch (TimeKind.of(location, kind)) {
            case WAIT -> Subject.WAIT;
            case COMPILER -> "compiler";
            case WORK, GPU, JVM -> kind.label();
        };
    }

    @Override
    public void event(TraceEvent event) {
        if (event instanceof TraceFrame frame && !frame.cutOff() && filter.accepts(event)) {
            add(samples, frame, "");
            add(framesOfPrograms, frame, frame.track().program().name());
        }
    }

    private static void add(Map<Subject, Sample> to, TraceFrame frame, String program) {
        to.computeIfAbsent(new Subject(Subject.FRAME, frame.name(), program, ""), s -> new Sample())
                .add(frame.durationNanos());
    }

    @Override
    public Set<TraceEventKind> hidden() {
        return EnumSet.range(TraceEventKind.FIBER_RUNS, TraceEventKind.MARKER_DATA);
    }

    @Override
    public void end(LossAccount losses) {
        if (self) {
            selfTimes.addTo(losses);
        }
        verdicts.addTo(losses);
    }

    /** What bounds the frames. */
    public FrameVerdicts verdicts() {
        return verdicts;
    }

    /** True if several programs have frames. */
    boolean hasFramesOfSeveral() {
        return hasFramesOfSeveral;
    }

    /** @param byProgram frames of each program apart */
    Map<Subject, Sample> samples(boolean byProgram) {
        if (!byProgram) {
            return samples;
        }
        Map<Subject, Sample> apart = new LinkedHashMap<>(samples);
        apart.keySet().removeIf(Subject::isFrame);
        apart.putAll(framesOfPrograms);
        return apart;
    }
}
