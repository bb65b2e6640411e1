package dev.zonecast.fleet;

import dev.zonecast.cli.export.ExportJson;
import dev.zonecast.cli.export.OutputFile;
import dev.zonecast.cli.report.PageFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.core.JsonGenerator;

/** The option {@code --page}: a page with a picture of the rows and the rows themselves. It uses style and modules of the report page. */
final class FleetPage {
    @Option(names = "--page", paramLabel = "HTML", description = "write a page too: a picture, and a table of all rows")
    private Path file;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** Picocli makes it. */
    FleetPage() {}

    /** Null: no page is wanted. */
    Path file() {
        return file;
    }

    /**
     * Writes the page if it is wanted.
     *
     * @param view {@code zones} or {@code regressions}: which picture
     * @param by columns of {@code sessions} that the rows have
     * @param facts what was asked, for people
     */
    void write(String view, String title, String facts, List<String> by, ResultTable rows) throws IOException {
        if (file == null) {
            return;
        }
        try (OutputFile target = new OutputFile(file)) {
            PageFile.Part data = out -> {
                try (JsonGenerator json = ExportJson.generator(out)) {
                    json.writeStartObject();
                    json.writeStringProperty("view", view);
                    json.writeStringProperty("facts", facts);
                    json.writeName("by").writeStartArray();
                    by.forEach(json::writeString);
                    json.writeEndArray();
                    rows.writeTo(json);
                    json.writeEndObject();
                }
            };
            PageFile.write(
                    FleetPage.class,
                    "fleet",
                    "fleet",
                    title,
                    Map.of("rows", out -> PageFile.deflated(out, data)),
                    target.stream());
            target.complete();
        }
        PrintWriter err = spec.commandLine().getErr();
        err.println("zonecast: wrote " + OutputFile.name(file));
    }
}
