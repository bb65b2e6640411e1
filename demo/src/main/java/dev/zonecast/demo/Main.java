package dev.zonecast.demo;

import dev.zonecast.demo.render.FrameSize;
import picocli.CommandLine;

/** Starts the demo. */
public final class Main {
    private Main() {}

    /** Ends the JVM with the exit code that {@link DemoCommand} documents. */
    public static void main(String[] args) {
        // Else both would use sun.misc.Unsafe, and the JVM would warn.
        System.setProperty("org.lwjgl.system.memoryBackend", "ffm");
        System.setProperty("joml.nounsafe", "true");
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new DemoCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .registerConverter(FrameSize.class, DemoCommand::frameSize);
    }
}
