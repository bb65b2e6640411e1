package dev.zonecast.flight.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.BufferMode;
import dev.zonecast.core.clock.ClockMap;
import dev.zonecast.core.ring.RingLayout;
import dev.zonecast.flight.recovery.ProgramRecovery;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rings name the declarations of events that their records follow. */
class DeclarationsTest {
    @TempDir
    private Path folder;

    private Path program;
    private Path target;

    private void leave(int flippedBits) throws IOException {
        OwnFolder own = new OwnFolder(RuntimeFolder.open(folder.resolve("run")), 1 << 16);
        program = own.path();
        target = folder.resolve("left.fxt");
        ProgramBuffer ignored =
                new ProgramBuffer(own, "test", BufferMode.CIRCULAR, 1 << 16, null, new ClockMap.Line(0, 0, 1));
        // The ring of nobody: every file of rings of a program has it or others.
        try (RandomAccessFile ring =
                new RandomAccessFile(program.resolve("rings-0.zc").toFile(), "rw")) {
            ring.seek(RingLayout.DECLARATIONS_OFFSET);
            int first = ring.read();
            ring.seek(RingLayout.DECLARATIONS_OFFSET);
            ring.write(first ^ flippedBits);
        }
    }

    @Test
    void shouldRecoverRingsOfTheSameDeclarations() throws IOException {
        leave(0);

        assertEquals(target, ProgramRecovery.recover(program, target).file());
    }

    @Test
    void shouldRefuseRingsOfOtherDeclarations() throws IOException {
        leave(1);

        OtherDeclarationsException refusal =
                assertThrows(OtherDeclarationsException.class, () -> ProgramRecovery.recover(program, target));
        assertTrue(refusal.getMessage().contains("rings-0.zc"), refusal.getMessage());
        assertTrue(refusal.getMessage().contains("version"), refusal.getMessage());
        assertTrue(Files.notExists(target));
    }
}
