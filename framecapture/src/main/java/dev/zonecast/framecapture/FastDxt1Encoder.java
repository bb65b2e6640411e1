package dev.zonecast.framecapture;

import dev.zonecast.core.image.WireBlocks;
import java.util.Random;
import jdk.incubator.vector.IntVector;

/**
 * Chooses between plain Java and vectors, which write the same bits. On vectors the first picture takes most of a second, and the first
 * hundred take two seconds of processor time together, until the JVM has compiled the code. In plain Java the start takes some milliseconds
 * (measured with JDK 25). So plain Java begins. After enough pictures a thread of its own compiles the vector code, and vectors take over.
 */
final class FastDxt1Encoder extends Dxt1Encoder {
    /** The start of the vector code pays after so many pictures. */
    static final int PICTURES_BEFORE_VECTORS = 1_000;

    private static final int LEAST_VECTOR_BITS = 256;
    private static final int ROUNDS = 3_000;
    private static final long ROUNDS_LIMIT_NANOS = 10_000_000_000L;
    private static final int STRIP_WIDTH = 320;
    private static final int STRIP_HEIGHT = 32;

    private final int picturesBefore;
    private Dxt1Encoder current = new ScalarDxt1Encoder();
    private volatile Dxt1Encoder compiled;
    private long pictures;

    FastDxt1Encoder(int picturesBefore) {
        this.picturesBefore = picturesBefore;
    }

    /** False without the vector module, and for vectors of 128 bits or less: there plain Java is faster (measured with SSE4.1). */
    static boolean hasVectors() {
        return ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent()
                && IntVector.SPECIES_PREFERRED.vectorBitSize() >= LEAST_VECTOR_BITS;
    }

    @Override
    public String description() {
        return current.description();
    }

    @Override
    void encode(int[] rgba, int width, int height, int[] words) {
        if (compiled != null) {
            current = compiled;
        }
        current.encode(rgba, width, height, words);
        if (++pictures == picturesBefore && hasVectors()) {
            Thread.ofPlatform()
                    .daemon()
                    .name("zonecast-framecapture-compile")
                    .start(() -> compiled = compiledVectors());
        }
    }

    private static Dxt1Encoder compiledVectors() {
        Dxt1Encoder vectors = new VectorDxt1Encoder();
        WireBlocks blocks = new WireBlocks(STRIP_WIDTH, STRIP_HEIGHT);
        int[] rgba = new Random(1).ints(STRIP_WIDTH * STRIP_HEIGHT).toArray();
        long deadline = System.nanoTime() + ROUNDS_LIMIT_NANOS;
        for (int i = 0; i < ROUNDS && System.nanoTime() - deadline < 0; i++) {
            vectors.encode(rgba, blocks);
        }
        return vectors;
    }
}
