package dev.zonecast.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.tracy.Protocol;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Versions and numbers that README and pages have by hand are those of the build. */
class ProjectFactsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern OWN_VERSION = Pattern.compile("\\b\\d+\\.\\d+\\.\\d+(?:-SNAPSHOT)\\b");
    private static final Pattern JAR_SIZES =
            Pattern.compile("(?m)^\\| ((?:`zonecast-[a-z-]+`(?:, )?)+) \\| ([\\d, ]+) KB \\|");
    private static final List<String> NUMBERS =
            List.of("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven");

    private static String text(String file) throws IOException {
        return Files.readString(ROOT.resolve(file));
    }

    private static String first(String text, String expression) {
        var match = Pattern.compile(expression).matcher(text);
        assertTrue(match.find(), expression);
        return match.group(1);
    }

    /** A row of a table: its cells behind the first. */
    private static String row(String page, String name) {
        return first(page, "(?m)^\\| " + Pattern.quote(name) + " \\| (.*) \\|$");
    }

    @Test
    void shouldNameTheVersionOfTheBuild() throws IOException {
        String version = first(text("pom.xml"), "<version>([^<]*)</version>");
        int found = 0;
        for (Path page : WordsTest.pages()) {
            for (MatchResult match :
                    OWN_VERSION.matcher(Files.readString(page)).results().toList()) {
                assertEquals(version, match.group(), page.toString());
                found++;
            }
        }
        assertTrue(found >= 5 || !version.endsWith("-SNAPSHOT"), "versions found: " + found);
    }

    @Test
    void shouldNameTheVersionsThatItWorksWith() throws IOException {
        String pom = text("pom.xml");
        String readme = text("README.md");

        String lwjgl = first(pom, "<lwjgl.version>(\\d+\\.\\d+)[^<]*<");
        String luaj = first(pom, "<luaj.version>([^<]*)<");
        String other = first(pom, "<lwjgl.other.version>([^<]*)<");
        String oldest = first(pom, "<engines.gdx.lwjgl.version>([^<]*)<");
        assertEquals(oldest + ", " + other + ", " + lwjgl + "; " + luaj, row(readme, "LWJGL, LuaJ"));
        String tools = first(text("cli/pom.xml"), "<zonecast.java>([^<]*)<");
        assertEquals(
                first(pom, "<zonecast.java>([^<]*)<") + " and newer; the command line " + tools, row(readme, "Java"));
        String viewers = Protocol.ALL.stream().map(Protocol::release).collect(Collectors.joining(", "));
        assertTrue(row(readme, "Tracy viewer").startsWith(viewers + ":"), viewers);
    }

    @Test
    void shouldSkipTheTestsOnAnotherLwjglWithAllTests() throws IOException {
        String execution = first(text("pom.xml"), "(?s)<id>other-lwjgl</id>(.*?)</execution>");

        // Its own "skip" would go before maven.test.skip.
        assertEquals("${lwjgl.other.skip}", first(execution, "<skipTests>([^<]*)<"));
        assertFalse(execution.contains("<skip>"), execution);
    }

    @Test
    void shouldNameTheVersionsOfTheEnginesAndTheNestedJars() throws IOException {
        String pom = text("pom.xml");
        String lz4 = first(pom, "<lz4.version>([^<]*)<");

        assertTrue(text("docs/how-to/fabric.md").contains("\"at.yawk.lz4:lz4-java:" + lz4 + "\""), lz4);
        for (String engine : List.of("jme", "gdx")) {
            String version = first(pom, "<engines." + engine + ".version>([^<]*)<");
            String name = engine.equals("jme") ? "jmonkeyengine" : "libgdx";
            assertEquals(version, first(text("examples/" + name + "/pom.xml"), "<" + engine + ".version>([^<]*)<"));
            String page = text("docs/how-to/" + name + ".md");
            assertTrue(page.contains(" " + version.replace("-stable", "") + " with LWJGL "), version);
        }
    }

    @Test
    void shouldCountTheExamples() throws IOException {
        long examples;
        try (Stream<Path> projects = Files.list(ROOT.resolve("examples"))) {
            examples = projects.filter(folder -> Files.exists(folder.resolve("pom.xml")))
                    .count();
        }

        assertTrue(text("README.md").contains("[" + NUMBERS.get((int) examples) + " small programs]"), examples + "");
    }

    @Test
    void shouldNameTheTracyVersionsWithTheirProtocol() throws IOException {
        String header = Protocol.ALL.stream()
                .map(protocol -> protocol.release() + " (" + protocol.version() + ")")
                .collect(Collectors.joining(" | ", "| | ", " |"));

        assertTrue(text("docs/how-to/tracy.md").contains("\n" + header + "\n"), header);
    }

    /** Within a sixth. Without packaged modules, as before "package", there is nothing to compare. */
    @Test
    void shouldNameTheSizesOfTheJars() throws IOException {
        String version = first(text("pom.xml"), "<version>([^<]*)</version>");
        int rows = 0;
        for (MatchResult row :
                JAR_SIZES.matcher(text("docs/how-to/shipping.md")).results().toList()) {
            List<String> names = List.of(row.group(1).replace("`", "").split(", "));
            List<String> sizes = List.of(row.group(2).split(", "));
            assertEquals(names.size(), sizes.size(), row.group());
            for (int i = 0; i < names.size(); i++) {
                String module = names.get(i).substring("zonecast-".length());
                Path jar = ROOT.resolve(module + "/target/" + names.get(i) + "-" + version + ".jar");
                double named = Integer.parseInt(sizes.get(i));
                double kilobytes = Files.exists(jar) ? Files.size(jar) / 1e3 : named;
                assertEquals(kilobytes, named, kilobytes / 6 + 1, jar.toString());
                rows++;
            }
        }
        assertTrue(rows >= 10, "sizes found: " + rows);
    }
}
