package dev.zonecast.cli.golden;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.cli.CommandRun;
import dev.zonecast.cli.PageText;
import dev.zonecast.core.Parameter;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.kind.LockEvent;
import dev.zonecast.core.kind.Order;
import dev.zonecast.core.marker.Marker;
import dev.zonecast.core.marker.MarkerPhase;
import dev.zonecast.core.marker.MarkerType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each kind of event that can be recorded is in each output, or the output's account of losses has it. */
class EveryKindTest {
    record Hit(String golden) {}

    /** Methods of the sink that record nothing: they frame the others, or drop what nothing follows of. */
    private static final Set<EventKind> NO_EVENT =
            EnumSet.of(EventKind.GPU_CONTEXT_CLOSED, EventKind.LOCK_CREATED, EventKind.LOCK_DESTROYED);

    /** Only the collector makes these events: a program's own calls record them. */
    private static final Set<EventKind> BY_PROGRAM = EnumSet.of(EventKind.MARKER, EventKind.PARAMETER);

    private static final MarkerType<Hit> HIT = MarkerType.of(Hit.class);

    @TempDir
    static Path folder;

    private static final Map<Output, String> SCRIPTED = new EnumMap<>(Output.class);
    private static final Map<Output, String> PROGRAMMED = new EnumMap<>(Output.class);
    private static Set<EventKind> played;
    private static Set<EventKind> stacked;
    private static Set<Life> lives;
    private static Set<LockEvent> lockEvents;

    static List<KindRow> scripted() {
        return RecordedKinds.rows();
    }

    /** What a program records of which the collector makes an object of its own. */
    static List<KindRow> programmed() {
        Output[] all = Output.values();
        Output[] notCsv = EnumSet.complementOf(EnumSet.of(Output.CSV)).toArray(Output[]::new);
        Output[] withData =
                EnumSet.complementOf(EnumSet.of(Output.STATS, Output.JSON)).toArray(Output[]::new);
        Marker moment = Marker.of("golden moment");
        Marker interval = Marker.of("golden interval");
        Marker pair = Marker.of("golden pair");
        List<KindRow> rows = new ArrayList<>();
        rows.add(KindRow.of("parameter", script -> Parameter.ofInt("golden parameter", 7))
                .shown("golden parameter", notCsv)
                .leftOut("messages", Output.CSV));
        rows.add(KindRow.of("marker, " + MarkerPhase.INSTANT, script -> moment.instant("golden data"))
                .shown("golden moment", all));
        rows.add(KindRow.of("marker, " + MarkerPhase.INTERVAL, script -> interval.interval(Marker.now(), "a while"))
                .shown("golden interval", all));
        rows.add(KindRow.of("marker, " + MarkerPhase.START, script -> {
                    pair.begin();
                    pair.end();
                })
                .shown("golden pair", all));
        rows.add(KindRow.of("marker, " + MarkerPhase.SCOPED, script -> {
                    try (MarkerType.Scope<Hit> scope = HIT.open()) {
                        scope.set(new Hit("golden scoped"));
                    }
                })
                .shown("golden scoped", withData)
                .leftOut("data of markers", Output.STATS, Output.JSON));
        return rows;
    }

    @BeforeAll
    static void record() throws IOException {
        Path file = folder.resolve("scripted.fxt");
        GoldenScript script = play(file, false);
        played = script.played();
        stacked = script.stacked();
        lives = script.lives();
        lockEvents = script.lockEvents();
        run(file, SCRIPTED);

        Path program = folder.resolve("programmed.fxt");
        Zonecast.startRecording(program);
        for (KindRow row : programmed()) {
            row.play().play(null);
        }
        Zonecast.stopRecording();
        run(program, PROGRAMMED);
    }

    private static GoldenScript play(Path file, boolean compact) throws IOException {
        GoldenScript script = new GoldenScript(file, compact);
        for (KindRow row : scripted()) {
            row.play().play(script);
        }
        script.end();
        return script;
    }

    private static void run(Path file, Map<Output, String> texts) throws IOException {
        for (Output output : Output.values()) {
            Path target = folder.resolve(output.name());
            Object[] words = Arrays.stream(output.command())
                    .map(word -> word.equals("INPUT") ? file : word.equals("OUTPUT") ? target : word)
                    .toArray();
            CommandRun run = CommandRun.of(words);
            assertEquals(0, run.exit(), output + ": " + run.err());
            String written =
                    Files.exists(target) ? new String(Files.readAllBytes(target), StandardCharsets.ISO_8859_1) : "";
            texts.put(output, run.out() + run.err() + (output == Output.PAGE ? PageText.of(written) : written));
            Files.deleteIfExists(target);
        }
    }

