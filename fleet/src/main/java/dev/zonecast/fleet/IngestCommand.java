package dev.zonecast.fleet;

import dev.zonecast.cli.ExitCode;
import dev.zonecast.cli.ProgressLine;
import dev.zonecast.cli.ToolCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import me.tongfei.progressbar.ProgressBar;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Recordings into a dataset. */
@Command(
        name = "ingest",
        description =
                "Takes recordings and summaries into a dataset. Files that it has are passed over, and damaged files of a"
                        + " folder. A damaged file that is named by itself is an error; the others are taken.",
        mixinStandardHelpOptions = true)
final class IngestCommand extends ToolCommand {
    private static final int NAMED_FILES = 20;

    @Parameters(
            paramLabel = "FOLDER",
            arity = "1..*",
            description =
                    "folders with recordings (.fxt, .fxt.gz, .fxt.zst, .fxt.lz4) and summaries (.zcs.gz), or files")
    private List<Path> folders;

    @Mixin
    private Target target;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "a fact of all these sessions, in place of the recordings' own: " + SessionFacts.KEYS
                    + "; may be given again")
    private Map<String, String> stated = new LinkedHashMap<>();

    @Option(names = "--zone-events", description = "also keep every single zone")
    private boolean zoneEvents;

    @Option(names = "--threads", paramLabel = "N", description = "read N files at a time (default: one a processor)")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Override
    public Integer call() throws IOException {
        needFile("-o", target.folder());
        if (threads < 1) {
            throw wrongOption("--threads: 1 or more");
        }
        for (String key : stated.keySet()) {
            if (SessionFacts.key(key) == null) {
                throw wrongOption("--set: no fact \"" + key + "\". There are " + SessionFacts.KEYS);
            }
        }
        Map<Path, String> unread = new LinkedHashMap<>();
        List<SourceFile> files = Ingest.files(folders, System.currentTimeMillis(), unread);
        Ingest.Result result;
        try (Dataset.Writing dataset = target.open();
                ProgressBar progress = ProgressLine.steps("reading", files.size())) {
            result = new Ingest(new Ingest.Settings(stated, zoneEvents, threads, progress::step), unread)
                    .take(files, dataset);
        }
        return print(files.size(), result) ? ExitCode.OK : ExitCode.FAILED;
    }

    /** Prints what the ingest did; false if a file is damaged that the user named. */
    private boolean print(int files, Ingest.Result result) {
        Map<Path, String> passedOver = new LinkedHashMap<>(result.damaged());
        for (Path folder : folders) {
            String reason = passedOver.remove(folder.toAbsolutePath().normalize());
            if (reason != null) {
                say(folder + ": " + reason);
            }
        }
        passedOver.entrySet().stream()
                .limit(NAMED_FILES)
                .forEach(each -> say("passed over: " + each.getKey() + ": " + each.getValue()));
        if (passedOver.size() > NAMED_FILES) {
            say("passed over: " + (passedOver.size() - NAMED_FILES) + " more");
        }
        out().println(files + " files: took " + result.sessions() + " sessions; " + result.known() + " files known, "
                + result.duplicates() + " sessions known, " + result.young() + " sessions still written, "
                + result.damaged().size() + " files damaged");
        return passedOver.size() == result.damaged().size();
    }
}
