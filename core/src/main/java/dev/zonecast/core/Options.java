package dev.zonecast.core;

import dev.zonecast.core.live.ListenOptions;
import dev.zonecast.core.live.TracyListener;
import dev.zonecast.core.registry.CategorySelection;
import dev.zonecast.core.ring.RingPolicies;
import dev.zonecast.core.ring.RingPolicy;
import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * All options of the profiler, each with its system property. Read once, when the profiler starts: by itself at the first event, with
 * {@link #fromSystemProperties}, or by {@link Zonecast#start(Options)}. A value that cannot be read is logged and its default used.
 *
 * <table>
 * <caption>Properties</caption>
 * <tr><th>key</th><th>type, default</th><th>meaning</th></tr>
 * <tr><td>zonecast.enabled</td><td>boolean, true</td><td>false makes every call an empty one (a constant; not in this class)</td></tr>
 * <tr><td>zonecast.autostart</td><td>boolean, true</td><td>start at the first event; false waits for {@link Zonecast#start()}</td></tr>
 * <tr><td>zonecast.clock</td><td>auto, counter, nanotime</td><td>see {@code docs/clock.md} (not in this class)</td></tr>
 * <tr><td>zonecast.name</td><td>text, the main class</td><td>name of the program in viewers</td></tr>
 * <tr><td>zonecast.record</td><td>path, none</td><td>record to this file from the first event on</td></tr>
 * <tr><td>zonecast.listen</td><td>boolean, true</td><td>wait for viewers</td></tr>
 * <tr><td>zonecast.bind</td><td>address, the loopback</td><td>where to wait; any other address lets the network see the program</td></tr>
 * <tr><td>zonecast.port</td><td>0 to 65535, 0</td><td>0 takes 8086 or the next free one up to 8105</td></tr>
 * <tr><td>zonecast.announce</td><td>false, true, protocol version</td><td>announce the program in the network, so that viewers of that
 *     version (true: the newest) list it</td></tr>
 * <tr><td>zonecast.sources</td><td>paths, none</td><td>folders whose source files viewers may have the text of</td></tr>
 * <tr><td>zonecast.ring.bytes</td><td>size, 1M</td><td>ring of a platform thread; rounded up to a power of two; grows under pressure</td></tr>
 * <tr><td>zonecast.ring.virtual.bytes</td><td>size, 16K</td><td>ring of a virtual thread, which begins with 1 KiB; grows under pressure</td></tr>
 * <tr><td>zonecast.ring.limit</td><td>size, 256M</td><td>all rings together; after 96 platform threads further ones get as small ones as virtual threads</td></tr>
 * <tr><td>zonecast.ring.wait</td><td>microseconds, 0</td><td>how long a thread waits for room in a full ring before the event is dropped</td></tr>
 * <tr><td>zonecast.categories</td><td>names, all</td><td>record these categories only: see {@link #categories(Collection)}</td></tr>
 * <tr><td>zonecast.ring.policy</td><td>rules, none</td><td>what single threads do when their ring is full:
 *     {@code audio=overwrite, loader-*=wait 500, *=drop}</td></tr>
 * <tr><td>zonecast.summary</td><td>boolean, false</td><td>keep {@link Zonecast#zoneSummaries}</td></tr>
 * <tr><td>zonecast.system</td><td>boolean, true</td><td>say ten times a second how busy the machine is, while a viewer or recording
 * listens</td></tr>
 * <tr><td>zonecast.memory</td><td>boolean, false</td><td>plots of the JVM's memory: heap, non-heap, direct and mapped buffers</td></tr>
 * <tr><td>zonecast.watch</td><td>boolean, false</td><td>plots of how full the rings and the trace buffer are</td></tr>
 * <tr><td>zonecast.uncaught</td><td>boolean, true</td><td>tell of exceptions that end a thread, in front of the default handler that
 *     there is at the profiler's start</td></tr>
 * <tr><td>zonecast.threads.rename</td><td>boolean, true</td><td>{@link Threads#name} renames the Java thread</td></tr>
 * <tr><td>zonecast.shutdown.limit</td><td>milliseconds, 3000</td><td>longest time that the end of the program may take for the profiler</td></tr>
 * <tr><td>zonecast.shutdown.hook</td><td>boolean, true</td><td>end the profiler at the end of the program; false leaves that to
 *     {@link Zonecast#shutdown}</td></tr>
 * <tr><td>zonecast.viewer.stall</td><td>milliseconds, 10000</td><td>a viewer that takes nothing for so long is dropped</td></tr>
 * </table>
 *
 * Further ones: {@link BufferOptions}. Sizes are bytes, or end in K, M or G (powers of 1024).
 */
public final class Options {
    static final String RENAME_THREADS = "zonecast.threads.rename";

    private boolean autostart = true;
    private String programName = "";
    private Path recordFile;
    private boolean listen = true;
    private String bindAddress = "";
    private int port;
    private int announced;
    private List<Path> sourceRoots = List.of();
    private int ringBytes = 1 << 20;
    private int virtualRingBytes = 16 << 10;
    private long ringLimitBytes = 256L << 20;
    private Duration ringWait = Duration.ZERO;
    private Set<String> categories = Set.of();
    private String ringPolicies = "";
    private boolean summary;
    private boolean systemReports = true;
    private boolean jvmMemory;
    private boolean ringPlots;
    private boolean uncaught = true;
    private boolean renameThreads = true;
    private Duration shutdownLimit = Duration.ofSeconds(3);
    private boolean shutdownHook = true;
    private Duration viewerStall = Duration.ofSeconds(10);
    private BufferOptions buffer = new BufferOptions();

    private Options() {}

    /** The defaults, without a look at system properties. */
    public static Options defaults() {
        return new Options();
    }

    /** The defaults, changed by the system properties that are set. */
    public static Options fromSystemProperties() {
        Options options = new Options();
        options.autostart = Property.flag("zonecast.autostart", options.autostart);
        options.programName = System.getProperty("zonecast.name", "");
        options.recordFile = Property.path("zonecast.record");
        options.listen = Property.flag("zonecast.listen", options.listen);
        options.bindAddress = System.getProperty("zonecast.bind", "");
        options.port = (int) Property.number("zonecast.port", 0, 0, 65_535);
        options.announced = protocol("zonecast.announce");
        options.sourceRoots = paths("zonecast.sources");
        options.ringBytes(Property.size("zonecast.ring.bytes", options.ringBytes, 1 << 30));
        options.virtualRingBytes(Property.size("zonecast.ring.virtual.bytes", options.virtualRingBytes, 1 << 30));
        options.ringLimitBytes = Property.size("zonecast.ring.limit", options.ringLimitBytes, Long.MAX_VALUE);
        options.ringWait = Duration.ofNanos(1000 * Property.number("zonecast.ring.wait", 0, 0, 10_000_000));
        options.categories = CategorySelection.parse(System.getProperty("zonecast.categories", ""));
        try {
            options.ringPolicies(System.getProperty("zonecast.ring.policy", ""));
        } catch (IllegalArgumentException e) {
            Property.reject("zonecast.ring.policy", System.getProperty("zonecast.ring.policy"), "nothing of it");
        }
        options.summary = Property.flag("zonecast.summary", options.summary);
        options.systemReports = Property.flag("zonecast.system", options.systemReports);
        options.jvmMemory = Property.flag("zonecast.memory", options.jvmMemory);
        options.ringPlots = Property.flag("zonecast.watch", options.ringPlots);
        options.uncaught = Property.flag("zonecast.uncaught", options.uncaught);
        options.renameThreads = Property.flag(RENAME_THREADS, options.renameThreads);
        options.shutdownLimit = Duration.ofMillis(Property.number("zonecast.shutdown.limit", 3000, 0, 600_000));
        options.shutdownHook = Property.flag("zonecast.shutdown.hook", options.shutdownHook);
        options.viewerStall = Duration.ofMillis(Property.number("zonecast.viewer.stall", 10_000, 1, 3_600_000));
        options.buffer = BufferOptions.fromSystemProperties();
        return options;
    }

    public boolean autostart() {
        return autostart;
    }

    /** Name of the program, or empty. */
    public String programName() {
        return programName;
    }

    /** Sets the name of the program in viewers. */
    public Options programName(String name) {
        programName = Objects.requireNonNull(name, "name");
        return this;
    }

    /** File to record to from the start, or null. */
    public Path recordFile() {
        return recordFile;
    }

    /** Records to a file from the start; null does not. */
    public Options recordFile(Path file) {
        recordFile = file;
        return this;
    }

    public boolean listen() {
        return listen;
    }

    /** Waits for viewers, or not. */
    public Options listen(boolean wanted) {
        listen = wanted;
        return this;
    }

    /** Address to wait for viewers at; empty is the loopback. */
    public String bindAddress() {
        return bindAddress;
    }

    /** Sets the address to wait for viewers at; empty is the loopback. Any other lets the network see the program. */
    public Options bindAddress(String address) {
        bindAddress = Objects.requireNonNull(address, "address");
        return this;
    }

    /** Port, 0 for 8086 or the next free one. */
    public int port() {
        return port;
    }

    /**
     * Sets the port; 0 takes 8086 or the next free one up to 8105.
     *
     * @throws IllegalArgumentException outside 0 to 65535
     */
    public Options port(int number) {
        if (number < 0 || number > 65_535) {
            throw new IllegalArgumentException("port must be 0 to 65535: " + number);
        }
        port = number;
        return this;
    }

    /** Version of Tracy's protocol as which the program is announced, 0 if it is not. */
    public int announced() {
        return announced;
    }

    /**
     * Announces the program every three seconds while no viewer is connected, by a broadcast in the local network, or on this machine if
     * viewers are awaited at the loopback address. Everybody who listens learns name, process id and port. Viewers list it, and those of
     * the version that is announced let it be chosen; others connect by the address.
     *
     * @param protocolVersion 82 for Tracy 0.14, 76 for 0.13, 74 for 0.12, 69 for 0.11.1; 0, as it is at first, announces nothing
     * @throws IllegalArgumentException for another version
     */
    public Options announce(int protocolVersion) {
        if (protocolVersion != 0 && !TracyListener.isSpoken(protocolVersion)) {
            throw new IllegalArgumentException("not a version that is spoken: " + protocolVersion);
        }
        announced = protocolVersion;
        return this;
    }

    /** Folders whose source files viewers may have the text of. */
    public List<Path> sourceRoots() {
        return sourceRoots;
    }

    /**
     * Lets viewers have the text of source files: those below these folders that are the file of a registered source location. No link
     * below a folder is followed.
     */
    public Options sourceRoots(List<Path> folders) {
        sourceRoots = List.copyOf(folders);
        return this;
    }

    /** Capacity of a platform thread's ring, a power of two. */
    public int ringBytes() {
        return ringBytes;
    }

    /**
     * Sets the capacity of a platform thread's ring; rounded up to a power of two between 64 KiB and 1 GiB. Under pressure a thread
     * goes on in larger rings, within {@link #ringLimitBytes(long)}.
     */
    public Options ringBytes(long bytes) {
        ringBytes = powerOfTwo(bytes, 64 << 10);
        return this;
    }

    /** Capacity of a virtual thread's ring, a power of two. */
    public int virtualRingBytes() {
        return virtualRingBytes;
    }

    /**
     * Sets the capacity of a virtual thread's ring; rounded up to a power of two between 4 KiB and 1 GiB. The thread begins with 1 KiB.
     */
    public Options virtualRingBytes(long bytes) {
        virtualRingBytes = powerOfTwo(bytes, 4 << 10);
        return this;
    }

    /** Limit of all rings together, in bytes. */
    public long ringLimitBytes() {
        return ringLimitBytes;
    }

    /** Sets the limit of all rings together; threads beyond it record nothing, which is counted. */
    public Options ringLimitBytes(long bytes) {
        ringLimitBytes = Math.max(0, bytes);
        return this;
    }

    /** How long a thread waits for room in a full ring. */
    public Duration ringWait() {
        return ringWait;
    }

    /** Lets a thread wait for room in a full ring before the event is dropped; zero drops at once. */
    public Options ringWait(Duration limit) {
        ringWait = limit.isNegative() ? Duration.ZERO : limit;
        return this;
    }

    /** Names of the categories that are recorded; empty: all. */
    public Set<String> categories() {
        return categories;
    }

    /**
     * Records zones and markers of these categories only. "Physics" is that category with all its subcategories, "Physics: collisions"
     * that subcategory, "Other" what has none. Empty: all are recorded. Plots, messages, frames, locks and memory have no category and
     * are recorded in any case.
     */
    public Options categories(Collection<String> names) {
        categories = Set.copyOf(names);
        return this;
    }

    /** Rules for single threads' rings, or empty. */
    public String ringPolicies() {
        return ringPolicies;
    }

    /**
     * Says what single threads do when their ring is full, by their names when they record for the first time: {@code drop} the new event,
     * {@code wait} so many microseconds for room first, or {@code overwrite} the oldest events that have not been read; all that is lost is
     * counted. The first rule that fits counts; {@code *} matches any characters. Without one {@link #ringWait} holds.
     *
     * @param rules {@code audio=overwrite, loader-*=wait 500, *=drop}
     * @throws IllegalArgumentException if a rule cannot be read
     */
    public Options ringPolicies(String rules) {
        RingPolicies _ = RingPolicies.parse(rules, RingPolicy.DROP);
        ringPolicies = rules;
        return this;
    }

    public boolean summary() {
        return summary;
    }

    /** Keeps {@link Zonecast#zoneSummaries}; costs the collector, not the program's threads. */
    public Options summary(boolean wanted) {
        summary = wanted;
        return this;
    }

    public boolean systemReports() {
        return systemReports;
    }

    /** Says ten times a second how busy the machine is and, where the system shows it, what power it draws; while a viewer or recording listens. */
    public Options systemReports(boolean wanted) {
        systemReports = wanted;
        return this;
    }

    public boolean jvmMemory() {
        return jvmMemory;
    }

    /** Plots the JVM's memory ten times a second: heap, non-heap, direct and mapped buffers. */
    public Options jvmMemory(boolean wanted) {
        jvmMemory = wanted;
        return this;
    }

    public boolean ringPlots() {
        return ringPlots;
    }

    /**
     * Plots ten times a second how full the rings and the trace buffer are. Without it a recording has the fullest ring of each second,
     * and {@link Statistics.Rings#use} the same.
     */
    public Options ringPlots(boolean wanted) {
        ringPlots = wanted;
        return this;
    }

    public boolean uncaught() {
        return uncaught;
    }

    /**
     * Tells viewer and recording of exceptions that end a thread, by a default handler in front of the one that there is at the
     * profiler's start; or not.
     */
    public Options uncaught(boolean wanted) {
        uncaught = wanted;
        return this;
    }

    public boolean renameThreads() {
        return renameThreads;
    }

    /**
     * {@link Threads#name} renames the Java thread, or names it in viewers and recordings only. Before the profiler starts, the property
     * {@code zonecast.threads.rename} decides.
     */
    public Options renameThreads(boolean wanted) {
        renameThreads = wanted;
        return this;
    }

    /** Longest time that the end of the program may take for the profiler. */
    public Duration shutdownLimit() {
        return shutdownLimit;
    }

    /** Sets the longest time that the end of the program may take for the profiler. */
    public Options shutdownLimit(Duration limit) {
        shutdownLimit = limit.isNegative() ? Duration.ZERO : limit;
        return this;
    }

    public boolean shutdownHook() {
        return shutdownHook;
    }

    /**
     * Ends the profiler at the end of the program, or not: a program that still records in a shutdown hook of its own (the JVM runs
     * them all at once) wants false, and calls {@link Zonecast#shutdown} when it has done.
     */
    public Options shutdownHook(boolean wanted) {
        shutdownHook = wanted;
        return this;
    }

    /** A viewer that takes nothing for so long is dropped. */
    public Duration viewerStall() {
        return viewerStall;
    }

    /** Sets how long a viewer may take nothing before it is dropped. */
    public Options viewerStall(Duration limit) {
        viewerStall = limit;
        return this;
    }

    /** Options of the buffer that outlives the program, to be read and set. */
    public BufferOptions buffer() {
        return buffer;
    }

    private static int powerOfTwo(long bytes, int least) {
        long wanted = Math.clamp(bytes, least, 1L << 30);
        return Integer.highestOneBit((int) (wanted - 1)) << 1;
    }

    private static int protocol(String key) {
        String text = System.getProperty(key, "false").strip().toLowerCase(Locale.ROOT);
        if (text.matches("[0-9]{1,4}") && TracyListener.isSpoken(Integer.parseInt(text))) {
            return Integer.parseInt(text);
        }
        return Property.flag(key, false) ? ListenOptions.NEWEST_PROTOCOL : 0;
    }

    private static List<Path> paths(String key) {
        List<Path> paths = new ArrayList<>();
        for (String text : System.getProperty(key, "").split(Pattern.quote(File.pathSeparator), -1)) {
            if (!text.isBlank()) {
                try {
                    paths.add(Path.of(text.strip()));
                } catch (InvalidPathException e) {
                    Property.reject(key, text, "nothing of it");
                }
            }
        }
        return paths;
    }
}
