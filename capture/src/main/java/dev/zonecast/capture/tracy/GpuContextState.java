package dev.zonecast.capture.tracy;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.gpu.GpuStatistic;
import dev.zonecast.tracy.Protocol;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A GPU context. The client sends begins and ends at submission. The GPU's times follow later, each with a number.
 * Zones go on to the sink in the order of their submission, for each submitting thread, as soon as their times are known.
 * In a context with annotations, the end of a zone waits for those of the zone.
 */
final class GpuContextState {
    /** Open zones of a submitting thread. */
    private static final int MAX_NESTED = 1 << 12;

    /** Kinds of values: as many as an event of a recording has room for. */
    private static final int MAX_NOTES = GpuStatistic.PIPELINE.size() + GpuStatistic.MAX_COUNTERS;

    /** Rows in the recording for a submitting thread: as many zones as that overlap or run out of order. */
    private static final int MAX_ROWS = 16;

    /** The client's backend for ROCm sends annotations after the zone's times. The end waits so long for them, in the time of the program. */
    private static final long NOTES_DELAY_NANOS = 250_000_000;

    /** No end waits where more zones are open: a small part of the room for them. */
    private static final int MAX_OPEN_TO_WAIT = 1 << 14;

    private static final String[] API_NAMES = {
        "GPU", "OpenGL", "Vulkan", "OpenCL", "Direct3D 12", "Direct3D 11", "Metal", "GPU", "CUDA", "Rocprof", "WebGPU"
    };

    /** A begin or an end. A zone's begin is kept until the zone's end. */
    private static final class Mark {
        private final Lane lane;
        private final int query;
        /** Null of an end. */
        private final SourceLocation location;

        private final long cpuNanos;
        private CallStack stack;
        private long gpuNanos;
        private boolean timed;

        // Of a mark that is timed: the program's time then, and what the last calibration had set back.
        private long timedNanos;
        private long setBackNanos;

        private boolean lost;
        /** Null: none. */
        private Map<GpuStatistic, Long> values;

        Mark(Lane lane, int query, SourceLocation location, long cpuNanos) {
            this.lane = lane;
            this.query = query;
            this.location = location;
            this.cpuNanos = cpuNanos;
        }
    }

    /** What a thread submitted. */
    private static final class Lane {
        private final long thread;
        private final ArrayDeque<Mark> pending = new ArrayDeque<>();
        /** Begins that have gone on to the sink, or were lost, without their ends. */
        private final List<Mark> open = new ArrayList<>();

        /** Zones that are submitted without their ends: those with room, and those inside of them that found none. */
        private int submitted;

        private int refused;

        /** The last time of each row; the first one needs no room of its own. */
        private long[] lastNanos = new long[1];

        /** Of the open zones; -1 if there was none for the outermost. */
        private int row;

        /** Open zones that are recorded. */
        private int recorded;

        Lane(long thread) {
            this.thread = thread;
        }

        /** The first row that has no later time, but for what a calibration has set back. */
        private int freeRow(long nanos, long setBackNanos) {
            int free = 0;
            while (free < lastNanos.length && lastNanos[free] - setBackNanos > nanos) {
                free++;
            }
            return free;
        }

        private long notBackwards(long nanos) {
            lastNanos[row] = Math.max(lastNanos[row], nanos);
            return lastNanos[row];
        }
    }

    private final Stream stream;
    private final int id;
    private final int type;
    private final long boundThread;
    private final long createdNanos;
    final GpuClock clock;
    /** What waits for the time of a query. */
    private final Map<Integer, Mark> byQuery = new HashMap<>();

    /** The last begin of each query whose end has not gone on. */
    private final Map<Integer, Mark> begins = new HashMap<>();

    /** Replaces a begin or an end that is not kept. Its time is ignored. */
    private final Mark notKept = new Mark(null, 0, null, 0);

    private final SessionTables.Room queryRoom;
    private final SessionTables.Room laneRoom;
    private final SessionTables.Room zoneRoom;
    private final Map<Long, Lane> lanes = new HashMap<>();
    private final Map<Long, GpuStatistic> notes = new HashMap<>();
    private String name = "";
    private GpuContextInfo info;

