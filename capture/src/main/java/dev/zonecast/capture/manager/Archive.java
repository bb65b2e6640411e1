package dev.zonecast.capture.manager;

import dev.zonecast.core.fxt.FxtLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Makes one trace of what several programs have given. */
final class Archive {
    /** What one program has given. */
    record Part(int id, String name, Path file, boolean isIncomplete) {}

    private Archive() {}

    /**
     * Puts the parts one behind the other, each as a section of its provider: readers with one table of strings for the whole file
     * read it too, because each part registers all that it refers to.
     */
    static void write(List<Part> parts, Path target) throws IOException {
        Path parent = target.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        Path unfinished = target.resolveSibling(target.getFileName() + ".part");
        Files.deleteIfExists(unfinished);
        try (FileChannel out = FileChannel.open(
                unfinished, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            write(out, words(FxtLayout.MAGIC));
            for (Part part : parts) {
                write(out, provider(part));
                write(out, words(metadata(FxtLayout.PROVIDER_SECTION, 1, part.id)));
                if (part.isIncomplete) {
                    write(out, words(metadata(FxtLayout.PROVIDER_EVENT, 1, part.id)));
                }
                append(out, part.file);
            }
            out.force(true);
        } catch (IOException e) {
            Files.deleteIfExists(unfinished);
            throw e;
        }
        Files.move(unfinished, target, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void append(FileChannel out, Path file) throws IOException {
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            long size = in.size();
            for (long at = 0; at < size; ) {
                at += in.transferTo(at, size - at, out);
            }
        }
    }

    private static ByteBuffer provider(Part part) {
        byte[] name = part.name.getBytes(StandardCharsets.UTF_8);
        int count = Math.min(name.length, 255);
        while (count < name.length && count > 0 && (name[count] & 0xC0) == 0x80) {
            count--;
        }
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

    private static ByteBuffer words(long word) {
        return ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(word)
                .flip();
    }

    private static void write(FileChannel out, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            out.write(bytes);
        }
    }
}
