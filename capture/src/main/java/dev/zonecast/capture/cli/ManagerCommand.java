package dev.zonecast.capture.cli;

import dev.zonecast.capture.manager.Manager;
import dev.zonecast.core.buffer.RuntimeFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The one that records several programs at once. */
@Command(
        name = "manager",
        description = {
            "Waits for programs that were started with -Dzonecast.manager=true, until it is ended.",
            "record --all, snapshot, stop and providers tell it what to do. See docs/manager.md."
        },
        mixinStandardHelpOptions = true)
final class ManagerCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ManagerPlace place;

    @Override
    public Integer call() throws IOException {
        RuntimeFolder runtime = place.open();
        Manager manager = new Manager(runtime);
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> {
            try {
                manager.close();
            } catch (IOException e) {
                // It ends anyway.
            }
        }));
        say("waits for programs in " + runtime.path());
        // Programs may come meanwhile: what a killed manager left may have to wait for those that live.
        Thread.ofPlatform().daemon().name("zonecast-recovery").start(() -> recover(manager));
        manager.run();
        return ExitCode.OK;
    }

    private void recover(Manager manager) {
        try {
            for (Path archive : manager.recoverSessions()) {
                say("wrote " + archive + ", which a manager has left that was killed");
            }
        } catch (IOException e) {
            say(Reason.of(e));
        }
    }

    private void say(String line) {
        spec.commandLine().getErr().println("zonecast: " + line);
    }
}
