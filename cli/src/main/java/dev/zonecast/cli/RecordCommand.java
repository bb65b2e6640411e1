package dev.zonecast.cli;

import dev.zonecast.capture.tracy.ClientFacts;
import dev.zonecast.capture.tracy.TracySession;
import dev.zonecast.core.recording.FxtRecording;
import dev.zonecast.tracy.TracyConnection;
import dev.zonecast.tracy.Welcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Records a program that has a Tracy client in it; with {@code --all}, the programs that are with the manager. */
@Command(
        name = "record",
        description = {
            "Records a running program that contains a Tracy client: Zonecast, or Tracy 0.11.1 to 0.14.",
            "With --all, the manager records its programs; the command returns when they record: see zonecast manager --help.",
            "--spec, --mode, --mebibytes, --memory, --categories and --later need --all."
        },
        footer = {
            "",
            "Exit codes: 0 done; 2 not possible, or the connection broke (the file has the events up to then);",
            "130 after Ctrl-C, which completes the recording."
        },
        mixinStandardHelpOptions = true)
final class RecordCommand extends ToolCommand {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final long ENDING_POLL_MILLIS = 20;

    @Parameters(
            arity = "0..1",
            paramLabel = "HOST:PORT",
            defaultValue = ClientAddress.DEFAULT,
            converter = ClientAddress.Converter.class,
            description = "address of the program (default: ${DEFAULT-VALUE})")
    private ClientAddress address;

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "FILE",
            description = "the recording; an existing file is overwritten")
    private Path output;

    @ArgGroup(exclusive = false)
    private AllPrograms all;

    @Mixin
    private ManagerPlace manager;

    @Option(names = "--seconds", paramLabel = "N", description = "end after N seconds")
    private Double seconds;

    @Option(names = "--frames", paramLabel = "N", description = "end after N complete frames")
    private Long frames;

    @Option(names = "--wait", description = "wait until the program listens")
    private boolean wait;

    @Option(names = "--json", description = "print the final figures as JSON")
    private boolean json;

    /** What Ctrl-C stops. */
    private volatile TracySession session;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if ((seconds != null && !(seconds > 0)) || (frames != null && frames < 1)) {
            throw wrongOption("--seconds and --frames must be above 0");
        }
        needFile("-o", output);
        if (all != null && all.areWanted()) {
            return recordAll();
        }
        refuse("needs --all", "--folder");
        try (Interruption _ = new Interruption(this::stop, () -> say("the recording was cut"));
                TracyConnection connection = address.connect(wait, this::say)) {
            int exit = record(connection);
            out().flush();
            return exit;
        }
    }

    private int recordAll() throws IOException, InterruptedException {
        refuse("cannot be used with --all", "--frames", "--wait", "--json");
        if (spec().commandLine().getParseResult().hasMatchedPositional(0)) {
            throw wrongOption("--all records the programs of the manager: HOST:PORT cannot be used with it");
        }
        if (seconds == null) {
            all.begin(manager, output).forEach(this::say);
            return ExitCode.OK;
        }
        CountDownLatch interrupted = new CountDownLatch(1);
        try (Interruption _ = new Interruption(
                () -> {
                    interrupted.countDown();
                    return true;
                },
                () -> say("the manager still writes the archive: zonecast status shows its end"))) {
            all.begin(manager, output).forEach(this::say);
            boolean _ = interrupted.await((long) (seconds * MILLIS_PER_SECOND), TimeUnit.MILLISECONDS);
            endAll();
        }
        return ExitCode.OK;
    }

    /** Ends the recording, unless an alert or another command has ended it. The manager may record to another file by then. */
    private void endAll() throws IOException, InterruptedException {
        Path archive = output.toAbsolutePath().normalize();
        List<String> lines = List.of(archive.toString());
        List<String> status = status();
        if (status.contains("output = " + archive)) {
            try {
                lines = manager.tell("stop");
            } catch (IOException e) {
                // An alert was faster.
                status = status();
                if (!hasEnded(status, archive)) {
                    throw e;
                }
            }
        } else if (!hasEnded(status, archive)) {
            throw new IOException("the recording to " + archive + " ended before its time");
        }
        out().println(lines.getFirst());
        lines.subList(1, lines.size()).forEach(this::say);
        out().flush();
    }

    /** True if the last recording that ended is the one to the archive. */
    private static boolean hasEnded(List<String> status, Path archive) {
        return status.getLast().endsWith(": " + archive);
    }

    /** Fields of the manager's line about its recording, once that is not ending. */
    private List<String> status() throws IOException, InterruptedException {
        while (true) {
            List<String> fields = List.of(manager.tell("status").getFirst().split("\t"));
            if (!fields.getFirst().equals("ending")) {
                return fields;
            }
            Thread.sleep(ENDING_POLL_MILLIS);
        }
    }

    private boolean stop() {
        TracySession running = session;
        if (running == null) {
            return false;
        }
        running.stop();
        return true;
    }

    private int record(TracyConnection connection) throws IOException {
        Welcome client = connection.welcome();
        FxtRecording recording = FxtRecording.create(output, ClientFacts.of(client), ClientFacts.beginMillis(client));
        RecordLine line = new RecordLine(err());
        TracySession.Limits limits = new TracySession.Limits(
                seconds == null ? Long.MAX_VALUE : (long) (seconds * NANOS_PER_SECOND),
                frames == null ? Long.MAX_VALUE : frames);
        say("recording " + client.programName() + " (process " + client.pid() + "), protocol " + client.protocol()
                + ", to " + output);
        TracySession running = TracySession.of(
                connection, recording, limits, (counts, kept) -> line.update(session, kept, recording.bytes()));
        session = running;
        TracySession.Outcome outcome;
        try {
            outcome = running.record();
        } catch (RuntimeException | Error e) {
            say("the session failed; the events up to then are in " + output);
            throw e;
        } finally {
            line.end();
        }
        RecordSummary summary = new RecordSummary(output, recording.fileBytes(), client, running, outcome);
        if (json) {
            printJson(summary::writeTo);
        } else {
            summary.print(out());
        }
        return exitCode(outcome);
    }

    private int exitCode(TracySession.Outcome outcome) {
        return switch (outcome.end()) {
            case FINISHED, TIME, FRAMES, STOPPED -> ExitCode.OK;
            case GONE -> {
                say("the connection to the program broke; the events up to then are in " + output);
                yield ExitCode.FAILED;
            }
            case DAMAGED, REFUSED -> {
                say(Reason.of(outcome.failure()) + "; the events up to then are in " + output);
                yield ExitCode.FAILED;
            }
        };
    }
}
