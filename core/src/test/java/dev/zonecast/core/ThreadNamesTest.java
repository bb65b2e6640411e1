package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.session.Profiler;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** {@link Threads#name}, and what the JVM and sinks show of it. */
class ThreadNamesTest {
    private static String printed(String... flags) throws Exception {
        return new ChildJvm()
                .flags("-Dzonecast.listen=false")
                .flags(flags)
                .run(Program.class)
                .expectSuccess()
                .out();
    }

    @Test
    void shouldRenameTheJavaThreadAndShowTheLastName() throws Exception {
        assertEquals("""
            early: early early
            platform: renamed renamed
            virtual: light light
            twice: second second
            again: by Java by Java
            group: first first 7
            native: renamed
            """, printed());
    }

    @Test
    void shouldKeepTheNameOfTheJavaThreadWhenThatIsWanted() throws Exception {
        String expected = """
            early: old early
            platform: old renamed
            virtual: old light
            twice: old second
            again: by Java first
            group: old first 7
            native: old
            """;

        assertEquals(expected, printed("-Dzonecast.threads.rename=false"));
        // The profiler's options count once it runs, whatever the property says.
        assertEquals(expected.replace("early: old", "early: early"), printed("-Doptions=keep"));
    }

    /** Prints each thread's Java name, and its name as a sink has it. */
    static final class Program {
        private static final Duration LIMIT = Duration.ofSeconds(50);
        private static final Names NAMES = new Names();

        private Program() {}

        public static void main(String[] arguments) throws Exception {
            Thread early = Thread.ofPlatform().name("old").unstarted(() -> {
                Threads.name("early");
                startProfiler();
                print("early", "");
            });
            run(early);
            run(platform("platform", () -> Threads.name("renamed")));
            run(Thread.ofVirtual().name("old").unstarted(() -> {
                Threads.name("light");
                print("virtual", "");
            }));
            run(platform("twice", () -> {
                Threads.name("first");
                Threads.name("second");
            }));
            run(platform("again", () -> {
                Threads.name("first");
                Thread.currentThread().setName("by Java");
            }));
            run(Thread.ofPlatform().name("old").unstarted(() -> {
                Threads.group(7);
                Threads.name("first");
                print("group", " " + group());
            }));
            run(Thread.ofPlatform().name("old").unstarted(() -> {
                Threads.name("renamed");
                System.out.println("native: " + nativeName());
            }));
        }

        private static void startProfiler() {
            Options options = Options.fromSystemProperties();
            if (System.getProperty("options") != null) {
                options.set(Option.RENAME_THREADS, false);
            }
            boolean ignored = Profiler.start(options.set(Option.SYSTEM_REPORTS, false));
            Profiler.current().attach(NAMES);
        }

        private static Thread platform(String what, Runnable naming) {
            return Thread.ofPlatform().name("old").unstarted(() -> {
                naming.run();
                print(what, "");
            });
        }

        private static void run(Thread thread) throws InterruptedException {
            thread.start();
            thread.join();
        }

        private static void print(String what, String more) {
            Message.log("here");
            boolean ignored = Zonecast.flush(LIMIT);
            long id = Thread.currentThread().threadId();
            System.out.println(what + ": " + Thread.currentThread().getName() + " " + NAMES.names.get(id) + more);
        }

        private static int group() {
            Message.log("here");
            boolean ignored = Zonecast.flush(LIMIT);
            return NAMES.groups.get(Thread.currentThread().threadId());
        }

        /** As the kernel has it; where there is no such kernel, what it should be. */
        private static String nativeName() {
            try {
                return Files.readString(Path.of("/proc/thread-self/comm")).strip();
            } catch (java.io.IOException e) {
                return Thread.currentThread().getName();
            }
        }
    }

    private static final class Names implements EventSink {
        private final Map<Long, String> names = new ConcurrentHashMap<>();
        private final Map<Long, Integer> groups = new ConcurrentHashMap<>();

        @Override
        public String description() {
            return "names";
        }

        void threadStarted(EventThread thread) {
            threadChanged(thread);
        }

        void threadChanged(EventThread thread) {
            names.put(thread.id(), thread.name());
            groups.put(thread.id(), thread.group());
        }

        @Override
        public void thread(EventThread thread, Life life) {
            switch (life) {
                case STARTED -> threadStarted(thread);
                case CHANGED -> threadChanged(thread);
                default -> {}
            }
        }

        @Override
        public void event(Event event) {}
    }
}
