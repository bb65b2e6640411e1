package dev.zonecast.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.ConstantValueAttribute;
import java.lang.classfile.attribute.InnerClassInfo;
import java.lang.constant.ClassDesc;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The API of each published module is that of its file {@code api.txt}: a change of it is seen in a review.
 * {@code -Dzonecast.api.write=true} writes the files.
 */
class ApiTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final boolean WRITE = Boolean.getBoolean("zonecast.api.write");
    private static final Pattern EXPORTED = Pattern.compile("(?m)^\\s*exports\\s+([\\w.]+)\\s*;");
    private static final int VISIBLE = ClassFile.ACC_PUBLIC | ClassFile.ACC_PROTECTED;

    /** Flags of a class, a method, a field that a caller sees. */
    private static final Set<AccessFlag> SHOWN = Set.of(
            AccessFlag.PUBLIC,
            AccessFlag.PROTECTED,
            AccessFlag.STATIC,
            AccessFlag.FINAL,
            AccessFlag.ABSTRACT,
            AccessFlag.INTERFACE,
            AccessFlag.ENUM,
            AccessFlag.ANNOTATION);

    @TestFactory
    List<DynamicTest> shouldHaveTheApiOfItsFile() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        try (Stream<Path> folders = Files.list(ROOT)) {
            for (Path module : folders.sorted().toList()) {
                Path pom = module.resolve("pom.xml");
                if (Files.exists(pom)) {
                    List<Path> packages = packages(module, Files.readString(pom));
                    if (!packages.isEmpty()) {
                        tests.add(DynamicTest.dynamicTest(
                                module.getFileName().toString(), () -> check(module, packages)));
                    }
                }
            }
        }
        assertTrue(tests.size() >= 5, "modules with an API: " + tests.size());
        return tests;
    }

    /** The exported ones; those of an automatic module are all. */
    private static List<Path> packages(Path module, String pom) throws IOException {
        Path classes = module.resolve("target/classes");
        Path descriptor = module.resolve("src/main/java/module-info.java");
        if (Files.exists(descriptor)) {
            return EXPORTED.matcher(Files.readString(descriptor))
                    .results()
                    .map(name -> classes.resolve(name.group(1).replace('.', '/')))
                    .toList();
        }
        if (!pom.contains("<Automatic-Module-Name>")) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(classes)) {
            return files.filter(file -> file.toString().endsWith(".class"))
                    .map(Path::getParent)
                    .distinct()
                    .toList();
        }
    }

    private static void check(Path module, List<Path> packages) throws IOException {
        Set<String> api = new TreeSet<>();
        for (Path folder : packages) {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file :
                        files.filter(name -> name.toString().endsWith(".class")).toList()) {
                    addClass(folder, ClassFile.of().parse(file), api);
                }
            }
        }
        Path held = module.resolve("api.txt");
        if (WRITE) {
            Files.writeString(held, String.join("\n", api) + "\n");
        }
        Set<String> expected = new TreeSet<>(Files.readAllLines(held));
        String changes = Stream.concat(
                        without(expected, api).map(line -> "- " + line),
                        without(api, expected).map(line -> "+ " + line))
                .collect(Collectors.joining("\n"));
        assertEquals(
                "",
                changes,
                "the API of " + module.getFileName()
                        + " changed: if that is meant, run the test with -Dzonecast.api.write=true");
    }

    private static Stream<String> without(Set<String> lines, Set<String> others) {
        return lines.stream().filter(line -> !others.contains(line));
    }

    private static void addClass(Path folder, ClassModel type, Set<String> api) throws IOException {
        int flags = flags(type);
        if ((flags & VISIBLE) == 0 || !isOuterVisible(folder, type)) {
            return;
        }
        String name = name(type.thisClass().asSymbol());
        String supertypes = Stream.concat(type.superclass().stream(), type.interfaces().stream())
                .map(entry -> name(entry.asSymbol()))
                .filter(supertype -> !supertype.equals("java.lang.Object"))
                .collect(Collectors.joining(", "));
        api.add(name + ": "
                + shown(flags, inner(type).isPresent() ? AccessFlag.Location.INNER_CLASS : AccessFlag.Location.CLASS)
                + "type " + supertypes);
        for (FieldModel field : type.fields()) {
            if ((field.flags().flagsMask() & VISIBLE) != 0) {
                String value = field.findAttribute(Attributes.constantValue())
                        .map(ConstantValueAttribute::constant)
                        .map(constant -> " = " + constant.constantValue())
                        .orElse("");
                api.add(name + ": " + shown(field.flags().flagsMask(), AccessFlag.Location.FIELD)
                        + name(field.fieldTypeSymbol()) + " "
                        + field.fieldName().stringValue() + value);
            }
        }
        for (MethodModel method : type.methods()) {
            int mask = method.flags().flagsMask();
            if ((mask & VISIBLE) != 0 && (mask & ClassFile.ACC_SYNTHETIC) == 0) {
                String parameters = method.methodTypeSymbol().parameterList().stream()
                        .map(ApiTest::name)
                        .collect(Collectors.joining(", "));
                String thrown = method.findAttribute(Attributes.exceptions()).stream()
                        .flatMap(exceptions -> exceptions.exceptions().stream())
                        .map(entry -> name(entry.asSymbol()))
                        .collect(Collectors.joining(", "));
                api.add(name + ": " + shown(mask, AccessFlag.Location.METHOD)
                        + name(method.methodTypeSymbol().returnType()) + " "
                        + method.methodName().stringValue() + "(" + parameters + ")"
                        + (thrown.isEmpty() ? "" : " throws " + thrown));
            }
        }
    }

    /** A nested class has its flags in the list of inner classes. */
    private static int flags(ClassModel type) {
        return inner(type).map(InnerClassInfo::flagsMask).orElse(type.flags().flagsMask());
    }

    private static Optional<InnerClassInfo> inner(ClassModel type) {
        return type.findAttribute(Attributes.innerClasses()).stream()
                .flatMap(inner -> inner.classes().stream())
                .filter(inner -> inner.innerClass().equals(type.thisClass()))
                .findFirst();
    }

    private static boolean isOuterVisible(Path folder, ClassModel type) throws IOException {
        Optional<InnerClassInfo> inner = inner(type);
        if (inner.isEmpty()) {
            return true;
        }
        if (inner.get().outerClass().isEmpty()) {
            return false;
        }
        String outer = inner.get().outerClass().get().asInternalName();
        ClassModel outerType =
                ClassFile.of().parse(folder.resolve(outer.substring(outer.lastIndexOf('/') + 1) + ".class"));
        return (flags(outerType) & VISIBLE) != 0 && isOuterVisible(folder, outerType);
    }

    private static String shown(int mask, AccessFlag.Location location) {
        return AccessFlag.maskToAccessFlags(mask, location).stream()
                .filter(SHOWN::contains)
                .map(flag -> flag.name().toLowerCase(Locale.ROOT) + " ")
                .sorted()
                .collect(Collectors.joining());
    }

    private static String name(ClassDesc type) {
        if (type.isArray()) {
            return name(type.componentType()) + "[]";
        }
        String packageName = type.packageName();
        return (packageName.isEmpty() ? "" : packageName + ".") + type.displayName();
    }
}
