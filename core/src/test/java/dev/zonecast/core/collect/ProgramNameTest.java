package dev.zonecast.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgramNameTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "dev.game.Main --level 3 | Main",
                "Main | Main",
                "dev.game/dev.game.Main | Main",
                "Main x.y/z | Main",
                "/home/me/my games/game.jar --level 3 | game",
                "C:\\games\\game.jar | game",
                "'' | Java"
            })
    void shouldBeTheMainClassOrTheJarWithoutPathAndArguments(String command, String name) {
        assertEquals(name, ProgramName.ofCommand(command));
    }

    @Test
    void shouldBeTheNameGivenWhenThereIsOne() {
        assertEquals("my game", ProgramName.of("my game"));
    }
}
