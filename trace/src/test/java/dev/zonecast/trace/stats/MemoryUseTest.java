package dev.zonecast.trace.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.fxt.BlockSize;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceReader;
import dev.zonecast.trace.TraceSummary;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryUseTest {
    private static final long MILLI = ScriptedTrace.MILLI;
    private static final int MAIN = 10;
    private static final int WORKER = 11;
    private static final String MESH = "Mesh.load\tMesh.java:12";

    @TempDir
    Path folder;

    private TraceSummary summary;

    private MemoryUse read(ScriptedTrace script, long from, long to) throws Exception {
        Path file = script.write(folder.resolve("memory.fxt"));
        long start = TraceReader.read(file, new TraceListener() {}).startNanos(program -> true);
        ZoneFilter filter = new ZoneFilter(
                null,
                null,
                ProgramChoice.ALL,
                from < 0 ? Long.MIN_VALUE : start + from,
                to < 0 ? Long.MAX_VALUE : start + to);
        FirstReading first = new FirstReading(filter, 1).withMemory();
        summary = TraceReader.read(file, first);
        TraceStatistics statistics = first.statistics(0);
        summary = TraceReader.read(file, statistics);
        return statistics.memoryUse();
    }

    /** Of two frames, of 10 ms each. */
    private static ScriptedTrace script() {
        return new ScriptedTrace()
                .thread(MAIN, "main")
                .thread(WORKER, "worker")
                .frame(0, 0, 10 * MILLI)
                .begin(MAIN, "update", MILLI)
                .begin(MAIN, "load", 2 * MILLI)
                .allocation(MAIN, 0x1000, 100, 3 * MILLI, MESH)
                .allocation(MAIN, 0x2000, 30, 4 * MILLI)
                .end(MAIN, 5 * MILLI)
                .free(WORKER, 0x2000, 6 * MILLI)
                .allocation(MAIN, 0x2000, 1000, 7 * MILLI, MESH)
                .end(MAIN, 9 * MILLI)
                .frame(1, 10 * MILLI, 20 * MILLI)
                .allocation(WORKER, 0x3000, 7, 12 * MILLI)
                .allocation(WORKER, 0x4000, 5, 13 * MILLI)
                .free(MAIN, 0x1000, 14 * MILLI)
                .frame(2, 20 * MILLI, 21 * MILLI)
                .free(MAIN, 0x4000, 20 * MILLI + 1);
    }

    private static <K> List<String> figures(List<MemoryUse.Share<K>> shares) {
        return shares.stream()
                .map(share -> share.allocations() + " " + share.allocatedBytes() + " " + share.stayBlocks() + " "
                        + share.stayBytes())
                .toList();
    }

    private static List<String> zones(MemoryUse use) {
        return use.zones().stream()
                .map(share -> share.by() == null ? "-" : share.by().location().displayName())
                .toList();
    }

    @Test
    void shouldFindTheInnermostZoneAndTheCallsOfWhatStays() throws Exception {
        MemoryUse use = read(script(), -1, -1);

        assertEquals(List.of("update", "-", "load"), zones(use));
        assertEquals(List.of("1 1000 1 1000", "2 12 1 7", "2 130 0 0"), figures(use.zones()));
        assertEquals(List.of("2 1100 1 1000", "3 42 1 7"), figures(use.sites()));
        assertEquals("meshes", use.sites().getFirst().by().pool().displayName());
        assertEquals(
                "Mesh.load",
                use.sites().getFirst().by().stack().calls().getFirst().function());
    }

    @Test
    void shouldFindWhatStaysBetweenTwoTimes() throws Exception {
        MemoryUse use = read(script(), 2 * MILLI, 13 * MILLI);

        assertEquals(List.of("update", "load", "-"), zones(use));
        // The first block of the zone lives at the end of the range, though it is freed later.
        assertEquals(List.of("1 1000 1 1000", "2 130 1 100", "1 7 1 7"), figures(use.zones()));
    }

    @Test
    void shouldHaveTheBytesOfEachFrame() throws Exception {
        MemoryUse.OfFrames frames = read(script(), -1, -1).frames().getFirst();

        assertEquals(3, frames.bytes().count());
        assertEquals(1142, frames.bytes().sum());
        assertEquals(1130, frames.bytes().max());
        assertEquals(0, frames.bytes().min());
        assertEquals(0, frames.most());
    }

    @Test
    void shouldHaveTheBytesThatLiveOverTime() throws Exception {
        MemoryUse use = read(script(), 0, 20 * MILLI);

        MemoryUse.OverTime series = use.overTime(summary.startNanos(program -> true), Long.MAX_VALUE, 10);

        assertEquals(
                List.of(0L, 130L, 130L, 1100L, 1100L, 1107L, 1112L, 1012L, 1012L, 1012L),
                series.bytes().values().iterator().next());
        assertEquals(20 * MILLI, series.times().getLast() - summary.startNanos(program -> true));
    }

    @Test
    void shouldSumWhatSampledBlocksStandFor() throws Exception {
        // 1 / (1 - 1 / e) = 1.58
        long word = BlockSize.word(65_536, 65_536);
        ScriptedTrace script = new ScriptedTrace().thread(MAIN, "main");
        for (int i = 1; i <= 100; i++) {
            script = script.allocation(MAIN, i, word, i * MILLI);
        }
        MemoryUse use = read(script.free(MAIN, 1, 200 * MILLI), -1, -1);

        assertEquals(List.of("158 10367600 157 10263924"), figures(use.sites()));
    }

    @Test
    void shouldRefuseBlocksBeyondItsLimit() throws Exception {
        BlockLives lives = new BlockLives(1);
        Path file = script().write(folder.resolve("limit.fxt"));
        int[] refused = new int[1];
        TraceSummary ignored = TraceReader.read(file, new TraceListener() {
            @Override
            public void event(dev.zonecast.trace.TraceEvent event) {
                if (event instanceof dev.zonecast.trace.TraceMemoryEvent block && !lives.add(block, true)) {
                    refused[0]++;
                }
            }
        });

        assertEquals(1, lives.blocks().size());
        assertEquals(4, refused[0]);
    }
}
