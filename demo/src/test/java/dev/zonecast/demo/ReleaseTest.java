package dev.zonecast.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The program behind {@code zonecast release}, without the builds. */
class ReleaseTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final String POM = """
            <project><name>a</name><description>b</description><url>c</url><licenses><license/></licenses>
            <developers><developer/></developers><scm><url>d</url></scm><version>1.0</version></project>
            """;

    @TempDir
    Path folder;

    private record Result(int code, String text) {}

    private static Result release(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                ROOT.resolve("release/Release.java").toString(),
                ROOT.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().remove("ZONECAST_CENTRAL_TOKEN");
        Process process = builder.start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), text);
    }

    private Path artifact(String name, String content) throws Exception {
        Path file = folder.resolve("dev/zonecast/zonecast-a/1.0/zonecast-a-1.0" + name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        Files.writeString(Path.of(file + ".asc"), "signature");
        for (String algorithm : List.of("MD5", "SHA-1", "SHA-256", "SHA-512")) {
            byte[] sum = MessageDigest.getInstance(algorithm).digest(content.getBytes(StandardCharsets.UTF_8));
            String end = algorithm.replace("-", "").toLowerCase(Locale.ROOT);
            Files.writeString(Path.of(file + "." + end), HexFormat.of().formatHex(sum));
        }
        return file;
    }

    private void module() throws Exception {
        artifact(".pom", POM);
        for (String end : List.of(".jar", "-sources.jar", "-javadoc.jar", "-cyclonedx.json")) {
            artifact(end, end);
        }
    }

    @Test
    void shouldRefuseInOneLineWhenPublishingWithoutCredentials() throws Exception {
        Result result = release("--key", "ABCD");

        assertEquals(69, result.code());
        assertEquals(1, result.text().lines().count(), result.text());
        assertTrue(result.text().contains("ZONECAST_CENTRAL_TOKEN")
                && result.text().contains("--dry-run"));
    }

    @ParameterizedTest
    @CsvSource({
        "'', 'release wants --dry-run, --key ID or --check FOLDER'",
        "--dryrun, unknown argument: --dryrun",
        "--dry-run now, unknown argument: now",
        "--check, a value is missing: --check",
        "--check no-such-folder, no such folder: no-such-folder"
    })
    void shouldShowTheUsageWhenTheArgumentsAreWrong(String arguments, String mistake) throws Exception {
        Result result = release(arguments.isEmpty() ? new String[0] : arguments.split(" "));

        assertEquals(2, result.code());
        List<String> lines = result.text().lines().toList();
        assertEquals("zonecast: " + mistake, lines.getFirst());
        assertTrue(lines.get(1).startsWith("Usage: zonecast release --dry-run"), result.text());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h"})
    void shouldPrintTheUsageWhenAsked(String option) throws Exception {
        Result result = release(option);

        assertEquals(0, result.code(), result.text());
        assertTrue(result.text().startsWith("Usage: zonecast release --dry-run"), result.text());
    }

    @Test
    void shouldAcceptACompleteFolder() throws Exception {
        module();

        Result result = release("--check", folder.toString());

        assertEquals(0, result.code(), result.text());
        assertTrue(result.text().contains("complete: 1 modules, 5 artifacts"), result.text());
    }

    @Test
    void shouldNameAllThatAFolderLacks() throws Exception {
        module();
        Path pom = artifact(".pom", POM.replaceAll("<scm>.*</scm>", "").replace("1.0", "1.0-SNAPSHOT"));
        Files.delete(pom.resolveSibling("zonecast-a-1.0-javadoc.jar"));
        Files.delete(pom.resolveSibling("zonecast-a-1.0.jar.asc"));
        Files.writeString(pom.resolveSibling("zonecast-a-1.0-sources.jar"), "changed");

        Result result = release("--check", folder.toString());

        assertEquals(69, result.code());
        for (String missing : List.of(
                "zonecast-a-1.0-javadoc.jar",
                "<scm> in zonecast-a-1.0.pom",
                "a released version in zonecast-a-1.0.pom",
                "zonecast-a-1.0.jar.asc",
                "a correct zonecast-a-1.0-sources.jar.sha256")) {
            assertTrue(result.text().contains(missing), missing + " in " + result.text());
        }
    }

    @Test
    void shouldPublishAllModulesButThoseOfTheCheckout() throws IOException {
        String parent = Files.readString(ROOT.resolve("pom.xml"));
        String bom = Files.readString(ROOT.resolve("bom/pom.xml"));

        // The BOM lists what is published.
        for (MatchResult found :
                Pattern.compile("<module>([^<]+)").matcher(parent).results().toList()) {
            String module = found.group(1);
            boolean published = !List.of("bom", "demo", "bench", "fleet").contains(module);
            boolean listed = bom.contains("<artifactId>zonecast-" + module + "</artifactId>\n        <version>");
            assertEquals(published, listed, module);
        }
    }
}
