package dev.zonecast.agent;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An X server without a screen, for programs that open windows. It chooses a free number, and listens to no network. */
final class VirtualDisplay implements AutoCloseable {
    private final Process server;
    private final String name;

    private VirtualDisplay(Process server, String name) {
        this.server = server;
        this.name = name;
    }

    /** Null if the machine has no Xvfb. */
    static VirtualDisplay open() throws IOException {
        Process server;
        try {
            server = new ProcessBuilder(List.of(
                            "Xvfb", "-displayfd", "1", "-screen", "0", "640x480x24", "-nolisten", "tcp", "-noreset"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            return null;
        }
        var out = new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.US_ASCII));
        String number = out.readLine();
        if (number == null) {
            throw new IOException("Xvfb ended with " + server.onExit().join().exitValue());
        }
        return new VirtualDisplay(server, ":" + number.strip());
    }

    /** For the variable {@code DISPLAY}. */
    String name() {
        return name;
    }

    @Override
    public void close() {
        server.destroy();
        server.onExit().orTimeout(10, TimeUnit.SECONDS).join();
    }
}
