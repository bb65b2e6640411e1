package dev.zonecast.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zonecast.cli.CommandRun;
import dev.zonecast.cli.JsonTree;
import dev.zonecast.trace.TwoPrograms;
import dev.zonecast.trace.stats.ScriptedTrace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page that compares two recordings, in a real browser. */
class ComparisonPageTest {
    private static final long MILLI = ScriptedTrace.MILLI;
    private static final int MAIN = 10;
    private static final int FRAMES = 40;

    @TempDir
    Path folder;

    /** Frames of 10 ms: update takes 4 ms with physics inside, draw 2 ms, and some more in the second half of the recordings. */
    private Path trace(String name, long physics, boolean bloom) throws Exception {
        ScriptedTrace trace = new ScriptedTrace().thread(MAIN, "main").idle("rest");
        for (int i = 0; i < FRAMES; i++) {
            long begin = 10L * i * MILLI;
            trace.frame(i, begin, begin + 10 * MILLI)
                    .begin(MAIN, "update", begin)
                    .zone(MAIN, "physics", begin + 1, begin + 1 + physics + i)
                    .end(MAIN, begin + 4 * MILLI)
                    .begin(MAIN, "draw", begin + 5 * MILLI)
                    .zone(MAIN, "rest", begin + 6 * MILLI, begin + 6 * MILLI + i)
                    .end(MAIN, begin + 7 * MILLI);
            if (bloom) {
                trace.zone(MAIN, "bloom", begin + 7 * MILLI, begin + 8 * MILLI);
            }
        }
        return trace.write(folder.resolve(name));
    }

    @Test
    void shouldShowFramesDifferencesAndBothFlameGraphs() throws Exception {
        Path program = Browser.find();
        assumeTrue(program != null, "no Chromium on the PATH, and none named by the variable CHROMIUM");
        Path page = folder.resolve("comparison.html");
        CommandRun run = CommandRun.of(
                "compare", trace("run and jump.fxt", MILLI, false), trace("b.fxt", 2 * MILLI, true), "--page", page);
        assertEquals(0, run.exit(), run.err());
        assertTrue(run.out().contains("physics"), run.out());

        try (Browser browser = Browser.start(program, 1400, 900)) {
            browser.openReport(page.toUri().toString());

            assertEquals(
                    "A: run and jump.fxt B: b.fxt", browser.text("#program").replaceAll("\\s+", " "));
            assertEquals(
                    List.of("frames", "40", "40", "+0.0 %"),
                    browser.evaluate(
                            "[...document.querySelector('#frame-changes tbody tr').cells].map((c) => c.textContent)"));
            assertEquals(
                    "physics,slower,+100.0 %",
                    browser.evaluate(
                            "[...document.querySelectorAll('#difference-table tbody tr:not(.space)')].map((row) =>"
                                    + " [0, 3, 10].map((i) => row.cells[i].textContent).join()).find((row) => row.startsWith('physics'))"));
            Object widths = browser.evaluate("""
                    (() => {
                      const { flames, sides } = zonecast;
                      const [a, b] = flames.parts.map(({ tree }) => tree);
                      const find = (side, name) => flames.parts[side].tree.nodes.find((n) => n.frame >= 0 && sides[side].trace.places[n.frame].name === name);
                      return {
                        physics: flames.widths(0, find(0, "physics")).map(Math.round),
                        fromB: flames.widths(1, find(1, "physics")).map(Math.round),
                        bloom: flames.widths(1, find(1, "bloom")),
                        all: flames.widths(0, a.root).map(Math.round),
                        drawn: flames.charts.map((chart) => chart.nodeAt(chart.canvas.clientWidth - 3, 9) !== null),
                      };
                    })()\
                    """);
            assertEquals(List.of(1_000_020.0, 2_000_020.0), JsonTree.at(widths, "physics"));
            assertEquals(List.of(1_000_020.0, 2_000_020.0), JsonTree.at(widths, "fromB"));
            assertEquals(List.of(0.0, 1_000_000.0), JsonTree.at(widths, "bloom"));
            assertEquals(List.of(6_000_000.0, 7_000_000.0), JsonTree.at(widths, "all"));
            // A frame of B takes longer: on the common scale A does not reach the edge.
            assertEquals(List.of(false, true), JsonTree.at(widths, "drawn"));

            for (String zone : List.of("physics", "rest")) {
                assertEquals(List.of(zone), browser.evaluate("""
                        (() => {
                          const { flames, table, sides } = zonecast;
                          flames.select(table.sorted.find(({ name }) => name === "%s"));
                          const [{ tree, source }] = flames.parts;
                          return tree.nodes
                            .filter(({ frame }) => frame >= 0 && source.key(frame) === flames.key)
                            .map(({ frame }) => sides[0].trace.places[frame].name);
                        })()\
                        """.formatted(zone)), zone);
            }
            browser.evaluate("zonecast.flames.select(zonecast.table.sorted.find(({ on }) => on === 'frame'))");
            assertEquals(null, browser.evaluate("zonecast.flames.key"));
            browser.evaluate("zonecast.flames.charts[0].canvas.focus()");
            browser.key("ArrowDown");
            browser.key("Enter");
            assertEquals(
                    "update",
                    browser.evaluate("zonecast.sides[1].trace.places[zonecast.flames.charts[1].focus.frame].name"));
            assertEquals(List.of(), browser.complaints());
        }
    }

