package dev.zonecast.cli;

import dev.zonecast.trace.ProfilerStatistics;
import dev.zonecast.trace.RecordedProgram;
import dev.zonecast.trace.RecordingEnd;
import dev.zonecast.trace.Session;
import dev.zonecast.trace.StackSample;
import dev.zonecast.trace.TraceSummary;
import dev.zonecast.trace.stats.SampleStatistics;
import dev.zonecast.trace.stats.TimeKind;
import dev.zonecast.trace.stats.TraceStatistics;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/** The figures of a trace for people. */
final class StatsText {
    private final StatsFigures figures;
    private final TraceStatistics statistics;
    private final StatsTables tables;
    private final PrintWriter out;
    private final int limit;

    StatsText(StatsFigures figures, int limit, PrintWriter out) {
        this.figures = figures;
        this.limit = limit;
        this.out = out;
        statistics = figures.statistics();
        tables = new StatsTables(figures);
    }

    void print(Path file) {
        head(file);
        for (StatsCommand.Section section : StatsCommand.Section.values()) {
            if (figures.sections().contains(section)) {
                switch (section) {
                    case ZONES -> zones();
                    case METHODS -> methods();
                    case FRAMES -> frames();
                    case MEMORY -> {
                        tables.memory().print(0, out);
                        tables.sites().print(0, out);
                    }
                    case MESSAGES -> messages();
                    case LOSSES -> losses();
                    default -> tables.of(section).print(0, out);
                }
            }
        }
    }

    private void head(Path file) {
        TraceSummary summary = figures.summary();
        out.printf(
                Locale.ROOT,
                "%s: %s, %s, %s zones%n",
                file.getFileName(),
                Units.bytes(summary.bytes()),
                Units.duration(TraceSummary.recordedNanos(figures.programs())),
                Units.count(summary.zones()));
        for (Session session : statistics.sessions()) {
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
        for (RecordingEnd end : summary.ends()) {
            if (!end.reason().equals("ENDED") || end.droppedRecords() + end.damaged() > 0) {
                out.println(end.text());
            }
        }
        for (RecordedProgram program : figures.programs()) {
            if (program.cut()) {
                String of = program.label().isEmpty() ? "" : " of " + PrintableWriter.oneLine(program.label());
                out.println("The recording" + of + " was cut short: its end is missing.");
            }
        }
    }

    private void zones() {
        for (TimeKind time : TimeKind.values()) {
            tables.zones(time).print(limit, out);
        }
    }

    private void methods() {
        SampleStatistics samples = statistics.samples();
        otherSamples(samples);
        if (samples.samples() == 0) {
            return;
        }
        out.println();
        out.println(Units.count(samples.samples()) + " samples of " + Units.duration(samples.nanos())
                + " of processor time");
        tables.methods().printBelow(limit, out);
        tables.sampledZones().print(limit, out);
        long beyondLimit = statistics.sampleZones().beyondLimit();
        if (beyondLimit > 0) {
            out.println(Units.count(beyondLimit) + " samples more than can be held against zones");
        }
    }

    private void otherSamples(SampleStatistics samples) {
        StringJoiner line = new StringJoiner(", ");
        long inNative = samples.count(StackSample.Kind.NATIVE);
        long asleep = samples.count(StackSample.Kind.SLEEPING);
        long allocations = samples.count(StackSample.Kind.ALLOCATION);
        if (inNative > 0) {
            line.add(Units.count(inNative) + " looks at threads in native code");
        }
        if (asleep > 0) {
            line.add(Units.count(asleep) + " threads that fell asleep");
        }
        if (allocations > 0) {
            line.add(Units.count(allocations) + " samples of allocations of " + Units.bytes(samples.allocatedBytes()));
        }
        if (line.length() > 0) {
            out.println();
            out.println("beside what ran: " + line);
        }
    }

    private void frames() {
        tables.frames().print(0, out);
        tables.worstFrames().print(0, out);
        if (statistics.hasFramesOfSeveral()) {
            out.println("The worst frames of one program, and why they were slow: --process ID");
        }
    }

    private void messages() {
        Map<String, Long> counts = statistics.messageCounts();
        if (counts.isEmpty()) {
            return;
        }
        out.println();
        StringBuilder line = new StringBuilder("messages:");
        counts.forEach((severity, count) -> line.append(' ')
                .append(Units.count(count))
                .append(severity.isEmpty() ? " about the program" : " " + severity));
        out.println(line);
        if (!statistics.messages().isEmpty()) {
            tables.messages().printBelow(0, out);
        }
    }

    private void losses() {
        out.println();
        for (ProfilerStatistics profiler : statistics.profilers()) {
            if (profiler.ringUse().highPercent() > 0) {
                out.println(figures.ofProgram("fullest ring", profiler.program()) + ": "
                        + profiler.ringUse().highPercent() + " %");
            }
        }
        LossTable.print("losses", figures.losses(), out);
    }
}
