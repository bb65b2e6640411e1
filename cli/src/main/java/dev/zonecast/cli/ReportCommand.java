package dev.zonecast.cli;

import dev.zonecast.cli.report.ReportData;
import dev.zonecast.cli.report.ReportPage;
import dev.zonecast.trace.TraceSummary;
import dev.zonecast.trace.stats.FirstReading;
import dev.zonecast.trace.stats.ProgramChoice;
import dev.zonecast.trace.stats.ZoneFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A recording as a page. */
@Command(
        name = "report",
        description = "Writes a page that shows a recording in a browser: one file, no network.",
        mixinStandardHelpOptions = true)
final class ReportCommand extends OutputCommand {
    private static final int MEBIBYTE = 1 << 20;

    @Option(
            names = "--max-zones",
            paramLabel = "N",
            description = "at most N zones; the shortest are left out (default: ${DEFAULT-VALUE})")
    private int maxZones = ReportData.DEFAULT_MAX_ZONES;

    @Option(
            names = "--pictures",
            paramLabel = "MIB",
            description = "image budget in MiB; over budget, every second image is dropped (default: ${DEFAULT-VALUE})")
    private int pictures = 12;

    @Override
    public Integer call() throws IOException {
        if (maxZones < 1 || pictures < 0 || pictures > 1024) {
            throw wrongOption("--max-zones: 1 or more; --pictures: 0 to 1024");
        }
        range.check();
        InputTrace trace = new InputTrace(file);
        range.readNames(trace);
        ZoneFilter filter = range.filter(trace);
        Path target = target(".html");
        TraceSummary written = write(target, trace, filter, (input, out) -> {
            ReportPage.Recording recording =
                    read(input, filter, range.programs(), maxZones, (long) pictures * MEBIBYTE);
            range.checkMatches(filter);
            ReportPage.write(recording, file.getFileName().toString(), out);
            return recording.summary();
        });
        String size = Files.isRegularFile(target) ? " (" + Units.bytes(Files.size(target)) + ")" : "";
        return done(target, size, written, filter);
    }

    /** Reads a recording for a page. */
    static ReportPage.Recording read(
            InputTrace input, ZoneFilter filter, ProgramChoice programs, int maxZones, long maxPictureBytes)
            throws IOException {
        FirstReading first = new FirstReading(filter, ReportData.MAX_CONTENTS).withMemory();
        input.readFrames("looking for the slowest frames", first);
        ReportData data = new ReportData(filter, first, () -> input.startNanos(programs), maxZones, maxPictureBytes);
        return new ReportPage.Recording(
                data, input.read("reading " + input.file().getFileName(), data));
    }
}
