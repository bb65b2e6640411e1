package dev.zonecast.capture.manager;

import dev.zonecast.flight.buffer.ManagerProtocol;
import dev.zonecast.flight.buffer.UnfinishedFile;
import dev.zonecast.fxt.ChecksumRecord;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.tracy.Wire;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.zip.CRC32C;

/** Makes one trace of what several programs have given. */
final class Archive {
    /** What one program has given. */
    record Part(int id, String name, Path file, boolean isIncomplete) {}

    private static final int BLOCK_BYTES = 256 << 10;

    private final FileChannel out;
    private final CRC32C checksum = new CRC32C();
    private long bytes;

    private Archive(FileChannel out) {
        this.out = out;
    }

    /**
     * Puts the parts one behind the other, each as a section of its provider: readers with one table of strings for the whole file
     * read it too, because each part registers all that it refers to. The last record is a checksum, as in a trace of one program.
     *
     * @param replaces a file of that name is replaced; false: it stays, and the archive gets another name
     * @return the archive
     */
    static Path write(List<Part> parts, Path target, boolean replaces) throws IOException {
        try (UnfinishedFile file = UnfinishedFile.of(target)) {
            new Archive(file.channel()).write(parts);
            if (!replaces) {
                return file.keepOthers();
            }
            file.replace();
            return target;
        }
    }

    private void write(List<Part> parts) throws IOException {
        put(words(FxtLayout.MAGIC));
        for (Part part : parts) {
            put(provider(part));
            put(words(metadata(FxtLayout.PROVIDER_SECTION, 1, part.id)));
            if (part.isIncomplete) {
                put(words(metadata(FxtLayout.PROVIDER_EVENT, 1, part.id)));
            }
            append(part.file);
        }
        put(words(ChecksumRecord.words(checksum.getValue(), bytes)));
        out.force(true);
    }

    private void append(Path file) throws IOException {
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES);
            while (in.read(block.clear()) >= 0) {
                put(block.flip());
            }
        }
    }

    private void put(ByteBuffer records) throws IOException {
        bytes += records.remaining();
        checksum.update(records.duplicate());
        ManagerProtocol.write(out, records);
    }

    private static ByteBuffer provider(Part part) {
        byte[] name = part.name.getBytes(StandardCharsets.UTF_8);
        int count = Wire.prefixBytes(name, 255);
        int words = 1 + (count + 7) / 8;
        ByteBuffer record = ByteBuffer.allocate(words * 8).order(ByteOrder.LITTLE_ENDIAN);
        record.putLong(metadata(FxtLayout.PROVIDER_INFO, words, part.id)
                | (long) count << FxtLayout.PROVIDER_NAME_BYTES_SHIFT);
        return record.put(name, 0, count).rewind();
    }

    private static long metadata(int subtype, int words, int id) {
        return FxtLayout.METADATA
                | (long) words << FxtLayout.WORDS_SHIFT
                | (long) subtype << FxtLayout.SUBTYPE_SHIFT
                | (long) id << FxtLayout.PROVIDER_SHIFT;
    }

    private static ByteBuffer words(long... words) {
        ByteBuffer record = ByteBuffer.allocate(words.length * 8).order(ByteOrder.LITTLE_ENDIAN);
        for (long word : words) {
            record.putLong(word);
        }
        return record.flip();
    }
}