    GpuContextState(Stream stream, int id, int type, long boundThread, long createdNanos, GpuClock clock) {
        this.stream = stream;
        this.id = id;
        this.type = type;
        this.boundThread = boundThread;
        this.createdNanos = createdNanos;
        this.clock = clock;
        queryRoom = stream.room(SessionTables.Kind.GPU_QUERIES);
        laneRoom = stream.room(SessionTables.Kind.GPU_THREADS);
        zoneRoom = stream.room(SessionTables.Kind.GPU_ZONES);
    }

    void name(String newName) throws IOException {
        if (newName.isEmpty() || newName.equals(name) || !stream.vocabulary.budget.take(newName.length())) {
            return;
        }
        name = newName;
        if (info != null) {
            info = new GpuContextInfo(id, info.api(), name, createdNanos);
            stream.sink.event(stream.events.gpu.context(info));
        }
    }

    /** Values under that number are of the statistic. */
    void nameNote(long note, GpuStatistic statistic) {
        if (notes.containsKey(note) || notes.size() < MAX_NOTES) {
            notes.put(note, statistic);
        }
    }

    void begin(int thread, int query, SourceLocation location, long cpuNanos, CallStack stack) throws IOException {
        Lane lane = lane(thread);
        if (lane == null || !hasRoom(lane)) {
            stream.counts.add(SessionCount.DROPPED_GPU_ZONES);
            if (lane != null) {
                lane.refused++;
            }
            awaitTime(query, notKept);
            return;
        }
        lane.submitted++;
        Mark begin = new Mark(lane, query, location, cpuNanos);
        begin.stack = stack;
        boolean _ = queryRoom.put(begins, query, begin);
        add(begin);
    }

    /** Room for one more zone, with its end. */
    private boolean hasRoom(Lane lane) {
        if (lane.submitted >= MAX_NESTED) {
            zoneRoom.refuse();
            return false;
        }
        return lane.refused == 0 && zoneRoom.take();
    }

    void end(int thread, int query, long cpuNanos) throws IOException {
        Lane lane = lane(thread);
        if (lane != null && lane.refused == 0 && lane.submitted > 0) {
            lane.submitted--;
            add(new Mark(lane, query, null, cpuNanos));
            return;
        }
        if (lane != null && lane.refused > 0) {
            lane.refused--;
        } else if (lane != null) {
            stream.counts.add(SessionCount.UNMATCHED);
        }
        awaitTime(query, notKept);
    }

    private void add(Mark mark) throws IOException {
        mark.lane.pending.add(mark);
        if (!awaitTime(mark.query, mark)) {
            mark.lost = true;
            advance(mark.lane);
        }
    }

    /** False if there is no room to wait for the time of that query. */
    private boolean awaitTime(int query, Mark mark) throws IOException {
        Mark replaced = byQuery.get(query);
        boolean kept = queryRoom.put(byQuery, query, mark);
        if (replaced != null && replaced != notKept) {
            // All numbers have been used since: its time does not come any more.
            replaced.lost = true;
            advance(replaced.lane);
        }
        return kept;
    }

    /** Null if there is no room for one. */
    private Lane lane(int submitter) {
        long thread = boundThread != 0 ? boundThread : Integer.toUnsignedLong(submitter);
        return laneRoom.get(lanes, thread, Lane::new);
    }

    /** The GPU's time of a begin or an end. */
    void time(int query, long gpuTicks) throws IOException {
        long nanos = clock.nanos(gpuTicks);
        Mark mark = byQuery.get(query);
        if (mark == null) {
            stream.counts.add(SessionCount.UNMATCHED);
            return;
        }
        queryRoom.remove(byQuery, query);
        if (mark == notKept) {
            return;
        }
        mark.gpuNanos = nanos;
        mark.timed = true;
        mark.timedNanos = stream.lastNanos;
        mark.setBackNanos = clock.setBackNanos();
        advance(mark.lane);
    }

    /** Delivers the ends that have waited long enough for annotations, and what is behind them. */
    void deliverLate() throws IOException {
        for (Lane lane : lanes.values()) {
            advance(lane);
        }
    }

    private boolean isDue(Mark mark) {
        return mark.lost || (mark.timed && (mark.location != null || !waitsForNotes(mark)));
    }

