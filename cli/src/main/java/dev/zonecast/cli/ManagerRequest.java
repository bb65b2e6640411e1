package dev.zonecast.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Requests to the manager. Each prints the answer. */
abstract class ManagerRequest extends ToolCommand {
    @Mixin
    private ManagerPlace place;

    List<String> ask(String... words) throws IOException {
        return place.tell(words);
    }

    /** What is recorded of which programs. */
    @Command(
            name = "status",
            description = {
                "Prints the manager's recording, and for each program what it recorded and dropped,",
                "its state and clock."
            },
            mixinStandardHelpOptions = true)
    static final class Status extends ManagerRequest {
        private static final int FIELDS = 8;

        @Override
        public Integer call() throws IOException {
            List<String> lines = ask("status");
            out().println(lines.getFirst().replaceFirst("\t", ": ").replace("\t", ", "));
            if (lines.size() > 1) {
                TextTable table = new TextTable(
                                "program", "process", "state", "recorded", "dropped records", "dropped events", "clock")
                        .left(6);
                for (String line : lines.subList(1, lines.size())) {
                    String[] f = line.split("\t", FIELDS);
                    table.row(f[2], f[1], f[3], bytes(f[5]), f[6], f[7], f[4]);
                }
                table.print(out());
            }
            return ExitCode.OK;
        }

        private static String bytes(String text) {
            return text.equals("-") ? text : Units.bytes(Long.parseLong(text));
        }
    }

    /** Which categories programs have. */
    @Command(
            name = "categories",
            description = "Lists the categories that the manager's programs registered, with the programs of each.",
            mixinStandardHelpOptions = true)
    static final class Categories extends ManagerRequest {
        private static final int FIELDS = 4;

        @Override
        public Integer call() throws IOException {
            Map<String, Set<String>> programs = new TreeMap<>();
            for (String line : ask("categories")) {
                String[] f = line.split("\t", FIELDS);
                programs.computeIfAbsent(f[3], _ -> new TreeSet<>()).add(f[2]);
            }
            if (!programs.isEmpty()) {
                TextTable table = new TextTable("category", "programs").left(1);
                programs.forEach((name, of) -> table.row(name, String.join(", ", of)));
                table.print(out());
            }
            return ExitCode.OK;
        }
    }

    /** What the manager's programs have in their buffers. */
    @Command(
            name = "snapshot",
            description = "Saves the current buffers of the manager's programs. The recording continues.",
            mixinStandardHelpOptions = true)
    static final class Snapshot extends ManagerRequest {
        @Parameters(paramLabel = "FILE", description = "the archive")
        private Path file;

        @Override
        public Integer call() throws IOException {
            needFile("FILE", file);
            ask("snapshot", file.toAbsolutePath().toString()).forEach(out()::println);
            return ExitCode.OK;
        }
    }

    /** The end of what {@code record --all} began. */
    @Command(
            name = "stop",
            description = "Ends the manager's recording, writes the archive and prints its name.",
            mixinStandardHelpOptions = true)
    static final class Stop extends ManagerRequest {
        @Override
        public Integer call() throws IOException {
            List<String> lines = ask("stop");
            out().println(lines.getFirst());
            lines.subList(1, lines.size()).forEach(this::say);
            return ExitCode.OK;
        }
    }
}
