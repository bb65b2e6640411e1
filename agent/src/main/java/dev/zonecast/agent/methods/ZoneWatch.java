package dev.zonecast.agent.methods;

import dev.zonecast.core.Message;
import dev.zonecast.core.Severity;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.registry.Registry;
import java.lang.invoke.MutableCallSite;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The thread that asks the {@link Throttle} what zones cost, takes methods out, and names them in the log and in the recording. It starts
 * with the first method. It also names patterns that matched nothing.
 */
final class ZoneWatch {
    private static final long BUSY_MILLIS = 100;
    private static final long QUIET_MILLIS = 500;

    /** So many looks in a row that take nothing out: less often from then on. */
    private static final int QUIET_LOOKS = 50;

    /** Patterns may match classes that a program loads late. */
    private static final long UNMATCHED_NANOS = 30_000_000_000L;

    private static final int MOST_UNMATCHED = 20;
    private static final int MOST_LINES = 20;
    private static final int NAMES_OF_A_LINE = 5;
    private static final int MOST_MESSAGES = 1_000;
    private static final int NAMES_OF_AN_INFO = 50;

    /** So long after the last methods went, the rest is thought to be within the budget. */
    private static final long SETTLED_NANOS = 1_000_000_000;

    private final MethodOptions options;
    private final MethodWeaver weaver;
    private final Consumer<String> log;
    private final Queue<WovenMethod> added = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean started = new AtomicBoolean();
    private final AtomicBoolean unmatchedLogged = new AtomicBoolean();
    private final List<WovenMethod> linked = new ArrayList<>();

    /** Lines of {@link #inform}. */
    private final List<String> facts = new ArrayList<>();

    private final long startNanos = System.nanoTime();
    private volatile boolean off;

    // Of the thread.
    private int lines;
    private int takenOut;
    private int quietLooks;
    private boolean settled = true;
    private long outNanos;

    ZoneWatch(MethodOptions options, MethodWeaver weaver, Consumer<String> log) {
        this.options = options;
        this.weaver = weaver;
        this.log = log;
    }

    void start() {
        if (started.compareAndSet(false, true)) {
            Thread.ofPlatform().daemon().name("zonecast-methods").start(this::run);
            try {
                Runtime.getRuntime()
                        .addShutdownHook(
                                Thread.ofPlatform().name("zonecast-methods-end").unstarted(this::atEnd));
            } catch (IllegalStateException e) {
                // The program ends already.
            }
        }
    }

    /** A method was called for the first time. */
    void add(WovenMethod method) {
        added.add(method);
        synchronized (linked) {
            linked.add(method);
        }
        if (off) {
            takeOut(List.of(method));
        }
        if (!started.get()) {
            start();
        }
    }

    /** All methods are no zones any more. */
    void end() {
        off = true;
        synchronized (linked) {
            takeOut(linked);
        }
        synchronized (facts) {
            facts.forEach(Registry.INSTANCE::dropAppInfo);
        }
    }

    private static void takeOut(List<WovenMethod> methods) {
        methods.forEach(WovenMethod::takeOut);
        MutableCallSite.syncAll(methods.stream().map(WovenMethod::site).toArray(MutableCallSite[]::new));
    }

    private void run() {
        try {
            var throttle = new Throttle(options.budget());
            var cost = new ZoneCost();
            long lastNanos = startNanos;
            long lastCpu = cpuNanos();
            while (!off) {
                Thread.sleep(quietLooks < QUIET_LOOKS ? BUSY_MILLIS : QUIET_MILLIS);
                if (System.nanoTime() - startNanos > UNMATCHED_NANOS) {
                    logUnmatched();
                }
                takeAdded(throttle);
                long nanos = System.nanoTime();
                long cpu = cpuNanos();
                if (throttle.size() > 0 && Zonecast.isActive()) {
                    cost.measure();
                    report(throttle.decide(nanos - lastNanos, cpu - lastCpu, cost.nanos()));
                    logSettled(throttle, nanos);
                } else {
                    throttle.skip();
                }
                lastNanos = nanos;
                lastCpu = cpu;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void takeAdded(Throttle throttle) {
        for (WovenMethod method = added.poll(); method != null; method = added.poll()) {
            throttle.add(method);
            quietLooks = 0;
        }
    }

    /** Processor time of the process; where the system has none, all of one processor. */
    private long cpuNanos() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .map(Duration::toNanos)
                .orElseGet(() -> System.nanoTime() - startNanos);
    }

    private void report(List<Throttle.Offender> offenders) {
        if (offenders.isEmpty()) {
            quietLooks++;
            return;
        }
        quietLooks = 0;
        settled = false;
        outNanos = System.nanoTime();
        takeOut(offenders.stream().map(Throttle.Offender::method).toList());
        for (Throttle.Offender each : offenders) {
            if (takenOut++ < MOST_MESSAGES) {
                Message.log(Severity.INFO, "no zone any more: " + text(each));
            }
        }
        inform(offenders);
        if (++lines <= MOST_LINES) {
            String names = offenders.stream()
                    .limit(NAMES_OF_A_LINE)
                    .map(ZoneWatch::text)
                    .collect(Collectors.joining(", "));
            int more = offenders.size() - NAMES_OF_A_LINE;
            log.accept("methods: over the budget of " + percent(options.budget()) + ", no zones any more: " + names
                    + (more > 0 ? " and " + more + " more" : "")
                    + (lines == MOST_LINES ? " (later ones are in the recording only)" : ""));
        }
    }

    private void logSettled(Throttle throttle, long nanos) {
        if (settled || nanos - outNanos < SETTLED_NANOS) {
            return;
        }
        settled = true;
        if (lines <= MOST_LINES) {
            log.accept("methods: within the budget of " + percent(options.budget()) + ": " + throttle.size() + " of "
                    + (throttle.size() + takenOut) + " methods that ran are zones, with "
                    + percent(throttle.share()) + " of the processor time");
        }
    }

    private static String percent(double share) {
        return new DecimalFormat("0.##", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(share * 100) + "%";
    }

    /** Lines that each later viewer and each recording gets, until {@link #end}: methods can be zones again then. */
    void inform(List<Throttle.Offender> offenders) {
        if (takenOut > MOST_MESSAGES) {
            return;
        }
        for (int i = 0; i < offenders.size(); i += NAMES_OF_AN_INFO) {
            String line = "methods that are no zones, as they are over the budget: "
                    + offenders.subList(i, Math.min(i + NAMES_OF_AN_INFO, offenders.size())).stream()
                            .map(each -> each.method().toString())
                            .collect(Collectors.joining(", "));
            synchronized (facts) {
                if (!off) {
                    facts.add(line);
                    Zonecast.appInfo(line);
                }
            }
        }
    }

    private static String text(Throttle.Offender offender) {
        return String.format(Locale.ROOT, "%s (%,d calls/s)", offender.method(), offender.callsPerSecond());
    }

    private void atEnd() {
        if (off) {
            return;
        }
        logUnmatched();
        String leftOut = weaver.leftOut();
        if (leftOut != null) {
            log.accept("methods: " + leftOut);
        }
    }

    private void logUnmatched() {
        List<String> unmatched = options.patterns().unmatched();
        if (!unmatched.isEmpty() && unmatchedLogged.compareAndSet(false, true)) {
            unmatched.stream()
                    .limit(MOST_UNMATCHED)
                    .forEach(pattern -> log.accept("methods=" + pattern + " matches no method of a loaded class"));
        }
    }
}
