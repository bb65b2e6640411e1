package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.collect.RecordedEvents;
import dev.zonecast.core.collect.TestProfiler;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class JvmMemoryTest {
    @Test
    void shouldPlotTheJvmsMemoryWhenAsked() throws Exception {
        ChildJvm.Result result = new ChildJvm()
                .flags("-Dzonecast.listen=false", "-Dzonecast.memory=true")
                .run(Program.class);

        assertEquals(
                List.of("heap true", "non-heap true", "direct buffers true"),
                result.expectSuccess().outLines());
    }

    static final class Program {
        public static void main(String[] arguments) throws Exception {
            ByteBuffer direct = ByteBuffer.allocateDirect(10_000_000);
            RecordedEvents events = TestProfiler.attach(new RecordedEvents());
            TestProfiler.await(() -> {
                TestProfiler.flush();
                return events.count("plot") >= 10;
            });
            TestProfiler.detach(events);
            for (String name : List.of("heap", "non-heap", "direct buffers")) {
                long least = name.startsWith("direct") ? direct.capacity() : 1;
                boolean all = events.whats("plot").stream()
                        .filter(what -> what.startsWith(name + "="))
                        .allMatch(what -> Long.parseLong(what.substring(name.length() + 1)) >= least);
                System.out.println(name + " " + all);
            }
        }
    }
}
