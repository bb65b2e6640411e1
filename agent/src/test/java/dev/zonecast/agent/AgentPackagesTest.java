package dev.zonecast.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Hooks use the agent; the agent knows hooks by their names alone, because another class loader loads them. */
class AgentPackagesTest {
    private static final Path CLASSES = Path.of("target/classes/dev/zonecast/agent");

    @Test
    void shouldUsePackagesInOneDirection() throws Exception {
        var found = new TreeSet<String>();
        List<Path> classes;
        try (Stream<Path> files = Files.list(CLASSES)) {
            classes = files.filter(file -> file.toString().endsWith(".class") && !file.endsWith("package-info.class"))
                    .toList();
        }
        for (Path file : classes) {
            for (PoolEntry entry : ClassFile.of().parse(file).constantPool()) {
                if (entry instanceof ClassEntry type
                        && type.asInternalName().matches("dev/zonecast/(agent/(gl|vk)|gpu|framecapture|lwjgl)/.*")) {
                    found.add(file.getFileName() + " uses " + type.asInternalName());
                }
            }
        }

        assertEquals("[]", found.toString());
    }
}
