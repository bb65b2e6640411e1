package dev.zonecast.core.recording;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Finds and keeps a compressed recording that a kill cut off inside a piece. Perfetto cannot open such a file. */
final class CutFile {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    /** More than the largest piece, which has a mebibyte of records. */
    private static final int TAIL_BYTES = 4 << 20;

    /** Files that are kept of one name. */
    private static final int MOST_KEPT = 9;

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

    /** Gives the file another name, so that the next recording does not replace it. The log has the name. */
    static void keep(Path file) {
        try {
            Path kept = nameFor(file);
            String replaced = Files.exists(kept) ? " It replaces the oldest of " + MOST_KEPT + " such files." : "";
            Files.move(file, kept, StandardCopyOption.REPLACE_EXISTING);
            LOG.log(
                    Level.WARNING,
                    "the recording {0} was cut off. Make a whole file: zonecast recover {1}{2}",
                    file,
                    kept,
                    replaced);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the recording {0} was cut off, and is replaced: {1}", file, e.toString());
        }
    }

    /** The first free name, or the name of the oldest file. */
    private static Path nameFor(Path file) throws IOException {
        Path oldest = null;
        for (int i = 1; i <= MOST_KEPT; i++) {
            Path name = file.resolveSibling((i == 1 ? "cut-" : "cut-" + i + "-") + file.getFileName());
            if (Files.notExists(name)) {
                return name;
            }
            if (oldest == null || Files.getLastModifiedTime(name).compareTo(Files.getLastModifiedTime(oldest)) < 0) {
                oldest = name;
            }
        }
        return oldest;
    }
}
