package dev.zonecast.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.fxt.fixtures.OwnTrace;
import dev.zonecast.fxt.fixtures.TraceBytes;
import dev.zonecast.trace.TwoPrograms;
import dev.zonecast.trace.stats.ScriptedTrace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What comes into a dataset, and what does not. */
class IngestTest {
    private static final Instant LONG_AGO = Instant.parse("2024-02-03T04:05:06Z");

    @TempDir
    private Path folder;

    private Path recordings;
    private Path dataset;

    @BeforeEach
    void makeFolders() throws IOException {
        recordings = Files.createDirectory(folder.resolve("recordings"));
        dataset = folder.resolve("it's a dataset");
    }

    private Path file(String name, byte... content) throws IOException {
        Path file = recordings.resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, content);
        return Files.setLastModifiedTime(file, FileTime.from(LONG_AGO));
    }

    private static byte[] gzip(byte... content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(content);
        }
        return bytes.toByteArray();
    }

    private String ingest(Object... more) {
        Object[] all = new Object[more.length + 4];
        all[0] = "ingest";
        all[1] = recordings;
        all[2] = "-o";
        all[3] = dataset;
        System.arraycopy(more, 0, all, 4, more.length);
        FleetRun run = FleetRun.of(all);
        assertEquals(0, run.exit(), run.err());
        return run.out().strip() + run.err().replace(recordings + "/", " ");
    }

    private List<String> sql(String query) {
        FleetRun run = FleetRun.of("sql", dataset, query);
        assertEquals(0, run.exit(), run.err());
        return run.out()
                .lines()
                .skip(1)
                .map(line -> line.replaceAll(" {2,}", " "))
                .toList();
    }

    @Test
    void shouldHaveTheFiguresOfEachProgramOfARecording() throws IOException {
        file("two.fxt.gz", gzip(TwoPrograms.bytes(TwoPrograms.Join.PROVIDERS)));

        assertEquals(
                "1 files: took 2 sessions; 0 files known, 0 sessions known, 0 sessions still written, 0 files damaged",
                ingest("--set", "build=1.4/beta 2", "--set", "GPU=Arc A750", "--zone-events"));

        assertEquals(
                List.of(
                        "game 2023-11-14 1.4/beta 2 Arc A750 system 21 3000 2 false false",
                        "server 2023-11-14 1.4/beta 2 Arc A750 system 21 9000 5 false false"),
                sql("SELECT program, day, build, gpu, os, jvm, duration_ns AS d, lost, cut, clock_off FROM sessions"
                        + " ORDER BY program"));
        assertEquals(
                List.of(
                        "game cpu outer 1 2000 1900 2000",
                        "game frame frame 2 2000 2000 1000",
                        "game gpu pass 1 100 100 100",
                        "server cpu outer 1 7000 7000 7000",
                        "server frame frame 1 4000 4000 4000",
                        "server gpu pass 1 300 300 300"),
                sql("SELECT program, kind, name, count, total_ns AS t, self_ns AS s, max_ns AS m FROM zones"
                        + " JOIN sessions USING (session) ORDER BY program, kind, name"));
        assertEquals(
                List.of("game 0 1000 1000", "game 1 2000 1000", "server 0 1500 4000"),
                sql("SELECT program, number, begin_ns AS b, frames.duration_ns AS d FROM frames JOIN sessions"
                        + " USING (session) ORDER BY program, number"));
        assertEquals(
                List.of("load 2 1.000 3.000 2.000 3.000", "load 1 10.00 10.00 10.00 10.00"),
                sql("SELECT name, count, min, max, mean, last FROM plots ORDER BY count DESC"));
        assertEquals(
                List.of("1.4/beta 2 game main outer 1 1000 2000 1900"),
                sql("SELECT e.build, track, name, depth, begin_ns AS b, e.duration_ns AS d, self_ns AS s"
                        + " FROM zone_events e JOIN sessions USING (session) WHERE kind = 'cpu' AND program = 'game'"));
    }

    @Test
    void shouldTakeARecordingOnce() throws IOException {
        byte[] trace = TwoPrograms.bytes(TwoPrograms.Join.FILES);
        file("a.fxt", trace);
        assertTrue(ingest().startsWith("1 files: took 2 sessions;"));

        assertTrue(ingest().startsWith("1 files: took 0 sessions; 1 files known, 0 sessions known"));
        file("copy/a.fxt.gz", gzip(trace));
        assertTrue(ingest().startsWith("2 files: took 0 sessions; 1 files known, 2 sessions known"));

        assertEquals(List.of("2"), sql("SELECT COUNT(*) AS n FROM sessions"));
    }

    @Test
    void shouldTakeOneOfTwoSessionsWithOneIdAtOnce() throws IOException {
        for (int i = 0; i < 8; i++) {
            file(i + ".fxt", TwoPrograms.bytes(TwoPrograms.Join.FILES));
        }

        assertTrue(ingest("--zone-events", "--threads", 4)
                .startsWith("8 files: took 2 sessions; 0 files known, 14 sessions"));
        assertEquals(
                List.of("2 4"),
                sql("SELECT (SELECT COUNT(*) FROM sessions) AS a, (SELECT COUNT(*) FROM zone_events) AS b"));
    }

    /** The build names a folder: names of files have 255 bytes at most, and each of these characters takes 9 of them. */
    @Test
    void shouldTakeBuildsThatAreLongerThanTheNameOfAFolder() throws IOException {
        String shared = "版".repeat(30);
        for (String build : List.of(shared + "1", shared + "2", "x".repeat(249), "x".repeat(250))) {
            String text = "zonecast-session\t1\nid\t" + Long.toHexString(SourceFile.hash(build)) + "\nfact\tbuild\t"
                    + build + "\nend\n";
            file(build.hashCode() + ".zcs.gz", gzip(text.getBytes(StandardCharsets.UTF_8)));
        }
        file("good.fxt", TwoPrograms.game("game"));

        assertTrue(ingest().contains("took 5 sessions;"));

        assertEquals(
                List.of("7 u false", "249 x true", "249 x false", "35 版 true", "35 版 true"),
                sql("SELECT LENGTH(build) AS n, LEFT(build, 1) AS first, regexp_matches(build, '-[0-9a-f]{8}$') AS cut"
                                + " FROM sessions ORDER BY build")
                        .stream()
                        .map(String::strip)
                        .toList());
        assertEquals(List.of("5"), sql("SELECT COUNT(DISTINCT build) AS n FROM sessions"));
    }

    @Test
    void shouldNameDamagedFilesAndTakeTheOthers() throws IOException {
        byte[] trace = TwoPrograms.bytes(TwoPrograms.Join.FILES);
        file("good.fxt", trace);
        file("noise.fxt", new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9});
        byte[] compressed = gzip(trace);
        compressed[compressed.length / 2] ^= 0x55;
        file("flipped.fxt.gz", compressed);
        file("text.zcs.gz", gzip("hello\n".getBytes(StandardCharsets.UTF_8)));
        file("half.zcs.gz", gzip("zonecast-session\t1\nid\t1f\n".getBytes(StandardCharsets.UTF_8)));
        file("later.zcs.gz", gzip("zonecast-session\t9\nend\n".getBytes(StandardCharsets.UTF_8)));
        file(
                "bins.zcs.gz",
                gzip("zonecast-session\t1\nzone\tcpu\ta\t3\t1\t1\t1\t1\t5:1 7:1\nend\n"
                        .getBytes(StandardCharsets.UTF_8)));
        file("ignored.txt", trace);

        String said = ingest();

        assertTrue(said.contains("7 files: took 2 sessions;"), said);
        assertTrue(said.contains("6 files damaged"), said);
        for (String name :
                List.of("noise.fxt", "flipped.fxt.gz", "text.zcs.gz", "half.zcs.gz", "later.zcs.gz", "bins.zcs.gz")) {
            assertTrue(said.contains("passed over:  " + name + ": "), name + " in " + said);
        }
        assertTrue(said.contains("a summary without an end"), said);
        assertTrue(said.contains("a summary of a newer version"), said);
        assertTrue(ingest().contains("took 0 sessions; 1 files known"));
    }

    @Test
    void shouldFailWhenANamedFileIsDamagedAndTakeTheOthers() throws IOException {
        file("good.fxt", TwoPrograms.game("game"));
        for (int i = 0; i < 25; i++) {
            file("noise" + i + ".fxt", new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9});
        }
        Path named = file("text.zcs.gz", gzip("hello\n".getBytes(StandardCharsets.UTF_8)));

        FleetRun run = FleetRun.of("ingest", recordings, named, "-o", dataset);

        assertEquals(2, run.exit(), run.err());
        assertTrue(run.out().contains("took 1 sessions;"), run.out());
        assertTrue(run.out().contains("26 files damaged"), run.out());
        assertEquals(20, run.err().split("zonecast: passed over: /", -1).length - 1, run.err());
        assertTrue(run.err().contains("zonecast: passed over: 5 more\n"), run.err());
        assertTrue(run.err().contains("zonecast: " + named + ": not a summary of a session\n"), run.err());
    }

    @Test
    void shouldNameSummariesWithImpossibleFigures() throws IOException {
        long most = Long.MAX_VALUE;
        // Count, own time, total, shortest, longest.
        long[][] figures = {
            {most, 1, most, 1, 1}, {2, 1, 9, 1, 10}, {2, 1, 21, 1, 10}, {2, 1, 20, 11, 10}, {2, 1, most, 1, 10},
        };
        for (int i = 0; i < figures.length; i++) {
            long[] f = figures[i];
            String zone =
                    "zone\tcpu\ta\t" + f[0] + "\t" + f[1] + "\t" + f[2] + "\t" + f[3] + "\t" + f[4] + "\t5:" + f[0];
            file(i + ".zcs.gz", gzip(("zonecast-session\t1\n" + zone + "\nend\n").getBytes(StandardCharsets.UTF_8)));
        }
        file(
                "possible.zcs.gz",
                gzip("zonecast-session\t1\nzone\tcpu\ta\t2\t1\t20\t10\t10\t5:2\nend\n"
                        .getBytes(StandardCharsets.UTF_8)));

        String said = ingest();

        assertTrue(said.contains("took 1 sessions"), said);
        assertTrue(said.contains("5 files damaged"), said);
    }

    @Test
    void shouldTakeTheOtherFilesWhenOneVanishesOrAFolderCannotBeRead() throws IOException {
        List<SourceFile> files = new ArrayList<>();
        Map<Path, String> unread = new LinkedHashMap<>();
        Ingest.Finder finder = new Ingest.Finder(recordings, 0, files, unread);

        assertEquals(
                FileVisitResult.CONTINUE,
                finder.visitFileFailed(recordings.resolve("gone.fxt"), new NoSuchFileException("gone.fxt")));
        assertEquals(
                FileVisitResult.CONTINUE,
                finder.postVisitDirectory(recordings.resolve("closed"), new IOException("input/output error")));
        assertThrows(IOException.class, () -> finder.visitFileFailed(recordings, new NoSuchFileException("root")));

        assertEquals(2, unread.size(), unread.toString());
        assertTrue(unread.containsKey(recordings.resolve("gone.fxt")), unread.toString());
        assertEquals(
                2,
                FleetRun.of("ingest", recordings.resolve("none"), "-o", dataset).exit());
    }

    @Test
    void shouldHaveTheLastNameOfAThread() throws IOException {
        Path file = new ScriptedTrace()
                .thread(10, "Thread-0")
                .zone(10, "load", 100, 200)
                .thread(10, "loader")
                .write(file("late.fxt"));
        Files.setLastModifiedTime(file, FileTime.from(LONG_AGO));

        ingest("--zone-events");

        assertEquals(List.of("loader"), sql("SELECT track FROM zone_events"));
    }

    /** The first reading passes over what the second one finds. */
    @Test
    void shouldTakeTheWholeCopyOfADamagedRecording() throws IOException {
        OwnTrace damaged = new OwnTrace().run(7, "game", 1000).zone(1100, 1200);
        // A duration of the category "zone", with an argument that is longer than the record.
        damaged.records().event(2, 1, 1, 3, 4, 1300).word(1L | 50L << 4).end();
        file("a.fxt", damaged.end().bytes());
        file("b.fxt", new OwnTrace().run(7, "game", 1000).zone(1100, 1200).end().bytes());

        String said = ingest("--zone-events", "--threads", 1);

        assertTrue(said.startsWith("2 files: took 1 sessions; 0 files known, 0 sessions known"), said);
        assertTrue(said.contains("1 files damaged"), said);
        assertEquals(List.of("1100"), sql("SELECT begin_ns + 1000 AS b FROM zone_events"));
    }

    @Test
    void shouldHaveTheZonesOfTheWholeCopyOfARecordingThatMayStillBeWritten() throws IOException {
        file("a.fxt", new OwnTrace().run(7, "game", 1000).zone(1100, 1200).bytes());
        file("b.fxt", new OwnTrace().run(7, "game", 1000).zone(1100, 1200).end().bytes());

        Ingest.Result taken = take(LONG_AGO.toEpochMilli());

        assertEquals(
                "1 1 0 0", taken.sessions() + " " + taken.young() + " " + taken.duplicates() + " " + taken.known());
        assertEquals(List.of("1"), sql("SELECT COUNT(*) AS n FROM zone_events JOIN sessions USING (session)"));
    }

    @Test
    void shouldTakeTheDayOfTheFileWhenTheClockIsYearsOff() throws IOException {
        file(
                "own.fxt",
                new OwnTrace().run(7, "of 1970", 1000).zone(1100, 1200).end().bytes());

        for (String day : List.of("+999999999-12-31", "-999999999-01-01", "1970-01-01", "2024-02-01")) {
            String text = "zonecast-session\t1\nid\t" + Long.toHexString(SourceFile.hash(day)) + "\nfact\tprogram\tof "
                    + day + "\nday\t" + day + "\nend\n";
            file("of " + day + ".zcs.gz", gzip(text.getBytes(StandardCharsets.UTF_8)));
        }

        ingest();

        assertEquals(
                List.of(
                        "of +999999999-12-31 2024-02-03 - true",
                        "of -999999999-01-01 2024-02-03 - true",
                        "of 1970 2024-02-03 - true",
                        "of 1970-01-01 2024-02-03 - true",
                        "of 2024-02-01 2024-02-01 - false"),
                sql("SELECT program, day, started_ms, clock_off FROM sessions ORDER BY program"));
    }

    @Test
    void shouldLeaveARecordingThatMayStillBeWritten() throws IOException {
        byte[] whole =
                new OwnTrace().run(7, "game", 1000).zone(1100, 1200).end().bytes();
        byte[] cut = new OwnTrace().run(7, "game", 1000).zone(1100, 1200).bytes();
        file("own.fxt", cut);
        Ingest.Result left = take(LONG_AGO.toEpochMilli());
        assertEquals("0 1", left.sessions() + " " + left.young());

        file("own.fxt", whole);
        assertTrue(ingest().contains("took 1 sessions;"));
        file("other.fxt", new OwnTrace().run(8, "killed", 1000).zone(1100, 1200).bytes());
        assertTrue(ingest().contains("took 1 sessions;"));

        assertEquals(List.of("game false", "killed true"), sql("SELECT program, cut FROM sessions ORDER BY program"));
    }

    /** {@code cat whole.fxt killed.fxt}: a zone is open at the end of the killed one. */
    @Test
    void shouldTellTheProgramsOfAFileApartWhenOneWasKilled() throws IOException {
        byte[] whole =
                new OwnTrace().run(7, "game", 1000).zone(1100, 1200).end().bytes();
        byte[] killed = new OwnTrace()
                .run(8, "killed", 1000)
                .zone(1100, 1200)
                .begin(1300)
                .bytes();
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.write(whole);
        both.write(killed);
        file("both.fxt", both.toByteArray());

        assertTrue(ingest().contains("took 2 sessions;"));

        assertEquals(
                List.of("game false 0", "killed true 0"),
                sql("SELECT program, cut, lost FROM sessions ORDER BY program"));
    }

    /** A later ingest knows a file by any of its sessions. */
    @Test
    void shouldTakeNothingOfAFileWhileOneOfItsProgramsMayStillWrite() throws IOException {
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.write(new OwnTrace().run(7, "game", 1000).zone(1100, 1200).end().bytes());
        both.write(new OwnTrace().run(8, "killed", 1000).zone(1100, 1200).bytes());
        file("both.fxt", both.toByteArray());
        long now = LONG_AGO.toEpochMilli();

        Ingest.Result first = take(now);
        Ingest.Result second = take(now + 120_000);

        assertEquals(
                "0 2 0 0", first.sessions() + " " + first.young() + " " + first.duplicates() + " " + first.known());
        assertEquals(
                "2 0 0 0", second.sessions() + " " + second.young() + " " + second.duplicates() + " " + second.known());
        assertEquals(
                List.of("game 1", "killed 1"),
                sql("SELECT program, COUNT(*) AS n FROM zone_events"
                        + " JOIN sessions USING (session) GROUP BY program ORDER BY program"));
    }

    private Ingest.Result take(long nowMillis) throws IOException {
        Map<Path, String> unread = new LinkedHashMap<>();
        List<SourceFile> files = Ingest.files(List.of(recordings), nowMillis, unread);
        try (Dataset.Writing target = Dataset.write(dataset)) {
            return new Ingest(new Ingest.Settings(Map.of(), true, 1, () -> {}), unread).take(files, target);
        }
    }

    /** {@code cat own.fxt other.fxt} and the reverse. What another tool recorded of several processes has no one program. */
    @Test
    void shouldLeaveTheZonesOfOtherProgramsOutOfASession() throws IOException {
        byte[] own = new OwnTrace().run(7, "game", 1000).zone(1100, 1200).end().bytes();
        TraceBytes other =
                TraceBytes.trace().string(1, "alien").thread(1, 70, 71).thread(2, 80, 81);
        other.event(2, 0, 1, 1, 5000).end().event(3, 0, 1, 1, 9000).end();
        other.event(2, 0, 2, 1, 5000).end().event(3, 0, 2, 1, 9000).end();
        for (boolean isOwnFirst : new boolean[] {true, false}) {
            dataset = folder.resolve("own first " + isOwnFirst);
            ByteArrayOutputStream joined = new ByteArrayOutputStream();
            joined.write(isOwnFirst ? own : other.bytes());
            joined.write(isOwnFirst ? other.bytes() : own);
            file("joined.fxt", joined.toByteArray());

            assertTrue(ingest("--zone-events").contains("took 1 sessions;"));

            assertEquals(
                    List.of("game 200 cpu work 1"),
                    sql(
                            "SELECT program, s.duration_ns AS d, kind, name, count FROM zones JOIN sessions s USING (session)"));
            assertEquals(List.of("work 100"), sql("SELECT name, begin_ns AS b FROM zone_events"));
        }
    }

    /** The session is known by the record, and the zone comes before it. */
    @Test
    void shouldTakeAZoneThatComesBeforeItsSession() throws IOException {
        TraceBytes early = TraceBytes.trace().string(1, "early").thread(1, 70, 71);
        early.event(2, 0, 1, 1, 500).end().event(3, 0, 1, 1, 600).end();
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        joined.write(early.bytes());
        byte[] own = new OwnTrace().run(7, "game", 1000).zone(1100, 1200).end().bytes();
        // Without its magic number the rest is of the same recording.
        joined.write(own, Long.BYTES, own.length - Long.BYTES);
        file("joined.fxt", joined.toByteArray());

        assertTrue(ingest("--zone-events").contains("took 1 sessions;"));

        assertEquals(
                List.of("game early 1", "game work 1"),
                sql("SELECT program, name, COUNT(*) AS n FROM zone_events JOIN sessions USING (session)"
                        + " GROUP BY ALL ORDER BY name"));
    }

    @Test
    void shouldFollowLinksAndNameThoseThatLeadNowhere() throws IOException {
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Path target = Files.write(elsewhere.resolve("own"), TwoPrograms.game("of a linked file"));
        Files.write(elsewhere.resolve("b.fxt"), TwoPrograms.game("of a linked folder"));
        Files.createSymbolicLink(recordings.resolve("a.fxt"), target);
        Files.createSymbolicLink(recordings.resolve("folder"), elsewhere);
        Files.createSymbolicLink(elsewhere.resolve("loop"), elsewhere);
        Files.createSymbolicLink(recordings.resolve("gone.fxt"), folder.resolve("gone"));
        Files.createSymbolicLink(recordings.resolve("ignored.txt"), folder.resolve("gone"));

        String said = ingest();

        assertTrue(said.contains("took 2 sessions;"), said);
        assertTrue(said.contains("2 files damaged"), said);
        assertTrue(said.contains("gone.fxt: "), said);
        assertTrue(said.contains("folder/loop: "), said);
        Path link = Files.createSymbolicLink(folder.resolve("link"), recordings);
        FleetRun run = FleetRun.of("ingest", link, "-o", folder.resolve("of a link"));
        assertTrue(run.out().contains("took 2 sessions;"), run.out() + run.err());
    }

    /** A path of a dataset is no pattern. */
    @Test
    void shouldReadADatasetWhoseNameHasSignsOfAPattern() throws IOException {
        file("a.fxt", TwoPrograms.bytes(TwoPrograms.Join.FILES));
        for (String name : List.of("data [v2]", "what?", "all * of {it}", "[")) {
            dataset = folder.resolve(name);
            assertTrue(ingest().contains("took 2 sessions"), name);
            assertTrue(ingest().contains("took 0 sessions; 1 files known"), name);
            assertEquals(List.of("2"), sql("SELECT COUNT(*) AS n FROM sessions"), name);
        }
    }

    /** DuckDB takes NAME=VALUE of every folder of a path as a column. */
    @Test
    void shouldRefuseADatasetBelowAFolderThatLooksLikeAColumn() throws IOException {
        file("a.fxt", TwoPrograms.game("game"));
        ingest();
        for (String name : List.of("day=2026-11-01", "build=9", "PART=x", "table=zones", "gpu=Arc")) {
            Path below = Files.createDirectories(folder.resolve(name)).resolve("data");
            FleetRun run = FleetRun.of("ingest", recordings, "-o", below);

            assertEquals(2, run.exit(), name);
            assertTrue(run.err().contains(name), run.err());
            assertFalse(Files.exists(below));
            Files.move(dataset, below);
            assertEquals(2, FleetRun.of("zones", below).exit(), name);
            Files.move(below, dataset);
        }
        dataset = folder.resolve("a=b");
        assertTrue(ingest().contains("took 1 sessions"));
    }

    @Test
    void shouldStayWholeWhenAnIngestIsKilled() throws IOException {
        file("a.fxt", TwoPrograms.bytes(TwoPrograms.Join.FILES));
        ingest();
        Path left = dataset.resolve(".staging-of-a-killed-ingest/zones/day=2023-11-14/build=1");
        Files.createDirectories(left);
        Files.write(left.resolve("data_0.parquet"), new byte[] {'P', 'A', 'R', '1', 0});

        assertEquals(List.of("2"), sql("SELECT COUNT(*) AS n FROM sessions"));
        ingest();

        assertFalse(Files.exists(dataset.resolve(".staging-of-a-killed-ingest")));
    }

    @Test
    void shouldLeaveNothingOfAPartWithoutASession() throws IOException {
        file("damaged.fxt", new byte[] {1});

        assertTrue(ingest().contains("took 0 sessions"));

        try (Stream<Path> left = Files.list(dataset)) {
            assertEquals(
                    List.of(),
                    left.filter(file -> file.getFileName().toString().startsWith(".staging"))
                            .toList());
        }
    }

    @Test
    void shouldHaveOneWriterAtATime() throws IOException {
        file("a.fxt", TwoPrograms.bytes(TwoPrograms.Join.FILES));
        try (Dataset.Writing first = Dataset.write(dataset)) {
            assertTrue(first.dataset().views(Engine.DUCKDB).size() > 2);
            FleetRun second = FleetRun.of("ingest", recordings, "-o", dataset);

            assertEquals(2, second.exit());
            assertTrue(second.err().contains("another ingest writes to this dataset"), second.err());
        }
        assertTrue(ingest().contains("took 2 sessions"));
    }

    @Test
    void shouldTakeManySmallFilesIntoFewParts() throws IOException {
        for (int i = 0; i < 500; i++) {
            String summary = "zonecast-session\t1\nid\t" + Integer.toHexString(i + 1) + "\nday\t2026-01-0" + (1 + i % 2)
                    + "\nduration\t5\nfact\tbuild\t1." + i % 2
                    + "\nlater\tword\nzone\tcpu\ta\\tb\\\\n\t2\t30\t40\t10\t30\t10:1 30:1\nend\n";
            file(i % 7 + "/" + i + ".zcs.gz", gzip(summary.getBytes(StandardCharsets.UTF_8)));
        }

        assertTrue(ingest().startsWith("500 files: took 500 sessions;"));

        assertEquals(
                List.of("500 1000 20000 2 2"),
                sql("SELECT COUNT(DISTINCT session) AS n, CAST(SUM(count) AS BIGINT) AS c, CAST(SUM(total_ns) AS"
                        + " BIGINT) AS t, COUNT(DISTINCT day) AS d, COUNT(DISTINCT build) AS b FROM zones WHERE"
                        + " name = 'a\tb\\n"
                        + "'"));
        try (var files = Files.walk(dataset)) {
            long parquet =
                    files.filter(file -> file.toString().endsWith(".parquet")).count();
            assertTrue(parquet < 30, parquet + " files");
        }
    }

    @Test
    void shouldSayWhatIsWrong() throws IOException {
        assertEquals(2, FleetRun.of("zones", folder.resolve("none")).exit());
        assertTrue(FleetRun.of("zones", folder.resolve("none")).err().contains("is no dataset"));
        assertEquals(
                2,
                FleetRun.of("ingest", recordings, "-o", dataset, "--set", "colour=red")
                        .exit());
        ingest();
        assertTrue(FleetRun.of("zones", dataset, "--by", "color").err().contains("no column \"color\" in sessions"));
        assertTrue(FleetRun.of("sql", dataset, "SELECT nothing FROM sessions")
                .err()
                .contains("nothing"));
        FleetRun run = FleetRun.of("regressions", dataset, "--baseline", "build=1", "--candidate", "build=2");
        assertEquals(2, run.exit());
        assertTrue(run.err().contains("no zone in the sessions"), run.err());
        Files.writeString(dataset.resolve("zonecast-fleet.json"), "{\"schema\":999}\n");
        assertTrue(FleetRun.of("zones", dataset).err().contains("has schema 999"));
        assertEquals(2, FleetRun.of("ingest", recordings, "-o", dataset).exit());
    }
}
