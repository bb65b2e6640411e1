package dev.zonecast.cli;

import dev.zonecast.capture.manager.DeadPrograms;
import dev.zonecast.capture.manager.Manager;
import dev.zonecast.flight.buffer.RuntimeFolder;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The one that records several programs at once. */
@Command(
        name = "manager",
        description = {
            "Waits for programs that were started with -Dzonecast.manager=true. They need zonecast-flight. Runs until Ctrl-C.",
            "record --all, snapshot, stop, status and categories control it."
        },
        mixinStandardHelpOptions = true)
final class ManagerCommand extends ToolCommand {
    private static final long RECOVERY_INTERVAL_MILLIS = 2000;

    @Mixin
    private ManagerPlace place;

    @Option(
            names = "--recovered",
            paramLabel = "FOLDER",
            description = "folder for traces of crashed programs (default: recovered in the runtime folder)")
    private Path recovered;

    @Override
    public Integer call() throws IOException {
        RuntimeFolder runtime = place.open();
        Manager manager = new Manager(runtime);
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> end(manager)));
        say("waits for programs in " + runtime.path());
        // Programs may connect during it: what a killed manager left may have to wait for those that live.
        Path traces = recovered != null ? recovered : runtime.path().resolve("recovered");
        DeadPrograms dead =
                new DeadPrograms(runtime, traces, trace -> say("wrote " + trace + ", of a program that died"));
        Thread.ofPlatform().daemon().name("zonecast-recovery").start(() -> {
            recoverSessions(manager);
            recoverPrograms(dead);
        });
        manager.run();
        return ExitCode.OK;
    }

    /** Ctrl-C: a recording that runs is ended as by stop. */
    private void end(Manager manager) {
        try (manager) {
            if (manager.isRecording()) {
                // A stop or an alert may have begun the end.
                boolean _ = sayEnded(manager.endOrAwaitEnd("the end of the manager"));
            }
        } catch (IOException e) {
            say(Reason.of(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void recoverSessions(Manager manager) {
        try {
            for (Path archive : manager.recoverSessions()) {
                say("recovered the recording of a killed manager: " + archive);
            }
        } catch (IOException e) {
            say(Reason.of(e));
        }
    }

    private void recoverPrograms(DeadPrograms dead) {
        String told = "";
        try {
            while (true) {
                try {
                    int _ = dead.recover();
                } catch (IOException e) {
                    // Perhaps it goes the next time; each reason is said once.
                    String reason = Reason.of(e);
                    if (!reason.equals(told)) {
                        say(reason);
                        told = reason;
                    }
                }
                Thread.sleep(RECOVERY_INTERVAL_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
