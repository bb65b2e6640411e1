package dev.zonecast.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.FindException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Makes the Javadoc of all modules for programs as one linked set, in {@code target/api}: "zonecast javadoc" runs this class. A broken
 * link, tag or reference is a failure.
 */
class ApiPagesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path PAGES = Path.of("target", "api").toAbsolutePath();
    private static final Path OVERVIEW = ROOT.resolve("docs/reference/api-overview.html");

    /** Folders of the modules that export packages to programs. LuaJ is no module, so lua has its descriptor here. */
    private static final List<String> PUBLIC =
            List.of("core", "fxt", "trace", "gpu-gl", "gpu-vk", "gpu-cl", "framecapture", "jvm", "lwjgl", "lua");

    private static final List<String> BENEATH = List.of("memory", "tracy", "flight");

    private static final String LUA_DESCRIPTOR = """
        /** Zones in scripts that run on LuaJ. Both are on the class path of a program: LuaJ is no module. */
        module dev.zonecast.lua {
            requires transitive dev.zonecast.core;

            exports dev.zonecast.lua;
        }
        """;

    private static final Pattern SNIPPET =
            Pattern.compile("\\{@snippet lang=java :\\n(.*?\\n\\})\\n\\}\\n", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"#]+)(?:#[^\"]*)?\"");

    @TempDir
    Path folder;

    @Test
    void shouldCompileTheFirstExampleOfTheOverview() throws IOException {
        Matcher example = SNIPPET.matcher(Files.readString(OVERVIEW));
        assertTrue(example.find(), "an example");
        Path source = Files.writeString(folder.resolve("Game.java"), example.group(1));

        DocumentationTest.compile(List.of(source), folder.resolve("classes"));

        assertTrue(Files.exists(folder.resolve("classes/Game.class")));
    }

    @Test
    void shouldMakeOneSetWithoutAWarningWhoseLinksResolve() throws IOException {
        delete(PAGES);

        List<String> messages = javadoc()
                .lines()
                .filter(line -> !line.contains("incubating module") && !line.matches("\\d+ warnings?"))
                .toList();

        assertEquals(List.of(), messages);
        Set<Path> files = files();
        List<String> broken = new ArrayList<>();
        Set<Path> modulesOfCore = new HashSet<>();
        for (Path file : files) {
            if (file.toString().endsWith(".html")) {
                for (String link : links(file)) {
                    Path target = file.resolveSibling(link).normalize();
                    if (!files.contains(target)) {
                        broken.add(PAGES.relativize(file) + ": " + link);
                    } else if (target.endsWith("dev/zonecast/core/SourceLocation.html")) {
                        modulesOfCore.add(PAGES.relativize(file).getName(0));
                    }
                }
            }
        }
        assertEquals(List.of(), broken);
        assertTrue(
                modulesOfCore.stream()
                        .map(Path::toString)
                        .toList()
                        .containsAll(Set.of("dev.zonecast.gpu.vk", "dev.zonecast.core")),
                "links from other modules to core: " + modulesOfCore);
        assertEquals(exported(), packagesOf(files));
    }

    private String javadoc() throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "-quiet",
                "-notimestamp",
                "-Xdoclint:all,-missing",
                "-d",
                PAGES.toString(),
                "-overview",
                OVERVIEW.toString(),
                "-doctitle",
                "Zonecast",
                "-windowtitle",
                "Zonecast",
                "-bottom",
                "Zonecast, BSD 3-Clause licence",
                "--add-modules",
                "jdk.incubator.vector",
                "--add-reads",
                "dev.zonecast.lua=ALL-UNNAMED"));
        Path lua = Files.createDirectories(folder.resolve("lua"));
        Files.writeString(lua.resolve("module-info.java"), LUA_DESCRIPTOR);
        for (String module : Stream.concat(PUBLIC.stream(), BENEATH.stream()).toList()) {
            String sources = ROOT.resolve(module).resolve("src/main/java").toString();
            arguments.add("--module-source-path");
            arguments.add(name(module) + "=" + sources + (module.equals("lua") ? File.pathSeparator + lua : ""));
        }
        arguments.add("--module");
        arguments.add(PUBLIC.stream().map(ApiPagesTest::name).collect(Collectors.joining(",")));
        arguments.add("--module-path");
        arguments.add(String.join(File.pathSeparator, neededJars()));
        arguments.add("--class-path");
        arguments.add(classPath().filter(jar -> jar.contains("luaj")).collect(Collectors.joining(File.pathSeparator)));
        StringWriter messages = new StringWriter();
        PrintWriter out = new PrintWriter(messages);
        int _ = ToolProvider.findFirst("javadoc").orElseThrow().run(out, out, arguments.toArray(String[]::new));
        return messages.toString();
    }

    private static String name(String folder) {
        return "dev.zonecast." + folder.replace('-', '.');
    }

    private static Stream<String> classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator));
    }

    /** The jars that the modules require, directly or through others. */
    private static Set<String> neededJars() throws IOException {
        Map<String, String> jars = new HashMap<>();
        Map<String, ModuleDescriptor> descriptors = new HashMap<>();
        for (String jar : classPath()
                .filter(each -> each.endsWith(".jar") && !each.contains("luaj"))
                .toList()) {
            try {
                ModuleFinder.of(Path.of(jar)).findAll().forEach(found -> {
                    jars.put(found.descriptor().name(), jar);
                    descriptors.put(found.descriptor().name(), found.descriptor());
                });
            } catch (FindException e) {
                // No module, so none requires it.
            }
        }
        Deque<String> wanted = new ArrayDeque<>();
        for (String module : Stream.concat(PUBLIC.stream(), BENEATH.stream()).toList()) {
            Path descriptor = ROOT.resolve(module).resolve("src/main/java/module-info.java");
            if (Files.exists(descriptor)) {
                wanted.addAll(
                        matches("(?m)^ *requires (?:transitive |static )*([\\w.]+);", Files.readString(descriptor)));
            }
        }
        Set<String> needed = new TreeSet<>();
        while (!wanted.isEmpty()) {
            String module = wanted.pop();
            boolean isOurs = module.startsWith("dev.zonecast.");
            if (!isOurs && jars.containsKey(module) && needed.add(jars.get(module))) {
                descriptors.get(module).requires().forEach(each -> wanted.add(each.name()));
            }
        }
        return needed;
    }

    // --- the pages

    private static Set<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(PAGES)) {
            return all.filter(Files::isRegularFile).collect(Collectors.toSet());
        }
    }

    private static List<String> links(Path page) throws IOException {
        return LINK.matcher(Files.readString(page))
                .results()
                .map(link -> URLDecoder.decode(link.group(1), StandardCharsets.UTF_8))
                .filter(link -> !link.startsWith("https://") && !link.startsWith("javascript:"))
                .distinct()
                .toList();
    }

    private static Set<String> exported() throws IOException {
        Set<String> packages = new TreeSet<>(Set.of("dev.zonecast.lua"));
        for (String module : PUBLIC) {
            Path descriptor = ROOT.resolve(module).resolve("src/main/java/module-info.java");
            if (Files.exists(descriptor)) {
                packages.addAll(matches("(?m)^ *exports ([\\w.]+);", Files.readString(descriptor)));
            }
        }
        return packages;
    }

    private static Set<String> packagesOf(Set<Path> files) {
        return files.stream()
                .filter(file -> file.endsWith("package-summary.html"))
                .map(PAGES::relativize)
                .map(file -> file.subpath(1, file.getNameCount() - 1).toString().replace(File.separatorChar, '.'))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<String> matches(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }

    private static void delete(Path root) throws IOException {
        if (Files.exists(root)) {
            try (Stream<Path> all = Files.walk(root)) {
                for (Path file : all.sorted((a, b) -> b.compareTo(a)).toList()) {
                    Files.delete(file);
                }
            }
        }
        assertFalse(Files.exists(root));
    }
}
