package dev.zonecast.capture.manager;

import dev.zonecast.flight.buffer.ManagerProtocol;
import dev.zonecast.flight.buffer.MappedFile;
import dev.zonecast.flight.buffer.ProgramFolder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * How much of a program's buffer its manager has saved, so that another one can go on if that is killed: a file of lines that only
 * grows, in which the last whole line counts.
 *
 * <pre>
 * zonecast-progress ID PROCESS NAME
 * HALVES DURABLE-END PART-BYTES TICKS-PER-SECOND CLOCK-OFFSET FOLDER-PROCESS FOLDER-START RELEASED
 * </pre>
 */
final class PartProgress implements AutoCloseable {
    private static final String HEAD = "zonecast-progress";

    /** Whose it is. */
    record Owner(int id, long pid, String name) {}

    /** Parts of the name of a program's own folder; 0 and 0 if it has none. */
    record OwnFolder(long pid, long startMillis) {
        static final OwnFolder NONE = new OwnFolder(0, 0);

        /** Null if it has none. */
        ProgramFolder in(Path runtime) {
            return pid == 0 ? null : ProgramFolder.of(runtime, pid, startMillis);
        }
    }

    /**
     * How far it came.
     *
     * @param isReleased the program has ended, and all halves of its buffer are kept in other files
     */
    record Entry(
            long halves,
            long durableEnd,
            long partBytes,
            long ticksPerSecond,
            long offsetNanos,
            OwnFolder folder,
            boolean isReleased) {}

    /** Contents of the file. */
    record Left(Owner owner, Entry entry) {}

    private final Path file;
    private final FileChannel channel;

    private PartProgress(Path file) throws IOException {
        this.file = file;
        channel = MappedFile.createPrivate(file);
    }

    /** Makes the file. */
    static PartProgress create(Path file, Owner owner) throws IOException {
        PartProgress made = new PartProgress(file);
        try {
            made.line(HEAD, owner.id, owner.pid, owner.name);
            return made;
        } catch (IOException e) {
            made.delete();
            throw e;
        }
    }

    /** What came before this call is in the part's file. */
    void append(Entry entry) throws IOException {
        line(
                entry.halves,
                entry.durableEnd,
                entry.partBytes,
                entry.ticksPerSecond,
                entry.offsetNanos,
                entry.folder.pid,
                entry.folder.startMillis,
                entry.isReleased ? 1 : 0);
    }

    private void line(Object... words) throws IOException {
        String line =
                String.join(" ", Arrays.stream(words).map(Object::toString).toList()) + "\n";
        ManagerProtocol.write(channel, StandardCharsets.UTF_8.encode(line));
    }

    /**
     * Reads what a manager has left.
     *
     * @throws IOException if it has no progress
     */
    static Left read(Path file) throws IOException {
        // Behind the last line feed is what was not written to its end.
        String[] lines = new String(Files.readAllBytes(file), StandardCharsets.UTF_8).split("\n", -1);
        String[] head = lines[0].split(" ", 4);
        if (lines.length < 2 || head.length < 4 || !head[0].equals(HEAD)) {
            throw new IOException(file + " has no whole line of progress");
        }
        try {
            Entry last = new Entry(0, 0, 0, 0, 0, OwnFolder.NONE, false);
            if (lines.length > 2) {
                long[] n = Arrays.stream(lines[lines.length - 2].split(" "))
                        .mapToLong(Long::parseLong)
                        .toArray();
                last = new Entry(n[0], n[1], n[2], n[3], n[4], new OwnFolder(n[5], n[6]), n[7] != 0);
            }
            return new Left(new Owner(Integer.parseInt(head[1]), Long.parseLong(head[2]), head[3]), last);
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new IOException(file + " is damaged: its last line is not of numbers", e);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /** Closes it, and removes the file. */
    void delete() throws IOException {
        close();
        Files.deleteIfExists(file);
    }
}
