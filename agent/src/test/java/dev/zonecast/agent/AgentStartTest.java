package dev.zonecast.agent;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class AgentStartTest {
    @Test
    void shouldKnowWhenMainHasBegun() {
        assertTrue(AgentStart.isLauncher("sun.launcher.LauncherHelper"));
        assertTrue(AgentStart.isLauncher("sun.instrument.InstrumentationImpl"));
        assertFalse(AgentStart.isLauncher("mygame.Main"));
        // It runs the main of a program with JavaFX.
        assertFalse(AgentStart.isLauncher("sun.launcher.LauncherHelper$FXHelper"));
    }
}
