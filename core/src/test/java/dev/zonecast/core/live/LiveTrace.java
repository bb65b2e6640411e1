package dev.zonecast.core.live;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a viewer has understood of a session. Times are nanoseconds since the trace's time 0. Guarded by its own lock. */
final class LiveTrace {
    record Location(long name, long function, long file, int line, int rgb) {}

    record PlotValue(long nanos, double value) {}

    record PlotConfig(int format, boolean step, boolean fill, int wireColor) {}

    /** @param rgb -1 if the message has none */
    record Text(int thread, long nanos, int severity, int source, int rgb, String text) {}

    /** @param addresses innermost first */
    record Sample(int thread, long nanos, List<Long> addresses) {}

    /**
     * What stands at an address.
     *
     * @param place function, file and line
     */
    record Call(String place, long symbol) {}

    record Crash(int thread, long text, List<String> calls) {}

    /** @param kind 'M' for a mark, 'S' for a start, 'E' for an end */
    record FrameEvent(char kind, long nanos) {}

    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Image(int width, int height, boolean flipped, int[] words) {}

    /** @param type 0 for a number, 1 for a switch, 2 for a button */
    record Parameter(int index, String name, int type, int value) {}

    /** A span of the whole program. */
    static final class SectionSpan {
        int category;
        String text;
        long beginNanos = -1;
        long endNanos = -1;
    }

    record GpuContext(int type, int thread, float period, int flags, long cpuNanos, long gpuTicks) {}

    static final class Zone {
        int thread;
        int depth;
        long location;
        /** Name of an allocated location. */
        String locationName;

        long beginNanos;
        long endNanos = -1;
        String name;
        int rgb = -1;
        final List<String> texts = new ArrayList<>();
        final List<Long> values = new ArrayList<>();
        /** Function, file and line of each call, innermost first; null without a call stack. */
        List<String> calls;
    }

    static final class GpuZone {
        final Map<String, Double> notes = new LinkedHashMap<>();
        int context;
        int thread;
        long location;
        String locationName;
        long cpuBeginNanos;
        long cpuEndNanos = -1;
        long gpuBeginNanos = -1;
        long gpuEndNanos = -1;

        /** As {@link Zone} has them. */
        List<String> calls;
    }

    /** Blocks of a pool, with what a viewer reports as a failure. */
    static final class Pool {
        final Map<Long, Long> live = new HashMap<>();
        final List<String> events = new ArrayList<>();
        final List<List<String>> stacks = new ArrayList<>();
        int freedUnknown;
        private long lastNanos;

        void allocated(long nanos, int thread, long address, long bytes) {
            if (nanos < lastNanos) {
                throw new AssertionError("the time of a pool runs backwards");
            }
            lastNanos = nanos;
            if (live.put(address, bytes) != null) {
                throw new AssertionError("allocated twice: " + address);
            }
            events.add(thread + " allocated " + address + " " + bytes);
        }

        void freed(long nanos, int thread, long address) {
            lastNanos = Math.max(lastNanos, nanos);
            freedUnknown += live.remove(address) == null ? 1 : 0;
            events.add(thread + " freed " + address);
        }

        void discard(long nanos, int thread) {
            lastNanos = Math.max(lastNanos, nanos);
            if (events.isEmpty()) {
                throw new AssertionError("a pool is discarded that had no event");
            }
            live.clear();
            events.add(thread + " discarded");
        }
    }

    /** Where a fiber ran. */
    static final class FiberRow {
        final Set<Integer> threads = new java.util.LinkedHashSet<>();
        int group;
        long enteredNanos;
        long leftNanos;
        long ranNanos;
    }

    static final class Lock {
        final int id;
        final long location;
        final int type;
        private long lastNanos;
        String name;
        boolean terminated;
        /** Times that it was obtained while another thread had it. */
        int overlaps;

        final List<String> events = new ArrayList<>();
        final Set<Integer> threads = new HashSet<>();
        final Set<String> waiting = new HashSet<>();
        final List<Integer> holders = new ArrayList<>();
        final List<Long> marks = new ArrayList<>();

        Lock(int id, long nanos, long location, int type) {
            this.id = id;
            this.lastNanos = nanos;
            this.location = location;
            this.type = type;
        }

        void at(long nanos) {
            if (nanos < lastNanos) {
                throw new AssertionError("the time of lock " + id + " runs backwards");
            }
            lastNanos = nanos;
        }
    }

    // Of the welcome.
    long originNanos;
    long readyNanos;
    long frameOffset = -1;
    long connectedNanos = -1;
    int flags;
    String programName;
    String hostInfo;

    final List<Zone> zones = new ArrayList<>();
    final Map<Integer, List<Zone>> stacks = new HashMap<>();
    final Map<Long, Location> locations = new HashMap<>();
    final List<Sample> samples = new ArrayList<>();
    final Map<Long, Call> calls = new HashMap<>();
    final Map<Long, String> symbols = new HashMap<>();
    final Map<Long, String> strings = new HashMap<>();
    final Map<Long, String> plotNames = new HashMap<>();
    final Map<Long, String> frameNames = new HashMap<>();
    final Map<Integer, String> threadNames = new HashMap<>();
    final Map<Integer, Integer> threadGroups = new HashMap<>();
    final Map<Long, List<PlotValue>> plots = new LinkedHashMap<>();
    final Map<Long, List<PlotConfig>> plotConfigs = new HashMap<>();
    final List<Text> messages = new ArrayList<>();
    /** Of those messages that have one. */
    final List<List<String>> messageStacks = new ArrayList<>();