    @Test
    void shouldShowFramesOfTheProgramThatBothRecordingsHave() throws Exception {
        Path program = Browser.find();
        assumeTrue(program != null, "no Chromium on the PATH, and none named by the variable CHROMIUM");
        Path two = Files.write(folder.resolve("two.fxt"), TwoPrograms.bytes(TwoPrograms.Join.PROVIDERS));
        Path server = Files.write(folder.resolve("server.fxt"), TwoPrograms.game("server"));
        Path client = Files.write(folder.resolve("client.fxt"), TwoPrograms.game("client"));
        Path page = folder.resolve("comparison.html");

        assertEquals(0, CommandRun.of("compare", server, two, "--page", page).exit());
        try (Browser browser = Browser.start(program, 1400, 900)) {
            browser.openReport(page.toUri().toString());
            // The game of the second recording has two frames, its server one.
            assertEquals(
                    List.of("frames", "2", "1", "−50.0 %"),
                    browser.evaluate(
                            "[...document.querySelector('#frame-changes tbody tr').cells].map((c) => c.textContent)"));
            assertEquals(List.of(), browser.complaints());
        }

        assertEquals(0, CommandRun.of("compare", client, two, "--page", page).exit());
        try (Browser browser = Browser.start(program, 1400, 900)) {
            browser.openReport(page.toUri().toString());
            assertEquals("No set of frames is in both recordings.", browser.text("#frame-changes"));
            assertEquals(List.of(), browser.complaints());
        }
    }

    /** A function has two zones: its name and file are one, and lines move from build to build. */
    @Test
    void shouldPairEachZoneOfAFunctionWithOneOfTheOtherRecording() throws Exception {
        Path program = Browser.find();
        assumeTrue(program != null, "no Chromium on the PATH, and none named by the variable CHROMIUM");
        Path[] sides = new Path[2];
        for (int i = 0; i < 2; i++) {
            sides[i] = new ScriptedTrace()
                    .thread(MAIN, "main")
                    .zoneAt(5 + i, MAIN, "draw", 0, 8 * MILLI)
                    .zoneAt(9 + i, MAIN, "draw", 10 * MILLI, 11 * MILLI)
                    .write(folder.resolve(i + ".fxt"));
        }
        Path page = folder.resolve("comparison.html");
        assertEquals(
                0, CommandRun.of("compare", sides[0], sides[1], "--page", page).exit());

        try (Browser browser = Browser.start(program, 1400, 900)) {
            browser.openReport(page.toUri().toString());

            assertEquals(
                    List.of(List.of(8e6, 8e6), List.of(1e6, 1e6), List.of(8e6, 8e6), List.of(1e6, 1e6)),
                    browser.evaluate("[0, 1].flatMap((side) => zonecast.flames.parts[side].tree.nodes.slice(1)"
                            + ".map((node) => zonecast.flames.widths(side, node)))"));
            assertEquals(List.of(), browser.complaints());
        }
    }

