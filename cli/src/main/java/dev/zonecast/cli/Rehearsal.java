package dev.zonecast.cli;

import dev.zonecast.core.Frame;
import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Does once what most runs do. The launcher has the JVM watch it and keep what it learned in an AOT cache (JEP 514 and 515): classes,
 * and which way the hot methods go. Of the commands that read traces only two are run on many zones: where a third kind of listener
 * was seen, the compiler would no longer put the listener's code in place of the call.
 */
final class Rehearsal {
    private static final int LOCATIONS = 60;
    private static final int ROUNDS = 60_000;
    private static final int ROUNDS_PER_FRAME = 200;
    private static final int INNER = 3;

    private Rehearsal() {}

    /** Leaves nothing behind. */
    public static void main(String[] args) throws IOException {
        Path folder = Files.createTempDirectory("zonecast-rehearsal");
        Path trace = folder.resolve("trace.fxt");
        Path profile = folder.resolve("profile.json");
        try {
            record(trace);
            for (String layout : List.of("--json", "--csv")) {
                run("stats", layout, trace.toString());
            }
            for (int i = 0; i < 3; i++) {
                run("stats", trace.toString());
                run("export", "--to", "firefox", "-o", profile.toString(), trace.toString());
            }
            run("help");
        } finally {
            Files.deleteIfExists(profile);
            Files.deleteIfExists(trace);
            Files.delete(folder);
        }
    }

    private static void record(Path trace) throws IOException {
        SourceLocation[] locations = new SourceLocation[LOCATIONS];
        for (int i = 0; i < LOCATIONS; i++) {
            locations[i] = SourceLocation.of("zone " + i, "Rehearsal.method" + i, "Rehearsal.java", i + 1, i);
        }
        Zonecast.start(Options.defaults().set(Option.LISTEN, false));
        Zonecast.startRecording(trace);
        for (int i = 0; i < ROUNDS; i++) {
            long outer = Zone.begin(locations[i % 20]);
            for (int k = 0; k < INNER; k++) {
                long inner = Zone.begin(locations[20 + (i + k) % 40]);
                Zone.end(inner);
            }
            Zone.end(outer);
            if (i % ROUNDS_PER_FRAME == 0) {
                Frame.mark();
            }
        }
        Zonecast.stopRecording();
    }

    private static void run(String... args) {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        Main.commandLine(nowhere, nowhere, args).execute(args);
    }
}
