package dev.zonecast.core.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.MessageSource;
import dev.zonecast.core.Plot;
import dev.zonecast.core.Severity;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.FrameEvent;
import dev.zonecast.core.event.GpuEvent;
import dev.zonecast.core.event.MessageEvent;
import dev.zonecast.core.event.PlotValue;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.core.event.ZoneAttribute;
import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.Ids;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Plays events at random, and asks that the file gives back each of them. */
class RandomRecordingTest {
    private static final int STEPS = 20_000;

    /** A zone as it was played; compared by its lines. */
    private static final class Played {
        private final String thread;
        private final SourceLocation location;
        private final int depth;
        private final long begin;
        private long end;
        private String name;
        private int rgb = -1;
        private final List<String> texts = new ArrayList<>();
        private final List<Long> values = new ArrayList<>();

        Played(String thread, SourceLocation location, int depth, long begin) {
            this.thread = thread;
            this.location = location;
            this.depth = depth;
            this.begin = begin;
            this.name = location.displayName();
        }

        @Override
        public String toString() {
            return begin + "-" + end + " " + thread + " " + depth + " " + Ids.of(location) + " " + name + " " + rgb
                    + " " + values + " " + texts;
        }
    }

    @TempDir
    Path folder;

    private Random random;
    private Script script;
    private final List<EventThread> threads = new ArrayList<>();
    private final List<Deque<Played>> stacks = new ArrayList<>();
    private final List<Deque<Played>> gpuStacks = new ArrayList<>();
    private final List<Played> zones = new ArrayList<>();
    private final List<Played> gpuZones = new ArrayList<>();
    private final List<String> messages = new ArrayList<>();
    private final List<String> plots = new ArrayList<>();
    private final GpuContextInfo gpu = new GpuContextInfo(3, GpuApi.VULKAN, "gpu", 5);

    @ParameterizedTest
    @CsvSource({"1, false", "2, false", "3, false", "4, false", "5, false", "6, false", "7, true", "8, true", "9, true"
    })
    void shouldGiveBackEverythingThatWasPlayed(long seed, boolean compact) throws IOException {
        random = new Random(seed);
        script = Script.begun(folder, compact);
        script.recording.event(new GpuEvent().context(gpu));
        int threadCount = seed % 2 == 0 ? 3 : 280;
        for (int i = 0; i < threadCount; i++) {
            threads.add(script.thread(i + 1, "thread " + i));
            stacks.add(new ArrayDeque<>());
            gpuStacks.add(new ArrayDeque<>());
        }
        for (int i = 0; i < STEPS; i++) {
            step(random.nextInt(threadCount));
        }

        RecordedTrace trace = script.trace();

        closeAll(stacks);
        closeAll(gpuStacks);
        assertEquals(lines(zones), lines(trace, trace.zones));
        assertEquals(lines(gpuZones), lines(trace, trace.gpuZones));
        assertEquals(
                messages,
                trace.messages.stream()
                        .map(m -> m.time() + " " + trace.threadNames.get(m.koid()) + " " + m.severity() + " "
                                + withSymbols(m.text()))
                        .toList());
        assertEquals(
                plots,
                trace.plotValues.stream()
                        .map(p -> p.time() + " " + trace.threadNames.get(p.koid()) + " " + p.plot() + " " + p.value())
                        .toList());
    }

    private void step(int which) throws IOException {
        EventThread thread = threads.get(which);
        Deque<Played> stack = stacks.get(which);
        // Deep nesting on one thread only.
        int kind = which == 0 && stack.size() < 600 ? random.nextInt(60) : random.nextInt(100);
        if (kind < 40) {
            SourceLocation location = anyLocation();
            script.begin(thread, location);
            Played zone = new Played(thread.name(), location, stack.size(), script.now);
            stack.push(zone);
            zones.add(zone);
        } else if (kind < 60 && !stack.isEmpty()) {
            attribute(thread, stack.peek(), kind);
        } else if (kind < 80 && !stack.isEmpty()) {
            script.end(thread);
            stack.pop().end = script.now;
        } else if (kind < 86) {
            String text = anyText();
            Severity severity = Severity.ofCode(random.nextInt(6));
            script.recording.event(new MessageEvent()
                    .message(
                            thread,
                            ++script.now,
                            severity,
                            MessageSource.USER,
                            random.nextInt(),
                            Utf8Text.of(text),
                            null));
            messages.add(script.now + " " + thread.name() + " " + severity + " " + withSymbols(text));
        } else if (kind < 90) {
            Plot plot = Plot.of("random plot " + random.nextInt(50));
            long value = random.nextLong();
            script.recording.event(new PlotValue().whole(thread, ++script.now, plot, value));
            plots.add(script.now + " " + thread.name() + " " + plot.name() + " " + value);
        } else if (kind < 98) {
            gpuStep(which);
        } else if (kind < 99) {
            script.recording.event(new FrameEvent().mark(thread, ++script.now, script.now));
        } else {
            script.recording.flush();
        }
    }

