package dev.zonecast.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.Option;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentOptionsTest {
    private static final Path PAGE = Path.of("..", "docs", "how-to", "agent.md");

    @Test
    void shouldBeTheDefaultsWithoutText() {
        AgentOptions options = AgentOptions.parse("");

        assertEquals(true, options.get(AgentOption.JVM));
        assertEquals(Optional.empty(), options.get(AgentOption.SAMPLES));
        assertEquals(false, options.get(AgentOption.LWJGL_MEMORY));
        assertEquals(Optional.empty(), options.get(AgentOption.IMAGES));
        assertEquals(Optional.empty(), options.get(AgentOption.HITCH));
        assertEquals(1L << 20, options.get(AgentOption.UPLOADS));
        assertEquals(List.of(), options.mistakes());
        assertEquals(Map.of(), options.profiler());
    }

    @Test
    void shouldReadValues() {
        AgentOptions options = AgentOptions.parse(
                "jvm=off, samples=2ms,lwjgl-memory,images=640x360@5,hitch=1s,uploads=64K,record=a.fxt.gz,zonecast.port=9000");

        assertEquals(false, options.get(AgentOption.JVM));
        assertEquals(Optional.of(Duration.ofMillis(2)), options.get(AgentOption.SAMPLES));
        assertEquals(true, options.get(AgentOption.LWJGL_MEMORY));
        assertEquals(Optional.of(new PictureOptions(640, 360, 5)), options.get(AgentOption.IMAGES));
        assertEquals(Optional.of(Duration.ofSeconds(1)), options.get(AgentOption.HITCH));
        assertEquals(65_536, options.get(AgentOption.UPLOADS));
        assertEquals(List.of(), options.mistakes());
        assertEquals(Map.of("zonecast.record", "a.fxt.gz", "zonecast.port", "9000"), options.profiler());
    }

    @Test
    void shouldHaveAValueForANameAlone() {
        AgentOptions options = AgentOptions.parse("samples,images,hitch=true,uploads,listen");

        assertEquals(Optional.of(Duration.ofMillis(10)), options.get(AgentOption.SAMPLES));
        assertEquals(Optional.of(new PictureOptions(320, 180, 30)), options.get(AgentOption.IMAGES));
        assertEquals(Optional.of(Duration.ofMillis(50)), options.get(AgentOption.HITCH));
        assertEquals(1L << 20, options.get(AgentOption.UPLOADS));
        assertEquals(Map.of("zonecast.listen", "true"), options.profiler());
    }

    @Test
    void shouldKeepCommasOfLists() {
        AgentOptions options = AgentOptions.parse(
                "methods=a.*,!a.b.*,hitch,ring.policy=audio=overwrite,*=drop,categories=UI,Physics,jvm,counters=cycles,page-faults");

        assertEquals("a.*,!a.b.*", options.get(AgentOption.METHODS));
        assertEquals(
                Map.of(
                        "zonecast.ring.policy",
                        "audio=overwrite,*=drop",
                        "zonecast.categories",
                        "UI,Physics",
                        "zonecast.counters",
                        "cycles,page-faults"),
                options.profiler());
        assertEquals(List.of(), options.mistakes());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hitch=soon | hitch takes a time from 1ms to 1000000ms, as 50ms, or off",
                "hitch=0ms | hitch takes a time from 1ms to 1000000ms, as 50ms, or off",
                "samples=100us | samples takes a time from 1ms to 60000ms, as 50ms, or off",
                "images=320 | images takes width, height and pictures a second, as 320x180@30, or off",
                "images=2x180 | images takes width, height and pictures a second, as 320x180@30, or off",
                "images=320x180@0 | images takes width, height and pictures a second, as 320x180@30, or off",
                "uploads=1Q | uploads takes a size, as 65536, 64K, 1M or 2G",
                "jvm=perhaps | jvm takes true or false",
                "methods | methods takes patterns of methods, as com.mygame.*,!com.mygame.math.*",
                "budget=much | budget takes a share in percent, as 3%, or off",
                "port=70000 | port takes a number from 0 to 65535",
                "record | record takes a path",
                "record= | record takes a path",
                "session | session takes a path",
                "bind | bind takes an address",
                "categories | categories takes names of categories, separated by commas",
                "methods= | methods takes patterns of methods, as com.mygame.*,!com.mygame.math.*",
                "samples= | samples takes a time from 1ms to 60000ms, as 50ms, or off",
                "mode=quiet | mode takes off, record, live or all",
                "buffer=round | buffer takes off, oneshot, circular or streaming"
            })
    void shouldNameAWrongValueAndItsFormAndUseTheDefault(String text, String form) {
        AgentOptions options = AgentOptions.parse(text + ",name=game");

        assertEquals(List.of(text + " cannot be read; " + form), options.mistakes());
        assertEquals(Map.of("zonecast.name", "game"), options.profiler());
        assertEquals(Map.of(), options.own());
    }

    @Test
    void shouldNameAnUnknownOption() {
        assertEquals(
                List.of(
                        "there is no option \"hich\" (the nearest is \"hitch\"); the option help lists all",
                        "there is no option \"recrd\" (the nearest is \"record\"); the option help lists all",
                        "there is no option \"nonsense\"; the option help lists all"),
                AgentOptions.parse("hich=50ms,recrd=a.fxt,nonsense").mistakes());
    }

    @Test
    void shouldListEveryOptionInTheHelp() {
        String help = AgentOption.help();

        AgentOption.ALL.forEach(option -> assertTrue(help.contains("\n  " + option.name() + " "), option.name()));
        Option.all()
                .forEach(option -> assertTrue(
                        help.contains("\n  " + AgentOptions.plain(option.toString()) + " "), option.toString()));
    }

    @Test
    void shouldBeOnThePageAsTheyAre() throws IOException {
        String page = Files.readString(PAGE);

        AgentOption.ALL.forEach(option -> {
            String row = "| `%s` | %s | %s | %s |"
                    .formatted(
                            option.name(),
                            option.usual().isEmpty() ? "none" : "`" + option.usual() + "`",
                            option.alone() == null ? "needs a value" : "`" + option.alone() + "`",
                            option.meaning() + ". Takes " + option.form().words());
            assertTrue(page.contains(row), PAGE + " has no row " + row);
        });
    }
}