    @ParameterizedTest
    @MethodSource("scripted")
    void shouldBeInEachOutputOrInItsAccountWhenRecorded(KindRow row) {
        check(row, SCRIPTED);
    }

    @ParameterizedTest
    @MethodSource("programmed")
    void shouldBeInEachOutputOrInItsAccountWhenAProgramRecordsIt(KindRow row) {
        check(row, PROGRAMMED);
    }

    private static void check(KindRow row, Map<Output, String> texts) {
        List<String> missing = new ArrayList<>();
        for (Output output : Output.values()) {
            KindRow.Evidence evidence = row.evidence().get(output);
            if (evidence == null) {
                missing.add(output + ": the row says nothing of it");
            } else if (!isShown(texts.get(output), evidence.shown())
                    && !isLeftOut(texts.get(output), evidence.leftOut())) {
                missing.add(
                        output + ": neither shown as " + evidence.shown() + " nor left out as " + evidence.leftOut());
            }
        }
        assertEquals(List.of(), missing);
    }

    private static boolean isShown(String text, String part) {
        return part != null && text.contains(part);
    }

    /** In the property of JSON, or in a line of the table. */
    private static boolean isLeftOut(String text, String words) {
        return words != null
                && (text.contains("\"left out by this output: " + words + "\"")
                        || Pattern.compile("(?m)^(left out by this output .*| +)([\\d,]+ )?" + words + " *$")
                                .matcher(text)
                                .find());
    }

    /** Perfetto has the places of locks; its account had them too. */
    @Test
    void shouldNotCountWhatAnExportShows() {
        assertFalse(isLeftOut(SCRIPTED.get(Output.PERFETTO), "places of locks"));
    }

    @Test
    void shouldHaveARowForEachEventThatASinkTakes() {
        Set<EventKind> without = EnumSet.allOf(EventKind.class);
        without.removeIf(kind -> kind.order() == Order.LEAD);
        without.removeAll(played);
        without.removeAll(NO_EVENT);
        without.removeAll(BY_PROGRAM);
        assertEquals(Set.of(), without);
        assertTrue(lives.containsAll(EnumSet.of(Life.STARTED, Life.CHANGED)));
    }

    @Test
    void shouldHaveARowForEachEventWithACallStack() {
        Set<EventKind> without = EnumSet.of(EventKind.ZONE_BEGIN);
        Stream.of(EventKind.values()).filter(EventKind::takesStack).forEach(without::add);
        without.removeAll(stacked);
        assertEquals(Set.of(), without);
    }

    @Test
    void shouldHaveARowForEachPhaseOfMarkers() {
        Set<String> kinds = programmed().stream().map(KindRow::kind).collect(Collectors.toSet());
        // The end of a pair is in the row of its start.
        Stream<MarkerPhase> phases = Stream.of(MarkerPhase.values()).filter(phase -> phase != MarkerPhase.END);
        assertTrue(phases.allMatch(phase -> kinds.contains("marker, " + phase)), kinds.toString());
    }

    /** Compared with a second recording of the usual form, because figures of the process differ between two. */
    @Test
    void shouldShowTheSameInEachOutputWhenTheRecordingIsCompact() throws IOException {
        Path file = Files.createDirectory(folder.resolve("compact")).resolve("scripted.fxt");
        play(file, true);
        Map<Output, String> compact = new EnumMap<>(Output.class);
        run(file, compact);
        long bytes = Files.size(file);
        play(file, false);
        Map<Output, String> usual = new EnumMap<>(Output.class);
        run(file, usual);

        assertTrue(bytes != Files.size(file), "the same form");
        compact.replaceAll((output, text) -> withoutSizeOfFile(text));
        usual.replaceAll((output, text) -> withoutSizeOfFile(text));
        assertEquals(usual, compact);
    }

    private static String withoutSizeOfFile(String text) {
        return text.replaceFirst("scripted\\.fxt: [\\d.]+ KiB", "").replaceFirst("\"bytes\":\\d+", "");
    }

    @Test
    void shouldPlayEachEventOfLocks() {
        assertEquals(EnumSet.allOf(LockEvent.class), lockEvents);
    }
}
