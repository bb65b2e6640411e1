package dev.zonecast.bench;

import dev.zonecast.core.Frame;
import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.recording.FxtRecording;
import dev.zonecast.core.session.Profiler;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import jdk.jfr.AnnotationElement;
import jdk.jfr.Event;
import jdk.jfr.EventFactory;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;

/**
 * How large is the same run in each format?
 *
 * <p>{@code ./zonecast bench sizes [FRAMES]} (1000): a program with nested zones of uneven length is recorded into all formats at once.
 * Each zone is also an event of JFR, with a type of its own for each name. The command prints bytes a zone, and the processor time of the
 * thread that writes and compresses the file.
 */
final class Sizes {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int OBJECTS = 60;
    private static final int MEAN_WORK_NANOS = 1500;

    /** A way to record. */
    private enum Format {
        PLAIN("FXT", ".fxt"),
        COMPACT("FXT, zonecast.record.compact", ".fxt"),
        GZIP("FXT, .gz", ".fxt.gz"),
        COMPACT_GZIP("FXT, .gz, zonecast.record.compact", ".fxt.gz"),
        ZSTANDARD("FXT, .zst", ".fxt.zst"),
        COMPACT_ZSTANDARD("FXT, .zst, zonecast.record.compact", ".fxt.zst");

        private final String text;
        private final String ending;

        Format(String text, String ending) {
            this.text = text;
            this.ending = ending;
        }
    }

    /** A recording, and the thread that writes it. */
    private record Running(Format format, FxtRecording recording, long writer) {}

    /** A zone, and the event of JFR that begins and ends with it. */
    private static final class Timed {
        private final SourceLocation location;
        private final EventFactory events;

        Timed(String name) {
            location = SourceLocation.of(name, "Game." + name, "Game.java", name.hashCode() & 0xFFF, 0);
            events = EventFactory.create(
                    List.of(
                            new AnnotationElement(Name.class, "game." + name),
                            new AnnotationElement(StackTrace.class, false)),
                    List.of());
        }

        void around(Runnable work) {
            Event event = events.newEvent();
            event.begin();
            long zone = Zone.begin(location);
            work.run();
            Zone.end(zone);
            event.commit();
        }
    }

    private final Timed update = new Timed("update");
    private final Timed think = new Timed("think");
    private final Timed collide = new Timed("collide");
    private final Timed render = new Timed("render");
    private final Timed cull = new Timed("cull");
    private final Timed draw = new Timed("draw");
    private final Random random = new Random(1);
    private final Path folder;
    private long zones;

    private Sizes(Path folder) {
        this.folder = folder;
    }

    /** Returns the exit status. */
    static int run(int frames) throws IOException {
        Path folder = Files.createTempDirectory("zonecast-sizes");
        try {
            new Sizes(folder).compare(frames);
            return 0;
        } finally {
            for (Path file : files(folder)) {
                Files.delete(file);
            }
            Files.delete(folder);
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.toList();
        }
    }

    private void compare(int frames) throws IOException {
        Zonecast.start(Options.defaults().set(Option.LISTEN, false).set(Option.RING_WAIT, Duration.ofSeconds(5)));
        List<Running> all = new ArrayList<>();
        for (Format format : Format.values()) {
            all.add(start(format));
        }
        try (Recording jfr = new Recording()) {
            jfr.setDestination(folder.resolve("run.jfr"));
            jfr.start();
            for (int i = 0; i < frames; i++) {
                frame();
            }
            System.out.printf(Locale.ROOT, "%,d zones in %,d frames%n%n", zones, frames);
            System.out.printf(
                    "| %-34s | %13s | %13s | %22s |%n",
                    "format", "bytes of file", "bytes a zone", "M zones/s of a core");
            System.out.println("|---|---|---|---|");
            requireTrue(Zonecast.flush(LIMIT), "the flush took too long");
            for (Running each : all) {
                stop(each);
            }
            jfr.stop();
        }
        line("JFR, event types without fields", Files.size(folder.resolve("run.jfr")), "");
        requireTrue(
                Zonecast.statistics().losses().total() == 0,
                Zonecast.statistics().toString());
    }

    private Running start(Format format) throws IOException {
        Set<Long> before = writers();
        FxtRecording recording = FxtRecording.create(folder.resolve(format.name() + format.ending), "sizes");
        if (format.text.endsWith("compact")) {
            recording.makeCompact();
        }
        Set<Long> writers = writers();
        writers.removeAll(before);
        Profiler.current().attach(recording);
        return new Running(format, recording, writers.iterator().next());
    }

    /** Ids of the threads that write recordings. */
    private static Set<Long> writers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("zonecast-record-writer"))
                .map(Thread::threadId)
                .collect(Collectors.toSet());
    }

    private void stop(Running running) {
        requireTrue(running.recording.written().join(), "the disk is too slow");
        double seconds = ManagementFactory.getThreadMXBean().getThreadCpuTime(running.writer) / 1e9;
        Profiler.current().detach(running.recording, LIMIT).join();
        requireTrue(running.recording.awaitClosed(LIMIT.toNanos()), "the file stays open");
        String rate = String.format(Locale.ROOT, "%.1f", zones / seconds / 1e6);
        line(running.format.text, running.recording.fileBytes(), rate);
    }

    private void line(String format, long bytes, String rate) {
        System.out.printf(
                Locale.ROOT, "| %-34s | %,13d | %13.2f | %22s |%n", format, bytes, (double) bytes / zones, rate);
    }

    private static void requireTrue(boolean isTrue, String otherwise) {
        if (!isTrue) {
            throw new IllegalStateException("not a valid run: " + otherwise);
        }
    }

    private void frame() {
        zone(update, () -> {
            for (int i = 0; i < OBJECTS; i++) {
                zone(think, this::work);
                zone(collide, this::work);
            }
        });
        zone(render, () -> {
            zone(cull, this::work);
            for (int i = 0; i < OBJECTS; i++) {
                zone(draw, this::work);
            }
        });
        Frame.mark();
    }

    private void zone(Timed timed, Runnable work) {
        zones++;
        timed.around(work);
    }

    /** Lengths of work are spread as waits for independent events are. */
    private void work() {
        long end = System.nanoTime() + (long) (-Math.log(1 - random.nextDouble()) * MEAN_WORK_NANOS);
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }
}
