package dev.zonecast.cli;

import dev.zonecast.capture.live.LiveInterval;
import dev.zonecast.capture.live.LiveSession;
import dev.zonecast.capture.tracy.TracySession;
import dev.zonecast.tracy.TracyConnection;
import java.io.IOException;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows a running program's figures of each second in the terminal. */
@Command(
        name = "watch",
        description = {
            "Shows a running program in the terminal, renewed each second: frame times, the slowest CPU and GPU zones,",
            "waits, plots, losses. The program contains a Tracy client: Zonecast, or Tracy 0.11.1 to 0.14. Ctrl-C ends the view;",
            "the program continues."
        },
        footer = {
            "",
            "Exit codes: 0 done, or the program has ended; 2 not possible, or the connection broke;",
            "130 after Ctrl-C."
        },
        mixinStandardHelpOptions = true)
final class WatchCommand extends ToolCommand {
    private static final int MAX_ROWS = 1000;

    @Parameters(
            arity = "0..1",
            paramLabel = "PID|HOST:PORT",
            defaultValue = ClientAddress.DEFAULT,
            converter = WatchTarget.Converter.class,
            description = "process id or address of the program (default: ${DEFAULT-VALUE})")
    private WatchTarget target;

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            defaultValue = "1s",
            converter = WatchInterval.class,
            description = "time that a table covers: 500ms, 2s, 1m (default: ${DEFAULT-VALUE})")
    private Duration interval;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "10",
            description = "at most N rows in each list (default: ${DEFAULT-VALUE})")
    private int rows;

    @Option(names = "--once", description = "print one table and end")
    private boolean once;

    @Option(
            names = "--plain",
            description = "print one table below the other (default if the standard output is no terminal)")
    private boolean plain;

    @Option(names = "--wait", description = "wait until the program listens; not with a PID")
    private boolean wait;

    private volatile LiveSession session;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (rows < 1 || rows > MAX_ROWS) {
            throw wrongOption("--rows wants a number from 1 to " + MAX_ROWS);
        }
        if (wait && target.address() == null) {
            throw wrongOption("--wait wants HOST:PORT: a process that is not there yet has no id");
        }
        boolean onTerminal = !plain && !once && ProgressLine.isTerminal();
        try (WatchScreen screen = onTerminal ? WatchScreen.ofTerminal() : WatchScreen.plain(out());
                Interruption interruption = new Interruption(() -> stop(screen), () -> {});
                TracyConnection connection = target.connect(wait, this::say)) {
            return watch(connection, screen, interruption);
        }
    }

    /** On Ctrl-C. */
    private boolean stop(WatchScreen screen) {
        screen.close();
        LiveSession running = session;
        if (running == null) {
            return false;
        }
        running.stop();
        return true;
    }

    private int watch(TracyConnection connection, WatchScreen screen, Interruption interruption)
            throws IOException, InterruptedException {
        LiveSession running = LiveSession.start(connection, interval);
        session = running;
        WatchView view = new WatchView(connection.welcome(), rows);
        boolean isDone = false;
        // Once it is done, it does not wait for another interval.
        for (LiveInterval shown = running.next(); shown != null; shown = isDone ? null : running.next()) {
            if (interruption.hasCome()) {
                continue;
            }
            boolean isPast = !connection.welcome().onDemand() && shown.isCatchingUp() && !shown.isLast();
            if (!once || !isPast) {
                screen.show(view.lines(shown, isPast, screen));
            }
            isDone = (once && !isPast) || screen.isGone();
        }
        running.stop();
        TracySession.Outcome outcome = running.outcome();
        screen.close();
        return isDone ? ExitCode.OK : exitCode(outcome);
    }

    private int exitCode(TracySession.Outcome outcome) {
        return switch (outcome.end()) {
            case FINISHED -> {
                say("the program has ended");
                yield ExitCode.OK;
            }
            case TIME, FRAMES, STOPPED -> ExitCode.OK;
            case GONE -> {
                say("the connection to the program broke");
                yield ExitCode.FAILED;
            }
            case DAMAGED, REFUSED -> {
                say(Reason.of(outcome.failure()));
                yield ExitCode.FAILED;
            }
        };
    }
}
