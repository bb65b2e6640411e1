package dev.zonecast.agent.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On a Java that is too old the program runs, with one line about the agent. */
class OlderJavaTest {
    private static final String VERSION = "java.specification.version";

    @ParameterizedTest
    @CsvSource({"1.8, 8", "17, 17", "20, 20"})
    void shouldLeaveTheProgramAloneInOneLine(String version, int number) {
        String own = System.getProperty(VERSION);
        PrintStream errors = System.err;
        var printed = new ByteArrayOutputStream();
        try {
            System.setProperty(VERSION, version);
            System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
            // Without an Instrumentation: nothing is woven.
            Agent.premain("", null);
        } finally {
            System.setErr(errors);
            System.setProperty(VERSION, own);
        }

        assertEquals(
                "zonecast: this is Java " + number + ", the agent needs Java 21: the program runs without it"
                        + System.lineSeparator(),
                printed.toString(StandardCharsets.UTF_8));
    }
}
