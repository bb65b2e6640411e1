package dev.zonecast.flight.buffer;

import dev.zonecast.core.disk.CutFile;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The file that a dead program's streaming buffer was saved to. The next run of the program wants the same name, so that the file may have
 * another one by now ({@link CutFile}). It is known by its beginning, which is that of the buffer's durable part: the time of the start is
 * in there.
 */
final class StreamedFile {
    private static final long MOST_COMPARED_BYTES = 64 << 10;

    private final Path buffer;
    private final ProgramState state;

    StreamedFile(Path folder, ProgramState state) {
        buffer = folder.resolve(ProgramBuffer.BUFFER_FILE);
        this.state = state;
    }

    /**
     * Where it is.
     *
     * @throws BufferDamagedException if it is not there any more
     */
    Path find() throws IOException {
        Path output = Path.of(state.output());
        List<Path> names = new ArrayList<>(CutFile.names(output));
        names.addFirst(output);
        for (Path name : names) {
            if (Files.isRegularFile(name, LinkOption.NOFOLLOW_LINKS)) {
                try (FileChannel file = open(name)) {
                    if (isIn(file)) {
                        return name;
                    }
                }
            }
        }
        throw new BufferDamagedException(output + ": what was saved of the recording is not there any more");
    }

    static FileChannel open(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    }

    /** True if it is in this file. */
    boolean isIn(FileChannel file) throws IOException {
        // Behind the first word of the trace.
        long most = Math.clamp(state.firstStart() - Long.BYTES, 0, MOST_COMPARED_BYTES);
        try (MemoryScope scope = MemoryScope.confined();
                FileChannel durable = open(buffer)) {
            Memory expected =
                    scope.allocate(Math.max(Long.BYTES, most), Long.BYTES).slice(0, most);
            Memory found =
                    scope.allocate(Math.max(Long.BYTES, most), Long.BYTES).slice(0, most);
            return MappedFile.read(durable, BufferLayout.HEADER_BYTES, expected) == most
                    && MappedFile.read(file, Long.BYTES, found) == most
                    && expected.mismatch(found) < 0
                    && state.lastSaved().fileBytes() > 0;
        }
    }
}