    /**
     * Sets of frames in the order of a recording.
     *
     * @param sets names; "Frame" is the base set
     * @param counts frames of each
     */
    private Path sets(String file, List<String> sets, int... counts) throws Exception {
        ScriptedTrace trace = new ScriptedTrace();
        for (int set = 0; set < counts.length; set++) {
            String name = sets.get(set);
            trace.frameSet(20 + set, name);
            for (int i = 0; i < counts[set]; i++) {
                long begin = 10L * i * MILLI;
                if (name.equals("Frame")) {
                    trace.frame(i, begin, begin + MILLI);
                } else {
                    trace.frameOf(20 + set, name, begin, begin + MILLI);
                }
            }
        }
        return trace.write(folder.resolve(file));
    }

    @Test
    void shouldShowFramesOfTheSetThatBothRecordingsHave() throws Exception {
        Path program = Browser.find();
        assumeTrue(program != null, "no Chromium on the PATH, and none named by the variable CHROMIUM");
        Path physics = sets("physics.fxt", List.of("physics", "audio"), 3, 5);
        Path audio = sets("audio.fxt", List.of("audio", "physics"), 7, 4);
        Path base = sets("base.fxt", List.of("physics", "Frame"), 6, 2);
        Path other = sets("other.fxt", List.of("network"), 8);

        try (Browser browser = Browser.start(program, 1400, 900)) {
            assertEquals("frames 3 4 +33.3 %", frames(browser, physics, audio));
            assertEquals("frames 7 5 −28.6 %", frames(browser, audio, physics));
            assertEquals("frames 6 3 −50.0 %", frames(browser, base, physics));
            assertEquals("frames 3 6 +100.0 %", frames(browser, physics, base));
            assertEquals("frames 2 2 +0.0 %", frames(browser, base, base));
            assertEquals("No set of frames is in both recordings.", frames(browser, physics, other));
            assertEquals(List.of(), browser.complaints());
        }
    }

    /** The first row of the table of frames, or the text in its place. */
    private String frames(Browser browser, Path a, Path b) throws Exception {
        Path page = folder.resolve("comparison.html");
        CommandRun run = CommandRun.of("compare", a, b, "--page", page);
        assertEquals(0, run.exit(), run.err());
        browser.openReport(page.toUri().toString());
        return (String) browser.evaluate("""
                (() => {
                  const row = document.querySelector("#frame-changes tbody tr");
                  return row ? [...row.cells].map(({ textContent }) => textContent).join(" ") : document.querySelector("#frame-changes").textContent;
                })()\
                """);
    }

    @Test
    void shouldNoteWhatEitherRecordingLacks() throws Exception {
        Path program = Browser.find();
        assumeTrue(program != null, "no Chromium on the PATH, and none named by the variable CHROMIUM");
        // A page has the images of the first program only.
        Path two = PageTrace.writeTwo(folder.resolve("two.fxt"));
        Path withoutEnd = trace("cut.fxt", MILLI, false);
        Path page = folder.resolve("comparison.html");

        CommandRun run = CommandRun.of("compare", two, withoutEnd, "--page", page);

        assertEquals(0, run.exit(), run.err());
        try (Browser browser = Browser.start(program, 1400, 900)) {
            browser.openReport(page.toUri().toString());
            String notes = browser.text("#notes");
            assertTrue(notes.contains("2 later frames, texts or other parts of A are left out."), notes);
            assertTrue(notes.contains("In B, the recording of game (process 4242) was cut short: it is"), notes);
            assertEquals(List.of(), browser.complaints());
        }
    }

    @Test
    void shouldLeaveNoPageWhereThereIsNoRecording() throws Exception {
        Path page = folder.resolve("comparison.html");

        CommandRun run = CommandRun.of("compare", trace("a.fxt", MILLI, false), folder.resolve("none"), "--page", page);

        assertEquals(2, run.exit(), run.err());
        assertTrue(Files.notExists(page));
    }
}
