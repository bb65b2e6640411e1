package dev.zonecast.framecapture;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntBinaryOperator;

/**
 * Images of many kinds, the same on every machine: smooth, noisy, flat, lettered, saturated, and pictures of a small ray tracer.
 *
 * <p>A pixel is an {@code int} of the bytes red, green, blue, alpha, red lowest.
 */
final class TestImages {
    static final int WIDTH = 320;
    static final int HEIGHT = 180;

    /** An image with a name for messages. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared, never changed.
    record TestImage(String name, int width, int height, int[] rgba) {
        @Override
        public String toString() {
            return name;
        }
    }

    private TestImages() {}

    /** The set over which quality is told. */
    static List<TestImage> all() {
        List<TestImage> all = new ArrayList<>();
        all.add(of("grey gradient", (x, y) -> grey(x * 255 / (WIDTH - 1))));
        all.add(of(
                "three gradients", (x, y) -> rgb(x * 255 / WIDTH, y * 255 / HEIGHT, (x + y) * 255 / (WIDTH + HEIGHT))));
        all.add(of("opposed gradients", (x, y) -> rgb(x * 255 / WIDTH, 255 - x * 255 / WIDTH, 128)));
        all.add(of("vignette", TestImages::vignette));
        all.add(of("plasma", TestImages::plasma));
        all.add(of("colour wheel", TestImages::colourWheel));
        all.add(of("clouds", (x, y) -> sky(fractal(x / 40.0, y / 40.0, 5))));
        all.add(of("terrain", (x, y) -> terrain(fractal(x / 55.0 + 9, y / 55.0 + 4, 6))));
        all.add(of("night", (x, y) -> night(x, y)));
        all.add(of("checkers of one pixel", (x, y) -> grey(((x ^ y) & 1) * 255)));
        all.add(of(
                "checkers of five pixels", (x, y) -> (x / 5 + y / 5) % 2 == 0 ? rgb(230, 220, 190) : rgb(60, 40, 30)));
        all.add(noise("noise of colours", 1, 0, 256));
        all.add(noise("faint noise", 2, 120, 8));
        all.add(of("letters", TestImages::letters));
        all.add(of("interface", TestImages::userInterface));
        all.add(of("foliage", (x, y) -> foliage(x, y)));
        all.add(of("bricks", TestImages::bricks));
        all.add(rendered("spheres at noon", 0.4, 1.2));
        all.add(rendered("spheres at dusk", 2.4, 0.15));
        all.add(rendered("spheres from behind", 3.9, 0.8));
        all.add(of("rings", (x, y) -> grey((int) (127.5 + 127.5 * Math.sin((x * x + y * y) / 900.0)))));
        all.add(of("dark gradients", (x, y) -> rgb(x / 20, y / 12, (x + y) / 40)));
        all.addAll(saturatedPairs());
        return all;
    }

    /** Borders between two saturated colours of which some channels rise where others fall. */
    static List<TestImage> saturatedPairs() {
        return List.of(
                pair("red and green", rgb(255, 0, 0), rgb(0, 255, 0)),
                pair("red and blue", rgb(255, 0, 0), rgb(0, 0, 255)),
                pair("green and blue", rgb(0, 255, 0), rgb(0, 0, 255)),
                pair("cyan and red", rgb(0, 255, 255), rgb(255, 0, 0)),
                pair("magenta and green", rgb(255, 0, 255), rgb(0, 255, 0)),
                pair("yellow and blue", rgb(255, 255, 0), rgb(0, 0, 255)),
                pair("orange and violet", rgb(255, 140, 20), rgb(90, 20, 230)));
    }

    /** The picture that speed is told for: a rendered scene. */
    static TestImage scene(int width, int height) {
        int[] rgba = new int[width * height];
        new RayTracer(0.4, 1.2).render(rgba, width, height);
        return new TestImage("scene", width, height, rgba);
    }

    static TestImage of(String name, IntBinaryOperator pixel) {
        return of(name, WIDTH, HEIGHT, pixel);
    }

