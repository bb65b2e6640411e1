package dev.zonecast.flight.buffer;

import dev.zonecast.core.ring.RingLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Which files of a folder a program of ours made: by the name, and by the word that a file of that name begins with. */
final class ProgramFiles {
    private ProgramFiles() {}

    /** True if a program of ours made the file, and wrote to it. */
    static boolean isWritten(Path file) throws IOException {
        long magic = magic(file);
        return magic != 0 && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && firstWord(file) == magic;
    }

    /** True if a program of ours made the file; it may have died before it wrote to it. */
    static boolean isOurs(Path file) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        if (file.getFileName().toString().equals(ProgramFolder.LOCK_FILE)) {
            return Files.size(file) == 0;
        }
        long magic = magic(file);
        if (magic == 0) {
            return false;
        }
        long first = firstWord(file);
        return first == 0 || first == magic;
    }

    /** What a file of that name begins with; 0: no file of a program has that name. */
    private static long magic(Path file) {
        String name = file.getFileName().toString();
        return switch (name) {
            case ProgramState.FILE, ManagedState.FILE -> ProgramState.MAGIC;
            case ProgramBuffer.BUFFER_FILE -> BufferLayout.MAGIC;
            default ->
                isNumbered(name, NameJournal.FILE_PREFIX)
                        ? NameJournal.MAGIC
                        : isNumbered(name, MappedRings.FILE_PREFIX) ? RingLayout.MAGIC : 0;
        };
    }

    private static boolean isNumbered(String name, String prefix) {
        return name.startsWith(prefix) && name.substring(prefix.length()).matches("\\d{1,9}\\.zc");
    }

    /** 0 if there is none. */
    private static long firstWord(Path file) throws IOException {
        ByteBuffer word = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            while (word.hasRemaining() && channel.read(word) >= 0) {
                // Until all is there.
            }
        }
        return word.getLong(0);
    }
}
