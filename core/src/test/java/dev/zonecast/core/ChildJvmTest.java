package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ChildJvmTest {
    @Test
    void shouldRunAMainOfTheTestsWithTheFlagsGivenWhenAsked() throws Exception {
        ChildJvm.Result result = new ChildJvm().flags("-Dfruit=apple").run(Echo.class, "a", "b c");

        assertEquals(List.of("dev.zonecast.core", "apple", "a", "b c"), result.outLines());
        assertEquals("", result.err());
        assertEquals(7, result.exit());
    }

    static final class Echo {
        public static void main(String[] arguments) {
            System.out.println(Echo.class.getModule().getName());
            System.out.println(System.getProperty("fruit"));
            for (String argument : arguments) {
                System.out.println(argument);
            }
            System.exit(7);
        }
    }
}
