package dev.zonecast.framecapture;

import dev.zonecast.core.image.WireBlocks;
import java.util.Objects;
import java.util.Optional;

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
public abstract sealed class Dxt1Encoder
        permits ScalarDxt1Encoder, VectorDxt1Encoder, FastDxt1Encoder, QualityDxt1Encoder {
    Dxt1Encoder() {}

    /**
     * The fast form for a program that runs for long. It begins in plain Java and changes to {@link #vectors} after a thousand pictures,
     * where there are vectors.
     */
    public static Dxt1Encoder fast() {
        return new FastDxt1Encoder(FastDxt1Encoder.PICTURES_BEFORE_VECTORS);
    }

    /** The fast form in plain Java. */
    public static Dxt1Encoder scalar() {
        return new ScalarDxt1Encoder();
    }

    /**
     * The fast form on vectors. Empty unless the program was started with {@code --add-modules jdk.incubator.vector} and the processor has
     * vectors of 256 bits or more.
     */
    public static Optional<Dxt1Encoder> vectors() {
        return FastDxt1Encoder.hasVectors() ? Optional.of(new VectorDxt1Encoder()) : Optional.empty();
    }

    /** The better picture: never worse than the fast form in any block, for about twenty times the time of plain Java. */
    public static Dxt1Encoder quality() {
        return new QualityDxt1Encoder();
    }

    /** For log lines. */
    public abstract String description();

    /**
     * Compresses a picture of the target's size.
     *
     * @param rgba rows one after the other without gaps; a pixel's red is its lowest byte, its alpha is ignored
     * @param target filled with the same rows in the same order
     * @throws IllegalArgumentException if there are fewer pixels than the target has
     */
    public final void encode(int[] rgba, WireBlocks target) {
        Objects.requireNonNull(target, "target");
        int pixels = target.width() * target.height();
        if (rgba.length < pixels) {
            throw new IllegalArgumentException(
                    "%d pixels for a picture of %dx%d".formatted(rgba.length, target.width(), target.height()));
        }
        encode(rgba, target.width(), target.height(), target.words());
    }

    abstract void encode(int[] rgba, int width, int height, int[] words);
}
