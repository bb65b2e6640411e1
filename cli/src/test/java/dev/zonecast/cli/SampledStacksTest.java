package dev.zonecast.cli;

import static dev.zonecast.cli.JsonTree.at;
import static dev.zonecast.cli.JsonTree.list;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stacks that were sampled, in a profile for Firefox and in the statistics. */
class SampledStacksTest {
    @TempDir
    static Path folder;

    private static Path file;
    private static Object profile;

    @BeforeAll
    static void export() throws IOException {
        file = SampledTrace.write(folder.resolve("two.fxt"));
        assertEquals(0, CommandRun.of("export", file, "--to", "firefox").exit());
        profile = JsonTree.of(folder.resolve("two.firefox.json"));
    }

    private static Object thread(int process) {
        return list(at(profile, "threads")).stream()
                .filter(thread -> at(thread, "pid").equals(String.valueOf(process)))
                .findFirst()
                .orElseThrow();
    }

    private static int number(Object column, int row) {
        return ((Double) list(column).get(row)).intValue();
    }

    /** Names of the functions of a stack, the outermost first, without packages. */
    private static List<String> names(Object stack) {
        List<String> names = new ArrayList<>();
        for (int at = ((Double) stack).intValue(); at >= 0; ) {
            int frame = number(at(profile, "shared", "stackTable", "frame"), at);
            int function = number(at(profile, "shared", "frameTable", "func"), frame);
            int name = number(at(profile, "shared", "funcTable", "name"), function);
            String text = (String) list(at(profile, "shared", "stringArray")).get(name);
            names.add(text.replace("org.example.", ""));
            int offset = number(at(profile, "shared", "stackTable", "prefixOffset"), at);
            at = offset == 0 ? -1 : at - offset;
        }
        Collections.reverse(names);
        return names;
    }

    /** Stack of the sample at that time. */
    private static List<String> stackAt(double millis) {
        Object samples = at(thread(SampledTrace.GAME), "samples");
        // The zone that began first.
        int row = list(at(samples, "time")).indexOf(millis - 5);
        assertTrue(row >= 0, () -> millis + " ms of " + at(samples, "time"));
        return names(list(at(samples, "stack")).get(row));
    }

    private static List<String> words(String text) {
        return Arrays.asList(text.split(" "));
    }

    @Test
    void shouldMakeAProfileThatFirefoxCanRelyOn() {
        FirefoxCheck.check(profile);
    }

    @Test
    void shouldPutEachZoneOnTheMethodThatOpenedIt() {
        String inner = "script Game.main turn Game.lambda$physics$0 physics Game.collide collide Game.collide";

        assertEquals(words(inner + " collide Maths.work"), stackAt(50));
        assertEquals(words(inner + " Maths.work"), stackAt(25));
    }

    @Test
    void shouldLabelWithTheZonesThatAreOpenAtTheTimeOfTheSample() {
        String methods = "Game.main Game.lambda$physics$0 Game.collide Game.collide Maths.work";

        assertEquals(words("script " + methods), stackAt(96));
        assertEquals(words(methods), stackAt(99));
    }

    @Test
    void shouldWeighProcessorTimeAlone() {
        List<Object> weights = list(at(thread(SampledTrace.GAME), "samples", "weight"));

        assertEquals(
                10.0, weights.stream().mapToDouble(weight -> (Double) weight).sum());
    }

    @Test
    void shouldShowWhereTheThreadDidNotRun() {
        Object samples = at(thread(SampledTrace.GAME), "samples");
        List<Object> times = list(at(samples, "time"));
        List<Object> stacks = list(at(samples, "stack"));

        // After the sample of 25 ms no other came for a while.
        assertEquals(null, stacks.get(times.indexOf(22.0)));
        assertEquals("(asleep)", stackAt(150).getLast());
        assertEquals(null, stacks.get(times.indexOf(175.0)), "awake");
    }

    @Test
    void shouldKeepAllocationsApart() {
        Object allocations = at(thread(SampledTrace.GAME), "jsAllocations");

        assertEquals(List.of(1000.0), at(allocations, "weight"));
        assertEquals(List.of("byte[]"), at(allocations, "className"));
        assertEquals(
                "Maths.work", names(list(at(allocations, "stack")).getFirst()).getLast());
    }

    @Test
    void shouldNotTakeStacksOfOneProgramForThoseOfAnother() {
        Object samples = at(thread(SampledTrace.OTHER), "samples");

        assertEquals(
                words("Other.main Maths.work"), names(list(at(samples, "stack")).getFirst()));
    }

    @Test
    void shouldNameEachFunctionOnce() {
        Object functions = at(profile, "shared", "funcTable");
        List<Object> strings = list(at(profile, "shared", "stringArray"));

        long works = list(at(functions, "name")).stream()
                .filter(name -> strings.get(((Double) name).intValue()).equals("org.example.Maths.work"))
                .count();

        assertEquals(1, works);
    }

    @Test
    void shouldColourMethodsAsTheZoneAroundThem() {
        List<Object> categories = list(at(profile, "shared", "frameTable", "category"));
        List<Object> frames = list(at(profile, "shared", "stackTable", "frame"));
        List<Object> prefixes = list(at(profile, "shared", "stackTable", "prefixOffset"));

        for (int i = 0; i < frames.size(); i++) {
            Object category = categories.get(((Double) frames.get(i)).intValue());
            assertTrue(
                    category != null || (Double) prefixes.get(i) != 0, "without a category, and none around it: " + i);
        }
        assertTrue(categories.contains(null));
    }

    @Test
    void shouldCountSamplesByTheZoneThatWasOpen() throws IOException {
        Object stats = JsonTree.of(CommandRun.of("stats", file, "--json").out());

        assertEquals(6.0, at(stats, "samples", "count"));
        assertEquals(1.0, at(stats, "samples", "sleeping"));
        assertEquals(1000.0, at(stats, "samples", "allocatedBytes"));
        assertEquals("3.0 3.0", sampled(stats, "collide"), "a recursion counts once");
        assertEquals("0.0 3.0", sampled(stats, "physics"));
        assertEquals("1.0 4.0", sampled(stats, "script"));
    }

    /** A zone that the filter leaves out takes its samples along. */
    @Test
    void shouldCountTheSameSamplesOfAZoneWhenOthersAreLeftOut() throws IOException {
        Object stats = JsonTree.of(
                CommandRun.of("stats", file, "--json", "--zone", "physics").out());

        assertEquals("0.0 3.0", sampled(stats, "physics"));
    }

    private static String sampled(Object stats, String name) {
        Object zone = list(at(stats, "sampledZones")).stream()
                .filter(each -> at(each, "name").equals(name))
                .findFirst()
                .orElseThrow();
        return at(zone, "selfSamples") + " " + at(zone, "totalSamples");
    }

    @Test
    void shouldTellPeopleWhatRanInAZone() throws IOException {
        String text = CommandRun.of("stats", file, "--show", "METHODS").out();

        assertTrue(text.contains("org.example.Maths.work 100.0 %"), text);
        assertTrue(text.contains("1 of threads in native code, 1 of threads that began to sleep"), text);
    }
}
