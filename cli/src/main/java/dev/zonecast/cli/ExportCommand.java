package dev.zonecast.cli;

import dev.zonecast.cli.export.ChromeExport;
import dev.zonecast.cli.export.CsvExport;
import dev.zonecast.cli.export.FirefoxExport;
import dev.zonecast.cli.export.MarkerMoments;
import dev.zonecast.cli.export.PerfettoExport;
import dev.zonecast.cli.export.TooLargeException;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceSummary;
import dev.zonecast.trace.stats.ZoneFilter;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A recording for other programs. */
@Command(
        name = "export",
        description = "Converts a recording to the format of another program.",
        mixinStandardHelpOptions = true)
final class ExportCommand extends OutputCommand {
    /** For whom. */
    enum Format {
        /** Firefox Profiler. */
        FIREFOX(".firefox.json"),
        /** The Trace Event Format. */
        CHROME(".chrome.json"),
        /** Perfetto's own format. */
        PERFETTO(".perfetto-trace"),
        /** A line a zone. */
        CSV(".csv");

        private final String ending;

        Format(String ending) {
            this.ending = ending;
        }
    }

    @Option(names = "--to", required = true, paramLabel = "FORMAT", description = "${COMPLETION-CANDIDATES}")
    private Format format;

    @Override
    public Integer call() throws IOException {
        range.check();
        InputTrace trace = new InputTrace(file);
        if (format == Format.CSV) {
            // Each line has the name of its thread.
            trace.readNames();
        } else {
            range.readNames(trace);
        }
        ZoneFilter filter = range.filter(trace);
        Path target = target(format.ending);
        TraceSummary summary;
        try {
            summary = write(target, trace, filter, (input, out) -> write(input, filter, out));
        } catch (TooLargeException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
        return done(target, " (" + format.name().toLowerCase(Locale.ROOT) + ")", summary, filter);
    }

    private TraceSummary write(InputTrace input, ZoneFilter filter, OutputStream out) throws IOException {
        MarkerMoments.Start start = () -> input.startNanos(range.programs());
        return switch (format) {
            case CHROME -> closed(input, new ChromeExport(out, filter, start));
            case CSV -> closed(input, new CsvExport(out, filter, start.nanos()));
            case PERFETTO -> input.read("exporting", new PerfettoExport(out, filter, start));
            case FIREFOX -> {
                FirefoxExport export = new FirefoxExport(filter);
                TraceSummary summary = input.read("reading", export);
                // Each column of the profile is another walk through the rows.
                try (OutputStream shown = ProgressLine.writing(out, summary.bytes())) {
                    export.write(summary, shown);
                }
                yield summary;
            }
        };
    }

    private static <T extends TraceListener & Closeable> TraceSummary closed(InputTrace input, T export)
            throws IOException {
        TraceSummary summary = input.read("exporting", export);
        export.close();
        return summary;
    }
}
