package dev.zonecast.framecapture;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.framecapture.TestImages.TestImage;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Run twice by the build: with the vector module, and without. */
class Dxt1EncoderTest {
    static List<TestImage> images() {
        return TestImages.all();
    }

    static List<Dxt1Encoder> encoders() {
        List<Dxt1Encoder> encoders =
                new ArrayList<>(List.of(Dxt1Encoder.scalar(), Dxt1Encoder.fast(), Dxt1Encoder.quality()));
        Dxt1Encoder.vectors().ifPresent(encoders::add);
        return encoders;
    }

    private static Dxt1Encoder vectorsIfAny() {
        return Dxt1Encoder.vectors().orElseGet(Dxt1Encoder::scalar);
    }

    @ParameterizedTest
    @MethodSource("images")
    void shouldWriteTheBitsOfTheDescriptionWhenFast(TestImage image) {
        int[] expected = ReferenceDxt1.encode(image.rgba(), image.width(), image.height());

        assertArrayEquals(expected, encode(Dxt1Encoder.scalar(), image));
        assertArrayEquals(expected, encode(vectorsIfAny(), image));
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 8, 12, 28, 32, 36, 60, 64, 68, 124, 128, 132, 252, 256, 260, 320, 324, 1000})
    void shouldWriteTheSameBitsWhenWidthDoesNotDivideEvenly(int width) {
        Random random = new Random(width);
        TestImage image = TestImages.of("random", width, 12, (x, y) -> random.nextInt() >> (random.nextInt(9) * 3));
        int[] expected = ReferenceDxt1.encode(image.rgba(), width, 12);

        assertArrayEquals(expected, encode(Dxt1Encoder.scalar(), image));
        assertArrayEquals(expected, encode(vectorsIfAny(), image));
    }

    @Test
    void shouldServePicturesOfSeveralSizesWhenUsedAgain() {
        Dxt1Encoder encoder = vectorsIfAny();
        for (int width : new int[] {320, 64, 8, 512, 320}) {
            TestImage image = TestImages.scene(width, 16);

            assertArrayEquals(ReferenceDxt1.encode(image.rgba(), width, 16), encode(encoder, image));
        }
    }

    @Test
    void shouldIgnoreAlphaWhenItVaries() {
        TestImage image = TestImages.scene(128, 64);
        Random random = new Random(7);
        int[] clear = image.rgba().clone();
        for (int i = 0; i < clear.length; i++) {
            clear[i] = (clear[i] & 0xFFFFFF) | (random.nextInt() << 24);
        }
        TestImage other = new TestImage("random alpha", 128, 64, clear);

        for (Dxt1Encoder encoder : encoders()) {
            assertArrayEquals(encode(encoder, image), encode(encoder, other), encoder.description());
        }
    }

    @ParameterizedTest
    @MethodSource("images")
    void shouldKeepFourColourModeWhenBlockHasSeveralColours(TestImage image) {
        for (Dxt1Encoder encoder : encoders()) {
            int[] words = encode(encoder, image);
            for (int i = 0; i < words.length; i += 2) {
                int color0 = words[i] & 0xFFFF;
                int color1 = words[i] >>> 16;
                boolean solid = color0 == 0 && words[i + 1] == 0;
                assertTrue(solid || color0 > color1, encoder.description() + ", block " + i / 2);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("images")
    void shouldNotBeWorseInAnyBlockWhenQuality(TestImage image) {
        int[] fast = decoded(Dxt1Encoder.fast(), image);
        int[] better = decoded(Dxt1Encoder.quality(), image);

        for (int y = 0; y < image.height(); y += 4) {
            for (int x = 0; x < image.width(); x += 4) {
                long before = Psnr.squaredError(image, fast, x, y, 4, 4);
                long after = Psnr.squaredError(image, better, x, y, 4, 4);
                assertTrue(after <= before, "block at " + x + ", " + y + ": " + before + " became " + after);
            }
        }
    }

    @Test
    void shouldBeAtLeastAsGoodAsThePlainAlgorithmOverAllImages() {
        double plain = 0;
        double fast = 0;
        double better = 0;
        List<TestImage> images = images();
        for (TestImage image : images) {
            int[] words = ReferenceDxt1.encode(image.rgba(), image.width(), image.height());
            plain += Psnr.of(image, Dxt1Pixels.of(words, image.width(), image.height()));
            fast += Psnr.of(image, decoded(Dxt1Encoder.fast(), image));
            better += Psnr.of(image, decoded(Dxt1Encoder.quality(), image));
        }

        assertTrue(images.size() >= 20, "only " + images.size() + " images");
        assertTrue(fast >= plain, "mean " + fast / images.size() + " dB, plain " + plain / images.size());
        assertTrue(better >= fast + 5 * images.size(), "mean " + better / images.size() + " dB");
    }

    @Test
    void shouldBeMuchBetterOnSaturatedPairsWhenQuality() {
        for (TestImage image : TestImages.saturatedPairs()) {
            double plain = Psnr.of(image, decoded(Dxt1Encoder.fast(), image));
            double better = Psnr.of(image, decoded(Dxt1Encoder.quality(), image));

            assertTrue(better >= plain + 5, image + ": " + plain + " dB became " + better);
        }
    }

    @Test
    void shouldShowTheColourWhenPictureHasOne() {
        for (int colour : new int[] {0, 0xFFFFFF, 0x0000FF, 0x00FF00, 0xFF0000, 0x123456}) {
            TestImage image = TestImages.of("one colour", 64, 8, (x, y) -> colour);
            for (Dxt1Encoder encoder : encoders()) {
                // A channel of five bits misses by 7 where it is truncated.
                for (int pixel : decoded(encoder, image)) {
                    for (int shift = 0; shift < 24; shift += 8) {
                        int difference = ((colour >> shift) & 0xFF) - ((pixel >> shift) & 0xFF);
                        assertTrue(Math.abs(difference) <= 7, encoder.description() + " of " + colour);
                    }
                }
            }
        }
    }

    @Test
    void shouldAllocateNothingWhenPictureHasTheSizeOfTheLast() {
        TestImage image = TestImages.scene(320, 180);
        int[] target = new int[320 * 180 / 8];
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (Dxt1Encoder encoder : encoders()) {
            // What is not compiled yet keeps vectors on the heap.
            long deadline = System.nanoTime() + SentImages.COMPILED_LIMIT.toNanos();
            long allocated;
            do {
                for (int i = 0; i < 50; i++) {
                    encoder.encode(image.rgba(), 320, 180, target);
                }
                long before = threads.getCurrentThreadAllocatedBytes();
                encoder.encode(image.rgba(), 320, 180, target);
                allocated = threads.getCurrentThreadAllocatedBytes() - before;
            } while (allocated != 0 && System.nanoTime() - deadline < 0);

            assertEquals(0, allocated, encoder.description());
        }
    }

    @Test
    void shouldRefuseWhenPixelsOrWordsDoNotFitThePicture() {
        int[] target = new int[8];
        for (Dxt1Encoder encoder : encoders()) {
            assertThrows(IllegalArgumentException.class, () -> encoder.encode(new int[63], 8, 8, target));
            assertThrows(IllegalArgumentException.class, () -> encoder.encode(new int[64], 8, 8, new int[7]));
            assertThrows(IllegalArgumentException.class, () -> encoder.encode(new int[64], 8, 6, target));
            assertThrows(NullPointerException.class, () -> encoder.encode(null, 8, 8, target));
            assertThrows(NullPointerException.class, () -> encoder.encode(new int[64], 8, 8, null));
        }
    }

    @Test
    void shouldWriteTheSameBitsWhenVectorsTakeOver() throws InterruptedException {
        Dxt1Encoder encoder = new Dxt1Encoder.Fast(2);
        TestImage image = TestImages.scene(64, 32);
        int[] expected = encode(Dxt1Encoder.scalar(), image);
        String wanted = vectorsIfAny().description();

        int pictures = 0;
        while (pictures < 3 || !encoder.description().equals(wanted)) {
            assertArrayEquals(expected, encode(encoder, image));
            pictures++;
            Thread.sleep(1);
        }
    }

    @Test
    void shouldUseVectorsWhenModuleAndProcessorHaveThem() {
        boolean isModule = Runtime.version().feature() >= 25
                && ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();

        assertEquals(
                isModule && VectorReciprocals.areVectorsWide(),
                Dxt1Encoder.vectors().isPresent());
        assertTrue(vectorsIfAny().description().startsWith(Dxt1Encoder.vectors().isPresent() ? "vectors" : "scalar"));
        assertEquals("scalar", Dxt1Encoder.fast().description());
    }

    @Test
    void shouldHaveTheTablesReciprocalsWhenComputedOnVectors() {
        if (Dxt1Encoder.vectors().isEmpty()) {
            return;
        }
        VectorReciprocals.check();
    }

    @Test
    void shouldKeepThePlaceOfEachBlock() {
        TestImage image = TestImages.of("each block another grey", 24, 12, (x, y) -> {
            int grey = (x / 4 + y / 4 * 6) * 12;
            return TestImages.rgb(grey, grey, grey);
        });

        int[] pixels = decoded(Dxt1Encoder.scalar(), image);

        for (int i = 0; i < pixels.length; i++) {
            assertEquals(image.rgba()[i] & 0xFF, pixels[i] & 0xFF, 7, "pixel " + i);
        }
    }

    private static int[] encode(Dxt1Encoder encoder, TestImage image) {
        int[] blocks = new int[image.width() * image.height() / 8];
        encoder.encode(image.rgba(), image.width(), image.height(), blocks);
        return blocks;
    }

    private static int[] decoded(Dxt1Encoder encoder, TestImage image) {
        return Dxt1Pixels.of(encode(encoder, image), image.width(), image.height());
    }
}
