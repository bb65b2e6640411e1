package dev.zonecast.cli;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zonecast.fxt.fixtures.JavaProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line in a process of its own. */
public final class CommandProcess {
    private CommandProcess() {}

    /** The program. */
    public static JavaProgram program() {
        return new JavaProgram("dev.zonecast.cli.Main");
    }

    /** Starts a command that {@link #interrupt} can end. A shell in the background makes its children ignore the signal. */
    public static Process startInterruptible(List<String> command) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>();
        if (new ProcessBuilder("env", "--default-signal=INT", "true").start().waitFor() == 0) {
            line.addAll(List.of("env", "--default-signal=INT"));
        }
        line.addAll(command);
        return new ProcessBuilder(line).redirectErrorStream(true).start();
    }

    /** As Ctrl-C. */
    public static void interrupt(Process process) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    }

    /**
     * Runs a command with a small file system in a folder; skips the test where this user cannot mount one.
     *
     * @param before shell commands that come first, with the folder as {@code $DISK}
     * @param after shell commands that come last
     */
    public static JavaProgram.Result runOnSmallDisk(
            Path disk, String size, String before, List<String> command, String after)
            throws IOException, InterruptedException {
        String script = "mount -t tmpfs -o size=" + size + " none \"$DISK\" || exit 99; " + before
                + " \"$@\"; code=$?; " + after + " exit $code";
        List<String> line = new ArrayList<>(List.of("unshare", "-rm", "sh", "-c", script, "sh"));
        line.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
        builder.environment().put("DISK", disk.toString());
        Process process = null;
        try {
            process = builder.start();
        } catch (IOException e) {
            assumeTrue(false, "no program to make a small disk with: " + e.getMessage());
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int exit = process.waitFor();
        assumeTrue(exit != 99 && !output.contains("unshare:"), "this user may not mount: " + output);
        return new JavaProgram.Result(exit, output);
    }
}
