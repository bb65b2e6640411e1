package dev.zonecast.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page on memory order names each class that orders memory, and methods that exist. */
class MemoryOrderTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path PAGE = ROOT.resolve("docs/explanation/memory-order.md");

    /** Module memory has the instructions, and no pairs. The others are not part of a profiled program. */
    private static final Set<String> OTHER_MODULES = Set.of("memory", "demo", "bench", "examples");

    private static final Pattern ORDERED =
            Pattern.compile("\\b[gs]et(?:Int|Long)?(?:Acquire|Release|Opaque|Volatile)\\("
                    + "|\\bVarHandle\\.\\w+Fence\\(|\\bcompareAndSetLong\\(|\\bgetAndAddLong\\("
                    + "|\\b[A-Z_]+\\.(?:compareAnd|getAnd|weakCompareAnd)\\w+\\(this\\b");

    private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w+)(?:\\.(\\w+))?`");

    @Test
    void shouldNameEveryClassThatOrdersMemory() throws IOException {
        Set<String> ordering = new TreeSet<>();
        for (Path source : sources()) {
            if (!OTHER_MODULES.contains(module(source))
                    && ORDERED.matcher(Files.readString(source)).find()) {
                ordering.add(type(source));
            }
        }

        assertTrue(ordering.contains("RingWriter") && ordering.contains("ProviderBuffer"), ordering.toString());
        ordering.removeAll(NAMED.matcher(Files.readString(PAGE))
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toSet()));
        assertEquals(Set.of(), ordering);
    }

    @Test
    void shouldNameOnlyMembersThatExist() throws IOException {
        Set<String> missing = new TreeSet<>();
        for (var named : NAMED.matcher(Files.readString(PAGE)).results().toList()) {
            String type = named.group(1);
            String member = named.group(2);
            if (!type.equals("Thread") && !type.equals("MemoryOrderTest") && !isThere(type, member)) {
                missing.add(named.group());
            }
        }

        assertEquals(Set.of(), missing);
    }

    private static boolean isThere(String type, String member) throws IOException {
        for (Path source : sources()) {
            if (type(source).equals(type)
                    && (member == null
                            || Pattern.compile("\\b" + member + "\\b")
                                    .matcher(Files.readString(source))
                                    .find())) {
                return true;
            }
        }
        return false;
    }

    private static Set<Path> sources() throws IOException {
        Set<Path> found = new TreeSet<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path main : modules.map(module -> module.resolve("src"))
                    .filter(Files::isDirectory)
                    .toList()) {
                try (Stream<Path> files = Files.walk(main)) {
                    files.filter(file -> file.toString().endsWith(".java"))
                            .filter(file -> !main.relativize(file).startsWith("test"))
                            .forEach(found::add);
                }
            }
        }
        return found;
    }

    private static String module(Path source) {
        return ROOT.relativize(source).getName(0).toString();
    }

    private static String type(Path source) {
        return source.getFileName().toString().replace(".java", "");
    }
}
