package dev.zonecast.core;

import dev.zonecast.core.kind.ZoneCounter;
import dev.zonecast.core.registry.CategorySelection;
import dev.zonecast.core.ring.RingPolicies;
import dev.zonecast.core.ring.RingPolicy;
import dev.zonecast.fxt.BlockSize;
import dev.zonecast.tracy.Protocol;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A key of {@link Options}: the system property, the default and the possible values. {@code docs/reference/options.md} lists them. Two properties
 * are no options: {@code zonecast.enabled} and {@code zonecast.clock}. A property that cannot be read is logged, and the default is used.
 *
 * @param <T> of the value
 */
public final class Option<T> {
    private static final List<Option<?>> ALL = new ArrayList<>();

    /** In nanoseconds it is a number that can be added to a time. */
    private static final Duration NO_LIMIT = Duration.ofDays(10_000);

    /** {@code zonecast.autostart}, true: start at the first event. False waits for {@link Zonecast#start()}. */
    public static final Option<Boolean> AUTOSTART = flag("zonecast.autostart", true);

    /**
     * {@code zonecast.mode}, all: what the profiler may do, above all other options. A shipped program chooses here: {@code off},
     * {@code record}, {@code live} or {@code all}. The property {@code off} also holds for a start with options of the program.
     */
    public static final Option<Mode> MODE = new Option<>("zonecast.mode", Mode.ALL, Kind.MODE);

    /** {@code zonecast.name}: name of the program in viewers. Empty takes the name of the main class. */
    public static final Option<String> PROGRAM_NAME = text("zonecast.name", "a name");

    /** {@code zonecast.record}: file to record to from the first event on, or null. {@code .gz} and {@code .zst} compress it. */
    public static final Option<Path> RECORD_FILE = path("zonecast.record", null);

    /**
     * {@code zonecast.record.compact}, false: zones in recordings and trace buffers take 32 bytes, not 40 or 48. Zonecast's tools show the
     * same. Perfetto and Tracy's importer show no source locations of zones.
     */
    public static final Option<Boolean> RECORD_COMPACT = flag("zonecast.record.compact", false);

    /** {@code zonecast.listen}, true: wait for viewers from the start on. False waits for {@link Zonecast#listen}. */
    public static final Option<Boolean> LISTEN = flag("zonecast.listen", true);

    /** {@code zonecast.bind}: address to wait for viewers at. Empty is the loopback. Any other lets the network see the program. */
    public static final Option<String> BIND_ADDRESS = text("zonecast.bind", "an address");

    /** {@code zonecast.port}, 0 to 65535: port to wait for viewers at. 0 takes 8086 or the next free one up to 8105. */
    public static final Option<Integer> PORT = new Option<>("zonecast.port", 0, Kind.PORT);

    /**
     * {@code zonecast.announce}: version of Tracy's protocol as which the program is announced, 0 for none. 82 is Tracy 0.14, 76 is 0.13,
     * 74 is 0.12, 69 is 0.11.1; the property also takes true for the newest. The broadcast goes out every three seconds while no viewer is
     * connected: in the local network, or on this machine if viewers are awaited at the loopback address. It has name, process id and port.
     */
    public static final Option<Integer> ANNOUNCED = new Option<>("zonecast.announce", 0, Kind.PROTOCOL);

    /** {@code zonecast.sources}: viewers may get the text of source files below these folders. They must belong to a source location. */
    public static final Option<List<Path>> SOURCE_ROOTS = new Option<>("zonecast.sources", List.of(), Kind.FOLDERS);

    /**
     * {@code zonecast.ring.bytes}, 1M: ring of a platform thread, rounded up to a power of two between 64 KiB and 1 GiB. Under pressure a
     * thread goes on in larger rings, within {@link #RING_LIMIT_BYTES}.
     */
    public static final Option<Integer> RING_BYTES = ring("zonecast.ring.bytes", 1 << 20, 64 << 10);

    /** {@code zonecast.ring.virtual.bytes}, 16K: ring of a virtual thread, likewise from 4 KiB on. The thread begins with 1 KiB, unless its policy is to overwrite. */
    public static final Option<Integer> VIRTUAL_RING_BYTES = ring("zonecast.ring.virtual.bytes", 16 << 10, 4 << 10);

    /** {@code zonecast.ring.limit}, 256M: all rings together. Threads beyond it record nothing, which is counted. */
    public static final Option<Long> RING_LIMIT_BYTES = size("zonecast.ring.limit", 256L << 20, 0, Long.MAX_VALUE, 1);

