package dev.zonecast.core.state;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.BrokenLog;
import dev.zonecast.core.ChildJvm;
import dev.zonecast.core.kind.ParameterKind;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ParameterActionsTest {
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) throws Exception {
            BrokenLog.from("the action of parameter");
            CountDownLatch ran = new CountDownLatch(1);
            ParameterTable table = new ParameterTable(new ParameterActions());
            table.add("fails", ParameterKind.TRIGGER, 0).action(() -> {
                throw new IllegalStateException("broken action");
            });
            table.add("runs", ParameterKind.TRIGGER, 0).action(ran::countDown);
            System.out.println("changed " + table.change(0, 1) + " " + table.change(1, 1));
            System.out.println("ran " + ran.await(1, TimeUnit.MINUTES));
        }
    }

    @Test
    void shouldRunTheOthersWhenTheLogThrowsAtTheLineAboutOneThatFailed() throws Exception {
        ChildJvm.Result result = new ChildJvm()
                .flags("-Dzonecast.listen=false")
                .run(Program.class)
                .expectSuccess();

        assertEquals(List.of("changed true true", "ran true"), result.outLines(), result.toString());
    }
}