    final Map<Long, FiberRow> fibers = new LinkedHashMap<>();
    final Map<Long, String> fiberNames = new HashMap<>();
    final List<Crash> crashes = new ArrayList<>();
    final List<String> appInfo = new ArrayList<>();
    final Map<Long, List<FrameEvent>> frames = new LinkedHashMap<>();
    /** Name: the number that was sent. */
    final Map<Integer, Parameter> parameters = new LinkedHashMap<>();

    final Map<Integer, String> sectionCategories = new HashMap<>();
    final Map<Integer, SectionSpan> sections = new LinkedHashMap<>();
    final List<Double> cpuLoads = new ArrayList<>();
    final Map<Long, List<Long>> powers = new HashMap<>();
    /** Package, die and core by logical processor. */
    final Map<Integer, List<Integer>> cpus = new LinkedHashMap<>();

    private long lastReportNanos;

    final Map<Integer, List<Long>> vsyncs = new HashMap<>();
    final Map<Integer, GpuContext> gpuContexts = new HashMap<>();
    final Map<Integer, String> gpuNames = new HashMap<>();
    /** Names of values of GPU zones, by context and number. */
    final Map<String, String> gpuNotes = new HashMap<>();

    final List<GpuZone> gpuZones = new ArrayList<>();
    /** By name, 0 for the pool without. */
    final Map<Long, Pool> pools = new LinkedHashMap<>();

    final Map<Integer, Lock> locks = new LinkedHashMap<>();
    int keepAlives;
    /** By the number that was sent. */
    final Map<Long, Image> images = new LinkedHashMap<>();

    /** By the number of the question. */
    final Map<Integer, String> sources = new HashMap<>();

    final List<Integer> refusedSources = new ArrayList<>();
    int acknowledged;
    int otherAnswers;
    boolean terminated;

    /**
     * The image that a viewer shows for a frame, or null.
     *
     * @param marks of the base set that this session had before the frame began
     */
    synchronized Image imageAfter(int marks) {
        // Section 7.3: index = number - offset + 1; the frame that is there at the connection has index 2 (section
        // 7.1).
        return images.get(marks + 2 + frameOffset - 1);
    }

    synchronized List<SectionSpan> sectionsOf(String category) {
        return sections.values().stream()
                .filter(section -> category.equals(sectionCategories.get(section.category)))
                .toList();
    }

    synchronized void enterSection(int id, int category, String text, long nanos) {
        SectionSpan section = sections.computeIfAbsent(id, i -> new SectionSpan());
        if (id == 0 || section.beginNanos >= 0) {
            throw new AssertionError("section " + id + " is entered again");
        }
        section.category = category;
        section.text = text;
        section.beginNanos = nanos;
    }

    synchronized void leaveSection(int id, long nanos) {
        SectionSpan section = sections.computeIfAbsent(id, i -> new SectionSpan());
        if (section.endNanos >= 0) {
            throw new AssertionError("section " + id + " is left again");
        }
        section.endNanos = nanos;
    }

    synchronized void report(long nanos) {
        if (nanos < lastReportNanos) {
            throw new AssertionError("the time of reports runs backwards");
        }
        lastReportNanos = nanos;
    }

    synchronized Pool pool(long name) {
        return pools.computeIfAbsent(name, n -> new Pool());
    }

    synchronized Lock lock(int id) {
        Lock lock = locks.get(id);
        if (lock == null) {
            throw new AssertionError("an unknown lock " + id);
        }
        return lock;
    }

    synchronized List<String> crashes() {
        return crashes.stream()
                .map(crash -> crash.thread() + " " + strings.get(crash.text()) + " " + crash.calls())
                .toList();
    }

    synchronized int openZones() {
        return stacks.values().stream().mapToInt(List::size).sum();
    }

    synchronized int zoneCount() {
        return zones.size();
    }

    /** Zones by the name that a viewer shows. */
    synchronized List<Zone> zonesNamed(String name) {
        return zones.stream()
                .filter(zone -> displayName(zone.locationName, zone.location).equals(name))
                .toList();
    }

    synchronized String displayName(String allocated, long location) {
        if (allocated != null) {
            return allocated;
        }
        Location found = locations.get(location);
        if (found == null) {
            return "?";
        }
        return strings.get(found.name() != 0 ? found.name() : found.function());
    }

    synchronized List<PlotValue> plot(String name) {
        for (var entry : plotNames.entrySet()) {
            if (entry.getValue().equals(name)) {
                return plots.get(entry.getKey());
            }
        }
        return List.of();
    }

    synchronized List<FrameEvent> frameSet(String name) {
        for (var entry : frameNames.entrySet()) {
            if (entry.getValue().equals(name)) {
                return frames.get(entry.getKey());
            }
        }
        return List.of();
    }
}
