package dev.zonecast.demo.scene;

/**
 * Random numbers that depend on a seed, an object and a draw number only, so that objects can be moved by any thread in any
 * order with the same result.
 *
 * <p>The mixing function is the finaliser of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators,
 * OOPSLA 2014).
 */
final class RandomStream {
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private final long seed;

    RandomStream(long seed) {
        this.seed = mix(seed + GOLDEN_GAMMA);
    }

    /** A number from 0 (inclusive) to 1 (exclusive). */
    float unit(int object, int draw) {
        long key = seed + GOLDEN_GAMMA * (((long) object << 32) | (draw & 0xFFFFFFFFL));
        return (mix(key) >>> 40) * 0x1p-24f;
    }

    /** A number from {@code low} (inclusive) to {@code high} (exclusive). */
    float between(int object, int draw, float low, float high) {
        return low + (high - low) * unit(object, draw);
    }

    private static long mix(long z) {
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
