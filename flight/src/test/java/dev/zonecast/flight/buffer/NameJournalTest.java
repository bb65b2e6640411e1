package dev.zonecast.flight.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.recording.RecordingLosses;
import dev.zonecast.core.registry.Registry;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NameJournalTest {
    /** Of a thread without a name, with its head. */
    private static final int THREAD_BYTES = 40;

    /** All ids have as many digits. */
    private static final int BEFORE_FIRST = 100_000;

    private static final int MOST_THREADS = NameJournal.FILE_BYTES / THREAD_BYTES;

    private static final String NAME = "a name after many threads";

    @TempDir
    Path folder;

    @Test
    void shouldKeepRoomForNamesWhenThreadsHaveNoEnd() throws Exception {
        NameJournal journal = new NameJournal(folder, 2);
        long refused = RecordingLosses.NAMES.total();

        for (int i = 1; i <= 3 * MOST_THREADS; i++) {
            journal.thread(BEFORE_FIRST + i, true, "");
        }
        journal.name(7, NAME);

        // The second file is made on a thread of its own.
        while (!NameJournalReader.read(folder)
                        .thread(BEFORE_FIRST + MOST_THREADS)
                        .virtual()
                || !NAME.equals(Registry.INSTANCE
                        .names()
                        .text(NameJournalReader.read(folder).name(7)))) {
            Thread.sleep(1);
        }
        NameJournalReader read = NameJournalReader.read(folder);
        assertTrue(read.thread(BEFORE_FIRST + MOST_THREADS).virtual());
        assertFalse(read.thread(BEFORE_FIRST + MOST_THREADS + 1).virtual());
        assertEquals(NAME, Registry.INSTANCE.names().text(read.name(7)));
        assertEquals(2L * MOST_THREADS, RecordingLosses.NAMES.total() - refused);
    }

    @Test
    void shouldCountNamesWhenAllFilesAreFull() throws IOException {
        NameJournal journal = new NameJournal(folder, 1);
        String name = "x".repeat(100_000);
        int most = NameJournal.FILE_BYTES / (name.length() + 12);
        long refused = RecordingLosses.NAMES.total();

        for (int i = 1; i <= most + 5; i++) {
            journal.name(i, name);
        }

        assertEquals(5, RecordingLosses.NAMES.total() - refused);
    }
}
