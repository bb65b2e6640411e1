package dev.zonecast.core.recording;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A compressed recording of a program that was killed: it ends in the middle of a piece, and Perfetto loads nothing of it. */
final class CutFile {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    /** More than a piece: records wait in a buffer of a mebibyte, but for a large picture. */
    private static final int TAIL_BYTES = 16 << 20;

    private CutFile() {}

    /**
     * True if the last piece is not whole.
     *
     * @param file open for reading
     */
    static boolean isCut(FileChannel file, RecordCompression compression) throws IOException {
        byte[] tail = new byte[(int) Math.min(TAIL_BYTES, file.size())];
        ByteBuffer target = ByteBuffer.wrap(tail);
        long at = file.size() - tail.length;
        for (int read = 0; read >= 0 && target.hasRemaining(); ) {
            read = file.read(target, at + target.position());
        }
        byte[] head = compression.head();
        boolean found = false;
        // Compressed bytes may look like a head: an earlier one may begin the last piece.
        for (int i = tail.length - head.length; i >= 0; i--) {
            if (startsWith(head, tail, i)) {
                if (compression.isWhole(tail, i)) {
                    return false;
                }
                found = true;
            }
        }
        return found;
    }

    private static boolean startsWith(byte[] head, byte[] tail, int from) {
        for (int i = 0; i < head.length; i++) {
            if (tail[from + i] != head[i]) {
                return false;
            }
        }
        return true;
    }

    /** Gives the file another name, so that the next recording does not replace it. The log names it. */
    static void keep(Path file) {
        Path kept = file.resolveSibling("cut-" + file.getFileName());
        try {
            Files.move(file, kept, StandardCopyOption.REPLACE_EXISTING);
            LOG.log(
                    Level.WARNING,
                    "the recording {0} was cut off. Make a whole file: zonecast recover {1}",
                    file,
                    kept);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the recording {0} was cut off, and is replaced: {1}", file, e.toString());
        }
    }
}
