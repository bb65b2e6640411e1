package dev.zonecast.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.session.Profiler;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.junit.jupiter.api.Test;

/** The log throws at the line about events that JFR has lost, or that cannot be read. */
class LostEventsTest {
    /** As JFR's own, which is there when its buffers were full. */
    @Name("jdk.DataLoss")
    @StackTrace(false)
    static final class Loss extends Event {
        long amount;
    }

    /** Without its field. */
    @Name("jdk.DataLoss")
    @StackTrace(false)
    static final class Unreadable extends Event {}

    static final class Program {
        private static final Duration LIMIT = Duration.ofSeconds(100);

        private Program() {}

        public static void main(String[] arguments) throws InterruptedException {
            BrokenLog log = new BrokenLog();
            System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
            Zonecast.start(Options.defaults().set(Option.LISTEN, false));
            LateLog sink = new LateLog();
            Profiler.current().attach(sink);
            JvmEvents jvm = JvmEvents.install(JvmOptions.defaults());
            jvm.flush(LIMIT);
            log.broken = true;
            for (int i = 1; i <= 2; i++) {
                if (arguments[0].equals("lost")) {
                    Loss loss = new Loss();
                    loss.amount = i;
                    loss.commit();
                } else {
                    new Unreadable().commit();
                }
                jvm.flush(LIMIT);
            }
            Zonecast.flush(LIMIT);
            System.out.println("- running: " + jvm.isRunning() + ", problem: " + jvm.problem());
            System.out.println("- counted: "
                    + (Profiler.current().statistics(LIMIT).losses().droppedEvents() >= 2));
            System.out.println("- messages: "
                    + sink.messages().stream()
                            .filter(message -> message.text().startsWith("JFR lost "))
                            .count());
            log.broken = false;
        }
    }

    private static List<String> said(String how) throws Exception {
        return ChildJvm.run(Program.class, List.of(), how)
                .lines()
                .filter(line -> line.startsWith("- "))
                .toList();
    }

    @Test
    void shouldContinueAfterALoss() throws Exception {
        assertEquals(List.of("- running: true, problem: null", "- counted: true", "- messages: 2"), said("lost"));
    }

    @Test
    void shouldContinueAfterAnEventThatCannotBeRead() throws Exception {
        assertEquals(List.of("- running: true, problem: null", "- counted: true", "- messages: 0"), said("unreadable"));
    }
}
