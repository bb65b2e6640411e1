package dev.zonecast.cli;

import dev.zonecast.capture.manager.Manager;
import dev.zonecast.capture.manager.Recording;
import dev.zonecast.capture.manager.RecordingSpec;
import dev.zonecast.flight.buffer.RuntimeFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Records a program from its first event to its end. */
@Command(
        name = "run",
        description = {
            "Starts a manager and a program, and records the program from its first event to its end.",
            "The program needs zonecast-flight."
        },
        footer = {
            "",
            "Exit codes: that of the program; 2 if it cannot be started, or ends with 0 and leaves no archive."
        },
        showEndOfOptionsDelimiterInUsageHelp = true,
        mixinStandardHelpOptions = true)
final class RunCommand extends ToolCommand {
    private static final String WAIT_SECONDS = "30";

    /** How long a program may take to end after Ctrl-C, before it is killed. */
    long programEndSeconds = 10;

    @Parameters(arity = "1..*", paramLabel = "PROGRAM", description = "the program and its arguments, after --")
    private List<String> program;

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "FILE",
            description = "the archive; an existing file is overwritten")
    private Path output;

    @Mixin
    private RecordingOptions wanted;

    @Mixin
    private ManagerPlace place;

    @Override
    public Integer call() throws IOException, InterruptedException {
        needFile("-o", output);
        Recording recording = recording();
        RuntimeFolder runtime = place.open();
        try (Manager manager = new Manager(runtime)) {
            Thread.ofPlatform().daemon().name("zonecast-manager").start(manager::run);
            Process started = command(runtime).inheritIO().start();
            // Ctrl-C in a terminal reaches the program as well. The archive is written when the program has ended.
            try (Interruption _ = new Interruption(() -> isEnded(started))) {
                record(manager, recording, started);
                int exit = started.waitFor();
                boolean isWritten = end(manager);
                return exit == ExitCode.OK && !isWritten ? ExitCode.FAILED : exit;
            }
        }
    }

    /** The program waits for it at its first event. */
    private static void record(Manager manager, Recording recording, Process started)
            throws IOException, InterruptedException {
        try {
            manager.record(recording);
        } catch (IOException e) {
            started.destroyForcibly();
            throw e;
        }
    }

    private boolean isEnded(Process program) {
        program.destroy();
        try {
            if (!program.waitFor(programEndSeconds, TimeUnit.SECONDS)) {
                program.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return true;
    }

    private Recording recording() throws IOException {
        try {
            RecordingSpec spec = wanted.spec(output);
            // The program registers its categories later.
            spec.set("later", "true");
            return spec.recording();
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** The program with the options that connect it: behind the word java, else in a variable that all of its JVMs read. */
    private ProcessBuilder command(RuntimeFolder runtime) {
        List<String> options = List.of(
                "-Dzonecast.manager=true",
                "-Dzonecast.manager.wait=" + WAIT_SECONDS,
                "-Dzonecast.buffer.folder=" + runtime.path());
        List<String> words = new ArrayList<>(program);
        ProcessBuilder command = new ProcessBuilder(words);
        String name = Path.of(words.getFirst()).getFileName().toString();
        if (name.matches("javaw?(\\.exe)?")) {
            words.addAll(1, options);
        } else {
            String quoted = "\"" + String.join("\" \"", options) + "\"";
            command.environment().merge("JAVA_TOOL_OPTIONS", quoted, (old, added) -> old + " " + added);
        }
        return command;
    }

    /** Ends the recording, unless an alert or another command ends it. Returns false if the archive was not written. */
    private boolean end(Manager manager) throws InterruptedException {
        try {
            Manager.Ended ended = manager.endOrAwaitEnd("run");
            boolean isWritten = sayEnded(ended);
            if (isWritten && ended.programs() == 0) {
                say(
                        "the program did not connect: it needs zonecast-flight on its class path, and must record an event");
            }
            return isWritten;
        } catch (IOException e) {
            say(Reason.of(e));
            return false;
        }
    }
}
