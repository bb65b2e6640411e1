package dev.zonecast.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.FieldRefEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every function of LWJGL that Zonecast calls exists in the versions that published engines have. */
class LwjglLinksTest {
    private static final Path ENGINES = Path.of("target", "engines");
    private static final String OURS = ".*dev/zonecast/(gpu|framecapture|lwjgl|agent)/.*\\.class";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"lwjgl-gdx", "lwjgl-jme"})
    void everyReferenceResolves(String version) throws Exception {
        var missing = new TreeSet<String>();
        int checked = 0;
        try (var lwjgl = new URLClassLoader(jars(version), ClassLoader.getPlatformClassLoader())) {
            for (var each : classes().entrySet()) {
                ClassModel model = ClassFile.of().parse(each.getValue());
                for (var entry : model.constantPool()) {
                    if (entry instanceof MemberRefEntry member
                            && member.owner().asInternalName().startsWith("org/lwjgl/")) {
                        checked++;
                        if (!exists(lwjgl, member)) {
                            missing.add(each.getKey() + ": " + text(member));
                        }
                    }
                }
            }
        }
        assertTrue(checked > 500, "references: " + checked);
        assertEquals("", String.join("\n", missing));
    }

    private static URL[] jars(String folder) throws IOException {
        try (Stream<Path> files = Files.list(ENGINES.resolve(folder))) {
            var urls = new ArrayList<URL>();
            for (Path file : files.toList()) {
                urls.add(file.toUri().toURL());
            }
            return urls.toArray(URL[]::new);
        }
    }

    /** Class files of the agent's jar, by name. */
    private Map<String, byte[]> classes() throws Exception {
        var found = new TreeMap<String, byte[]>();
        try (var jar = new ZipFile(AgentJar.make(folder).toFile())) {
            for (ZipEntry entry : Collections.list(jar.entries())) {
                if (entry.getName().matches(OURS)) {
                    found.put(entry.getName(), jar.getInputStream(entry).readAllBytes());
                }
            }
        }
        return found;
    }

    private static String text(MemberRefEntry member) {
        return member.owner().asInternalName() + "." + member.name().stringValue()
                + member.type().stringValue();
    }

    private static boolean exists(ClassLoader lwjgl, MemberRefEntry member) throws IOException {
        String owner = member.owner().asInternalName();
        if (owner.startsWith("[")) {
            return true;
        }
        boolean isField = member instanceof FieldRefEntry;
        for (String name = owner; name != null; ) {
            try (var in = lwjgl.getResourceAsStream(name + ".class")) {
                if (in == null) {
                    // java.lang.Object and interfaces of the platform.
                    return !name.equals(owner) && name.startsWith("java/") && isOfPlatform(name, member);
                }
                ClassModel model = ClassFile.of().parse(in.readAllBytes());
                if (has(model, member, isField) || isInherited(lwjgl, model, member, isField)) {
                    return true;
                }
                name = model.superclass().map(each -> each.asInternalName()).orElse(null);
            }
        }
        return false;
    }

    private static boolean isInherited(ClassLoader lwjgl, ClassModel model, MemberRefEntry member, boolean isField)
            throws IOException {
        for (var each : model.interfaces()) {
            try (var in = lwjgl.getResourceAsStream(each.asInternalName() + ".class")) {
                if (in != null) {
                    ClassModel itself = ClassFile.of().parse(in.readAllBytes());
                    if (has(itself, member, isField) || isInherited(lwjgl, itself, member, isField)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private static boolean has(ClassModel model, MemberRefEntry member, boolean isField) {
        return isField
                ? model.fields().stream()
                        .anyMatch(each -> each.fieldName()
                                        .equalsString(member.name().stringValue())
                                && each.fieldType().equalsString(member.type().stringValue()))
                : model.methods().stream()
                        .anyMatch(each -> each.methodName()
                                        .equalsString(member.name().stringValue())
                                && each.methodType().equalsString(member.type().stringValue()));
    }

    private static boolean isOfPlatform(String name, MemberRefEntry member) {
        try {
            return Arrays.stream(Class.forName(name.replace('/', '.')).getMethods())
                    .anyMatch(method -> method.getName().equals(member.name().stringValue()));
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
