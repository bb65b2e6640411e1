package dev.zonecast.framecapture;

import dev.zonecast.core.image.WireBlocks;
import java.util.Objects;

/**
 * Compresses pictures to DXT1. An encoder keeps scratch memory from one picture to the next and allocates nothing for pictures of the
 * same width; it serves one thread at a time.
 *
 * <p>The fast form is "Extreme DXT Compression" (Peter Uliciansky, Cauldron, 2008) in the variant of Tracy's client, to the bit: of each
 * block the corners of its box of colours, moved inwards by a sixteenth, and for each pixel the sum of its channels between the sums
 * of the corners. It exists as {@linkplain #scalar plain Java} and {@linkplain #fast on vectors}; both write the same bits. Its weakness
 * are blocks in which one channel rises where another falls; the {@linkplain #quality other form} mends that and more for about
 * twenty times the time of plain Java.
 *
 * <p>All forms end a block with {@code color0 > color1}, or as one colour.
 */
public abstract sealed class Dxt1Encoder permits ScalarDxt1Encoder, VectorDxt1Encoder, RefiningDxt1Encoder {
    private static final boolean VECTORS =
            ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent() && VectorUnit.isWorthwhile();

    Dxt1Encoder() {}

    /**
     * The fast form: on vectors where the program was started with {@code --add-modules jdk.incubator.vector} and the processor has
     * vectors of 256 bits or more, in plain Java elsewhere.
     */
    public static Dxt1Encoder fast() {
        return VECTORS ? new VectorDxt1Encoder() : new ScalarDxt1Encoder();
    }

    /** Whether {@link #fast} is on vectors. */
    public static boolean hasVectors() {
        return VECTORS;
    }

    /** The fast form in plain Java, whatever there is. */
    public static Dxt1Encoder scalar() {
        return new ScalarDxt1Encoder();
    }

    /** The better picture: never worse than the fast form in any block, for about twenty times the time of plain Java. */
    public static Dxt1Encoder quality() {
        return new RefiningDxt1Encoder();
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
