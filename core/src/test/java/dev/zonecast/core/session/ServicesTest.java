package dev.zonecast.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.BrokenLog;
import dev.zonecast.core.ChildJvm;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sinks that the service loader finds, as on a class path. */
class ServicesTest {
    /** Cannot be made. */
    public static final class Failing implements EventSink {
        /** Throws. */
        public Failing() {
            throw new IllegalStateException("broken service");
        }

        @Override
        public String description() {
            return "failing";
        }

        @Override
        public void event(Event event) {}
    }

    /** Reports its end. */
    public static final class Working implements EventSink {
        /** For the service loader. */
        public Working() {}

        @Override
        public String description() {
            return "working";
        }

        @Override
        public void event(Event event) {}

        @Override
        public void end(long nanos, long limitNanos) {
            System.out.println("works");
        }
    }

    static final class Program {
        private Program() {}

        /** Has both sinks in no module. */
        private static final class Services extends ClassLoader {
            private final Path names;

            Services(Path names) {
                super(ServicesTest.class.getClassLoader());
                this.names = names;
            }

            @Override
            protected Enumeration<URL> findResources(String name) throws IOException {
                return name.equals("META-INF/services/" + EventSink.class.getName())
                        ? Collections.enumeration(List.of(names.toUri().toURL()))
                        : Collections.emptyEnumeration();
            }

            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                return name.startsWith(ServicesTest.class.getName() + "$") ? own(name) : super.loadClass(name, resolve);
            }

            private Class<?> own(String name) throws ClassNotFoundException {
                try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                    byte[] bytes = in.readAllBytes();
                    return defineClass(name, bytes, 0, bytes.length);
                } catch (IOException e) {
                    throw new ClassNotFoundException(name, e);
                }
            }
        }

        public static void main(String[] arguments) {
            if (arguments.length > 1) {
                BrokenLog.from(arguments[1]);
            }
            Thread.currentThread().setContextClassLoader(new Services(Path.of(arguments[0])));
            boolean ignored = Zonecast.start();
            System.out.println("ended " + Zonecast.shutdown(Duration.ofSeconds(60)));
        }
    }

    @Test
    void shouldAttachTheOthersWhenOneCannotBeMade(@TempDir Path folder) throws Exception {
        Path names = Files.write(folder.resolve("names"), List.of(Failing.class.getName(), Working.class.getName()));

        ChildJvm.Result result = new ChildJvm()
                .flags("-Dzonecast.listen=false")
                .run(Program.class, names.toString())
                .expectSuccess();

        assertEquals(List.of("works", "ended true"), result.outLines(), result.toString());
        assertTrue(result.err().contains("cannot be made, and gets no events"), result.err());
    }

    @Test
    void shouldAttachTheOthersWhenTheLogThrowsAtTheLineAboutOneThatCannotBeMade(@TempDir Path folder) throws Exception {
        Path names = Files.write(folder.resolve("names"), List.of(Failing.class.getName(), Working.class.getName()));

        ChildJvm.Result result = new ChildJvm()
                .flags("-Dzonecast.listen=false")
                .run(Program.class, names.toString(), "cannot be made, and gets no events")
                .expectSuccess();

        assertEquals(List.of("works", "ended true"), result.outLines(), result.toString());
    }
}
