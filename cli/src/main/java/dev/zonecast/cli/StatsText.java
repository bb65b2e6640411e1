package dev.zonecast.cli;

import dev.zonecast.fxt.EndReason;
import dev.zonecast.trace.ProfilerStatistics;
import dev.zonecast.trace.RecordedProgram;
import dev.zonecast.trace.RecordingEnd;
import dev.zonecast.trace.Session;
import dev.zonecast.trace.StackSample;
import dev.zonecast.trace.TraceSummary;
import dev.zonecast.trace.stats.SampleStatistics;
import dev.zonecast.trace.stats.TimeKind;
import dev.zonecast.trace.stats.ZoneStatistics;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/** The figures of a trace for people. */
record StatsText(StatsTables tables, int limit, PrintWriter out) {
    void print(Path file) {
        head(file);
        for (StatsCommand.Section section : StatsCommand.Section.values()) {
            if (tables.sections().contains(section)) {
                switch (section) {
                    case ZONES -> zones();
                    case METHODS -> methods();
                    case FRAMES -> frames();
                    case PACING -> new PacingTables(tables).print(out);
                    case MEMORY -> {
                        tables.memory().print(0, out);
                        if (tables.statistics().memoryUse() == null) {
                            tables.sites().print(0, out);
                        } else {
                            new MemoryTables(tables).print(limit, out);
                        }
                    }
                    case MESSAGES -> messages();
                    case LOSSES -> losses();
                    default -> tables.of(section).print(0, out);
                }
            }
        }
    }

    private void head(Path file) {
        TraceSummary summary = tables.summary();
        out.printf(
                Locale.ROOT,
                "%s: %s, %s, %s zones%n",
                file.getFileName(),
                Units.bytes(summary.bytes()),
                Units.duration(TraceSummary.recordedNanos(tables.programs())),
                Units.count(tables.zonesRead()));
        for (Session session : tables.statistics().sessions()) {
            out.printf(
                    Locale.ROOT,
                    "%s, process %s, %s; %s%s; clock: %s%n",
                    PrintableWriter.oneLine(session.program()),
                    session.owner().id(),
                    Instant.ofEpochMilli(session.epochMillis()),
                    // A program that another client recorded may be none of Java's.
                    session.java().isEmpty() ? "" : "Java " + session.java() + "; ",
                    PrintableWriter.oneLine(session.system()),
                    PrintableWriter.oneLine(session.clock()));
        }
        for (RecordingEnd end : tables.ends()) {
            if (end.saved().reason() != EndReason.ENDED
                    || end.saved().droppedRecords() + end.saved().damaged() > 0) {
                out.println(end.text());
            }
        }
        for (RecordedProgram program : tables.programs()) {
            if (program.cut()) {
                String of = program.label().isEmpty() ? "" : " of " + PrintableWriter.oneLine(program.label());
                out.println("The recording" + of + " was cut short: its end is missing.");
            }
        }
    }

    private void zones() {
        List<ZoneStatistics> zones = tables.statistics().zones();
        for (TimeKind time : TimeKind.values()) {
            List<ZoneStatistics> ofKind =
                    zones.stream().filter(zone -> zone.time() == time).toList();
            tables.zones(time, ofKind).print(limit, out);
        }
    }

    private void methods() {
        SampleStatistics samples = tables.statistics().samples();
        otherSamples(samples);
        if (samples.samples() == 0) {
            return;
        }
        out.println();
        out.println(Units.count(samples.samples()) + " samples of " + Units.duration(samples.nanos())
                + " of processor time");
        tables.methods().printBelow(limit, out);
        tables.sampledZones().print(limit, out);
    }

    private void otherSamples(SampleStatistics samples) {
        StringJoiner line = new StringJoiner(", ");
        add(line, samples.count(StackSample.Kind.NATIVE), " of threads in native code");
        add(line, samples.count(StackSample.Kind.SLEEPING), " of threads that began to sleep");
        String bytes = Units.bytes(samples.allocatedBytes());
        add(line, samples.count(StackSample.Kind.ALLOCATION), " of allocations, together " + bytes);
        if (line.length() > 0) {
            out.println();
            out.println("other samples: " + line);
        }
    }

    private static void add(StringJoiner line, long count, String what) {
        if (count > 0) {
            line.add(Units.count(count) + what);
        }
    }

    private void frames() {
        tables.frames().print(0, out);
        tables.worstFrames().print(0, out);
        if (tables.statistics().hasFramesOfSeveral()) {
            out.println("The worst frames of one program, and why they were slow: --process ID");
        }
    }

    private void messages() {
        Map<String, Long> counts = tables.statistics().messageCounts();
        if (counts.isEmpty()) {
            return;
        }
        out.println();
        StringBuilder line = new StringBuilder("messages:");
        counts.forEach((severity, count) -> line.append(' ')
                .append(Units.count(count))
                .append(severity.isEmpty() ? " about the program" : " " + severity));
        out.println(line);
        if (!tables.statistics().messages().isEmpty()) {
            tables.messages().printBelow(0, out);
        }
    }

    private void losses() {
        out.println();
        for (ProfilerStatistics profiler : tables.statistics().profilers()) {
            if (profiler.ringUse().highPercent() > 0) {
                out.println(tables.ofProgram("fullest ring", profiler.program()) + ": "
                        + profiler.ringUse().highPercent() + " %");
            }
        }
        LossTable.print("losses", tables.losses(), out);
    }
}
