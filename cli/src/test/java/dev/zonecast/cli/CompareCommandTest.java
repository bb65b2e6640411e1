package dev.zonecast.cli;

import static dev.zonecast.cli.JsonTree.at;
import static dev.zonecast.cli.JsonTree.list;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.fxt.fixtures.TraceBytes;
import dev.zonecast.trace.TwoPrograms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CompareCommandTest {
    @TempDir
    Path folder;

    private Path before;
    private Path same;
    private Path slower;

    @BeforeEach
    void write() throws IOException {
        before = SampleTrace.write(folder.resolve("before.fxt"), 500);
        same = SampleTrace.write(folder.resolve("same.fxt"), 500);
        slower = SampleTrace.write(folder.resolve("slower.fxt"), 550);
    }

    @Test
    void shouldSayWhatBecameSlowerAndOnlyThat() {
        CommandRun run = CommandRun.of("compare", before, slower);

        assertEquals(0, run.exit());
        assertTrue(
                run.out()
                        .lines()
                        .anyMatch(
                                l -> l.matches("draw +cpu +slower +1,000 +1,000 +50\\d ns +55\\d ns +\\+9\\.\\d % .*")),
                run.out());
        assertFalse(run.out().contains("update"), run.out());
        assertTrue(run.out().contains("1 more without a difference"), run.out());
    }

    @Test
    void shouldSayFasterWhenTurnedRound() {
        String out = CommandRun.of("compare", slower, before).out();

        assertTrue(out.lines().anyMatch(l -> l.matches("draw +cpu +faster .*")), out);
    }

    @Test
    void shouldFindNothingWhenNothingChanged() {
        CommandRun run = CommandRun.of("compare", before, same, "--fail-if", "draw > +0%");

        assertEquals(0, run.exit(), run.err());
        assertTrue(run.out().contains("2 more without a difference"), run.out());
    }

    @Test
    void shouldExitWithOneWhenAConditionIsMet() {
        assertEquals(
                1,
                CommandRun.of("compare", before, slower, "--fail-if", "draw > +5%")
                        .exit());
        assertEquals(
                0,
                CommandRun.of("compare", before, slower, "--fail-if", "draw > +15%")
                        .exit());
        assertEquals(
                1,
                CommandRun.of("compare", before, slower, "--fail-if", "draw.max > 0.555us")
                        .exit());
        assertEquals(
                0,
                CommandRun.of("compare", before, slower, "--fail-if", "draw.max > 1ms")
                        .exit());
        assertEquals(
                1,
                CommandRun.of("compare", before, slower, "--fail-if", "draw.count < 2000")
                        .exit());
        assertEquals(
                1,
                CommandRun.of("compare", before, slower, "--self", "--fail-if", "update < -5%")
                        .exit());
    }

    /** A zone that is gone has the count 0, and no times. */
    @Test
    void shouldMeetAConditionOfACountWhenTheZoneIsGone() throws IOException {
        TraceBytes trace = TraceBytes.trace().string(1, "update").thread(1, 70, 71);
        trace.event(4, 0, 1, 1, 1000).word(2000).end();
        Path gone = Files.write(folder.resolve("gone.fxt"), trace.bytes());

        for (String met : List.of("draw.count < 2000", "draw.count < -50%", "draw.count < 1")) {
            CommandRun run = CommandRun.of("compare", before, gone, "--fail-if", met);

            assertEquals(1, run.exit(), met);
            assertTrue(run.err().contains("is met by draw (cpu): count 1,000 -> 0"), run.err());
        }
        for (String unmet : List.of("draw.count > 0", "draw.count > -100%", "draw.count < 0", "draw.p50 < 1s")) {
            assertEquals(
                    0,
                    CommandRun.of("compare", before, gone, "--fail-if", unmet).exit(),
                    unmet);
        }
    }

    /** One that was moved to another line is not gone. */
    @Test
    void shouldMeetNoConditionOfACountWhenTheZoneHasAnotherPlace() throws IOException {
        Path moved = folder.resolve("moved.fxt");
        String text = Files.readString(before, StandardCharsets.ISO_8859_1);
        Files.writeString(moved, text.replace("src/Game.java", "src/Gane.java"), StandardCharsets.ISO_8859_1);

        assertEquals(
                0,
                CommandRun.of("compare", before, moved, "--fail-if", "update.count < 1000")
                        .exit());
    }

    @Test
    void shouldNameTheFigureThatMeetsACondition() {
        CommandRun p99 = CommandRun.of("compare", before, slower, "--fail-if", "draw.p99 > 0.5us");
        CommandRun count = CommandRun.of("compare", before, slower, "--fail-if", "draw.count < 2000");

        assertTrue(p99.err().contains("is met by draw (cpu): p99 509 ns -> 55"), p99.err());
        assertTrue(count.err().contains("is met by draw (cpu): count 1,000 -> 1,000"), count.err());
    }

    @Test
    void shouldRefuseConditionsThatMeanNothing() {
        CommandRun nobody = CommandRun.of("compare", before, slower, "--fail-if", "nobody > +5%");

        assertEquals(2, nobody.exit());
        assertTrue(nobody.err().contains("neither recording has \"nobody\""), nobody.err());
        assertEquals(
                2,
                CommandRun.of("compare", before, slower, "--fail-if", "draw > 5")
                        .exit());
        assertEquals(
                2, CommandRun.of("compare", before, slower, "--fail-if", "draw").exit());
        assertEquals(2, CommandRun.of("compare", before, slower, "--alpha", "1").exit());
        assertEquals(
                2,
                CommandRun.of("compare", before, folder.resolve("missing.fxt")).exit());
    }

    @Test
    void shouldNotWriteItsPageOverARecording() throws IOException {
        for (Path recording : List.of(before, slower)) {
            byte[] content = Files.readAllBytes(recording);

            CommandRun run = CommandRun.of("compare", before, slower, "--page", recording);

            assertEquals(2, run.exit());
            assertEquals("", run.out());
            assertTrue(run.err().contains(recording + ": is the file that the command reads"), run.err());
            assertArrayEquals(content, Files.readAllBytes(recording));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepFramesOfSeveralProgramsApart(TwoPrograms.Join join) throws IOException {
        Path two = Files.write(folder.resolve("two.fxt"), TwoPrograms.bytes(join));

        Object all = JsonTree.of(CommandRun.of("compare", two, two, "--json").out());

        assertEquals(List.of("game [2.0, 2.0]", "server [1.0, 1.0]"), frames(all, "differences", "function", "count"));
        assertEquals(
                1,
                CommandRun.of("compare", two, two, "--fail-if", "Frame.max > 3us")
                        .exit());
    }

    /** Program and both counts of each row. */
    private static List<String> frames(Object tree, String array, String program, String counts) {
        return list(at(tree, array)).stream()
                .filter(each -> array.equals("bounds") || at(each, "on").equals("frame"))
                .map(each -> at(each, program) + " " + at(each, counts))
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void shouldMatchFramesByProgramWhenOneRecordingHasSeveral(TwoPrograms.Join join) throws IOException {
        Path two = Files.write(folder.resolve("two.fxt"), TwoPrograms.bytes(join));
        Path game = Files.write(folder.resolve("game.fxt"), TwoPrograms.game("game"));

        CommandRun run = CommandRun.of("compare", game, two, "--json");

        Object all = JsonTree.of(run.out());
        assertEquals(List.of("game [2.0, 2.0]", "server [0.0, 1.0]"), frames(all, "differences", "function", "count"));
        assertEquals(List.of("game [2.0, 2.0]", "server [0.0, 1.0]"), frames(all, "bounds", "program", "frames"));
        assertFalse(run.err().contains("program"), run.err());
        String text = CommandRun.of("compare", two, game, "--all").out();
        assertTrue(text.lines().anyMatch(l -> l.matches("Frame of server +frame +only in a .*")), text);
    }

    @ParameterizedTest
    @EnumSource
    void shouldSayWhenNoProgramHasTheSameName(TwoPrograms.Join join) throws IOException {
        Path two = Files.write(folder.resolve("two.fxt"), TwoPrograms.bytes(join));
        Path client = Files.write(folder.resolve("client.fxt"), TwoPrograms.game("client"));

        CommandRun run = CommandRun.of("compare", client, two);

        assertEquals(0, run.exit());
        assertTrue(run.err().contains("A has client, B has game, server"), run.err());
    }

    @Test
    void shouldSayWhenProgramsOfOneNameAreComparedTogether() throws IOException {
        byte[] game = TwoPrograms.game("game");
        Path one = Files.write(folder.resolve("game.fxt"), game);
        Path joined = Files.write(folder.resolve("joined.fxt"), game);
        Files.write(joined, game, StandardOpenOption.APPEND);

        CommandRun run = CommandRun.of("compare", one, joined, "--json");

        assertEquals(List.of("game [2.0, 4.0]"), frames(JsonTree.of(run.out()), "differences", "function", "count"));
        assertTrue(run.err().contains("B: several programs with frames have one name"), run.err());
        assertFalse(run.err().contains("A: "), run.err());
    }

    /** Before and after a change the name of the program may differ. */
    @Test
    void shouldMatchFramesOfTwoProgramsWithDifferentNames() throws IOException {
        Path game = Files.write(folder.resolve("game.fxt"), TwoPrograms.game("game"));
        Path client = Files.write(folder.resolve("client.fxt"), TwoPrograms.game("client"));

        CommandRun run = CommandRun.of("compare", game, client, "--json");

        assertEquals(List.of(" [2.0, 2.0]"), frames(JsonTree.of(run.out()), "differences", "function", "count"));
        assertFalse(run.err().contains("program"), run.err());
    }

    @Test
    void shouldPrintJsonWithBothSides() {
        String json = CommandRun.of("compare", before, slower, "--json").out();

        assertTrue(json.startsWith("{\"differences\":[{\"name\":\"draw\","), json);
        assertTrue(json.contains("\"verdict\":\"SLOWER\""), json);
        assertTrue(json.contains("\"count\":[1000.0,1000.0]"), json);
        assertTrue(json.contains("\"losses\":{\"A\":{\"dropped events\":0,"), json);
        assertTrue(json.contains("\"B\":{\"dropped events\":0,"), json);
    }
}
