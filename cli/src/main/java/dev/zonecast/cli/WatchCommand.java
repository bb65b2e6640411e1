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
            "Shows a running program in the terminal, each second anew: frame times, the zones with the most time of CPU and GPU,",
            "waits, plots, losses. The program has a Tracy client in it: Zonecast, or Tracy 0.11.1 to 0.14. Ctrl-C ends the view; the",
            "program goes on. See docs/how-to/watch.md."
        },
        footer = {
            "",
            "Exit codes: 0 done, or the program has ended; 2 not possible, or the program was gone before its end;",
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
            description = "the program's process id, or where it listens (default: ${DEFAULT-VALUE})")
    private WatchTarget target;

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            defaultValue = "1s",
            converter = WatchInterval.class,
            description = "how long a table is about: 500ms, 2s, 1m (default: ${DEFAULT-VALUE})")
    private Duration interval;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "10",
            description = "rows of each list at most (default: ${DEFAULT-VALUE})")
    private int rows;

    @Option(names = "--once", description = "prints one table and ends")
    private boolean once;

    @Option(
            names = "--plain",
            description = "prints table after table (default where the standard output is no terminal)")
    private boolean plain;

    @Option(names = "--wait", description = "waits for the program if it does not listen yet; not with a PID")
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
        for (LiveInterval shown = running.next(); shown != null && !isDone; shown = running.next()) {
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
                say("the program was gone before its end");
                yield ExitCode.FAILED;
            }
            case DAMAGED, REFUSED -> {
                say(Reason.of(outcome.failure()));
                yield ExitCode.FAILED;
            }
        };
    }
}
