package dev.zonecast.capture.buffer;

import dev.zonecast.capture.trace.Frame;
import dev.zonecast.capture.trace.GpuContext;
import dev.zonecast.capture.trace.LockSpan;
import dev.zonecast.capture.trace.Marker;
import dev.zonecast.capture.trace.MemoryEvent;
import dev.zonecast.capture.trace.Message;
import dev.zonecast.capture.trace.PlotSeries;
import dev.zonecast.capture.trace.TraceListener;
import dev.zonecast.capture.trace.TraceReader;
import dev.zonecast.capture.trace.TraceSummary;
import dev.zonecast.capture.trace.Track;
import dev.zonecast.capture.trace.Zone;
import dev.zonecast.core.CallStack;
import dev.zonecast.core.buffer.ProgramFolder;
import dev.zonecast.core.buffer.RuntimeFolder;
import dev.zonecast.core.collect.ProgramRecovery;
import dev.zonecast.core.fxt.FxtLayout;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What is recovered of a {@link LeftProgram} that was killed when it had said that it is ready. */
final class LeftTrace implements TraceListener {
    /** A zone, of which the reader uses the object again. */
    record Seen(
            String thread,
            Track.Kind kind,
            String name,
            List<String> texts,
            List<Long> values,
            int rgb,
            CallStack stack,
            String category,
            List<Object> data,
            boolean cutOff,
            long beginNanos,
            long endNanos) {}

    /** A run of a fiber. */
    record Run(String carrier, String fiber, long beginNanos, long endNanos) {}

    /** A value of a plot. */
    record Value(String plot, double value) {}

    final List<Seen> zones = new ArrayList<>();
    final List<Run> runs = new ArrayList<>();
    final List<Value> values = new ArrayList<>();
    final List<Message> messages = new ArrayList<>();
    final List<Marker> markers = new ArrayList<>();
    final List<MemoryEvent> memory = new ArrayList<>();
    final List<LockSpan> locks = new ArrayList<>();
    final List<Frame> frames = new ArrayList<>();
    final List<GpuContext> gpuContexts = new ArrayList<>();
    final List<Long> vsyncs = new ArrayList<>();
    final List<Long> calibrations = new ArrayList<>();

    /** Values of the counters of all pools. */
    final List<Long> memoryInUse = new ArrayList<>();

    TraceSummary summary;
    ProgramRecovery.Result result;

    private LeftTrace() {}

    static LeftTrace of(Path folder, String mode, String... flags) throws IOException, InterruptedException {
        Path run = folder.resolve("run-" + mode);
        List<String> all = new ArrayList<>(List.of(flags));
        all.add("-Dzonecast.buffer.folder=" + run);
        all.add("-Dzonecast.system=false");
        List<String> command = KilledProgram.command(all, mode);
        command.set(command.indexOf(ZoneWriter.class.getName()), LeftProgram.class.getName());
        Process child = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            String line = out.readLine();
            if (!"ready".equals(line)) {
                throw new AssertionError("the program said " + line);
            }
            child.toHandle().destroyForcibly();
            child.waitFor();
        }
        List<ProgramFolder> left = RuntimeFolder.open(run).programs();
        LeftTrace trace = new LeftTrace();
        Path target = folder.resolve(mode + ".fxt");
        trace.result = ProgramRecovery.recover(left.getFirst().path(), target);
        trace.summary = TraceReader.read(target, trace);
        trace.readMemoryInUse(target);
        return trace;
    }

    /** The reader has the blocks themselves instead. */
    private void readMemoryInUse(Path file) throws IOException {
        ByteBuffer words = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        Set<Long> categories = new HashSet<>();
        for (int at = 0; at < words.capacity(); ) {
            long header = words.getLong(at);
            int size = (int) (header >>> FxtLayout.WORDS_SHIFT) & FxtLayout.MAX_RECORD_WORDS;
            int type = (int) header & 15;
            if (type == FxtLayout.STRING && words.getLong(at + 8) == 0x79726f6d656dL) {
                // "memory"
                categories.add(header >>> FxtLayout.INDEX_SHIFT & FxtLayout.MAX_STRING_INDEX);
            } else if (type == FxtLayout.EVENT
                    && (header >>> FxtLayout.EVENT_TYPE_SHIFT & 15) == FxtLayout.COUNTER
                    && categories.contains(header >>> FxtLayout.EVENT_CATEGORY_SHIFT & 0xFFFF)) {
                memoryInUse.add(words.getLong(at + 24));
            }
            at += size * FxtLayout.WORD_BYTES;
        }
    }

    Seen zone(String name) {
        return zones.stream()
                .filter(zone -> zone.name.equals(name))
                .reduce((first, last) -> last)
                .orElseThrow(() -> new AssertionError("no zone " + name + " in " + zones));
    }

    Message message(String text) {
        return messages.stream()
                .filter(message -> message.text().equals(text))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no message " + text + " in " + messages));
    }

    List<Marker> markers(String name) {
        return markers.stream()
                .filter(marker -> marker.kind().name().equals(name))
                .toList();
    }

    List<LockSpan> lock(String name, boolean hold) {
        return locks.stream()
                .filter(span -> span.hold() == hold
                        && (hold
                                ? span.track().name().equals("Lock: " + name)
                                : span.name().endsWith(name)))
                .toList();
    }

    List<Frame> frames(String name) {
        return frames.stream().filter(frame -> frame.name().equals(name)).toList();
    }

    @Override
    public void zone(Zone zone) {
        zones.add(new Seen(
                zone.track().name(),
                zone.track().kind(),
                zone.name(),
                List.copyOf(zone.texts()),
                List.copyOf(zone.values()),
                zone.rgb(),
                zone.stack(),
                zone.location().category() == null
                        ? ""
                        : zone.location().category().name(),
                new ArrayList<>(zone.markerValues()),
                zone.isCutOff(),
                zone.beginNanos(),
                zone.endNanos()));
    }

    @Override
    public void fiberRun(Track carrier, String fiber, long beginNanos, long endNanos) {
        runs.add(new Run(carrier.name(), fiber, beginNanos, endNanos));
    }

    @Override
    public void plotValue(PlotSeries plot, Track track, long timeNanos, double value) {
        values.add(new Value(plot.name(), value));
    }

    @Override
    public void message(Message message) {
        messages.add(message);
    }

    @Override
    public void marker(Marker marker) {
        markers.add(marker);
    }

    @Override
    public void memory(MemoryEvent event) {
        memory.add(event);
    }

    @Override
    public void lock(LockSpan span) {
        locks.add(span);
    }

    @Override
    public void frame(Frame frame) {
        frames.add(frame);
    }

    @Override
    public void vsync(Track track, long timeNanos) {
        vsyncs.add(track.subject());
    }

    @Override
    public void gpuContext(GpuContext context) {
        gpuContexts.add(context);
    }

    @Override
    public void gpuCalibration(int context, long timeNanos, long errorNanos) {
        calibrations.add(errorNanos);
    }
}
