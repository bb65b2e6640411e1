package dev.zonecast.agent.boot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.FieldRefEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The agent's classes, compiled against the backport of {@code java.lang.classfile}, use the JDK's own where it has one. */
class ClassFileApiTest {
    private static final Path AGENT = Path.of("target/classes/dev/zonecast/agent");
    private static final String BACKPORT = ClassFileApi.BACKPORT.replace('.', '/');
    private static final String JDK = "java/lang/classfile/";

    private static List<Path> classes() throws Exception {
        try (Stream<Path> files = Files.walk(AGENT)) {
            return files.filter(file -> file.toString().endsWith(".class")).toList();
        }
    }

    private static boolean names(byte[] classFile, String text) {
        return new String(classFile, StandardCharsets.ISO_8859_1).contains(text);
    }

    @Test
    void shouldUseOnlyWhatTheJdkHas() throws Exception {
        var missing = new TreeSet<String>();
        int checked = 0;
        for (Path file : classes()) {
            byte[] changed = ClassFileApi.ofThisJvm(Files.readAllBytes(file));
            assertFalse(names(changed, BACKPORT), file.toString());
            for (PoolEntry entry : ClassFile.of().parse(changed).constantPool()) {
                if (entry instanceof MemberRefEntry member
                        && member.owner().asInternalName().startsWith(JDK)) {
                    checked++;
                    if (!exists(member)) {
                        missing.add(file.getFileName() + ": " + member);
                    }
                }
            }
        }
        assertTrue(checked > 150, "references: " + checked);
        assertEquals("", String.join("\n", missing));
    }

    private static boolean exists(MemberRefEntry member) throws ClassNotFoundException {
        Class<?> owner = Class.forName(member.owner().asInternalName().replace('/', '.'));
        String name = member.name().stringValue();
        String type = member.type().stringValue();
        return member instanceof FieldRefEntry
                ? Arrays.stream(owner.getFields())
                        .anyMatch(field -> field.getName().equals(name)
                                && field.getType().descriptorString().equals(type))
                : Stream.concat(Arrays.stream(owner.getMethods()), Arrays.stream(Object.class.getMethods()))
                        .anyMatch(method -> method.getName().equals(name)
                                && descriptor(method).equals(type));
    }

    private static String descriptor(Method method) {
        return MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                .descriptorString();
    }

    @Test
    void shouldGiveTheJvmValidClasses() throws Exception {
        int changedClasses = 0;
        for (Path file : classes()) {
            byte[] bytes = Files.readAllBytes(file);
            byte[] changed = ClassFileApi.ofThisJvm(bytes);
            if (names(bytes, BACKPORT)) {
                changedClasses++;
                assertEquals(List.of(), ClassFile.of().verify(changed), file.toString());
            } else {
                assertArrayEquals(bytes, changed, file.toString());
            }
        }
        assertTrue(changedClasses > 8, "classes: " + changedClasses);
    }
}
