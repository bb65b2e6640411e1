package dev.zonecast.framecapture.engine;

import dev.zonecast.core.image.WireBlocks;
import dev.zonecast.framecapture.Dxt1Encoder;
import java.util.Random;

/**
 * The fast form as a long-running program wants it. On vectors the first picture takes most of a second, and the first hundred take two
 * seconds of processor time together, until the JVM has compiled the code; in plain Java it is some milliseconds (measured with
 * JDK 25). So plain Java begins, and vectors take over when enough pictures have come to make their start worth while and a thread of
 * their own has brought it about. Both write the same bits.
 *
 * <p>One thread.
 */
final class FastEncoder {
    private static final int PICTURES_BEFORE = 1_000;

    private static final int WARM_UP_ROUNDS = 100;
    private static final int ROUNDS = 3_000;
    private static final long ROUNDS_LIMIT_NANOS = 10_000_000_000L;
    private static final int STRIP_WIDTH = 320;
    private static final int STRIP_HEIGHT = 32;

    private final int picturesBefore;
    private Dxt1Encoder current = Dxt1Encoder.scalar();
    private volatile Dxt1Encoder compiled;
    private long pictures;

    FastEncoder() {
        this(PICTURES_BEFORE);
    }

    /** With another number of pictures before the vectors, for tests. */
    FastEncoder(int picturesBefore) {
        this.picturesBefore = picturesBefore;
    }

    /** Lets the JVM load what it needs, and compile some of it: the first picture would take some ten milliseconds. */
    void warmUp() {
        WireBlocks blocks = new WireBlocks(STRIP_WIDTH, STRIP_HEIGHT);
        int[] rgba = new int[STRIP_WIDTH * STRIP_HEIGHT];
        for (int i = 0; i < WARM_UP_ROUNDS; i++) {
            current.encode(rgba, blocks);
        }
    }

    void encode(int[] rgba, WireBlocks target) {
        if (compiled != null) {
            current = compiled;
        }
        current.encode(rgba, target);
        if (++pictures == picturesBefore && Dxt1Encoder.hasVectors()) {
            Thread.ofPlatform()
                    .daemon()
                    .name("zonecast-framecapture-compile")
                    .start(() -> compiled = compiledVectors());
        }
    }

    /** For log lines. */
    String description() {
        return current.description();
    }

    private static Dxt1Encoder compiledVectors() {
        Dxt1Encoder vectors = Dxt1Encoder.fast();
        WireBlocks blocks = new WireBlocks(STRIP_WIDTH, STRIP_HEIGHT);
        int[] rgba = new Random(1).ints(STRIP_WIDTH * STRIP_HEIGHT).toArray();
        long deadline = System.nanoTime() + ROUNDS_LIMIT_NANOS;
        for (int i = 0; i < ROUNDS && System.nanoTime() - deadline < 0; i++) {
            vectors.encode(rgba, blocks);
        }
        return vectors;
    }
}
