package dev.zonecast.bench.league;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/** One process: measures one peer, and prints its figures. {@code LeagueRun PEER BURSTS FOLDER}. */
final class LeagueRun {
    /** Zones between two pauses. Less than the queue of any peer holds. */
    private static final int BURST = 1000;

    private static final long PAUSE_NANOS = 200_000;
    private static final double TAIL = 0.9999;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Contestant contestant;
    private long zones;

    private LeagueRun(Contestant contestant) {
        this.contestant = contestant;
    }

    /** Measures. */
    public static void main(String[] args) throws Exception {
        Contestant contestant = Peer.valueOf(args[0]).contestant.get();
        contestant.start(Path.of(args[2]));
        System.out.println(
                new LeagueRun(contestant).measure(Integer.parseInt(args[1])).line());
        // The threads of a peer may still run.
        System.exit(0);
    }

    private Figures measure(int bursts) throws Exception {
        for (int i = 0; i < bursts; i++) {
            contestant.zones(BURST);
            rest(BURST);
        }
        double[] nanos = new double[bursts];
        long heap = 0;
        for (int i = 0; i < bursts; i++) {
            long allocated = threads.getCurrentThreadAllocatedBytes();
            long begin = System.nanoTime();
            contestant.zones(BURST);
            nanos[i] = (double) (System.nanoTime() - begin) / BURST;
            heap += threads.getCurrentThreadAllocatedBytes() - allocated;
            rest(BURST);
        }
        double tail = tail(bursts);
        contestant.settle();
        Contestant.Outcome outcome = contestant.stop(zones);
        double fileBytes = outcome.fileBytes() < 0 ? Contestant.UNKNOWN : (double) outcome.fileBytes() / zones;
        return new Figures(
                median(nanos), tail, Math.round((double) heap / bursts / BURST), fileBytes, outcome.losses(), zones);
    }

    private double tail(int bursts) {
        double[] nanos = new double[bursts * BURST];
        for (int i = 0; i < nanos.length; i++) {
            long begin = System.nanoTime();
            contestant.zones(1);
            nanos[i] = System.nanoTime() - begin;
            zones++;
            if (i % BURST == BURST - 1) {
                rest(0);
            }
        }
        Arrays.sort(nanos);
        return nanos[(int) (TAIL * nanos.length)];
    }

    /** The recording catches up. No peer keeps up for long with a thread that does nothing but begin and end zones. */
    private void rest(int begun) {
        zones += begun;
        contestant.settle();
        LockSupport.parkNanos(PAUSE_NANOS);
    }

    /** Of an even count the upper one. */
    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