    /** {@code zonecast.ring.wait}, microseconds, 0: a thread waits so long for room in a full ring before it drops the event. */
    public static final Option<Duration> RING_WAIT =
            duration("zonecast.ring.wait", ChronoUnit.MICROS, 0, 0, 10_000_000);

    /**
     * {@code zonecast.categories}: record zones and markers of these categories only. "Physics" is that category with all its
     * subcategories, "Physics: collisions" that subcategory, "Other" has the rest. {@code *} matches any characters. Empty: all are recorded. Plots, messages, frames, locks
     * and memory have no category and are always recorded.
     */
    public static final Option<Set<String>> CATEGORIES = new Option<>("zonecast.categories", Set.of(), Kind.CATEGORIES);

    /**
     * {@code zonecast.ring.policy}: rules for single threads, by their names when they first record, as
     * {@code audio=overwrite, render=first, loader-*=wait 500, *=drop}. A full ring drops the new event, waits so many microseconds for room first, or
     * overwrites the oldest unread events; each loss is counted. Rings of important threads, {@code first}, are read before others. A thread that is {@code off} records nothing. The first rule that fits counts; {@code *} matches any characters. Without
     * a rule {@link #RING_WAIT} holds.
     */
    public static final Option<String> RING_POLICIES = new Option<>("zonecast.ring.policy", "", Kind.POLICIES);

    /** {@code zonecast.summary}, false: keep {@link Zonecast#zoneSummaries}. It costs the collector, not the program's threads. */
    public static final Option<Boolean> SUMMARY = flag("zonecast.summary", false);

    /**
     * {@code zonecast.session}: folder for a summary of each run, of a few kilobytes, which {@code zonecast fleet} takes. Null: none. It has
     * the program's own names of zones and no personal data.
     */
    public static final Option<Path> SESSION_FOLDER = path("zonecast.session", null);

    /** {@code zonecast.system}, true: record up to ten times a second how busy the machine is, and its power where the system has it. */
    public static final Option<Boolean> SYSTEM_REPORTS = flag("zonecast.system", true);

    /**
     * {@code zonecast.switches}, false: record on which core each thread ran, and whether it stopped to wait or was preempted. On Linux
     * with Java 22 or newer, where the system permits {@code perf_event_open}.
     */
    public static final Option<Boolean> SWITCHES = flag("zonecast.switches", false);

    /**
     * {@code zonecast.counters}: what the system counts in each {@link CountedZone}: instructions, cycles, cache-misses, branch-misses,
     * page-faults, context-switches, cpu-migrations, task-clock. Empty: nothing. Platform requirements as for {@link #SWITCHES}.
     */
    public static final Option<String> COUNTERS = new Option<>("zonecast.counters", "", Kind.COUNTERS);

    /** {@code zonecast.memory}, false: plot the JVM's memory ten times a second: heap, non-heap, direct and mapped buffers. */
    public static final Option<Boolean> JVM_MEMORY = flag("zonecast.memory", false);

    /**
     * {@code zonecast.memory.sample}, 0: bytes of which one is chosen on the average, up to 16M; blocks of memory with a chosen byte are
     * recorded, with their weight. Rounded up to a multiple of 1K. 0: each block is recorded.
     */
    public static final Option<Long> MEMORY_SAMPLE = size("zonecast.memory.sample", 0, 0, BlockSize.MAX_RATE, 1024);

    /** {@code zonecast.watch}, false: plot ten times a second how full the rings and the trace buffer are. */
    public static final Option<Boolean> RING_PLOTS = flag("zonecast.watch", false);

    /** {@code zonecast.uncaught}, true: record exceptions that end a thread, in front of the default handler at the profiler's start. */
    public static final Option<Boolean> UNCAUGHT = flag("zonecast.uncaught", true);

    /** {@code zonecast.threads.rename}, true: {@link Threads#name} renames the Java thread. Before the start the property decides. */
    public static final Option<Boolean> RENAME_THREADS = flag("zonecast.threads.rename", true);

    /** {@code zonecast.shutdown.limit}, milliseconds, 3000: the end of the program waits at most so long for the profiler. */
    public static final Option<Duration> SHUTDOWN_LIMIT =
            duration("zonecast.shutdown.limit", ChronoUnit.MILLIS, 3000, 0, 600_000);

    /**
     * {@code zonecast.shutdown.hook}, true: the end of the program ends the profiler. A program that records in a shutdown hook of its own
     * sets false and calls {@link Zonecast#shutdown} after it.
     */
    public static final Option<Boolean> SHUTDOWN_HOOK = flag("zonecast.shutdown.hook", true);

