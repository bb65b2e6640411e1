package dev.zonecast.cli;

import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.LossKind;
import dev.zonecast.trace.StatisticsLimit;
import dev.zonecast.trace.TraceSummary;
import dev.zonecast.trace.stats.FirstReading;
import dev.zonecast.trace.stats.TraceStatistics;
import dev.zonecast.trace.stats.ZoneFilter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The figures of a recording. */
@Command(
        name = "stats",
        description = "Prints zones, frames, plots, messages and losses of a recording in numbers.",
        mixinStandardHelpOptions = true)
final class StatsCommand extends ToolCommand {
    private static final int WORST_FRAMES = 10;

    /** Part of what is printed. */
    enum Section {
        ZONES,
        CATEGORIES,
        METHODS,
        FRAMES,
        BOUNDS,
        PACING,
        MARKERS,
        LOCKS,
        PLOTS,
        MEMORY,
        THREADS,
        FIBERS,
        FLOWS,
        GPU,
        MESSAGES,
        LOSSES
    }

    /** What figures leave out, and the parts with those figures. Other losses are of the recording. */
    private static final Map<String, Set<Section>> LEFT_OUT = Arrays.stream(StatisticsLimit.values())
            .collect(Collectors.toMap(StatisticsLimit::text, StatsCommand::parts));

    /** One of them, or tables for people. */
    private static final class Layout {
        @Option(names = "--json", description = "print JSON")
        private boolean json;

        @Option(names = "--csv", description = "print CSV with the columns of tracy-csvexport: CPU and Lua zones")
        private boolean csv;
    }

    @Parameters(paramLabel = "FILE", description = "a recording; can be compressed (.gz, .zst, .lz4)")
    private Path file;

    @Mixin
    private TimeRange range;

    @ArgGroup
    private Layout layout = new Layout();

    @Option(names = "--self", description = "with --csv: self times, without inner zones")
    private boolean self;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "print the N zones with the most time (default: ${DEFAULT-VALUE}; 0: all)")
    private int limit = 50;

    @Option(
            names = "--messages",
            paramLabel = "N",
            description = "print the last N messages (default: ${DEFAULT-VALUE})")
    private int messages = 10;

    @Option(
            names = "--show",
            paramLabel = "PART",
            split = ",",
            description = "print only these parts: ${COMPLETION-CANDIDATES} (default: all)")
    private Set<Section> sections = EnumSet.allOf(Section.class);

    @Option(
            names = "--memory",
            description =
                    "print only losses and memory, in full: over time, by zone, by call stack and by frame; with --since or --until, also the blocks that remain at the end")
    private boolean memory;

    @Override
    public Integer call() throws IOException {
        range.check();
        if (layout.csv) {
            refuse("cannot be used with --csv", "--memory", "--show", "--limit", "--messages");
        } else {
            refuse("needs --csv", "--self");
        }
        if (memory) {
            refuse("cannot be used with --memory", "--show");
            sections = EnumSet.of(Section.MEMORY, Section.LOSSES);
        }
        InputTrace input = new InputTrace(file);
        range.readNames(input);
        ZoneFilter filter = range.filter(input);
        FirstReading first = firstReading(input, filter);
        TraceStatistics statistics = first.statistics(Math.max(0, messages));
        StatsCsv csv = new StatsCsv(statistics, first.waits());
        TraceSummary summary = input.read("reading", layout.csv ? csv : statistics);
        range.checkMatches(filter);

        if (layout.csv) {
            csv.print(summary, range.programs(), self, out());
            LossTable.print(file, summary, filter, err());
        } else {
            StatsTables tables = new StatsTables(
                    statistics, summary, sections, range.programs(), ofPrinted(filter.losses(summary.losses())));
            if (layout.json) {
                printJson(json -> new StatsJson(tables, json).print());
            } else {
                new StatsText(tables, limit, out()).print(file);
            }
        }
        out().flush();
        return ExitCode.OK;
    }

    private static Set<Section> parts(StatisticsLimit limit) {
        return switch (limit) {
            case ROWS ->
                EnumSet.of(
                        Section.MARKERS, Section.LOCKS, Section.MESSAGES, Section.MEMORY, Section.FIBERS, Section.GPU);
            case MEMORY_PLACES -> EnumSet.of(Section.MEMORY);
            case FLOWS -> EnumSet.of(Section.FLOWS);
            case FRAME_TIMES -> EnumSet.of(Section.PACING);
            case FRAME_CONTENTS -> EnumSet.of(Section.FRAMES);
            case SELF_TIMES -> EnumSet.of(Section.ZONES, Section.CATEGORIES);
            case CORE_TIMES -> EnumSet.of(Section.ZONES);
            case SAMPLED_ZONES -> EnumSet.of(Section.METHODS);
            case VERDICTS -> EnumSet.of(Section.FRAMES, Section.BOUNDS);
        };
    }

    /** The losses without those of figures that are not printed. */
    private LossAccount ofPrinted(LossAccount all) {
        LossAccount printed = new LossAccount();
        for (LossAccount.Entry loss : all.entries()) {
            Set<Section> parts = LEFT_OUT.getOrDefault(loss.subject(), sections);
            if (loss.kind() != LossKind.LEFT_OUT || !Collections.disjoint(parts, sections)) {
                printed.add(loss.kind(), loss.process(), loss.subject(), loss.count());
            }
        }
        return printed;
    }

    private FirstReading firstReading(InputTrace input, ZoneFilter filter) throws IOException {
        FirstReading reading = new FirstReading(filter, WORST_FRAMES);
        if (memory) {
            FirstReading ignored = reading.withMemory();
        }
        boolean needed = layout.csv
                ? self
                : memory
                        || sections.contains(Section.ZONES)
                        || sections.contains(Section.CATEGORIES)
                        || sections.contains(Section.FRAMES)
                        || sections.contains(Section.BOUNDS)
                        || sections.contains(Section.FLOWS)
                        || sections.contains(Section.METHODS);
        if (needed) {
            input.readFrames("looking for the worst frames", reading);
        }
        return reading;
    }
}
