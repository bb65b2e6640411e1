package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Several threads make first use of the profiler at once, each in another way: classes are initialised from all sides. Each round has
 * a class loader of its own, and so classes that were never used.
 */
class StartRaceTest {
    private static final int ROUNDS = 30;

    @Test
    void shouldNeitherHangNorThrowWhenThreadsStartItAtOnce(@TempDir Path folder) throws Exception {
        ChildJvm.Result result = new ChildJvm()
                .flags("--enable-native-access=ALL-UNNAMED")
                .run(Rounds.class, folder.toString())
                .expectSuccess();

        assertEquals(List.of(ROUNDS + " rounds"), result.outLines());
    }

    static final class Rounds {
        public static void main(String[] arguments) throws Exception {
            List<URL> path = new ArrayList<>();
            path.add(ChildJvm.testClasses().toUri().toURL());
            for (String entry : System.getProperty("jdk.module.path").split(java.io.File.pathSeparator, -1)) {
                path.add(Path.of(entry).toUri().toURL());
            }
            for (int round = 0; round < ROUNDS; round++) {
                Path file = Path.of(arguments[0], "race-" + round + ".fxt");
                // No parent: the JDK's other loaders know the module and would hand out its classes.
                try (var loader = new URLClassLoader(path.toArray(URL[]::new), null)) {
                    Class.forName("dev.zonecast.core.StartRaceTest$Round", true, loader)
                            .getMethod("main", String[].class)
                            .invoke(null, (Object) new String[] {file.toString()});
                }
                Files.delete(file);
            }
            System.out.println(ROUNDS + " rounds");
        }
    }

    /** Loaded anew for each round. */
    public static final class Round {
        private interface Use {
            void once() throws Exception;
        }

        public static void main(String[] arguments) throws Exception {
            List<Use> uses = List.of(
                    () -> Zone.end(Zone.begin(SourceLocation.here())),
                    () -> Zonecast.startRecording(Path.of(arguments[0])),
                    () -> Zonecast.start(Options.defaults()),
                    Zonecast::statistics,
                    () -> Plot.of("plot").set(1),
                    () -> Message.literal("x").log(),
                    Frame::mark,
                    () -> Threads.name("y"));
            CyclicBarrier together = new CyclicBarrier(uses.size());
            List<Throwable> failures = java.util.Collections.synchronizedList(new ArrayList<>());
            List<Thread> threads = uses.stream()
                    .map(use -> Thread.ofPlatform().daemon().start(() -> {
                        try {
                            together.await();
                            use.once();
                        } catch (Throwable e) {
                            failures.add(e);
                        }
                    }))
                    .toList();
            for (Thread thread : threads) {
                if (!thread.join(Duration.ofSeconds(60))) {
                    Thread.getAllStackTraces().forEach((t, trace) -> {
                        System.out.println(t);
                        for (StackTraceElement element : trace) {
                            System.out.println("    " + element);
                        }
                    });
                    System.exit(1);
                }
            }
            for (Throwable failure : failures) {
                throw new AssertionError("a first use failed", failure);
            }
            if (!Zonecast.shutdown(Duration.ofSeconds(60))) {
                throw new AssertionError("not ended in time");
            }
        }
    }
}