    /** {@code zonecast.viewer.stall}, milliseconds, 10000: a viewer that reads nothing for so long is dropped. */
    public static final Option<Duration> VIEWER_STALL =
            duration("zonecast.viewer.stall", ChronoUnit.MILLIS, 10_000, 1, 3_600_000);

    /**
     * {@code zonecast.history}, seconds, 0: a viewer that connects gets the events of the last seconds first. They are kept in memory from
     * the start on, so the program records all the time. 0: none are kept.
     */
    public static final Option<Duration> HISTORY = seconds("zonecast.history", 0);

    /** {@code zonecast.history.bytes}, 128M: memory for them, at least 4 MiB. What does not fit is dropped, oldest first, and counted. */
    public static final Option<Long> HISTORY_BYTES = size("zonecast.history.bytes", 128L << 20, 4L << 20, 1L << 40, 1);

    /**
     * {@code zonecast.wait}, seconds, 0: the program waits so long for a viewer at its first event, to show its start. The property also
     * takes {@code viewer}: until one comes.
     */
    public static final Option<Duration> START_WAIT = wait("zonecast.wait", "viewer");

    /**
     * {@code zonecast.exit}, seconds, 0: the end of the program waits so long until the viewer has everything, and for a viewer if none has
     * come. The property also takes {@code wait}: without a limit. {@link #SHUTDOWN_LIMIT} holds if it is longer.
     */
    public static final Option<Duration> EXIT_WAIT = wait("zonecast.exit", "wait");

    /** {@code zonecast.buffer}: a trace buffer that outlives the program, and its mode. Null or "off": none. */
    public static final Option<BufferMode> BUFFER_MODE = new Option<>("zonecast.buffer", null, Kind.BUFFER);

    /** {@code zonecast.buffer.bytes}, 64M: the whole buffer, rounded up to a multiple of 4 KiB, at least 256 KiB. */
    public static final Option<Long> BUFFER_BYTES =
            size("zonecast.buffer.bytes", 64L << 20, 256L << 10, 1L << 40, 4096);

    /** {@code zonecast.buffer.seconds}, 0: a snapshot has no older events. 0: all that the buffer holds. */
    public static final Option<Duration> BUFFER_KEEP = seconds("zonecast.buffer.seconds", 0);

    /** {@code zonecast.buffer.folder}: the runtime folder. Null: the usual one. */
    public static final Option<Path> BUFFER_FOLDER = path("zonecast.buffer.folder", null);

    /** {@code zonecast.snapshot.folder}: folder of snapshots without a name of their own. */
    public static final Option<Path> SNAPSHOT_FOLDER = path("zonecast.snapshot.folder", Path.of(""));

    /** {@code zonecast.snapshot.frame}, milliseconds, 0: a longer frame causes a snapshot. 0: none does. */
    public static final Option<Duration> SNAPSHOT_FRAME =
            duration("zonecast.snapshot.frame", ChronoUnit.MILLIS, 0, 0, 1_000_000);

    /** {@code zonecast.snapshot.median}, 0: so does a frame of so many times the median of the last ones. 0: none does. */
    public static final Option<Double> SNAPSHOT_MEDIAN = new Option<>("zonecast.snapshot.median", 0.0, Kind.TIMES);

    /** {@code zonecast.snapshot.exception}, true: so does an exception that nobody catches. */
    public static final Option<Boolean> SNAPSHOT_EXCEPTION = flag("zonecast.snapshot.exception", true);

    /** {@code zonecast.snapshot.pause}, seconds, 10: shortest time between two such snapshots. */
    public static final Option<Duration> SNAPSHOT_PAUSE = seconds("zonecast.snapshot.pause", 10);

    /** {@code zonecast.snapshot.most}, 20: so many such snapshots, and no more. */
    public static final Option<Integer> SNAPSHOT_MOST = new Option<>("zonecast.snapshot.most", 20, Kind.COUNT);

    /** {@code zonecast.manager}, false: record when the manager in the runtime folder asks. */
    public static final Option<Boolean> MANAGER = flag("zonecast.manager", false);

    /** {@code zonecast.manager.wait}, seconds, 0: the program waits so long at its first event until the manager records it. */
    public static final Option<Duration> MANAGER_WAIT = seconds("zonecast.manager.wait", 0);

