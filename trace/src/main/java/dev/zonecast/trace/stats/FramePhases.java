package dev.zonecast.trace.stats;

import dev.zonecast.fxt.Distribution;
import dev.zonecast.trace.Location;
import dev.zonecast.trace.TraceFrame;
import dev.zonecast.trace.TraceZone;
import dev.zonecast.trace.Track;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The phases of each frame of a program, from the input poll to the end of the call that presents. A zone belongs to the frame in which
 * it begins, a GPU zone to the frame in which it was submitted. Zones may come before their frame or after it.
 */
public final class FramePhases {
    static final int MAX_FRAMES = 1 << 20;
    static final int MAX_WAITING = 1 << 16;

    private static final Set<String> POLLS = Set.of("glfwPollEvents", "glfwWaitEvents");
    private static final Set<String> PRESENTS = Set.of("glfwSwapBuffers", "vkQueuePresentKHR");
    private static final String INPUT = "Input";
    private static final String PRESENT = "Present";

    private enum Step {
        INPUT,
        PRESENT,
        GPU
    }

    /** A zone that belongs to a frame: where it lies, and its times. */
    private record Event(Step step, long atNanos, long beginNanos, long endNanos) {}

    private static final class Frame {
        private final TraceFrame frame;
        private long input = FrameRow.UNKNOWN;
        private long submit = FrameRow.UNKNOWN;
        private long gpuBegin = FrameRow.UNKNOWN;
        private long gpuEnd = FrameRow.UNKNOWN;
        private long presentBegin = FrameRow.UNKNOWN;
        private long presentEnd = FrameRow.UNKNOWN;

        Frame(TraceFrame frame) {
            this.frame = frame;
        }

        void add(Event event) {
            switch (event.step) {
                case INPUT -> input = first(input, event.beginNanos);
                case PRESENT -> {
                    presentBegin = Math.max(presentBegin, event.beginNanos);
                    presentEnd = Math.max(presentEnd, event.endNanos);
                }
                case GPU -> {
                    submit = first(submit, event.atNanos);
                    gpuBegin = first(gpuBegin, event.beginNanos);
                    gpuEnd = Math.max(gpuEnd, event.endNanos);
                }
            }
        }

        private static long first(long known, long time) {
            return known == FrameRow.UNKNOWN ? time : Math.min(known, time);
        }

        FrameRow row(long screen) {
            return new FrameRow(
                    frame.number(),
                    frame.beginNanos(),
                    input,
                    submit,
                    gpuBegin,
                    gpuEnd,
                    presentBegin,
                    presentEnd,
                    screen,
                    frame.endNanos());
        }

        boolean hasAny() {
            return input != FrameRow.UNKNOWN || submit != FrameRow.UNKNOWN || presentEnd != FrameRow.UNKNOWN;
        }
    }

    /** In the order of their begins. */
    private final List<Frame> frames = new ArrayList<>();

    /** Zones of a frame that has not ended. */
    private final ArrayDeque<Event> waiting = new ArrayDeque<>();

    /** When displays showed the frames, by number. */
    private final Map<Long, Long> shown = new HashMap<>();

    /** By place; empty: its zones are in no phase. */
    private final Slots<Optional<Step>> steps = new Slots<>();

    private boolean hasAny;

    FramePhases() {}

    /** A display showed a frame of the base set; the first time counts. */
    void shown(long frame, long nanos) {
        if (shown.size() < MAX_FRAMES) {
            shown.putIfAbsent(frame, nanos);
            hasAny = true;
        }
    }

    private boolean isKnown(Frame frame) {
        return frame.hasAny() || shown.containsKey(frame.frame.number());
    }

    private FrameRow row(Frame frame) {
        return frame.row(shown.getOrDefault(frame.frame.number(), FrameRow.UNKNOWN));
    }

    /** Takes a frame of the base set; returns false if there was no room for it. */
    boolean add(TraceFrame frame) {
        if (frames.size() == MAX_FRAMES) {
            return false;
        }
        boolean follows = frames.isEmpty() || frames.getLast().frame.beginNanos() <= frame.beginNanos();
        if (!follows) {
            return true;
        }
        frames.add(new Frame(frame));
        for (int i = waiting.size(); i > 0; i--) {
            add(waiting.poll());
        }
        return true;
    }

    /** Takes a zone of the program. */
    void add(TraceZone zone) {
        if (zone.track().kind() == Track.Kind.GPU) {
            if (zone.depth() == 1 && zone.cpuBeginNanos() != 0) {
                add(new Event(Step.GPU, zone.cpuBeginNanos(), zone.beginNanos(), zone.endNanos()));
            }
            return;
        }
        Optional<Step> step = steps.of(zone.location().index(), zone.location(), FramePhases::step);
        if (step.isPresent()) {
            add(new Event(step.get(), zone.beginNanos(), zone.beginNanos(), zone.endNanos()));
        }
    }

    /** Of zones on a thread. */
    private static Optional<Step> step(Location location) {
        String category = location.category().name();
        if (POLLS.contains(location.function()) || category.equals(INPUT)) {
            return Optional.of(Step.INPUT);
        }
        boolean presents = PRESENTS.contains(location.function()) || category.equals(PRESENT);
        return presents ? Optional.of(Step.PRESENT) : Optional.empty();
    }

    private void add(Event event) {
        if (frames.isEmpty() || event.atNanos >= frames.getLast().frame.endNanos()) {
            if (waiting.size() == MAX_WAITING) {
                // Its frame has no end: it is in none.
                waiting.removeFirst();
            }
            waiting.add(event);
            return;
        }
        int at = lastBegunBefore(event.atNanos);
        if (at >= 0 && event.atNanos < frames.get(at).frame.endNanos()) {
            frames.get(at).add(event);
            hasAny = true;
        }
    }

    private int lastBegunBefore(long time) {
        int low = 0;
        int high = frames.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (frames.get(middle).frame.beginNanos() <= time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }

    /** True if anything but begin and end is known of a frame. */
    public boolean isKnown() {
        return hasAny;
    }

    /** The frames of which more than begin and end is known, in the order of time. */
    public List<FrameRow> rows() {
        return frames.stream().filter(this::isKnown).map(this::row).toList();
    }

    /** How long each phase took, over all frames that have it. */
    public Map<FramePhase, Distribution> durations() {
        Map<FramePhase, Distribution> durations = new EnumMap<>(FramePhase.class);
        for (FrameRow row : rows()) {
            for (FramePhase phase : FramePhase.values()) {
                long nanos = phase.nanos(row);
                if (nanos >= 0) {
                    durations.computeIfAbsent(phase, of -> new Distribution()).add(nanos);
                }
            }
        }
        return durations;
    }
}
