package dev.zonecast.framecapture;

import dev.zonecast.core.image.Bc1Blocks;
import dev.zonecast.core.image.Dxt1Blocks;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The frame images of a recording: records {@code zonecast.frame-image}, as {@code docs/fxt-extensions.md} describes them. Reads what is
 * whole in a file that was cut off, and passes over everything else that stands in it.
 *
 * <p>The file is mapped, and its pictures are decoded when they are asked for. One thread.
 */
public final class RecordedImages implements AutoCloseable {
    private static final String RECORD = "zonecast.frame-image";
    private static final long MAGIC = 0x0016_5478_4604_0010L;
    private static final int STRING = 2;
    private static final int BLOB = 5;
    private static final int VERSION = 1;
    private static final int PICTURE = 0;
    private static final int AGAIN = 1;
    private static final int BOTTOM_UP = 1;

    // Offsets in a record's payload.
    private static final int FRAME = 8;
    private static final int SIZE = 16;
    private static final int FLAGS = 20;
    private static final int TOTAL = 24;
    private static final int PLACE = 28;
    private static final int PART = 32;

    /**
     * A frame with a picture.
     *
     * @param frame number of the frame of the base set
     * @param width of the picture in pixels
     * @param height of the picture in pixels
     */
    public record Image(long frame, int width, int height) {}

    /** A picture, which several frames may show. Parts: positions of their records' payloads in the file, in order. */
    private record Picture(int width, int height, boolean bottomUp, int total, List<Part> parts) {
        boolean isWhole() {
            return parts.stream().mapToLong(Part::bytes).sum() == total;
        }
    }

    private record Part(long at, long bytes) {}

    private final MemoryScope arena;
    private final Memory file;
    private final Set<Integer> names = new HashSet<>();
    private final Map<Integer, Picture> pictures = new HashMap<>();
    private final List<Image> images = new ArrayList<>();
    private final List<Picture> shown = new ArrayList<>();

    private RecordedImages(MemoryScope arena, Memory file) {
        this.arena = arena;
        this.file = file;
    }

    /**
     * Looks for the images of a recording.
     *
     * @throws IOException if the file cannot be read or is no recording; the message names it
     */
    public static RecordedImages open(Path recording) throws IOException {
        MemoryScope arena = MemoryScope.shared();
        try (FileChannel channel = FileChannel.open(recording, StandardOpenOption.READ)) {
            Memory file = arena.map(channel, FileChannel.MapMode.READ_ONLY, 0, channel.size());
            if (file.byteSize() < Long.BYTES || file.getLong(0) != MAGIC) {
                throw new IOException(recording + " is no recording");
            }
            RecordedImages images = new RecordedImages(arena, file);
            images.readRecords();
            return images;
        } catch (IOException | RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    /** All images, in the order of their frames. */
    public List<Image> images() {
        return List.copyOf(images);
    }

    /**
     * Decodes a picture.
     *
     * @param index in {@link #images}
     * @return pixels row by row from the top down, red in the lowest byte
     */
    public int[] rgba(int index) {
        Picture picture = shown.get(index);
        Bc1Blocks blocks = new Bc1Blocks(picture.width, picture.height);
        int at = 0;
        for (Part part : picture.parts) {
            int words = (int) part.bytes / Integer.BYTES;
            Memory.copy(file, part.at, blocks.words(), at, words);
            at += words;
        }
        int[] rgba = new int[picture.width * picture.height];
        Dxt1Decoder.decode(blocks, rgba);
        if (picture.bottomUp) {
            turnUpsideDown(rgba, picture.width);
        }
        return rgba;
    }

    private static void turnUpsideDown(int[] rgba, int width) {
        int[] row = new int[width];
        for (int top = 0, bottom = rgba.length - width; top < bottom; top += width, bottom -= width) {
            System.arraycopy(rgba, top, row, 0, width);
            System.arraycopy(rgba, bottom, rgba, top, width);
            System.arraycopy(row, 0, rgba, bottom, width);
        }
    }

    @Override
    public void close() {
        arena.close();
    }

    // --- reading

    private void readRecords() {
        long at = Long.BYTES;
        while (at + Long.BYTES <= file.byteSize()) {
            long header = file.getLong(at);
            long bytes = field(header, 4, 15) * Long.BYTES;
            if (bytes == 0 || at + bytes > file.byteSize()) {
                return;
            }
            switch ((int) field(header, 0, 3)) {
                case STRING -> string(header, at, bytes);
                case BLOB -> blob(header, at, bytes);
                default -> {
                    // Nothing about images.
                }
            }
            at += bytes;
        }
    }

    /** Places in the string table are given again: only the last text counts. */
    private void string(long header, long at, long bytes) {
        int index = (int) field(header, 16, 30);
        long length = field(header, 32, 46);
        names.remove(index);
        if (length == RECORD.length() && length <= bytes - Long.BYTES) {
            byte[] text = file.slice(at + Long.BYTES, length).toBytes();
            if (new String(text, StandardCharsets.US_ASCII).equals(RECORD)) {
                names.add(index);
            }
        }
    }

    private void blob(long header, long at, long bytes) {
        long payload = at + Long.BYTES;
        long length = field(header, 32, 46);
        if (!names.contains((int) field(header, 16, 31)) || length < PART || length > bytes - Long.BYTES) {
            return;
        }
        int head = file.getInt(payload);
        if ((head & 0xFFFF) != VERSION) {
            return;
        }
        int id = file.getInt(payload + 4);
        long frame = file.getLong(payload + FRAME);
        switch (head >>> 16) {
            case PICTURE -> part(id, frame, payload, length - PART);
            case AGAIN -> show(pictures.get(id), frame);
            default -> {
                // Of a later version.
            }
        }
    }

    private void part(int id, long frame, long payload, long bytes) {
        int size = file.getInt(payload + SIZE);
        int width = size & 0xFFFF;
        int height = size >>> 16;
        int total = file.getInt(payload + TOTAL);
        int place = file.getInt(payload + PLACE);
        if (!Dxt1Blocks.isSide(width) || !Dxt1Blocks.isSide(height) || total != width * height / 2) {
            return;
        }
        if (place == 0) {
            boolean bottomUp = (file.getInt(payload + FLAGS) & BOTTOM_UP) != 0;
            pictures.put(id, new Picture(width, height, bottomUp, total, new ArrayList<>()));
        }
        Picture picture = pictures.get(id);
        if (picture != null
                && place == picture.parts.stream().mapToLong(Part::bytes).sum()) {
            picture.parts.add(new Part(payload + PART, bytes));
            show(picture, frame);
        }
    }

    private void show(Picture picture, long frame) {
        if (picture != null && picture.isWhole()) {
            images.add(new Image(frame, picture.width, picture.height));
            shown.add(picture);
        }
    }

    /** Bits of a word, inclusive. */
    private static long field(long word, int from, int to) {
        return (word >>> from) & ((1L << (to - from + 1)) - 1);
    }
}
