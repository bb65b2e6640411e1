package dev.zonecast.bench;

import dev.zonecast.framecapture.Dxt1Encoder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How long does it take to compress one picture? {@code ./zonecast bench Dxt1Benchmark -prof gc}
 *
 * <p>To be read: the median (p0.50). A machine that does other work beside it changes the mean, and hardly the median.
 *
 * <p>Baseline: copying the pixels. The same picture for other encoders, as raw RGBA: run {@link #main} with a file, a width and a height.
 */
@State(Scope.Thread)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 8, time = 1)
@Fork(value = 2, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class Dxt1Benchmark extends BurstBenchmark {
    /** Width and height in pixels. */
    @Param({"320x180", "1920x1080"})
    public String size;

    private final Dxt1Encoder scalar = Dxt1Encoder.scalar();
    private final Dxt1Encoder fast = Dxt1Encoder.vectors().orElseGet(Dxt1Encoder::scalar);
    private final Dxt1Encoder quality = Dxt1Encoder.quality();
    private int[] rgba;
    private int[] copy;
    private int width;
    private int height;
    private int[] target;

    /** Draws the picture. */
    @Setup
    public void draw() {
        width = Integer.parseInt(size.substring(0, size.indexOf('x')));
        height = Integer.parseInt(size.substring(size.indexOf('x') + 1));
        rgba = picture(width, height);
        copy = new int[rgba.length];
        target = new int[width * height / 8];
    }

    @Benchmark
    public int[] copy() {
        System.arraycopy(rgba, 0, copy, 0, rgba.length);
        return copy;
    }

    @Benchmark
    public int[] scalar() {
        scalar.encode(rgba, width, height, target);
        return target;
    }

    @Benchmark
    public int[] fast() {
        fast.encode(rgba, width, height, target);
        return target;
    }

    @Benchmark
    public int[] quality() {
        quality.encode(rgba, width, height, target);
        return target;
    }

    /** Smooth waves of colour with a little noise, as a game's picture has them. */
    private static int[] picture(int width, int height) {
        Random random = new Random(1);
        int[] rgba = new int[width * height];
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                double u = (double) x / width;
                double v = (double) y / height;
                int red = (int) (127 + 110 * Math.sin(16 * u + 4 * v)) + random.nextInt(13);
                int green = (int) (127 + 110 * Math.sin(13 * v - 3 * u)) + random.nextInt(13);
                int blue = (int) (127 + 110 * Math.sin(40 * u * v)) + random.nextInt(13);
                rgba[y * width + x] = (0xFF << 24) | (blue << 16) | (green << 8) | red;
            }
        }
        return rgba;
    }

    /** Writes the picture. Arguments: file, width, height. */
    public static void main(String[] arguments) throws IOException {
        int[] rgba = picture(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
        ByteBuffer bytes = ByteBuffer.allocate(rgba.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asIntBuffer().put(rgba);
        Files.write(Path.of(arguments[0]), bytes.array());
    }
}
