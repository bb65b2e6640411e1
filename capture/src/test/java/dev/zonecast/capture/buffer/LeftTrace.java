package dev.zonecast.capture.buffer;

import dev.zonecast.flight.buffer.ProgramFolder;
import dev.zonecast.flight.buffer.RuntimeFolder;
import dev.zonecast.flight.recovery.ProgramRecovery;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.fixtures.JavaProgram;
import dev.zonecast.trace.LockSpan;
import dev.zonecast.trace.TraceFrame;
import dev.zonecast.trace.TraceLog;
import dev.zonecast.trace.TraceMarker;
import dev.zonecast.trace.TraceMessage;
import dev.zonecast.trace.TraceReader;
import java.io.BufferedReader;
import java.io.IOException;
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
final class LeftTrace extends TraceLog {
    /** Values of the counters of all pools. */
    final List<Long> memoryInUse = new ArrayList<>();

    ProgramRecovery.Result result;

    private LeftTrace() {}

    static LeftTrace of(Path folder, String mode, String... flags) throws IOException, InterruptedException {
        Path run = folder.resolve("run-" + mode);
        List<String> all = new ArrayList<>(List.of(flags));
        all.add("-Dzonecast.buffer.folder=" + run);
        all.add("-Dzonecast.system=false");
        Process child = KilledProgram.program(LeftProgram.class, all).start(mode);
        try (BufferedReader out = child.inputReader(StandardCharsets.UTF_8)) {
            String line = out.readLine();
            if (!"ready".equals(line)) {
                throw new AssertionError("the program printed " + line);
            }
            JavaProgram.kill(child);
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

    LoggedZone zone(String name) {
        return zones.stream()
                .filter(zone -> zone.name().equals(name))
                .reduce((first, last) -> last)
                .orElseThrow(() -> new AssertionError("no zone " + name + " in " + zones));
    }

    TraceMessage message(String text) {
        return messages.stream()
                .filter(message -> message.text().equals(text))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no message " + text + " in " + messages));
    }

    List<TraceMarker> markers(String name) {
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

    List<TraceFrame> frames(String name) {
        return frames.stream().filter(frame -> frame.name().equals(name)).toList();
    }
}
