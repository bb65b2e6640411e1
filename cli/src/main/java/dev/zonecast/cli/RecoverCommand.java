package dev.zonecast.cli;

import dev.zonecast.capture.manager.LeftSession;
import dev.zonecast.flight.buffer.ProgramFolder;
import dev.zonecast.flight.buffer.RuntimeFolder;
import dev.zonecast.flight.recovery.ProgramRecovery;
import dev.zonecast.fxt.GapRepair;
import dev.zonecast.trace.TraceChecksum;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceSummary;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Traces of programs that died. */
@Command(
        name = "recover",
        description = {
            "Recovers the trace of a crashed program from its trace buffer, or repairs a recording that was cut off.",
            "Without FOLDER it lists the traces that can be recovered."
        },
        mixinStandardHelpOptions = true)
final class RecoverCommand extends ToolCommand {
    private static final long MEBIBYTE = 1 << 20;
    private static final long MAX_KEPT_MEBIBYTES = Long.MAX_VALUE / MEBIBYTE;

    @Parameters(
            arity = "0..1",
            paramLabel = "FOLDER",
            description =
                    "folder of a crashed program or manager, or the program's process id; or a runtime folder; or the file of a"
                            + " recording")
    private String folder;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description =
                    "output file (default: PROCESS-START.fxt in the current folder; for a manager's recording its own"
                            + " output; for a file recovered-NAME beside it)")
    private Path output;

    @Option(names = "--all", description = "recover the traces of all crashed programs")
    private boolean all;

    @Option(names = "--delete", description = "delete the folder after its recovery")
    private boolean delete;

    @Option(names = "--clean", description = "delete folders of crashed programs; --older and --keep select them")
    private boolean clean;

    @Option(
            names = "--older",
            paramLabel = "HOURS",
            defaultValue = "24",
            description = "with --clean: delete folders older than HOURS (default: ${DEFAULT-VALUE})")
    private double olderHours;

    @Option(
            names = "--keep",
            paramLabel = "MIB",
            description = "with --clean: also delete the oldest folders until at most MIB remain")
    private Long keepMebibytes;

    @Option(
            names = "--verify",
            paramLabel = "FILE",
            description = "check that a saved trace is unchanged since it was saved")
    private Path verify;

    @Override
    public Integer call() throws IOException {
        if (verify != null) {
            return verify();
        }
        needFile("-o", output);
        Path given = folder == null || isNumber() ? null : Path.of(folder);
        if (!clean) {
            refuse("needs --clean", "--older", "--keep");
        } else {
            refuse("cannot be used with --clean", "--output", "--all", "--delete");
            checkLimits();
            if (isNumber() || (given != null && isOneTrace(given))) {
                throw wrongOption("--clean wants a runtime folder: " + folder + " is one program or recording");
            }
        }
        if (given != null && isProgram(given)) {
            // Its name is the trace's: "." has none.
            return recover(new ProgramFolder(given.toAbsolutePath().normalize()));
        }
        if (given != null && LeftSession.isOne(given)) {
            return recoverSession(given);
        }
        if (given != null && Files.isRegularFile(given)) {
            refuse("wants the folder of a program: " + folder + " is a file", "--delete");
            return recoverFile(given);
        }
        if (given != null && !Files.exists(given)) {
            // A runtime folder would be made.
            throw new NoSuchFileException(folder);
        }
        RuntimeFolder runtime = RuntimeFolder.open(given);
        List<ProgramFolder> dead = dead(runtime);
        if (isNumber()) {
            dead.removeIf(each -> each.pid() != Long.parseLong(folder));
            if (dead.isEmpty()) {
                throw new IOException("no crashed program with process id " + folder
                        + " left a trace: zonecast recover lists the traces");
            }
            return recover(dead.getLast());
        }
        if (clean) {
            return clean(dead);
        }
        if (!all) {
            return list(runtime, dead);
        }
        List<Path> sessions = sessions(runtime);
        if (output != null && dead.size() + sessions.size() > 1) {
            throw wrongOption("-o names one file, but there are " + (dead.size() + sessions.size()) + " traces");
        }
        int exit = ExitCode.OK;
        for (Path session : sessions) {
            exit = Math.max(exit, oneOfMany(() -> recoverSession(session)));
        }
        for (ProgramFolder each : dead) {
            exit = Math.max(exit, oneOfMany(() -> recover(each)));
        }
        return exit;
    }

    private void checkLimits() {
        if (!(olderHours >= 0)) {
            throw wrongOption("--older: 0 or more: " + olderHours);
        }
        if (keepMebibytes != null && (keepMebibytes < 0 || keepMebibytes > MAX_KEPT_MEBIBYTES)) {
            throw wrongOption("--keep: 0 to " + MAX_KEPT_MEBIBYTES + ": " + keepMebibytes);
        }
    }

    private static boolean isProgram(Path given) {
        return Files.exists(given.resolve("state.zc"));
    }

    private static boolean isOneTrace(Path given) {
        return isProgram(given) || LeftSession.isOne(given) || Files.isRegularFile(given);
    }

    private boolean isNumber() {
        return folder != null && folder.matches("\\d{1,18}") && !Files.exists(Path.of(folder));
    }

    private List<ProgramFolder> dead(RuntimeFolder runtime) throws IOException {
        List<ProgramFolder> dead = new ArrayList<>();
        for (ProgramFolder each : runtime.programs()) {
            // Of one that only a manager recorded, what is left belongs to that recording.
            if (!each.isAlive() && (clean ? each.isOurs() && !each.isOfRecording() : each.hasBuffer())) {
                dead.add(each);
            }
        }
        return dead;
    }

    /** Recordings of a manager that was killed; none while there is a manager, which sees to them. */
    private static List<Path> sessions(RuntimeFolder runtime) {
        try {
            return LeftSession.all(runtime.path());
        } catch (IOException e) {
            return List.of();
        }
    }

    private int recoverSession(Path session) throws IOException {
        Path archive = LeftSession.recoverAlone(session, output);
        say("recovered the recording of a killed manager: " + archive);
        printLosses(archive);
        return ExitCode.OK;
    }

    private int recoverFile(Path file) throws IOException {
        Path target = output != null ? output : file.resolveSibling("recovered-" + file.getFileName());
        CutRecording.Copy copy = CutRecording.copyWholeRecords(file, target);
        GapRepair records = copy.records();
        err().printf(Locale.ROOT, "zonecast: wrote %s: %,d bytes of whole records%n", target, records.bytes());
        if (records.gaps() > 0) {
            err().printf(
                            Locale.ROOT,
                            "zonecast: left out: %,d damaged places with %,d of the file's %,d bytes,"
                                    + " and %,d events that need them%n",
                            records.gaps(),
                            records.missingBytes(),
                            Files.size(file),
                            records.leftOut());
        }
        if (copy.stopsEarly()) {
            say("what follows in " + file + " is damaged, and left out");
        }
        printLosses(target);
        return ExitCode.OK;
    }

    private int list(RuntimeFolder runtime, List<ProgramFolder> dead) throws IOException {
        PrintWriter out = out();
        List<Path> sessions = sessions(runtime);
        for (Path session : sessions) {
            out.println("recording of a killed manager: zonecast recover " + session);
        }
        if (dead.isEmpty() && sessions.isEmpty()) {
            out.println("There is no trace to recover.");
            return ExitCode.OK;
        }
        DateTimeFormatter time =
                DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneId.systemDefault());
        for (ProgramFolder each : dead) {
            out.printf(
                    Locale.ROOT,
                    "process %d, until %s, %,d MiB: zonecast recover %s%n",
                    each.pid(),
                    time.format(Instant.ofEpochMilli(each.lastMillis())),
                    each.bytes() / MEBIBYTE,
                    each.path());
        }
        return ExitCode.OK;
    }

    private interface Step {
        int run() throws IOException;
    }

    private int oneOfMany(Step recovery) {
        try {
            return recovery.run();
        } catch (IOException e) {
            // The others have nothing to do with it.
            say(Reason.of(e));
            return ExitCode.FAILED;
        }
    }

    private int recover(ProgramFolder dead) throws IOException {
        if (dead.isAlive()) {
            throw new IOException(
                    dead.path() + ": process " + dead.pid() + " still runs; recover the trace after its end");
        }
        Path target = output != null ? output : Path.of(dead.path().getFileName() + ".fxt");
        long start = System.nanoTime();
        ProgramRecovery.Result result = ProgramRecovery.recover(dead.path(), target);
        long millis = (System.nanoTime() - start) / 1_000_000;
        err().printf(
                        Locale.ROOT,
                        "zonecast: wrote %s: %s, process %d, %,d bytes in %,d ms; %,d records from its rings%n",
                        result.file(),
                        result.programName(),
                        result.pid(),
                        result.bytes(),
                        millis,
                        result.fromRings());
        if (result.crash() != null) {
            say("the JVM crashed in native code: " + result.crash().file());
            result.crash().lines().forEach(line -> say("  " + line));
        }
        printLosses(result.file());
        if (delete && dead.isOfRecording()) {
            say(dead.path() + " is kept: a recording of the manager that still runs needs it");
        } else if (delete) {
            remove(dead);
        }
        return ExitCode.OK;
    }

    /** Why each recording ended, and what is missing: what every command finds that reads the trace. */
    private void printLosses(Path trace) throws IOException {
        TraceSummary summary = new InputTrace(trace).read("checking", new TraceListener() {});
        summary.ends().forEach(end -> say(end.text()));
        LossTable.print("losses", summary.losses().ofTrace(), err());
    }

    private int clean(List<ProgramFolder> dead) throws IOException {
        long oldestMillis = System.currentTimeMillis()
                - (long) (olderHours * Duration.ofHours(1).toMillis());
        long bytes = 0;
        for (ProgramFolder each : dead) {
            bytes += each.bytes();
        }
        // The oldest first.
        for (ProgramFolder each : dead) {
            long size = each.bytes();
            boolean tooMuch = keepMebibytes != null && bytes > keepMebibytes * MEBIBYTE;
            if (each.lastMillis() < oldestMillis || tooMuch) {
                remove(each);
                bytes -= size;
            }
        }
        return ExitCode.OK;
    }

    private void remove(ProgramFolder dead) throws IOException {
        // Deleting a folder of other files too leaves those.
        String removed = dead.delete() ? "removed %s" : "removed the program's files from %s; other files are kept";
        say(removed.formatted(dead.path()));
    }

    private int verify() throws IOException {
        if (Files.isDirectory(verify)) {
            throw new IOException(verify + ": is a folder");
        }
        TraceChecksum.Outcome outcome = TraceChecksum.verify(verify);
        out().println(verify + ": " + outcome.text());
        return outcome == TraceChecksum.Outcome.GOOD ? ExitCode.OK : ExitCode.FAILED;
    }
}
