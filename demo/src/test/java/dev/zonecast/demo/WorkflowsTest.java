package dev.zonecast.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** GitHub's files are read by GitHub alone: this reads them in the build. */
class WorkflowsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern PACKAGES = Pattern.compile("apt-get -q -y --no-install-recommends install(.*)");
    private static final Set<String> FORM_FIELDS = Set.of("textarea", "input", "dropdown", "checkboxes", "markdown");

    static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT.resolve(".github"))) {
            return files.filter(file -> file.toString().endsWith(".yml"))
                    .sorted()
                    .toList();
        }
    }

    static List<Path> workflows() throws IOException {
        return files().stream()
                .filter(file -> file.getParent().endsWith("workflows"))
                .toList();
    }

    static List<Path> forms() throws IOException {
        return files().stream()
                .filter(file -> file.getParent().endsWith("ISSUE_TEMPLATE"))
                .filter(file -> !file.endsWith("config.yml"))
                .toList();
    }

    private static Map<?, ?> read(Path file) throws IOException {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        return map(new Yaml(new SafeConstructor(options)).load(Files.readString(file)));
    }

    private static Map<?, ?> map(Object value) {
        return assertInstanceOf(Map.class, value);
    }

    private static List<?> list(Object value) {
        return assertInstanceOf(List.class, value);
    }

    @Test
    void shouldReadEveryFile() throws IOException {
        assertTrue(workflows().size() >= 2 && forms().size() >= 2, files().toString());
        for (Path file : files()) {
            assertFalse(read(file).isEmpty(), file.toString());
        }
    }

    @ParameterizedTest
    @MethodSource("workflows")
    void shouldHaveJobsWithStepsThatDoOneThing(Path file) throws IOException {
        Map<?, ?> workflow = read(file);
        // "on" is a truth in YAML 1.1.
        assertTrue(
                workflow.containsKey("name") && workflow.containsKey(true),
                workflow.keySet().toString());
        assertEquals(Map.of("contents", "read"), workflow.get("permissions"));
        for (Object value : map(workflow.get("jobs")).values()) {
            Map<?, ?> job = map(value);
            assertTrue(
                    job.containsKey("runs-on") && job.containsKey("timeout-minutes"),
                    job.keySet().toString());
            for (Object step : list(job.get("steps"))) {
                assertTrue(map(step).containsKey("uses") != map(step).containsKey("run"), step.toString());
            }
        }
    }

    /** Runners do not run as root: the launcher cannot install there what it installs elsewhere. */
    @ParameterizedTest
    @MethodSource("workflows")
    void shouldInstallWhatTheTestsOfTheLauncherInstall(Path file) throws IOException {
        Set<String> wanted = launcherPackages();
        int found = 0;
        for (Object job : map(read(file).get("jobs")).values()) {
            for (Object step : list(map(job).get("steps"))) {
                String command = String.valueOf(map(step).get("run")).replaceAll("\\\\\n *", "");
                var install = PACKAGES.matcher(command);
                if (install.find()) {
                    assertEquals(wanted, words(install.group(1)), file.toString());
                    found++;
                }
            }
        }
        assertTrue(found > 0, file.toString());
    }

    /** Each system and processor that the documentation has a clock for. */
    @Test
    void shouldTestOnEverySystemAndProcessor() throws IOException {
        Map<?, ?> jobs = map(read(ROOT.resolve(".github/workflows/build.yml")).get("jobs"));
        Set<String> machines = new TreeSet<>();
        for (String job : List.of("linux", "others")) {
            Map<?, ?> matrix = map(map(map(jobs.get(job)).get("strategy")).get("matrix"));
            Object systems = matrix.containsKey("os") ? matrix.get("os") : matrix.get("include");
            for (Object each : list(systems)) {
                machines.add(each instanceof Map<?, ?> row ? row.get("os").toString() : each.toString());
            }
        }

        assertEquals(
                Set.of(
                        "ubuntu-24.04",
                        "ubuntu-24.04-arm",
                        "windows-2025",
                        "windows-11-arm",
                        "macos-15-intel",
                        "macos-15"),
                machines);
        assertEquals(
                Set.of("3.3.3", "3.3.6"),
                Set.copyOf(list(map(map(map(jobs.get("lwjgl")).get("strategy")).get("matrix"))
                        .get("version"))));
    }

    /** Chromium is left out: the images of the runners have a Chrome. */
    private static Set<String> launcherPackages() throws IOException {
        String launcher = Files.readString(ROOT.resolve("zonecast"));
        var graphics = Pattern.compile("for package in ((?:[^;\\n]|\\\\\\n)*);").matcher(launcher);
        assertTrue(graphics.find());
        Set<String> packages = words(graphics.group(1).replaceAll("\\\\\n", " "));
        assertTrue(launcher.contains("install_packages xvfb"));
        packages.add("xvfb");
        return packages;
    }

    private static Set<String> words(String text) {
        return new TreeSet<>(List.of(text.strip().split("\\s+")));
    }

    @ParameterizedTest
    @MethodSource("forms")
    void shouldHaveFormsWithLabelledFields(Path file) throws IOException {
        Map<?, ?> form = read(file);
        for (String key : List.of("name", "description", "body")) {
            assertTrue(form.containsKey(key), key);
        }
        Set<Object> ids = new java.util.HashSet<>();
        for (Object value : list(form.get("body"))) {
            Map<?, ?> field = map(value);
            assertTrue(FORM_FIELDS.contains(String.valueOf(field.get("type"))), field.toString());
            assertTrue(map(field.get("attributes")).containsKey("label"), field.toString());
            assertTrue(ids.add(field.get("id")), field.toString());
        }
    }
}
