package dev.zonecast.cli.report;

import dev.zonecast.trace.TraceFile;
import dev.zonecast.trace.TraceReader;
import dev.zonecast.trace.TraceSummary;
import dev.zonecast.trace.stats.FirstReading;
import dev.zonecast.trace.stats.ZoneFilter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Makes pages of traces, as the command does. */
final class Pages {
    private static final int PICTURE_BYTES = 1 << 20;

    private Pages() {}

    static void write(Path trace, String title, Path page) throws IOException {
        write(trace, title, page, data -> {});
    }

    /** @param more adds to what was read */
    static void write(Path trace, String title, Path page, Consumer<ReportData> more) throws IOException {
        FirstReading first = new FirstReading(ZoneFilter.ALL, ReportData.MAX_CONTENTS).withMemory();
        long start;
        try (InputStream in = TraceFile.open(trace)) {
            start = TraceReader.readFrames(in, first).startNanos(program -> true);
        }
        ReportData data =
                new ReportData(ZoneFilter.ALL, first, () -> start, ReportData.DEFAULT_MAX_ZONES, PICTURE_BYTES);
        TraceSummary summary = TraceReader.read(trace, data);
        more.accept(data);
        try (OutputStream out = Files.newOutputStream(page)) {
            ReportPage.write(new ReportPage.Recording(data, summary), title, out);
        }
    }
}
