package dev.zonecast.bench;

import java.util.Arrays;
import java.util.Locale;

/**
 * Whether this program has its core for itself. On a virtual machine, another one may run on the core's second hardware thread; no load
 * average shows that. A loop that uses registers alone and keeps all arithmetic units busy takes up to twice as long then, in this
 * program and in any other. So do bursts of a benchmark, and a median contains it.
 */
final class SharedCore {
    private static final int CHUNKS = 4_000;
    private static final int TURNS = 20_000;

    @SuppressWarnings("unused") // So that the loop has a result.
    private static volatile long sink;

    private SharedCore() {}

    /** The median of the loop's times as a multiple of the least. */
    static double slowdown() {
        long[] nanos = new long[CHUNKS];
        for (int warmUp = 0; warmUp < 2; warmUp++) {
            for (int i = 0; i < CHUNKS; i++) {
                long start = System.nanoTime();
                sink = loop(start);
                nanos[i] = System.nanoTime() - start;
            }
        }
        return slowdown(nanos);
    }

    static double slowdown(long[] nanos) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return (double) sorted[sorted.length / 2] / Math.max(1, sorted[0]);
    }

    /** Eight chains that do not wait for each other. */
    private static long loop(long seed) {
        long a = seed;
        long b = seed + 1;
        long c = seed + 2;
        long d = seed + 3;
        long e = seed + 4;
        long f = seed + 5;
        long g = seed + 6;
        long h = seed + 7;
        for (int i = 0; i < TURNS; i++) {
            a += a ^ i;
            b += b ^ i;
            c += c ^ i;
            d += d ^ i;
            e += e ^ i;
            f += f ^ i;
            g += g ^ i;
            h += h ^ i;
        }
        return a + b + c + d + e + f + g + h;
    }

    /** A line below a table of medians. */
    static String text(double slowdown) {
        return String.format(
                Locale.ROOT,
                "a loop in registers alone: its median is %.2f of its least%s",
                slowdown,
                slowdown < 1.25
                        ? ""
                        : ". Other programs use this core: medians contain them, and the least burst is the better figure");
    }
}
