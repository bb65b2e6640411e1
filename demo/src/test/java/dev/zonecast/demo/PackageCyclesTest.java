package dev.zonecast.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.File;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Packages of a module use each other in one direction. Read from the class files: imports do not show all uses. */
class PackageCyclesTest {
    private static final Pattern NAMES = Pattern.compile("(?:^|[L\\[])(dev/zonecast/(?:\\w+/)*)\\w");

    /**
     * Core's packages, from the bottom up. A package uses packages before it; {@link #AGAINST_THE_ORDER} has the exceptions.
     */
    private static final List<String> CORE_ORDER = List.of(
            "platform",
            "clock",
            "disk",
            "kind",
            "registry",
            "ring",
            "state",
            "core",
            "marker",
            "gpu",
            "event",
            "late",
            "image",
            "system",
            "recording",
            "live",
            "history",
            "collect",
            "session");

    /**
     * Uses of core's packages against their order. This list only becomes shorter. The program's first event starts the profiler; {@code
     * Zonecast} starts it by hand and attaches sinks.
     */
    private static final Set<String> AGAINST_THE_ORDER =
            new TreeSet<>(List.of("core -> event", "core -> session", "ring -> session"));

    static List<String> modules() {
        return List.of(
                "fxt",
                "tracy",
                "flight",
                "gpu-gl",
                "gpu-vk",
                "gpu-cl",
                "framecapture",
                "lua",
                "lwjgl",
                "jvm",
                "trace",
                "capture",
                "cli",
                "demo");
    }

    /** For each package of a module, the packages of the module that it uses. */
    private static Map<String, Set<String>> uses(String module) throws IOException {
        Path entry = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(path -> path.endsWith(Path.of(module, "target", "classes"))
                        || path.getFileName().toString().matches("zonecast-" + module + "-\\d.*\\.jar"))
                .findFirst()
                .orElseThrow(() -> new AssertionError(module + " is not on the class path of the tests"));
        Map<String, Set<String>> uses = new TreeMap<>();
        if (Files.isDirectory(entry)) {
            addUses(entry, uses);
        } else {
            try (FileSystem jar = FileSystems.newFileSystem(entry)) {
                addUses(jar.getPath("/"), uses);
            }
        }
        assertFalse(uses.isEmpty(), module);
        uses.forEach((from, to) -> {
            to.retainAll(uses.keySet());
            to.remove(from);
        });
        return uses;
    }

    private static void addUses(Path root, Map<String, Set<String>> uses) throws IOException {
        List<Path> classes;
        try (Stream<Path> files = Files.walk(root)) {
            classes = files.filter(file -> file.toString().endsWith(".class")
                            && file.getFileName().toString().indexOf('-') < 0)
                    .toList();
        }
        for (Path file : classes) {
            String folder = root.relativize(file.getParent()).toString();
            Set<String> used = uses.computeIfAbsent(folder.replace(File.separatorChar, '.'), name -> new TreeSet<>());
            for (PoolEntry entry :
                    ClassFile.of().parse(Files.readAllBytes(file)).constantPool()) {
                if (entry instanceof Utf8Entry text) {
                    NAMES.matcher(text.stringValue())
                            .results()
                            .map(match -> match.group(1))
                            .forEach(name -> used.add(
                                    name.substring(0, name.length() - 1).replace('/', '.')));
                }
            }
        }
    }

    /** All packages that a package uses, and that these use. */
    private static Set<String> reachable(String from, Map<String, Set<String>> uses) {
        Set<String> found = new TreeSet<>();
        List<String> open = new ArrayList<>(uses.get(from));
        while (!open.isEmpty()) {
            String next = open.removeLast();
            if (found.add(next)) {
                open.addAll(uses.get(next));
            }
        }
        return found;
    }

    @ParameterizedTest
    @MethodSource("modules")
    void shouldHaveNoCycleAmongPackages(String module) throws IOException {
        Map<String, Set<String>> uses = uses(module);

        List<String> inCycles = uses.keySet().stream()
                .filter(name -> reachable(name, uses).contains(name))
                .map(name -> name + " -> " + uses.get(name))
                .toList();

        assertEquals(List.of(), inCycles);
    }

    @Test
    void shouldUseCoresPackagesInTheirOrder() throws IOException {
        Map<String, Set<String>> uses = uses("core");
        Set<String> against = new TreeSet<>();
        uses.forEach((from, to) -> to.stream()
                .filter(name -> CORE_ORDER.indexOf(local(name)) > CORE_ORDER.indexOf(local(from)))
                .forEach(name -> against.add(local(from) + " -> " + local(name))));

        assertEquals(
                new TreeSet<>(CORE_ORDER),
                new TreeSet<>(
                        uses.keySet().stream().map(PackageCyclesTest::local).toList()));
        assertEquals(AGAINST_THE_ORDER, against);
    }

    private static String local(String name) {
        return name.equals("dev.zonecast.core") ? "core" : name.substring("dev.zonecast.core.".length());
    }
}
