package dev.zonecast.capture.manager;

import dev.zonecast.flight.buffer.ManagerProtocol;
import dev.zonecast.flight.buffer.UnfinishedFile;
import dev.zonecast.trace.TraceChecksum;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The traces that a manager made in a folder, the oldest first. A list in the folder has name, size and checksum of each. A trace is
 * removed only if it is on the list and still has the bytes that it was made with; all other files stay, whatever their names are.
 *
 * <p>For one thread.
 */
final class RecoveredTraces {
    static final String LIST = "zonecast-recovered.txt";

    private static final System.Logger LOG = System.getLogger("dev.zonecast");
    private static final String HEAD =
            "Traces that zonecast manager made here, and removes when they are too many: checksum, bytes, name";
    private static final long MOST_LIST_BYTES = 1 << 20;

    /** What was made. */
    private record Made(long checksum, long bytes, String name) {
        String line() {
            return Long.toHexString(checksum) + " " + bytes + " " + name;
        }

        /** Null if a line does not say it. */
        static Made of(String line) {
            String[] words = line.split(" ", 3);
            try {
                return words.length == 3 && isName(words[2])
                        ? new Made(Long.parseLong(words[0], 16), Long.parseLong(words[1]), words[2])
                        : null;
            } catch (NumberFormatException e) {
                return null;
            }
        }

        private static boolean isName(String name) {
            return name.endsWith(".fxt") && name.indexOf('/') < 0 && name.indexOf('\\') < 0 && name.indexOf('\0') < 0;
        }
    }

    private final Path folder;
    private final Path list;

    RecoveredTraces(Path folder) {
        this.folder = folder;
        list = folder.resolve(LIST);
    }

    /** A trace was made in the folder just now. */
    void add(Path trace) throws IOException {
        List<Made> made = read();
        if (made != null) {
            String name = trace.getFileName().toString();
            made.removeIf(each -> each.name.equals(name));
            made.add(new Made(TraceChecksum.said(trace), Files.size(trace), name));
            write(made);
        }
    }

    /** Removes the oldest beyond a limit; the latest stays. */
    void removeOldest(long mostBytes) throws IOException {
        List<Made> made = read();
        if (made == null) {
            return;
        }
        made.removeIf(each -> !Files.exists(folder.resolve(each.name), LinkOption.NOFOLLOW_LINKS));
        long bytes = made.stream().mapToLong(Made::bytes).sum();
        while (bytes > mostBytes && made.size() > 1) {
            Made oldest = made.removeFirst();
            Path file = folder.resolve(oldest.name);
            if (isAsMade(file, oldest)) {
                Files.deleteIfExists(file);
                LOG.log(System.Logger.Level.INFO, "removed {0}: the traces in its folder are too large", file);
            } else {
                LOG.log(System.Logger.Level.INFO, "{0} is kept: it was changed after its recovery", file);
            }
            bytes -= oldest.bytes;
        }
        write(made);
    }

    private static boolean isAsMade(Path file, Made made) throws IOException {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                && Files.size(file) == made.bytes
                && TraceChecksum.said(file) == made.checksum
                && TraceChecksum.verify(file) == TraceChecksum.Outcome.GOOD;
    }

    /** Null if a file of the list's name is not ours: nothing is removed then. */
    private List<Made> read() throws IOException {
        if (!Files.exists(list, LinkOption.NOFOLLOW_LINKS)) {
            return new ArrayList<>();
        }
        boolean isList = Files.isRegularFile(list, LinkOption.NOFOLLOW_LINKS) && Files.size(list) <= MOST_LIST_BYTES;
        List<String> lines = isList
                ? new String(Files.readAllBytes(list), StandardCharsets.UTF_8)
                        .lines()
                        .toList()
                : List.of();
        if (lines.isEmpty() || !lines.getFirst().equals(HEAD)) {
            LOG.log(System.Logger.Level.WARNING, "{0} is not a list of zonecast: no trace is removed", list);
            return null;
        }
        List<Made> made = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            Made each = Made.of(line);
            if (each != null) {
                made.add(each);
            }
        }
        return made;
    }

    private void write(List<Made> made) throws IOException {
        StringBuilder text = new StringBuilder(HEAD).append('\n');
        made.forEach(each -> text.append(each.line()).append('\n'));
        try (UnfinishedFile file = UnfinishedFile.of(list)) {
            ManagerProtocol.write(file.channel(), StandardCharsets.UTF_8.encode(text.toString()));
            file.replace();
        }
    }
}
