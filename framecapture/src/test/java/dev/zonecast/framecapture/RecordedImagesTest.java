package dev.zonecast.framecapture;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.Frame;
import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.image.FrameImage;
import dev.zonecast.core.image.FrameImageQueue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings that the real recorder wrote. */
class RecordedImagesTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    private Path file;
    private final List<Long> frames = new ArrayList<>();
    private final List<int[]> pixels = new ArrayList<>();

    @BeforeEach
    void record() throws IOException {
        file = folder.resolve("images.fxt");
        Zonecast.start(Options.defaults().set(Option.LISTEN, false));
        Zonecast.startRecording(file);
        publish(64, 32, false, 1);
        publish(64, 32, false, 1);
        publish(1280, 720, true, 2);
        publish(1280, 720, true, 2);
        publish(64, 32, true, 1);
        Zonecast.stopRecording();
    }

    private void publish(int width, int height, boolean bottomUp, int seed) {
        Frame.mark();
        FrameImage image = FrameImageQueue.INSTANCE.claim();
        image.describe(Frame.number(), width, height, bottomUp);
        int[] rgba = new Random(seed).ints((long) width * height).toArray();
        Dxt1Encoder.scalar().encode(rgba, image.blocks());
        Dxt1Decoder.decode(image.blocks(), rgba);
        frames.add(Frame.number());
        pixels.add(bottomUp ? upsideDown(rgba, width) : rgba);
        FrameImageQueue.INSTANCE.publish(image);
        assertTrue(Zonecast.flush(LIMIT));
    }

    private static int[] upsideDown(int[] rgba, int width) {
        int[] turned = new int[rgba.length];
        for (int i = 0; i < rgba.length; i++) {
            turned[rgba.length - width - i / width * width + i % width] = rgba[i];
        }
        return turned;
    }

    @Test
    void shouldGiveBackWhatWasRecorded() throws IOException {
        try (RecordedImages recorded = RecordedImages.open(file)) {
            assertEquals(
                    frames,
                    recorded.images().stream().map(RecordedImages.Image::frame).toList());
            assertEquals(1280, recorded.images().get(2).width());
            assertEquals(720, recorded.images().get(2).height());
            for (int i = 0; i < frames.size(); i++) {
                assertArrayEquals(pixels.get(i), recorded.rgba(i), "image " + i);
            }
        }
    }

    @Test
    void shouldStoreAPictureOnceWhenFramesShowTheSame() throws IOException {
        int stored = 64 * 32 / 2 * 2 + 1280 * 720 / 2;

        assertTrue(Files.size(file) > stored);
        assertTrue(Files.size(file) < stored + 60_000, () -> "the file is too large for pictures that repeat");
    }

    @Test
    void shouldGiveWhatIsWholeWhenTheFileIsCutAnywhere() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        Random random = new Random(1);
        Path cut = folder.resolve("cut.fxt");
        for (int i = 0; i < 200; i++) {
            Files.write(cut, java.util.Arrays.copyOf(whole, 8 + random.nextInt(whole.length - 8)));
            try (RecordedImages recorded = RecordedImages.open(cut)) {
                for (int k = 0; k < recorded.images().size(); k++) {
                    assertArrayEquals(pixels.get(k), recorded.rgba(k));
                }
            }
        }
    }

    @Test
    void shouldNotFailInAnyOtherWayWhenTheFileIsDamaged() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        Random random = new Random(2);
        Path damaged = folder.resolve("damaged.fxt");
        for (int i = 0; i < 200; i++) {
            byte[] bytes = whole.clone();
            for (int k = 0; k < 50; k++) {
                bytes[8 + random.nextInt(bytes.length - 8)] ^= (byte) (1 << random.nextInt(8));
            }
            Files.write(damaged, bytes);
            try (RecordedImages recorded = RecordedImages.open(damaged)) {
                for (int k = 0; k < recorded.images().size(); k++) {
                    RecordedImages.Image image = recorded.images().get(k);
                    assertEquals(image.width() * image.height(), recorded.rgba(k).length);
                }
            }
        }
    }

    @Test
    void shouldSayWhichFileWhenItIsNoRecording() throws IOException {
        Path other = Files.writeString(folder.resolve("other.txt"), "neither magic nor records");
        IOException failure = assertThrows(IOException.class, () -> RecordedImages.open(other));
        assertTrue(failure.getMessage().contains("other.txt"), failure.getMessage());
        assertThrows(IOException.class, () -> RecordedImages.open(folder.resolve("missing.fxt")));
        Path empty = Files.createFile(folder.resolve("empty.fxt"));
        assertThrows(IOException.class, () -> RecordedImages.open(empty));
    }
}
