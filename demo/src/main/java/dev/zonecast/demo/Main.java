package dev.zonecast.demo;

import dev.zonecast.demo.render.FrameSize;
import java.io.PrintWriter;
import picocli.CommandLine;

/** Starts the demo. */
public final class Main {
    private Main() {}

    /** Ends the JVM with the exit code that {@link DemoCommand} documents. */
    public static void main(String[] args) {
        // Else both would use sun.misc.Unsafe, and the JVM would warn.
        System.setProperty("org.lwjgl.system.memoryBackend", "ffm");
        System.setProperty("joml.nounsafe", "true");
        dev.zonecast.cli.Main.start(Main::commandLine, args);
    }

    static CommandLine commandLine(PrintWriter out, PrintWriter err, String... ignored) {
        return dev.zonecast.cli.Main.configured(new CommandLine(new DemoCommand()), out, err)
                .registerConverter(FrameSize.class, DemoCommand::frameSize);
    }
}
