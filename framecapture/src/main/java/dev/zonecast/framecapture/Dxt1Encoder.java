package dev.zonecast.framecapture;

import dev.zonecast.core.event.ImageEvent;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import jdk.incubator.vector.IntVector;

/**
 * Compresses pictures to DXT1. An encoder keeps scratch memory from one picture to the next and allocates nothing for pictures of the
 * same width; it serves one thread at a time.
 *
 * <p>The fast form is "Extreme DXT Compression" (Peter Uliciansky, Cauldron, 2008) in the variant of Tracy's client, to the bit: of each
 * block the corners of its box of colours, moved inwards by a sixteenth, and for each pixel the sum of its channels between the sums
 * of the corners. {@linkplain #scalar Plain Java} and {@linkplain #vectors vectors} write the same bits, and {@link #fast} chooses
 * between them. Its weakness are blocks in which one channel rises where another falls. The {@linkplain #quality quality form} mends that
 * and more for about twenty times the time of plain Java.
 *
 * <p>All forms end a block with {@code color0 > color1}, or as one colour.
 */
public abstract class Dxt1Encoder {
    Dxt1Encoder() {}

    /**
     * The fast form for a program that runs for long. It begins in plain Java and changes to {@link #vectors} after a thousand pictures,
     * where there are vectors.
     */
    public static Dxt1Encoder fast() {
        return new Fast(Fast.PICTURES_BEFORE_VECTORS);
    }

    /** The fast form in plain Java. */
    public static Dxt1Encoder scalar() {
        return new ScalarDxt1Encoder();
    }

    /**
     * The fast form on vectors. Empty unless the program runs on Java 25 or newer, was started with {@code --add-modules jdk.incubator.vector}, and the processor has
     * vectors of 256 bits or more: with 128 bits plain Java is faster (measured with SSE4.1).
     */
    public static Optional<Dxt1Encoder> vectors() {
        return Fast.hasVectors() ? Optional.of(Fast.newVectors()) : Optional.empty();
    }

    /** The better picture: never worse than the fast form in any block, for about twenty times the time of plain Java. */
    public static Dxt1Encoder quality() {
        return new QualityDxt1Encoder();
    }

    /** For log lines. */
    public abstract String description();

    /**
     * Compresses a picture.
     *
     * @param rgba rows one after the other without gaps; a pixel's red is its lowest byte, its alpha is ignored
     * @param width in pixels, a multiple of 4
     * @param height in pixels, a multiple of 4
     * @param blocks filled with the same rows in the same order, as {@link ImageEvent#blocks} has them: a word for 8 pixels
     * @throws IllegalArgumentException if there are fewer pixels or words than the picture has, or no picture has such a size
     */
    public final void encode(int[] rgba, int width, int height, int[] blocks) {
        Objects.requireNonNull(blocks, "blocks");
        boolean fits = ImageEvent.isSide(width) && ImageEvent.isSide(height);
        if (!fits || rgba.length < width * height || blocks.length < width * height / 8) {
            throw new IllegalArgumentException(
                    rgba.length + " pixels and " + blocks.length + " words for a picture of " + width + "x" + height);
        }
        encodeRows(rgba, width, height, blocks);
    }

    abstract void encodeRows(int[] rgba, int width, int height, int[] words);

    /**
     * Chooses between plain Java and vectors, which write the same bits. On vectors the first picture takes most of a second, and the first
     * hundred take two seconds of processor time together, until the JVM has compiled the code. In plain Java the start takes some
     * milliseconds (measured with JDK 25). So plain Java begins. After enough pictures a thread of its own compiles the vector code, and
     * vectors take over.
     */
    static final class Fast extends Dxt1Encoder {
        /** The start of the vector code pays after so many pictures. */
        private static final int PICTURES_BEFORE_VECTORS = 1_000;

        /** The incubating API changes; the encoder uses Java 25's. */
        private static final int FIRST_WITH_ITS_VECTORS = 25;

        private static final int LEAST_VECTOR_BITS = 256;
        private static final int ROUNDS = 3_000;
        private static final long ROUNDS_LIMIT_NANOS = 10_000_000_000L;
        private static final int STRIP_WIDTH = 320;
        private static final int STRIP_HEIGHT = 32;

        private final int picturesBefore;
        private Dxt1Encoder current = new ScalarDxt1Encoder();
        private volatile Dxt1Encoder compiled;
        private long pictures;

        Fast(int picturesBefore) {
            this.picturesBefore = picturesBefore;
        }

        private static boolean hasVectors() {
            return Runtime.version().feature() >= FIRST_WITH_ITS_VECTORS
                    && ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent()
                    && IntVector.SPECIES_PREFERRED.vectorBitSize() >= LEAST_VECTOR_BITS;
        }

        /** By name: it is compiled after this class, against the JDK of the build. */
        private static Dxt1Encoder newVectors() {
            try {
                return Class.forName("dev.zonecast.framecapture.VectorDxt1Encoder")
                        .asSubclass(Dxt1Encoder.class)
                        .getDeclaredConstructor()
                        .newInstance();
            } catch (ReflectiveOperationException e) {
                throw new LinkageError("zonecast-framecapture is incomplete", e);
            }
        }

        @Override
        public String description() {
            return current.description();
        }

        @Override
        void encodeRows(int[] rgba, int width, int height, int[] words) {
            if (compiled != null) {
                current = compiled;
            }
            current.encodeRows(rgba, width, height, words);
            if (++pictures == picturesBefore && hasVectors()) {
                Thread.ofPlatform()
                        .daemon()
                        .name("zonecast-framecapture-compile")
                        .start(() -> compiled = compiledVectors());
            }
        }

        private static Dxt1Encoder compiledVectors() {
            Dxt1Encoder vectors = newVectors();
            int[] blocks = new int[STRIP_WIDTH * STRIP_HEIGHT / 8];
            int[] rgba = new Random(1).ints(STRIP_WIDTH * STRIP_HEIGHT).toArray();
            long deadline = System.nanoTime() + ROUNDS_LIMIT_NANOS;
            for (int i = 0; i < ROUNDS && System.nanoTime() - deadline < 0; i++) {
                vectors.encode(rgba, STRIP_WIDTH, STRIP_HEIGHT, blocks);
            }
            return vectors;
        }
    }
}
