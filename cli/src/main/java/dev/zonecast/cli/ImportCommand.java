package dev.zonecast.cli;

import dev.zonecast.capture.convert.ChromeJson;
import dev.zonecast.capture.convert.ImportException;
import dev.zonecast.capture.convert.ImportedTrace;
import dev.zonecast.capture.convert.TracyCsv;
import dev.zonecast.cli.export.OutputFile;
import dev.zonecast.fxt.FxtException;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.trace.TraceFile;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A trace of another program as one that the other commands read. */
@Command(
        name = "import",
        description = "Converts a trace in Chrome's JSON, or the output of tracy-csvexport -u, -g or -m, to FXT.",
        mixinStandardHelpOptions = true)
final class ImportCommand extends ToolCommand {
    private static final int BEGINNING_BYTES = 64;

    /** The first word of a recording, as text. */
    private static final String RECORDING = new String(
            ByteBuffer.allocate(Long.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(FxtLayout.MAGIC)
                    .array(),
            StandardCharsets.UTF_8);

    @Parameters(paramLabel = "FILE", description = "the trace; can be compressed (.gz, .zst, .lz4)")
    private Path file;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "the recording (default: beside the trace, with .fxt)")
    private Path output;

    @Option(names = "--json", description = "print the final figures as JSON")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        if (json) {
            needFile("-o", output);
        }
        if (output != null) {
            OutputFile.checkIsNot(file, output);
        }
        ImportedTrace trace = new ImportedTrace();
        read(trace);
        Path target = output != null
                ? output
                : file.resolveSibling(
                        file.getFileName().toString().replaceFirst("(\\.json|\\.csv)?(\\.(gz|zst|lz4))?$", "")
                                + ".fxt");
        try (OutputFile out = new OutputFile(target)) {
            trace.writeTo(out.stream());
            out.complete();
        }
        print(target, trace);
        return ExitCode.OK;
    }

    private void read(ImportedTrace trace) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IOException(file + ": is a folder");
        }
        try (InputStream raw = ProgressLine.reading("reading", Files.newInputStream(file), Files.size(file));
                BufferedInputStream in = new BufferedInputStream(TraceFile.uncompressed(raw))) {
            in.mark(BEGINNING_BYTES);
            String beginning = new String(in.readNBytes(BEGINNING_BYTES), StandardCharsets.UTF_8);
            in.reset();
            if (beginning.startsWith(RECORDING)) {
                throw new IOException(
                        file + ": is a recording: import reads Chrome's JSON and tables of tracy-csvexport");
            }
            if (TracyCsv.isTable(beginning)) {
                TracyCsv.read(in, trace);
            } else {
                ChromeJson.read(in, trace);
            }
        } catch (ImportException | FxtException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    private void print(Path target, ImportedTrace trace) {
        if (json) {
            printJson(generator -> {
                generator.writeStringProperty("file", target.toString());
                generator.writeNumberProperty("events", trace.eventCount());
                generator.writeNumberProperty("zones", trace.zones());
                LossTable.write(generator, trace.losses());
            });
            return;
        }
        say("wrote " + OutputFile.name(target) + ": " + trace.eventCount() + " events, " + trace.zones() + " zones");
        LossTable.print("losses", trace.losses(), err());
    }
}
