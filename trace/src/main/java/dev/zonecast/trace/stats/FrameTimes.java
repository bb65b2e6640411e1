package dev.zonecast.trace.stats;

import dev.zonecast.fxt.Distribution;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.TraceFrame;
import dev.zonecast.trace.TraceZone;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** The pacing of all sets of frames, and the phases of the frames of each program. */
public final class FrameTimes {
    private static final int MAX_SETS = 10_000;
    private static final int MAX_DISPLAYS = 64;

    /** Programs that are recorded together have sets of the same names. */
    record FrameSet(Program program, String name) {}

    private record Display(Program program, long number) {}

    /** Refreshes of a display. */
    private static final class Refreshes {
        private final Distribution intervals = new Distribution();
        private long last;

        void add(long nanos) {
            if (last != 0 && nanos > last) {
                intervals.add(nanos - last);
            }
            last = nanos;
        }
    }

    private final Map<FrameSet, FramePacing> pacings = new LinkedHashMap<>();
    private final Map<Program, FramePhases> phases = new LinkedHashMap<>();
    private final Map<Display, Refreshes> displays = new HashMap<>();
    private Program lastProgram;
    private FramePhases last;
    private long beyondLimit;

    FrameTimes() {}

    void event(TraceEvent event) {
        if (event instanceof TraceFrame frame && !frame.cutOff()) {
            frame(frame);
        } else if (event instanceof TraceEvent.Vsync vsync) {
            Display display = new Display(vsync.track().program(), vsync.track().subject());
            if (vsync.frame() > 0) {
                phases(vsync.track().program()).shown(vsync.frame(), vsync.beginNanos());
            } else if (displays.containsKey(display) || displays.size() < MAX_DISPLAYS) {
                displays.computeIfAbsent(display, of -> new Refreshes()).add(vsync.beginNanos());
            }
        }
    }

    private void frame(TraceFrame frame) {
        Program program = frame.track().program();
        FrameSet set = new FrameSet(program, frame.track().name());
        FramePacing pacing = pacings.get(set);
        if (pacing == null && pacings.size() < MAX_SETS) {
            pacing = new FramePacing(program, frame.name());
            pacings.put(set, pacing);
        }
        boolean isKept = pacing != null && pacing.add(frame);
        if (frame.isBase()) {
            isKept &= phases(program).add(frame);
        }
        beyondLimit += isKept ? 0 : 1;
    }

    private FramePhases phases(Program program) {
        if (program != lastProgram) {
            lastProgram = program;
            last = phases.computeIfAbsent(program, of -> new FramePhases());
        }
        return last;
    }

    void zone(TraceZone zone) {
        phases(zone.track().program()).add(zone);
    }

    /** Frames beyond the limits of sets, missed refreshes and phases. */
    long beyondLimit() {
        return beyondLimit;
    }

    /** Of sets with two frames or more, in the order in which they came. */
    public Collection<FramePacing> pacings() {
        return pacings.values().stream()
                .filter(pacing -> pacing.intervals().count() > 0)
                .peek(pacing -> pacing.display(periodNanos(pacing.program())))
                .toList();
    }

    /** Of the display with the most refreshes. */
    private long periodNanos(Program program) {
        return displays.entrySet().stream()
                .filter(display -> display.getKey().program == program)
                .map(Map.Entry::getValue)
                .filter(display -> display.intervals.count() > 0)
                .max(Comparator.comparingLong(display -> display.intervals.count()))
                .map(display -> display.intervals.percentile(0.5))
                .orElse(0L);
    }

    /** Of programs whose frames have any phase. */
    public Map<Program, FramePhases> phases() {
        Map<Program, FramePhases> known = new LinkedHashMap<>();
        phases.forEach((program, ofProgram) -> {
            if (ofProgram.isKnown()) {
                known.put(program, ofProgram);
            }
        });
        return known;
    }
}
