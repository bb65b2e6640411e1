package dev.zonecast.trace.bounds;

import dev.zonecast.trace.Track;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Follows a frame's thread through one frame: its zones, its stops, and the threads and GPU contexts that it waits for. */
final class CriticalPath {
    /** A thread that waits for a thread that waits, and so on. */
    private static final int MAX_DEPTH = 4;

    /** The GPU ended a wait for the display if it worked until this long before its end, or this part of the wait. */
    private static final long LATEST_GPU_NANOS = 300_000;

    private static final double LATEST_GPU_PART = 0.1;

    /** A thread that ended a wait worked for this part of it at least. */
    private static final double LEAST_WORK = 0.25;

    private static final String OUTSIDE = "(outside zones)";

    private final Collection<Timeline> tracks;
    private final Map<ThreadKey, ThreadStops> stops;
    private final Wakers wakers;
    private final long begin;
    private final long end;
    private final GpuWork gpu;
    private final List<GpuWork.Idle> gpuIdles;

    /** The first idle time that is not over; pieces of the frame's own thread follow each other. */
    private int nextIdle;

    /** By the work of a thread: the same with the context that idled last. */
    private final IdentityHashMap<Subject, Subject> starving = new IdentityHashMap<>();

    private final Set<Timeline> visited = new HashSet<>();
    private final PartSums sums;

    /** @param sums get the times */
    CriticalPath(
            Collection<Timeline> tracks,
            Map<ThreadKey, ThreadStops> stops,
            Wakers wakers,
            PartSums sums,
            long begin,
            long end) {
        this.tracks = tracks;
        this.stops = stops;
        this.wakers = wakers;
        this.sums = sums;
        this.begin = begin;
        this.end = end;
        gpu = new GpuWork(tracks, begin, end);
        gpuIdles = gpu.idles();
    }

    /** Adds the frame by cause. Null: the thread of the frame is not known. */
    void follow(Timeline thread) {
        if (thread == null) {
            sums.add(Cause.OUTSIDE, new Subject("", OUTSIDE, ""), end - begin);
        } else {
            visited.add(thread);
            new Walk(thread, null).over(begin, end);
        }
    }

    /** A wait of a thread: its pieces follow each other. */
    private record Wait(long from, long to, Cause cause, Subject subject) {}

    /** One thread for a time. */
    private final class Walk {
        private final Timeline thread;
        /** The wait that this thread is followed for; null of the frame's own thread. */
        private final Subject followedFrom;

        private Pieces pieces;
        private Wait open;

        Walk(Timeline thread, Subject followedFrom) {
            this.thread = thread;
            this.followedFrom = followedFrom;
        }

        void over(long from, long to) {
            List<Stop> known = stops.getOrDefault(ThreadKey.of(thread.track()), ThreadStops.NONE)
                    .within(from, to);
            if (followedFrom == null && known.isEmpty() && gpuIdles.isEmpty() && thread.hasPlainZones()) {
                selfTimes();
            } else {
                pieces = thread.within(from, to);
                new ThreadWalk(pieces, known).over(from, to, this::piece);
            }
            endWait();
        }

        /** Zones alone say what the frame's thread did, as in most frames: each has its time, and the zone around it has it not. */
        private void selfTimes() {
            long outside = end - begin;
            int zone = thread.firstEndAfter(begin);
            for (; zone < thread.size() && thread.end(zone) <= end; zone++) {
                outside -= selfTime(zone);
            }
            int open = zone < thread.size() ? zone : Timeline.NONE;
            for (; open != Timeline.NONE; open = thread.parent(open)) {
                outside -= thread.begin(open) < end ? selfTime(open) : 0;
            }
            sums.add(Cause.OUTSIDE, outside(), outside);
        }

        /** Returns the time of a zone that is in no other zone, else 0. */
        private long selfTime(int zone) {
            long from = Math.max(thread.begin(zone), begin);
            long to = Math.min(thread.end(zone), end);
            if (from == to || thread.isAround(zone, begin, end)) {
                return 0;
            }
            Role role = thread.role(zone);
            if (role.isWait()) {
                wait(from, to, role.cause(), thread.place(zone).subject);
            } else {
                sums.add(sum(zone, role), to - from);
            }
            int outer = thread.parent(zone);
            if (outer == Timeline.NONE || thread.isAround(outer, begin, end)) {
                return to - from;
            }
            sums.add(sum(outer, thread.role(outer)), from - to);
            return 0;
        }

        private PartSums.Sum sum(int zone, Role role) {
            Timeline.Place place = thread.place(zone);
            return role == Role.WORK ? cpu(place) : sums.of(role.cause(), place.subject);
        }

        private Subject outside() {
            return new Subject(thread.track().name(), OUTSIDE, "");
        }

        /** Most zones are work: their place knows its sum. */
        private PartSums.Sum cpu(Timeline.Place place) {
            PartSums.Sum known = place.cpu;
            if (known == null || !known.isKept()) {
                known = sums.of(Cause.CPU, place.subject);
                place.cpu = known;
            }
            return known;
        }

        private void piece(long from, long to, int piece, Stop stop) {
            boolean isInside = piece != ThreadWalk.OUTSIDE && !pieces.isAround(piece, begin, end);
            Role role = isInside ? pieces.role(piece) : null;
            Timeline.Place place = isInside ? pieces.place(piece) : null;
            if (stop != null && stop.kind().isNamed()) {
                endWait();
                sums.add(stop.kind().cause(), stop.subject(), to - from);
            } else if (isInside && role.isWait()) {
                wait(from, to, role.cause(), place.subject);
            } else if (stop != null) {
                wait(from, to, stop.kind().cause(), stop.subject());
            } else {
                endWait();
                work(from, to, role, place);
            }
        }