    /** How a value is written and checked. An enum, because a lambda for each option would take each program's start a millisecond. */
    private enum Kind {
        FLAG,
        TEXT,
        PATH,
        FOLDERS,
        MODE,
        BUFFER,
        PORT,
        PROTOCOL,
        CATEGORIES,
        POLICIES,
        COUNTERS,
        COUNT,
        TIMES,
        BYTES,
        RING,
        TIME,
        WAIT
    }

    private static final int MOST_COUNT = 1_000_000;
    private static final int MOST_PORT = 65_535;
    private static final int MOST_RING = 1 << 30;

    final T usual;
    private final String key;
    private final Kind kind;

    /** Of a text, or the word of a wait without limit; null of other kinds. */
    private final String word;

    // Of bytes, rings and times.
    private final ChronoUnit unit;
    private final long least;
    private final long most;
    private final long step;

    private Option(String key, T usual, Kind kind) {
        this(key, usual, kind, null, null, 0, 0, 0);
    }

    private Option(String key, T usual, Kind kind, String word, ChronoUnit unit, long least, long most, long step) {
        this.key = key;
        this.usual = usual;
        this.kind = kind;
        this.word = word;
        this.unit = unit;
        this.least = least;
        this.most = most;
        this.step = step;
        ALL.add(this);
    }

    /** All options, in the order of {@code docs/reference/options.md}. */
    public static List<Option<?>> all() {
        return Collections.unmodifiableList(ALL);
    }

    /** How the value of the system property is written. */
    public OptionForm<T> form() {
        return new OptionForm<>(words(), this::read);
    }

    /** True if {@code true} is a value: the option can be given without one. */
    public boolean isSwitch() {
        return kind == Kind.FLAG || kind == Kind.PROTOCOL;
    }

    /** True if commas separate several values. */
    public boolean isList() {
        return kind == Kind.CATEGORIES || kind == Kind.COUNTERS || kind == Kind.POLICIES;
    }

    private String words() {
        return switch (kind) {
            case FLAG -> OptionForm.flag().words();
            case TEXT -> word;
            case PATH -> "a path";
            case FOLDERS -> "folders";
            case MODE -> "off, record, live or all";
            case BUFFER -> "off, oneshot, circular or streaming";
            case PROTOCOL -> "true, false or a version of Tracy's protocol, as 82";
            case CATEGORIES -> "names of categories, separated by commas";
            case POLICIES -> "rules, as audio=overwrite, loader-*=wait 500, *=drop";
            case COUNTERS -> "names separated by commas, of " + ZoneCounter.names();
            case PORT -> OptionForm.number(0, MOST_PORT).words();
            case COUNT, TIMES -> OptionForm.number(0, MOST_COUNT).words();
            case BYTES, RING -> OptionForm.size(most).words();
            case TIME -> time().words();
            case WAIT -> word + ", or " + time().words();
        };
    }

    private OptionForm<Duration> time() {
        return OptionForm.duration(unit, least, most);
    }

