package dev.zonecast.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The options that all commands have. */
class CommandLineTest {
    @ParameterizedTest
    @ValueSource(strings = {"--version", "-V"})
    void shouldPrintTheVersion(String option) {
        FleetRun run = FleetRun.of(option);

        assertEquals(0, run.exit());
        assertTrue(run.out().startsWith("zonecast "), run.out());
        assertEquals(run, FleetRun.of("zones", option));
    }

    @Test
    void shouldPrintTheHelp() {
        FleetRun run = FleetRun.of("--help");

        assertEquals(0, run.exit());
        assertTrue(run.out().startsWith("Usage: zonecast fleet "), run.out());
        assertTrue(run.out().contains("regressions"), run.out());
        assertTrue(FleetRun.of("zones", "--help").out().startsWith("Usage: zonecast fleet zones "));
    }
}