    private void attribute(EventThread thread, Played zone, int kind) throws IOException {
        switch (kind % 5) {
            case 0 -> {
                long value = random.nextLong();
                script.recording.event(new ZoneAttribute().value(EventKind.ZONE_VALUE, thread, value));
                zone.values.add(value);
            }
            case 1 -> {
                int rgb = random.nextInt(1 << 24);
                script.recording.event(new ZoneAttribute().value(EventKind.ZONE_COLOR, thread, rgb));
                zone.rgb = rgb;
            }
            case 2 -> {
                String name = anyText();
                script.name(thread, name);
                zone.name = withSymbols(name);
            }
            default -> {
                String text = anyText();
                script.text(thread, text);
                zone.texts.add(withSymbols(text));
            }
        }
    }

    private void gpuStep(int which) throws IOException {
        EventThread thread = threads.get(which);
        Deque<Played> stack = gpuStacks.get(which);
        if (random.nextBoolean()) {
            SourceLocation location = anyLocation();
            script.recording.event(new GpuEvent().begin(gpu, thread.id(), location, script.now, ++script.now));
            Played zone = new Played("gpu of " + thread.id(), location, stack.size(), script.now);
            stack.push(zone);
            gpuZones.add(zone);
        } else if (!stack.isEmpty()) {
            script.recording.event(new GpuEvent().end(gpu, thread.id(), script.now, ++script.now));
            stack.pop().end = script.now;
        }
    }

    private SourceLocation anyLocation() {
        int i = random.nextInt(random.nextInt(10) == 0 ? 3000 : 30);
        return SourceLocation.of(i % 4 == 0 ? "" : "random " + i % 7, "Random.f" + i, "Random.java", i, i % 5);
    }

    /** Mostly short, sometimes with zeros, sometimes as long as they get. */
    private String anyText() {
        return switch (random.nextInt(20)) {
            case 0 -> "";
            case 1 -> "zero\0".repeat(random.nextInt(5) + 1);
            case 2 -> "\u20AC\uD83D\uDE00".repeat(random.nextInt(20));
            case 3 -> random.nextInt(10) == 0 ? "long ".repeat(random.nextInt(13_000)) : "x";
            default -> "text ".repeat(random.nextInt(4)) + random.nextInt();
        };
    }

    private void closeAll(List<Deque<Played>> all) {
        all.forEach(stack -> stack.forEach(zone -> zone.end = script.now));
    }

    private static List<String> lines(List<Played> zones) {
        return zones.stream().map(Played::toString).toList();
    }

    private static List<String> lines(RecordedTrace trace, List<RecordedTrace.Zone> zones) {
        return zones.stream()
                .sorted(Comparator.comparingLong(zone -> zone.begin))
                .map(zone -> zone.begin + "-" + zone.end + " " + thread(trace, zone.koid) + " " + zone.depth + " "
                        + zone.location.id() + " " + withSymbols(zone.name) + " " + zone.rgb + " " + zone.values + " "
                        + zone.texts.stream()
                                .map(RandomRecordingTest::withSymbols)
                                .toList())
                .toList();
    }

    private static String thread(RecordedTrace trace, long koid) {
        RecordedTrace.Track track = trace.tracks.get(koid);
        return track.kind() == 3 ? "gpu of " + track.submitter() : trace.threadNames.get(koid);
    }

    /** Events show a symbol for a zero byte, blobs have the byte. */
    private static String withSymbols(String text) {
        return text.replace('\0', '\u2400');
    }
}