    /** True if the option can have the value of this text. */
    public boolean fits(String text) {
        try {
            T ignored = value(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private T value(String text) {
        return checked(read(text));
    }

    @SuppressWarnings("unchecked") // A kind has values of one type, which its options have.
    private T read(String given) {
        String text = given.strip();
        return (T)
                switch (kind) {
                    case FLAG -> OptionForm.isOn(text);
                    case TEXT, POLICIES, COUNTERS -> text;
                    case PATH -> text.isEmpty() ? usual : Path.of(text);
                    case FOLDERS -> folders(text);
                    case MODE -> Mode.valueOf(text.toUpperCase(Locale.ROOT));
                    case BUFFER -> mode(text);
                    case PROTOCOL -> protocol(text);
                    case CATEGORIES -> CategorySelection.parse(text);
                    case PORT -> OptionForm.number(0, MOST_PORT).read(text).intValue();
                    case COUNT -> OptionForm.number(0, MOST_COUNT).read(text).intValue();
                    case TIMES -> OptionForm.number(0, MOST_COUNT).read(text).doubleValue();
                    case BYTES -> OptionForm.size(most).read(text);
                    case RING -> OptionForm.size(most).read(text).intValue();
                    case TIME -> time().read(text);
                    case WAIT -> text.equalsIgnoreCase(word) ? NO_LIMIT : time().read(text);
                };
    }

    /** The nearest possible value. */
    T checked(T value) {
        return nearest(usual == null ? value : Objects.requireNonNull(value, key));
    }

    @SuppressWarnings("unchecked") // As read.
    private T nearest(T value) {
        return (T)
                switch (kind) {
                    case FLAG, TEXT, PATH, MODE, BUFFER -> value;
                    case FOLDERS -> List.copyOf((List<Path>) value);
                    case CATEGORIES -> Set.copyOf((Set<String>) value);
                    case PORT -> port((Integer) value);
                    case PROTOCOL -> spoken((Integer) value);
                    case POLICIES -> {
                        RingPolicies ignored = RingPolicies.parse((String) value, RingPolicy.DROP);
                        yield value;
                    }
                    case COUNTERS -> {
                        Set<ZoneCounter> ignored = ZoneCounter.parse((String) value);
                        yield value;
                    }
                    case COUNT -> Math.max(0, (Integer) value);
                    case TIMES -> Math.max(0, (Double) value);
                    case BYTES -> (Math.clamp((Long) value, least, most) + step - 1) & -step;
                    case RING -> Integer.highestOneBit(Math.clamp((Integer) value, (int) least, MOST_RING) - 1) << 1;
                    case TIME -> clamp((Duration) value, Duration.of(least, unit), Duration.of(most, unit));
                    case WAIT -> clamp((Duration) value, Duration.ZERO, NO_LIMIT);
                };
    }

    /** The value of the system property, or the default. */
    T fromSystemProperty() {
        String text = System.getProperty(key);
        if (text == null) {
            return usual;
        }
        try {
            return value(text);
        } catch (IllegalArgumentException e) {
            // A field would start java.util.logging wherever this class is asked for options: see AgentStart.
            System.getLogger("dev.zonecast")
                    .log(
                            System.Logger.Level.WARNING,
                            "-D{0}={1} cannot be read; the default is used. It takes {2}",
                            key,
                            text,
                            words());
            return usual;
        }
    }

    /** As {@link #fromSystemProperty}, for a question before the start: the start logs that the property cannot be read. */
    T beforeStart() {
        String text = System.getProperty(key);
        return text != null && fits(text) ? value(text) : usual;
    }

    private static Option<Boolean> flag(String key, boolean usual) {
        return new Option<>(key, usual, Kind.FLAG);
    }

    private static Option<String> text(String key, String words) {
        return new Option<>(key, "", Kind.TEXT, words, null, 0, 0, 0);
    }

    private static Option<Path> path(String key, Path usual) {
        return new Option<>(key, usual, Kind.PATH);
    }

    /** Rounded up to a power of two. */
    private static Option<Integer> ring(String key, int usual, int least) {
        return new Option<>(key, usual, Kind.RING, null, null, least, MOST_RING, 0);
    }

    /** @param step rounded up to a multiple of this power of two */
    private static Option<Long> size(String key, long usual, long least, long most, long step) {
        return new Option<>(key, usual, Kind.BYTES, null, null, least, most, step);
    }

    private static Option<Duration> seconds(String key, long usual) {
        return duration(key, ChronoUnit.SECONDS, usual, 0, 1_000_000);
    }

    private static Option<Duration> duration(String key, ChronoUnit unit, long usual, long least, long most) {
        return new Option<>(key, Duration.of(usual, unit), Kind.TIME, null, unit, least, most, 0);
    }

    private static Option<Duration> wait(String key, String word) {
        return new Option<>(key, Duration.ZERO, Kind.WAIT, word, ChronoUnit.SECONDS, 0, 1_000_000, 0);
    }

    private static Duration clamp(Duration value, Duration least, Duration most) {
        return value.compareTo(least) < 0 ? least : value.compareTo(most) > 0 ? most : value;
    }

    private static int port(int port) {
        if (port < 0 || port > MOST_PORT) {
            throw new IllegalArgumentException(port + " is not between 0 and 65535");
        }
        return port;
    }

    private static int protocol(String text) {
        return text.matches("[0-9]{2,4}")
                ? Integer.parseInt(text)
                : OptionForm.isOn(text) ? Protocol.ALL.getFirst().version() : 0;
    }

    private static int spoken(int version) {
        if (version != 0 && Protocol.ofVersion(version) == null) {
            throw new IllegalArgumentException("this version of Tracy's protocol is not known: " + version);
        }
        return version;
    }

    private static BufferMode mode(String text) {
        return text.isEmpty() || text.equalsIgnoreCase("off")
                ? null
                : BufferMode.valueOf(text.toUpperCase(Locale.ROOT));
    }

    private static List<Path> folders(String text) {
        return Arrays.stream(text.split(Pattern.quote(File.pathSeparator), -1))
                .filter(each -> !each.isBlank())
                .map(each -> Path.of(each.strip()))
                .toList();
    }

    @Override
    public String toString() {
        return key;
    }
}
