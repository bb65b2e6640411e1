package dev.zonecast.core.recording;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.event.ImageEvent;
import dev.zonecast.core.image.TestFrameImages;
import dev.zonecast.fxt.ExtensionLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageRecordsTest {
    @TempDir
    Path folder;

    private Script script;

    @BeforeEach
    void begin() throws IOException {
        script = Script.begun(folder);
    }

    @Test
    void shouldWriteOneBlobWhenImageFits() throws IOException {
        ImageEvent image = TestFrameImages.of(77, 320, 180, true, 1);

        script.recording.event(image);

        List<ByteBuffer> blobs = blobs();
        assertEquals(1, blobs.size());
        ByteBuffer blob = blobs.getFirst();
        assertEquals(ExtensionLayout.VERSION, blob.getShort(ExtensionLayout.VERSION_OFFSET));
        assertEquals(ExtensionLayout.FRAME_IMAGE_BC1, blob.getShort(ExtensionLayout.KIND_OFFSET));
        assertEquals(0, blob.getInt(ExtensionLayout.ID_OFFSET));
        assertEquals(77, blob.getLong(ExtensionLayout.FRAME_IMAGE_FRAME));
        assertEquals(320, blob.getShort(ExtensionLayout.FRAME_IMAGE_WIDTH));
        assertEquals(180, blob.getShort(ExtensionLayout.FRAME_IMAGE_HEIGHT));
        assertEquals(ExtensionLayout.FRAME_IMAGE_BOTTOM_UP, blob.getInt(ExtensionLayout.FRAME_IMAGE_FLAGS));
        assertEquals(28_800, blob.getInt(ExtensionLayout.FRAME_IMAGE_TOTAL));
        assertEquals(0, blob.getInt(ExtensionLayout.FRAME_IMAGE_PLACE));
        assertArrayEquals(bc1(image), words(blob));
    }

    @Test
    void shouldWriteNumberedPartsWhenImageIsLarger() throws IOException {
        ImageEvent image = TestFrameImages.of(5, 1920, 1080, false, 1);

        script.recording.event(image);

        List<ByteBuffer> blobs = blobs();
        assertEquals((1920 * 1080 / 2 + 31_999) / 32_000, blobs.size());
        ByteBuffer whole = ByteBuffer.allocate(1920 * 1080 / 2).order(ByteOrder.LITTLE_ENDIAN);
        for (ByteBuffer blob : blobs) {
            assertEquals(ExtensionLayout.FRAME_IMAGE_BC1, blob.getShort(ExtensionLayout.KIND_OFFSET));
            assertEquals(0, blob.getInt(ExtensionLayout.ID_OFFSET));
            assertEquals(whole.capacity(), blob.getInt(ExtensionLayout.FRAME_IMAGE_TOTAL));
            assertEquals(whole.position(), blob.getInt(ExtensionLayout.FRAME_IMAGE_PLACE));
            whole.put(blob.position(ExtensionLayout.FRAME_IMAGE_PART));
        }
        int[] words = new int[whole.capacity() / Integer.BYTES];
        whole.flip().asIntBuffer().get(words);
        assertArrayEquals(bc1(image), words);
    }

    @Test
    void shouldWriteImageOnceWhenFramesShowTheSame() throws IOException {
        script.recording.event(TestFrameImages.of(1, 64, 32, true, 1));
        script.recording.event(TestFrameImages.of(2, 64, 32, true, 1));
        script.recording.event(TestFrameImages.of(3, 64, 32, true, 1));
        script.recording.event(TestFrameImages.of(4, 64, 32, false, 1));
        script.recording.event(TestFrameImages.of(5, 32, 64, false, 1));
        script.recording.event(TestFrameImages.of(6, 32, 64, false, 2));

        List<ByteBuffer> blobs = blobs();

        int[] kinds = {0, 1, 1, 0, 0, 0};
        int[] pictures = {0, 0, 0, 1, 2, 3};
        assertEquals(kinds.length, blobs.size());
        for (int i = 0; i < kinds.length; i++) {
            ByteBuffer blob = blobs.get(i);
            assertEquals(i + 1, blob.getLong(ExtensionLayout.FRAME_IMAGE_FRAME));
            assertEquals(kinds[i], blob.getShort(ExtensionLayout.KIND_OFFSET), "frame " + (i + 1));
            assertEquals(pictures[i], blob.getInt(ExtensionLayout.ID_OFFSET), "frame " + (i + 1));
            assertEquals(1024, blob.getInt(ExtensionLayout.FRAME_IMAGE_TOTAL));
            int part = kinds[i] == ExtensionLayout.FRAME_IMAGE_AGAIN ? 0 : 1024;
            assertEquals(ExtensionLayout.FRAME_IMAGE_PART + part, blob.capacity());
        }
    }

    @Test
    void shouldGiveEveryFrameItsImageBackWhenRead() throws IOException {
        ImageEvent large = TestFrameImages.of(12, 1280, 720, true, 3);
        script.recording.event(TestFrameImages.of(10, 320, 180, false, 2));
        script.recording.event(TestFrameImages.of(11, 320, 180, false, 2));
        script.recording.event(large);
        script.recording.event(TestFrameImages.of(13, 1280, 720, true, 3));

        List<RecordedTrace.Image> images = script.trace().images;

        assertEquals(
                List.of(10L, 11L, 12L, 13L),
                images.stream().map(RecordedTrace.Image::frame).toList());
        assertEquals(images.get(0).blocks(), images.get(1).blocks());
        int[] words = new int[1280 * 720 / 8];
        images.get(3)
                .blocks()
                .flip()
                .order(ByteOrder.LITTLE_ENDIAN)
                .asIntBuffer()
                .get(words);
        assertArrayEquals(bc1(large), words);
    }

    private List<ByteBuffer> blobs() throws IOException {
        return script.items().stream()
                .filter(item -> item instanceof FxtReader.Blob b && b.name().equals(ExtensionLayout.FRAME_IMAGE))
                .map(item -> ((FxtReader.Blob) item).payload().duplicate().order(ByteOrder.LITTLE_ENDIAN))
                .toList();
    }

    private static int[] bc1(ImageEvent image) {
        int[] words = new int[image.blocks().length];
        image.toBc1(words);
        return words;
    }

    private static int[] words(ByteBuffer blob) {
        int[] words = new int[(blob.capacity() - ExtensionLayout.FRAME_IMAGE_PART) / Integer.BYTES];
        blob.position(ExtensionLayout.FRAME_IMAGE_PART)
                .slice()
                .order(ByteOrder.LITTLE_ENDIAN)
                .asIntBuffer()
                .get(words);
        return words;
    }
}