    static TestImage of(String name, int width, int height, IntBinaryOperator pixel) {
        int[] rgba = new int[width * height];
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                rgba[y * width + x] = pixel.applyAsInt(x, y);
            }
        }
        return new TestImage(name, width, height, rgba);
    }

    static int rgb(int red, int green, int blue) {
        return Rgb.of(Math.clamp(red, 0, 255), Math.clamp(green, 0, 255), Math.clamp(blue, 0, 255));
    }

    private static int grey(int value) {
        return rgb(value, value, value);
    }

    private static int mix(int a, int b, double share) {
        int mixed = 0xFF << 24;
        for (int shift = 0; shift < 24; shift += 8) {
            int from = (a >> shift) & 0xFF;
            int to = (b >> shift) & 0xFF;
            mixed |= (int) Math.round(from + (to - from) * share) << shift;
        }
        return mixed;
    }

    private static TestImage rendered(String name, double angle, double sunHeight) {
        int[] rgba = new int[WIDTH * HEIGHT];
        new RayTracer(angle, sunHeight).render(rgba, WIDTH, HEIGHT);
        return new TestImage(name, WIDTH, HEIGHT, rgba);
    }

    private static TestImage noise(String name, long seed, int least, int range) {
        Random random = new Random(seed);
        return of(
                name,
                (x, y) -> rgb(
                        least + random.nextInt(range), least + random.nextInt(range), least + random.nextInt(range)));
    }

    private static TestImage pair(String name, int first, int second) {
        return of(name, (x, y) -> {
            // Wavy stripes with soft borders, so that blocks hold the whole way from one colour to the other.
            double wave = Math.sin((x + 9 * Math.sin(y / 17.0)) / 7.0) * 2.2;
            return mix(first, second, Math.clamp(0.5 + wave / 2, 0.0, 1.0));
        });
    }

    private static int vignette(int x, int y) {
        double dx = (x - WIDTH / 2.0) / WIDTH;
        double dy = (y - HEIGHT / 2.0) / HEIGHT;
        return mix(rgb(250, 240, 215), rgb(25, 20, 40), Math.clamp(2.2 * (dx * dx + dy * dy), 0.0, 1.0));
    }

    private static int plasma(int x, int y) {
        double a = Math.sin(x / 21.0) + Math.sin(y / 17.0) + Math.sin((x + y) / 27.0);
        return rgb((int) (128 + 127 * Math.sin(a * 2)), (int) (128 + 127 * Math.sin(a * 2 + 2.1)), (int)
                (128 + 127 * Math.sin(a * 2 + 4.2)));
    }

    private static int colourWheel(int x, int y) {
        double angle = Math.atan2(y - HEIGHT / 2.0, x - WIDTH / 2.0);
        double radius = Math.hypot(y - HEIGHT / 2.0, x - WIDTH / 2.0) / (HEIGHT / 2.0);
        int colour = rgb((int) (128 + 127 * Math.cos(angle)), (int) (128 + 127 * Math.cos(angle - 2.094)), (int)
                (128 + 127 * Math.cos(angle + 2.094)));
        return mix(grey(128), colour, Math.min(1, radius));
    }

    private static int sky(double height) {
        return mix(rgb(70, 120, 200), rgb(245, 245, 250), Math.clamp(height * 1.6 - 0.3, 0.0, 1.0));
    }

    private static int terrain(double height) {
        if (height < 0.42) {
            return mix(rgb(10, 30, 90), rgb(40, 110, 170), height / 0.42);
        }
        if (height < 0.62) {
            return mix(rgb(50, 120, 40), rgb(120, 140, 60), (height - 0.42) / 0.2);
        }
        return mix(rgb(110, 95, 80), rgb(250, 250, 250), Math.min(1, (height - 0.62) / 0.25));
    }

    private static int night(int x, int y) {
        int hash = hash(x, y);
        if (hash % 211 == 0) {
            return grey(120 + hash / 211 % 136);
        }
        return rgb(6 + y / 30, 7 + y / 25, 20 + y / 8);
    }

    private static int letters(int x, int y) {
        // Cells of 8 by 12 with strokes taken from a hash of the cell: edges as text has them.
        int cell = hash(x / 8, y / 12);
        int stroke = (cell >>> ((x % 8 / 2) + 4 * (y % 12 / 3))) & 1;
        boolean gap = x % 8 == 7 || y % 12 > 9;
        return stroke == 1 && !gap ? rgb(212, 212, 200) : rgb(30, 30, 34);
    }

    private static int userInterface(int x, int y) {
        if (y < 16) {
            return rgb(44, 62, 80);
        }
        if (x < 70) {
            return y % 20 < 14 && x > 6 && x < 62 ? rgb(52, 152, 219) : rgb(236, 240, 241);
        }
        if (y > 150) {
            return mix(rgb(39, 174, 96), rgb(231, 76, 60), (x - 70) / 250.0);
        }
        int height = 40 + (int) (30 * Math.sin(x / 11.0)) + hash(x / 4, 1) % 20;
        return 150 - y < height ? rgb(241, 196, 15) : rgb(250, 250, 250);
    }

    private static int foliage(int x, int y) {
        double coarse = fractal(x / 13.0, y / 13.0, 4);
        double fine = fractal(x / 3.0 + 50, y / 3.0, 2);
        return rgb((int) (20 + 90 * coarse * fine), (int) (40 + 170 * coarse), (int) (10 + 60 * fine));
    }

    private static int bricks(int x, int y) {
        int row = y / 11;
        int shifted = x + (row & 1) * 13;
        if (y % 11 == 0 || shifted % 26 == 0) {
            return rgb(190, 185, 175);
        }
        int tone = hash(shifted / 26, row) % 40 + hash(x, y) % 14;
        return rgb(140 + tone, 60 + tone / 2, 45 + tone / 3);
    }

    /** Sum of smoothed noise of doubled frequencies, 0 to 1. */
    private static double fractal(double x, double y, int octaves) {
        double sum = 0;
        double weight = 0.5;
        double total = 0;
        for (int i = 0; i < octaves; i++) {
            sum += weight * smooth(x, y);
            total += weight;
            weight /= 2;
            x *= 2;
            y *= 2;
        }
        return sum / total;
    }

    private static double smooth(double x, double y) {
        int ix = (int) Math.floor(x);
        int iy = (int) Math.floor(y);
        double fx = x - ix;
        double fy = y - iy;
        fx = fx * fx * (3 - 2 * fx);
        fy = fy * fy * (3 - 2 * fy);
        double top = lattice(ix, iy) + (lattice(ix + 1, iy) - lattice(ix, iy)) * fx;
        double bottom = lattice(ix, iy + 1) + (lattice(ix + 1, iy + 1) - lattice(ix, iy + 1)) * fx;
        return top + (bottom - top) * fy;
    }

    private static double lattice(int x, int y) {
        return hash(x, y) % 1024 / 1023.0;
    }

    /** A number of 31 bits that looks like chance. */
    private static int hash(int x, int y) {
        int h = (x * 0x1B873593) ^ (y * 0xCC9E2D51);
        h ^= h >>> 15;
        h *= 0x85EBCA6B;
        h ^= h >>> 13;
        h *= 0xC2B2AE35;
        return (h ^ (h >>> 16)) & 0x7FFF_FFFF;
    }
}
