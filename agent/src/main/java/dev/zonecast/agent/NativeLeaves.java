package dev.zonecast.agent;

import io.github.dmlloyd.classfile.ClassFile;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The native leaves of LWJGL's classes that were loaded without hooks: a native method has no body to write into, so its callers are
 * woven. A call may name a subclass: {@code GL46C.glClear} is {@code GL11C.glClear}. Thread-safe.
 */
final class NativeLeaves {
    private static final String NONE = "";

    /** By class, name and descriptor. */
    private final Map<String, LeafRule> rules = new ConcurrentHashMap<>();

    /** Superclasses of LWJGL's classes; {@link #NONE} for those outside of it. */
    private final Map<String, String> parents = new ConcurrentHashMap<>();

    /** Adds the leaves of a class that is loaded. */
    void add(Class<?> type, LeafRules fitting) {
        String owner = type.getName().replace('.', '/');
        Class<?> parent = type.getSuperclass();
        parents.put(owner, parent == null ? NONE : ours(parent.getName().replace('.', '/')));
        if (fitting.isEmpty()) {
            return;
        }
        for (Method method : type.getDeclaredMethods()) {
            int flags = method.getModifiers();
            if (Modifier.isNative(flags) && Modifier.isStatic(flags)) {
                String descriptor = MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                        .descriptorString();
                LeafRule rule = fitting.find(method.getName(), descriptor);
                if (rule != null) {
                    rules.put(key(owner, method.getName(), descriptor), rule);
                }
            }
        }
    }

    /** How many there are. */
    int size() {
        return rules.size();
    }

    boolean isEmpty() {
        return rules.isEmpty();
    }

    /**
     * The rule for a call; null if it does not reach a native leaf.
     *
     * @param loader of the caller
     */
    LeafRule find(ClassLoader loader, String owner, String name, String descriptor) {
        for (String each = ours(owner); !each.isEmpty(); each = parent(loader, each)) {
            LeafRule rule = rules.get(key(each, name, descriptor));
            if (rule != null) {
                return rule;
            }
        }
        return null;
    }

    private String parent(ClassLoader loader, String owner) {
        String known = parents.get(owner);
        if (known == null) {
            known = readParent(loader, owner);
            parents.put(owner, known);
        }
        return known;
    }

    /** Of a class that is not loaded: loading it here could load the class that is just being loaded. */
    private static String readParent(ClassLoader loader, String owner) {
        try (InputStream in = loader == null ? null : loader.getResourceAsStream(owner + ".class")) {
            return in == null
                    ? NONE
                    : ClassFile.of()
                            .parse(in.readAllBytes())
                            .superclass()
                            .map(parent -> ours(parent.asInternalName()))
                            .orElse(NONE);
        } catch (IOException | IllegalArgumentException e) {
            return NONE;
        }
    }

    private static String ours(String name) {
        return name.startsWith(LeafWeaver.PACKAGE) ? name : NONE;
    }

    private static String key(String owner, String name, String descriptor) {
        return owner + '.' + name + descriptor;
    }
}
