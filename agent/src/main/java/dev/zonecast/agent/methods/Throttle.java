package dev.zonecast.agent.methods;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Keeps the zones of methods within a budget: a share of the process's CPU time. What the zones of a method cost is the number of its calls
 * times the cost of a zone. Over the budget, the methods with the most calls are taken out, until the rest fits. So few methods go, and most
 * stay.
 *
 * <p>Each method counts its calls in a field of its own, without order between threads. That is one addition to a cached word beside two
 * readings of the clock. Counting where records are read would cost the calls nothing, but a full ring drops records, and the methods that
 * fill it would look cheap. Threads that call a method together contend for the word only where the method is over any budget.
 *
 * <p>Used by one thread.
 */
final class Throttle {
    /**
     * Calls and CPU time lose two thirds of their weight in this time, so that a short burst alone takes nothing out. It is short at first:
     * each method that goes makes the program faster, and so the others more expensive.
     */
    private static final double LEAST_MEMORY_NANOS = 250e6;

    private static final double MOST_MEMORY_NANOS = 4e9;

    /** The memory is this part of the time so far. */
    private static final double MEMORY_OF_AGE = 0.25;

    /** If zones take nearly all the time, the program is thought to take this share. */
    private static final double LEAST_PROGRAM = 1 / 8.0;

    /**
     * Where zones are over the budget, they are brought down to this part of it: the compiler compiles all callers of a method again that is
     * taken out, so they go rarely and many together. Also, a young program becomes three times as fast while it is compiled.
     */
    private static final double BROUGHT_TO = 0.3;

    /** A larger share of new methods is a new part of the program: the throttle decides as fast as at the start. */
    private static final double NEW_PART = 0.1;

    private final double budget;
    private final List<WovenMethod> live = new ArrayList<>();
    private double recentCpuNanos;
    private double recentNanos;
    private double ageNanos;
    private int added;
    private double share;

    /** @param budget share of the process's CPU time; 1 or more: no limit */
    Throttle(double budget) {
        this.budget = budget;
    }

    /**
     * A method that is to be taken out.
     *
     * @param callsPerSecond of late
     */
    record Offender(WovenMethod method, long callsPerSecond) {}

    /** Watches a method, too. */
    void add(WovenMethod method) {
        method.seen = method.calls();
        live.add(method);
        added++;
    }

    /** Passes over calls that were not recorded. */
    void skip() {
        for (WovenMethod method : live) {
            method.seen = method.calls();
        }
    }

    /**
     * Decides which methods go, largest first, and watches them no longer.
     *
     * @param elapsedNanos since the last time
     * @param cpuNanos of the process in that time
     * @param zoneNanos cost of a zone
     */
    List<Offender> decide(long elapsedNanos, long cpuNanos, double zoneNanos) {
        ageNanos = added > NEW_PART * live.size() ? elapsedNanos : ageNanos + elapsedNanos;
        added = 0;
        double memory = Math.clamp(ageNanos * MEMORY_OF_AGE, LEAST_MEMORY_NANOS, MOST_MEMORY_NANOS);
        double kept = Math.exp(-elapsedNanos / memory);
        recentNanos = recentNanos * kept + elapsedNanos;
        recentCpuNanos = recentCpuNanos * kept + cpuNanos;
        double calls = 0;
        for (WovenMethod method : live) {
            long now = method.calls();
            method.recent = method.recent * kept + (now - method.seen);
            method.seen = now;
            calls += method.recent;
        }
        double cost = calls * zoneNanos;
        // Without zones the program does more in the same time, and calls more: the share is one of the program's own
        // time.
        double program = Math.max(recentCpuNanos - cost, recentCpuNanos * LEAST_PROGRAM);
        share = program > 0 ? cost / (program + cost) : 0;
        double allowed = budget >= 1 ? Double.MAX_VALUE : program * budget / (1 - budget);
        return cost <= allowed ? List.of() : takeOut(cost - BROUGHT_TO * allowed, zoneNanos);
    }

    /** What zones cost of late when it decided last, as a share of the processor time. */
    double share() {
        return share;
    }

    /** How many methods it watches. */
    int size() {
        return live.size();
    }

    private List<Offender> takeOut(double excessNanos, double zoneNanos) {
        var offenders = new ArrayList<Offender>();
        live.sort(Comparator.comparingDouble((WovenMethod method) -> method.recent)
                .reversed());
        double excess = excessNanos;
        int out = 0;
        while (excess > 0 && out < live.size()) {
            WovenMethod method = live.get(out++);
            excess -= method.recent * zoneNanos;
            offenders.add(new Offender(method, Math.round(method.recent * 1e9 / recentNanos)));
        }
        live.subList(0, out).clear();
        return offenders;
    }
}
