package dev.zonecast.core.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgramNameTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "dev.game.Main --level 3 | lib/a.jar:game.jar | Main",
                "Main | lib/a.jar | Main",
                "dev.game/dev.game.Main | '' | Main",
                "Main x.y/z.jar | lib/a.jar | Main",
                "dev.jar.Main /home/me/data.jar | target/classes | Main",
                "/home/me/my games/game.jar --level 3 | /home/me/my games/game.jar | game",
                "C:\\games\\game.jar | C:\\games\\game.jar | game",
                "jdk.compiler/com.sun.tools.javac.launcher.SourceLauncher /home/me/Game.java --level 3 | lib/a.jar | Game",
                "'' | '' | Java"
            })
    void shouldBeTheMainClassOrTheJarWithoutPathAndArguments(String command, String classPath, String name) {
        assertEquals(name, ProgramName.ofCommand(command, classPath));
    }

    @Test
    void shouldBeTheNameGivenWhenThereIsOne() {
        assertEquals("my game", ProgramName.of("my game"));
    }
}
