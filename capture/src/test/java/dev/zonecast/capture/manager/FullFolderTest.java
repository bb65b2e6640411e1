package dev.zonecast.capture.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.capture.SmallDisk;
import dev.zonecast.flight.buffer.RetainedHalves;
import dev.zonecast.fxt.EndReason;
import dev.zonecast.memory.MemoryScope;
import dev.zonecast.trace.LossKind;
import dev.zonecast.trace.TraceLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A runtime folder without room: what was saved before is in the archive, or stays. */
class FullFolderTest {
    @TempDir
    private Path folder;

    private SmallDisk disk;
    private Path runtime;
    private Manager manager;

    @BeforeEach
    void startManager() throws Exception {
        disk = SmallDisk.in(folder, "1m");
        runtime = disk.path().resolve("r");
        manager = RunningManager.in(runtime);
        manager.record(Recording.of("size = " + FuchsiaProvider.TOTAL, "output = " + folder.resolve("all.fxt")));
    }

    @AfterEach
    void stopManager() throws Exception {
        if (manager != null) {
            manager.close();
        }
        if (disk != null) {
            disk.close();
        }
    }

    /** Two halves of the first program are saved, and one of the second. */
    private FuchsiaProvider saved(String name, long pid, int halves) throws IOException {
        FuchsiaProvider provider =
                new FuchsiaProvider(runtime.resolve("manager.sock"), name, pid, System::nanoTime, 1_000_000_000);
        provider.start();
        for (int i = 0; i < halves; i++) {
            provider.fill(1000L * i);
        }
        return provider;
    }

    private static void fillUnsaved(FuchsiaProvider provider) {
        for (long at = 2000; provider.zone(at, at); at++) {
            // Until the half is full.
        }
    }

    private static List<Long> halves(int count) {
        return LongStream.range(0, count)
                .flatMap(i -> LongStream.range(1000 * i, 1000 * i + FuchsiaProvider.ZONES_PER_HALF))
                .boxed()
                .toList();
    }

    private static List<Long> begins(TraceLog log, long pid) {
        return log.zones.stream()
                .filter(zone -> zone.track().program().processId() == pid)
                .map(TraceLog.LoggedZone::begin)
                .toList();
    }

    @Test
    void shouldEndASectionAtItsLastWholeRecordWhenAHalfCannotBeSaved() throws Exception {
        try (FuchsiaProvider fails = saved("fails", 1, 2);
                FuchsiaProvider other = saved("other", 2, 1)) {
            fillUnsaved(fails);
            Path filler = disk.fill("filler", 0);
            // There is room for its first records: the page has been taken.
            fails.askToSave();
            assertThrows(IOException.class, fails::packet);
            Files.delete(filler);
            other.stopped();
            TraceLog log = TraceLog.of(manager.stop());

            assertEquals(halves(2), begins(log, 1));
            assertEquals(halves(1), begins(log, 2));
            assertEquals(
                    List.of(EndReason.WRITE_FAILED, EndReason.ENDED),
                    log.summary.ends().stream().map(end -> end.saved().reason()).toList());
            assertEquals(0, log.summary.losses().of(LossKind.DAMAGED));
        }
    }

    /** Its room is that of the halves that are still to be saved. */
    @Test
    void shouldLeaveNothingOfASnapshotThatCannotBeWritten() throws Exception {
        try (FuchsiaProvider provider = saved("game", 1, 2)) {
            Path filler = disk.fill("filler", 0);

            assertThrows(IOException.class, () -> manager.snapshot(folder.resolve("now.fxt")));

            Files.delete(filler);
            assertFalse(Files.exists(provider.file.resolveSibling("snapshot-1.fxt")));
        }
    }

    @Test
    void shouldLeaveNothingOfAHalfThatCannotBeKept() throws Exception {
        RetainedHalves kept = new RetainedHalves(disk.path(), "chunk-1-", Long.MAX_VALUE);
        Path filler = disk.fill("filler", 0);

        assertThrows(IOException.class, () -> kept.add(MemoryScope.auto().allocate(1 << 16, Long.BYTES)));

        Files.delete(filler);
        assertFalse(Files.exists(disk.path().resolve("chunk-1-0000000000.zc")));
    }

    @Test
    void shouldLeaveNoFolderOfARecordingThatCannotBegin() throws Exception {
        Path _ = manager.stop();
        Path filler = disk.fill("filler", 0);

        assertThrows(
                IOException.class,
                () -> manager.record(
                        Recording.of("size = " + FuchsiaProvider.TOTAL, "output = " + folder.resolve("all.fxt"))));

        Files.delete(filler);
        try (Stream<Path> left = Files.list(runtime)) {
            assertEquals(
                    List.of(),
                    left.filter(file -> file.getFileName().toString().startsWith("session-"))
                            .toList());
        }
    }

    @Test
    void shouldKeepTheFilesOfAPartThatCannotBeFinished() throws Exception {
        Path session;
        try (FuchsiaProvider kept = saved("kept", 1, 2);
                FuchsiaProvider other = saved("other", 2, 1)) {
            session = kept.file.getParent();
            fillUnsaved(kept);
            Path filler = disk.fill("filler", 0);
            kept.stopped();
            other.stopped();
            Manager.Ended ended = manager.end("test");
            Files.delete(filler);

            TraceLog log = TraceLog.of(ended.archive());
            assertEquals(List.of(), begins(log, 1));
            assertEquals(halves(1), begins(log, 2));
            assertEquals(1, ended.warnings().size(), ended::toString);
            String warning = ended.warnings().getFirst();
            assertTrue(warning.contains("kept is not in the archive"), warning);
            assertTrue(warning.contains(session.toString()), warning);
        }
        assertTrue(Files.exists(session.resolve("buffer-1.zc")));
        try (Stream<Path> files = Files.list(session)) {
            assertEquals(
                    List.of(),
                    files.filter(file -> file.toString().contains("-2.")).toList());
        }
        Path filler = disk.fill("filler", 0);
        assertThrows(IOException.class, () -> LeftSession.recover(session, null));
        assertFalse(Files.exists(session.resolve("recovered-1.fxt")));
        Files.delete(filler);
        TraceLog recovered = TraceLog.of(LeftSession.recover(session, null));
        assertEquals(halves(3), begins(recovered, 1));
        assertEquals(List.of(), begins(recovered, 2));
        assertFalse(Files.exists(session));
    }
}
