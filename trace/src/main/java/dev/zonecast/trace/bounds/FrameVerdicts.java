package dev.zonecast.trace.bounds;

import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.StatisticsLimit;
import dev.zonecast.trace.TraceZone;
import dev.zonecast.trace.Track;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What bounds each frame of a trace: the second reading. It holds the zones of some seconds, and settles a frame when the trace has come
 * that far beyond it. For one thread.
 */
public final class FrameVerdicts {
    /** Of no frames. */
    public static FrameVerdicts none() {
        return new BoundsReading().verdicts();
    }

    private final Map<Long, ProgramVerdicts> programs = new LinkedHashMap<>();
    private final long beyondLimits;

    // Most zones follow another one of their track.
    private Track lastTrack;
    private ProgramVerdicts last;

    FrameVerdicts(
            Map<Long, BoundsReading.Frames> frames,
            Map<ThreadKey, List<Stop>> stops,
            Wakers wakers,
            long beyondLimits) {
        this.beyondLimits = beyondLimits;
        frames.forEach((number, of) -> {
            if (!of.all.isEmpty()) {
                programs.put(number, new ProgramVerdicts(of.all, of.thread(), stops, wakers));
            }
        });
    }

    /** Takes the next zone of the reading. */
    public void zone(TraceZone zone) {
        Track track = zone.track();
        if (track != lastTrack) {
            lastTrack = track;
            last = programs.get(track.process());
        }
        if (last != null && (track.kind() == Track.Kind.GPU || track.kind() == Track.Kind.THREAD)) {
            last.zone(zone);
        }
    }

    /** The frames of all programs, settled once the trace has been read; program by program, in the order of time. */
    public List<FrameVerdict> all() {
        List<FrameVerdict> all = new ArrayList<>();
        programs.values().forEach(program -> all.addAll(program.all()));
        return all;
    }

    /** The frames of a program in the order of time. */
    public List<FrameVerdict> of(Program program) {
        ProgramVerdicts known = programs.get(program.number());
        return known == null ? List.of() : known.all();
    }

    /** How many frames of which length each cause bounds, the most frequent first. */
    public List<CauseShare> shares() {
        return CauseShare.of(all());
    }

    /** Adds the frames, stops and zones that there was no room for. */
    public void addTo(LossAccount losses) {
        StatisticsLimit.VERDICTS.addTo(losses, beyondLimits());
    }

    /** Frames, stops and zones that there was no room for. */
    public long beyondLimits() {
        Collection<ProgramVerdicts> all = programs.values();
        return beyondLimits
                + all.stream().mapToLong(ProgramVerdicts::droppedZones).sum();
    }
}