    private boolean waitsForNotes(Mark end) {
        return !notes.isEmpty()
                && stream.lastNanos - end.timedNanos < NOTES_DELAY_NANOS
                && zoneRoom.taken() <= MAX_OPEN_TO_WAIT;
    }

    private void advance(Lane lane) throws IOException {
        while (!lane.pending.isEmpty() && isDue(lane.pending.peek())) {
            Mark mark = lane.pending.remove();
            if (mark.location != null) {
                deliverBegin(lane, mark);
            } else {
                deliverEnd(lane, mark);
            }
        }
    }

    private void deliverBegin(Lane lane, Mark mark) throws IOException {
        if (lane.recorded == 0 && !mark.lost) {
            chooseRow(lane, mark);
        }
        lane.open.add(mark);
        mark.lost |= lane.row < 0;
        if (mark.lost) {
            stream.counts.add(SessionCount.DROPPED_GPU_ZONES);
            return;
        }
        lane.recorded++;
        long nanos = lane.notBackwards(mark.gpuNanos);
        stream.counts.add(SessionCount.GPU_ZONES);
        stream.sink.event(stream.events
                .gpu
                .begin(told(), lane.thread, mark.location, mark.cpuNanos, nanos, mark.stack)
                .inLane(lane.row));
    }

    /** A GPU runs work of one thread at the same time, or in another order. The zones inside of one stay on its row. */
    private void chooseRow(Lane lane, Mark begin) {
        int rows = lane.lastNanos.length;
        lane.row = lane.freeRow(Math.max(0, begin.gpuNanos), begin.setBackNanos);
        if (lane.row == rows) {
            if (rows < MAX_ROWS && laneRoom.take()) {
                lane.lastNanos = Arrays.copyOf(lane.lastNanos, rows + 1);
            } else {
                lane.row = -1;
            }
        }
    }

    private void deliverEnd(Lane lane, Mark end) throws IOException {
        // There is one: ends without a begin were left out when they were submitted.
        Mark begin = lane.open.removeLast();
        zoneRoom.giveBack(1);
        if (begins.get(begin.query) == begin) {
            queryRoom.remove(begins, begin.query);
        }
        if (begin.lost) {
            return;
        }
        lane.recorded--;
        if (begin.values != null) {
            for (Map.Entry<GpuStatistic, Long> each : begin.values.entrySet()) {
                stream.sink.event(stream.events
                        .gpu
                        .value(told(), lane.thread, each.getKey(), each.getValue())
                        .inLane(lane.row));
            }
        }
        // An end whose time was lost is put where the last known one was.
        long nanos = lane.notBackwards(end.timed ? end.gpuNanos : 0);
        stream.sink.event(
                stream.events.gpu.end(told(), lane.thread, end.cpuNanos, nanos).inLane(lane.row));
    }

    private GpuContextInfo told() throws IOException {
        if (info == null) {
            GpuApi api = switch (type) {
                case Protocol.GPU_OPENGL -> GpuApi.OPENGL;
                case Protocol.GPU_VULKAN -> GpuApi.VULKAN;
                case Protocol.GPU_OPENCL -> GpuApi.OPENCL;
                default -> GpuApi.CUSTOM;
            };
            String shown = name.isEmpty() ? API_NAMES[type < API_NAMES.length ? type : 0] + " " + id : name;
            info = new GpuContextInfo(id, api, shown, createdNanos);
            stream.sink.event(stream.events.gpu.context(info));
        }
        return info;
    }

    /** Adds a GPU counter to the zone whose begin had this number; false if the zone or the kind of value is unknown. */
    boolean value(int query, long note, double value) {
        GpuStatistic statistic = notes.get(note);
        Mark begin = statistic == null ? null : begins.get(query);
        if (begin == null) {
            return false;
        }
        if (begin.values == null) {
            begin.values = new LinkedHashMap<>();
        }
        begin.values.put(statistic, Math.round(value));
        return true;
    }

    /** Delivers what waits for annotations, and counts what waits for times: neither comes any more. */
    void close() throws IOException {
        notes.clear();
        deliverLate();
        lanes.values()
                .forEach(lane -> lane.pending.forEach(mark -> {
                    if (mark.location != null) {
                        stream.counts.add(SessionCount.DROPPED_GPU_ZONES);
                    }
                }));
    }
}
