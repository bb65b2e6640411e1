package dev.zonecast.capture.compare;

import dev.zonecast.capture.stats.ZoneFilter;
import dev.zonecast.capture.stats.ZoneKind;
import dev.zonecast.capture.trace.Frame;
import dev.zonecast.capture.trace.Location;
import dev.zonecast.capture.trace.TraceListener;
import dev.zonecast.capture.trace.Zone;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Collects the durations of a recording by what they are durations of. Those that the recording's end cut off are left out. */
public final class SampleCollector implements TraceListener {
    private static final int KINDS = ZoneKind.values().length;

    private final ZoneFilter filter;
    private final boolean self;
    private final Map<Subject, Sample> samples = new LinkedHashMap<>();
    private Sample[] ofLocations = new Sample[256];

    /** Takes the zones that pass a filter; with {@code self}, their time without the zones inside. */
    public SampleCollector(ZoneFilter filter, boolean self) {
        this.filter = filter;
        this.self = self;
    }

    @Override
    public void zone(Zone zone) {
        if (!zone.isCutOff() && filter.accepts(zone)) {
            sample(zone.location(), ZoneKind.of(zone)).add(self ? zone.selfNanos() : zone.durationNanos());
        }
    }

    @SuppressWarnings("EnumOrdinal") // A place in an array of this run.
    private Sample sample(Location location, ZoneKind kind) {
        int at = location.index() * KINDS + kind.ordinal();
        if (at >= ofLocations.length) {
            ofLocations = Arrays.copyOf(ofLocations, Math.max(at + 1, ofLocations.length * 2));
        }
        Sample sample = ofLocations[at];
        if (sample == null) {
            Subject subject = new Subject(kind.label(), location.displayName(), location.function(), location.file());
            sample = samples.computeIfAbsent(subject, s -> new Sample());
            ofLocations[at] = sample;
        }
        return sample;
    }

    @Override
    public void frame(Frame frame) {
        if (!frame.cutOff() && filter.accepts(frame.track(), frame.beginNanos())) {
            samples.computeIfAbsent(new Subject(Subject.FRAME, frame.name(), "", ""), s -> new Sample())
                    .add(frame.durationNanos());
        }
    }

    Map<Subject, Sample> samples() {
        return samples;
    }
}
