package dev.zonecast.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.zonecast.fxt.fixtures.TraceBytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs with equal process ids stay apart in everything that the reader delivers. */
class TwoProgramsTest {
    private final TraceLog log = new TraceLog();

    private TraceSummary read(byte[] trace) throws IOException {
        return TraceReader.read(new ByteArrayInputStream(trace), log);
    }

    private static String of(Track track) {
        return track.program().name();
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepZonesFramesAndLocksApart(TwoPrograms.Join join) throws IOException {
        TraceSummary summary = read(TwoPrograms.bytes(join));

        assertEquals(
                List.of("game 1000 3000", "server 2000 9000"),
                log.zones("outer").stream()
                        .map(zone -> of(zone.track()) + " " + zone.begin() + " " + zone.end())
                        .toList());
        assertEquals(
                List.of("game 0 1000", "game 1 1000", "server 0 4000"),
                log.frames.stream()
                        .map(frame -> of(frame.track()) + " " + frame.number() + " " + frame.durationNanos())
                        .sorted()
                        .toList());
        assertEquals(
                List.of("game held 500", "game waited 100", "server held 3000"),
                log.locks.stream()
                        .map(span -> of(span.track()) + (span.hold() ? " held " : " waited ") + span.durationNanos())
                        .sorted()
                        .toList());
        assertEquals(
                0, summary.losses().of(LossKind.OPEN_ZONES) + summary.losses().of(LossKind.UNMATCHED_ENDS));
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepPlotsContextsAndPicturesApart(TwoPrograms.Join join) throws IOException {
        read(TwoPrograms.bytes(join));

        assertEquals(
                List.of("game gpu of game", "server gpu of server"),
                log.contexts.stream()
                        .map(context ->
                                context.name() + " of " + context.program().name())
                        .toList());
        assertEquals(
                List.of("game 0 ff0000", "game 1 ff0000", "server 0 ff", "server 1 ff"),
                log.images.stream()
                        .map(image -> image.program().name() + " " + image.frame() + " "
                                + Integer.toHexString(image.toRgb()[0]))
                        .sorted()
                        .toList());
        assertEquals(
                List.of("game 2", "server 5"),
                log.statistics.stream()
                        .map(own -> own.program().name() + " " + own.lost().get(LossKind.DROPPED_EVENTS))
                        .toList());
        assertEquals(2, log.allPlots.size());
    }

    @ParameterizedTest
    @EnumSource
    void shouldNumberProgramsAlikeInEachReading(TwoPrograms.Join join) throws IOException {
        read(TwoPrograms.bytes(join));
        TraceLog frames = new TraceLog();
        TraceReader.readFrames(new ByteArrayInputStream(TwoPrograms.bytes(join)), frames);

        for (TraceLog each : List.of(log, frames)) {
            assertEquals(
                    List.of("game 1#1 1", "server 1#2 " + (1 << 30)),
                    each.programs.stream()
                            .map(program -> program.name() + " " + program.id() + " " + program.number())
                            .toList());
        }
    }

    /** Of threads that no record registers. Flows are read by both readings, all else by one. */
    @ParameterizedTest
    @ValueSource(ints = {1 << 20, 8})
    void shouldNumberProgramsOfInlineThreadsAlikeInEachReading(int bytesOfARead) throws IOException {
        TraceBytes trace = TraceBytes.trace();
        trace.provider(1, "first").string(1, "work");
        trace.event(0, 0, 0, 1, 1, 1000).word(7).word(71).end();
        trace.provider(2, "second").string(1, "work");
        trace.event(0, 0, 9, 1, 1, 1000).end();
        trace.provider(3, "third").string(1, "work");
        trace.event(8, 0, 0, 1, 1, 1000).word(0).word(1).word(5).end();
        trace.event(8, 0, 0, 1, 1, 1000).word(7).word(71).word(5).end();
        read(trace.bytes());

        TraceLog frames = new TraceLog();
        TraceReader.readFrames(
                new ByteArrayInputStream(trace.bytes()) {
                    @Override
                    public synchronized int read(byte[] bytes, int from, int length) {
                        return super.read(bytes, from, Math.min(length, bytesOfARead));
                    }
                },
                frames);

        for (TraceLog each : List.of(log, frames)) {
            assertEquals(
                    List.of("first 7", "second 0", "third " + (1 << 30), "third " + ((1 << 30) + 1)),
                    each.programs.stream()
                            .map(program -> program.name() + " " + program.number())
                            .toList());
        }
    }

    /** Programs that are none of ours, without provider records: times 2 and 7 us, of threads that nobody names. */
    @Test
    void shouldEndWhatIsOpenWhereAnotherFileBegins() throws IOException {
        TraceBytes trace = TraceBytes.trace().string(1, "first").thread(1, 1, 1);
        trace.event(2, 0, 1, 1, 1000).end().event(0, 0, 1, 1, 3000).end();
        trace.raw(0x0016547846040010L).thread(2, 1, 1);
        trace.event(2, 0, 2, 1, 2000).end().event(3, 0, 2, 0, 9000).end();

        TraceSummary summary = read(trace.bytes());

        assertEquals(
                List.of("first 1000 3000 true", "(string 1) 2000 9000 false"),
                log.zones.stream()
                        .map(zone -> zone.name() + " " + zone.begin() + " " + zone.end() + " " + zone.cutOff())
                        .toList());
        assertEquals(1, summary.losses().of(LossKind.OPEN_ZONES));
    }

    /** As the kernel's provider does on Fuchsia, where process ids are those of the system. */
    @Test
    void shouldTakeNamesFromAProviderThatOnlyNames() throws IOException {
        TraceBytes trace = TraceBytes.trace().provider(1, "kernel").string(1, "process");
        name(trace, 70, 71, "early", "early thread");
        trace.provider(2, "app").thread(1, 70, 71).thread(2, 80, 81);
        trace.event(0, 0, 1, 0, 10).end().event(0, 0, 2, 0, 10).end();
        trace.section(1);
        name(trace, 80, 81, "late", "late thread");
        trace.section(2).event(0, 0, 2, 0, 20).end();

        read(trace.bytes());

        assertEquals(
                List.of("70 early 70", "80 late 80"),
                log.programs.stream()
                        .map(program -> program.id() + " " + program.name() + " " + program.number())
                        .toList());
        assertEquals(
                List.of("early thread", "late thread", "late thread"),
                log.messages.stream().map(message -> message.track().name()).toList());
    }

    /** The thread is one of the kernel's recording, which has no event. */
    @Test
    void shouldEndAnOpenSpanWithTheTraceWhereAnotherProviderNamesItsThread() throws IOException {
        TraceBytes trace = TraceBytes.trace().provider(1, "kernel").string(1, "process");
        name(trace, 70, 71, "app", "app thread");
        trace.provider(2, "app").thread(1, 70, 71);
        trace.event(5, 0, 1, 0, 10).word(1).end();
        trace.event(0, 0, 1, 0, 50).end();
        List<Long> ends = new ArrayList<>();

        TraceReader.read(new ByteArrayInputStream(trace.bytes()), new TraceListener() {
            @Override
            public void event(TraceEvent event) {
                if (event instanceof TraceEvent.Span span) {
                    ends.add(span.marker().endNanos());
                }
            }
        });

        assertEquals(List.of(50L), ends);
    }

    private static void name(TraceBytes trace, int process, int thread, String processName, String threadName) {
        trace.record(7 | 1L << 16 | (0x8000L | processName.length()) << 24)
                .word(process)
                .text(processName)
                .end();
        trace.record(7 | 2L << 16 | (0x8000L | threadName.length()) << 24 | 1L << 40)
                .word(thread)
                .text(threadName)
                .word(8 | 2L << 4 | 1L << 16)
                .word(process)
                .end();
    }

    @Test
    void shouldReturnToAProgramWithItsProvider() throws IOException {
        read(TraceBytes.trace()
                .provider(1, "a")
                .thread(1, 7, 1)
                .event(0, 0, 1, 0, 10)
                .end()
                .provider(2, "b")
                .thread(1, 7, 1)
                .event(0, 0, 1, 0, 20)
                .end()
                .section(1)
                .event(0, 0, 1, 0, 30)
                .end()
                .bytes());

        assertSame(log.messages.get(0).track(), log.messages.get(2).track());
        assertNotSame(log.messages.get(0).track(), log.messages.get(1).track());
        assertEquals("a", log.messages.get(0).track().program().title());
        assertEquals("b (process 7#2)", log.messages.get(1).track().program().title());
    }
}