        /** @param place null outside of zones, as the role */
        private void work(long from, long to, Role role, Timeline.Place place) {
            if (role != null && role != Role.WORK) {
                sums.add(role.cause(), place.subject, to - from);
            } else if (followedFrom != null) {
                sums.add(
                        place == null ? Cause.WAIT : Cause.WORKER,
                        place == null ? followedFrom : place.subject,
                        to - from);
            } else if (place != null) {
                sums.add(cpu(place), to - from - starved(from, to, place.subject));
            } else {
                sums.add(Cause.OUTSIDE, outside(), to - from);
            }
        }

        private long starved(long from, long to, Subject subject) {
            long starved = 0;
            while (nextIdle < gpuIdles.size() && gpuIdles.get(nextIdle).end() <= from) {
                nextIdle++;
            }
            for (int i = nextIdle; i < gpuIdles.size() && gpuIdles.get(i).begin() < to; i++) {
                GpuWork.Idle idle = gpuIdles.get(i);
                long both = Math.min(idle.end(), to) - Math.max(idle.begin(), from);
                if (both > 0) {
                    sums.add(Cause.STARVED_GPU, starving(subject, idle.context()), both);
                    starved += both;
                }
            }
            return starved;
        }

        private Subject starving(Subject subject, String context) {
            Subject known = starving.get(subject);
            if (known == null || !known.by().equals(context)) {
                known = new Subject(subject.where(), subject.what(), context);
                starving.put(subject, known);
            }
            return known;
        }

        private void wait(long from, long to, Cause cause, Subject subject) {
            if (open != null && open.to == from && open.cause == cause && open.subject.equals(subject)) {
                open = new Wait(open.from, to, cause, subject);
            } else {
                endWait();
                open = new Wait(from, to, cause, subject);
            }
        }

        private void endWait() {
            Wait wait = open;
            open = null;
            if (wait == null) {
                return;
            }
            if (followedFrom != null && wait.cause == Cause.PRESENT) {
                // The pace of another thread is not that of the frame.
                sums.add(Cause.WAIT, followedFrom, wait.to - wait.from);
            } else {
                switch (wait.cause) {
                    case PRESENT -> display(wait);
                    case GPU -> gpu(wait, Cause.GPU);
                    default -> other(wait);
                }
            }
        }

        private void other(Wait wait) {
            Timeline waker = waker(thread, wait);
            Timeline worker = visited.size() == MAX_DEPTH ? null : waker != null ? waker : worker(wait);
            if (worker != null) {
                visited.add(worker);
                new Walk(worker, wait.subject).over(wait.from, wait.to);
                visited.remove(worker);
            } else if (2 * gpu.busyNanos(wait.from, wait.to) > wait.to - wait.from && isEndedByGpu(wait)) {
                gpu(wait, Cause.WAIT);
            } else {
                sums.add(Cause.WAIT, wait.subject, wait.to - wait.from);
            }
        }
    }

    private boolean isEndedByGpu(Wait wait) {
        long last = gpu.lastBusy(wait.from, wait.to);
        return last != Long.MIN_VALUE
                && wait.to - last <= Math.max(LATEST_GPU_NANOS, LATEST_GPU_PART * (wait.to - wait.from));
    }

    private void display(Wait wait) {
        if (isEndedByGpu(wait)) {
            gpu(wait, Cause.PRESENT);
        } else {
            sums.add(Cause.PRESENT, wait.subject, wait.to - wait.from);
        }
    }

    /** @param idle cause of the time in which the GPU does nothing */
    private void gpu(Wait wait, Cause idle) {
        gpu.split(wait.from, wait.to, (from, to, subject) -> {
            if (subject == null) {
                sums.add(idle, wait.subject, to - from);
            } else {
                sums.add(Cause.GPU, subject, to - from);
            }
        });
    }

    /** The thread whose flow ended a wait; null if none is known. */
    private Timeline waker(Timeline thread, Wait wait) {
        ThreadKey key = wakers.of(ThreadKey.of(thread.track()), wait.from, wait.to);
        return tracks.stream()
                .filter(track -> ThreadKey.of(track.track()).equals(key) && !visited.contains(track))
                .findFirst()
                .orElse(null);
    }

    /** The thread that a wait was for, where no flow ended it. Of the threads that worked for much of it, the one that stopped nearest to its end. */
    private Timeline worker(Wait wait) {
        record Candidate(Timeline thread, long work, long distance) {}

        List<Candidate> candidates = new ArrayList<>();
        long most = 0;
        for (Timeline thread : tracks) {
            if (thread.track().kind() != Track.Kind.THREAD || visited.contains(thread)) {
                continue;
            }
            long work = 0;
            long distance = Long.MAX_VALUE;
            Pieces pieces = thread.within(wait.from, wait.to);
            for (int piece = 0; piece < pieces.size(); piece++) {
                Role role = pieces.role(piece);
                if (role != Role.WAIT && role != Role.DISPLAY && !pieces.isAround(piece, begin, end)) {
                    work += pieces.nanos(piece);
                    distance = Math.min(distance, Math.abs(pieces.zoneEnd(piece) - wait.to));
                }
            }
            most = Math.max(most, work);
            if (work >= LEAST_WORK * (wait.to - wait.from)) {
                candidates.add(new Candidate(thread, work, distance));
            }
        }
        Candidate best = null;
        for (Candidate candidate : candidates) {
            if (2 * candidate.work >= most && (best == null || candidate.distance < best.distance)) {
                best = candidate;
            }
        }
        return best == null ? null : best.thread;
    }
}
