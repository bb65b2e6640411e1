package dev.zonecast.agent;

import dev.zonecast.agent.methods.ProgramClasses;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Puts hooks around LWJGL's leaves, the functions that leave Java, when their classes are loaded. A leaf gets another name, and a method of the
 * old name calls hook and leaf; the JVM links the native function by the name without the prefix
 * ({@code Instrumentation.setNativeMethodPrefix}). So a call is seen however it is made: directly, by reflection, through a subclass.
 *
 * <p>A class that cannot be woven stays as it is and is counted. Thread-safe.
 */
final class LeafWeaver implements ClassFileTransformer {
    /** Of the leaves' new names. */
    static final String PREFIX = "zc$";

    /** Of the class names that it looks at. */
    static final String PACKAGE = "org/lwjgl/";

    private final List<LeafRule> rules = LeafRule.all();
    private final AtomicInteger methods = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();
    private final Runnable onFirst;
    private volatile boolean seen;
    private volatile boolean on = true;

    /** @param onFirst run when LWJGL's first class is loaded */
    LeafWeaver(Runnable onFirst) {
        this.onFirst = onFirst;
    }

    /**
     * Whether classes that are loaded from here on get hooks. The transformer stays registered: without it, the JVM could drop the prefix
     * that links the functions which have hooks.
     */
    void switchTo(boolean next) {
        on = next;
    }

    /** Names of the hooks that are called while the agent is off, too. */
    Set<String> staying() {
        Set<String> names = new HashSet<>();
        for (LeafRule rule : rules) {
            if (rule.staysOn() && rule.when() == LeafRule.When.AROUND) {
                names.add(rule.hook() + LeafRule.BEGIN);
                names.add(rule.hook() + LeafRule.END);
            } else if (rule.staysOn()) {
                names.add(rule.hook());
            }
        }
        return names;
    }

    /** True once a class of LWJGL was loaded. */
    boolean hasSeenLibrary() {
        return seen;
    }

    /** How many functions have a hook. */
    int methods() {
        return methods.get();
    }

    /** How many classes could not be woven. */
    int failures() {
        return failures.get();
    }

    @Override
    public byte[] transform(
            Module module, ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
        if (!on || name == null || !name.startsWith(PACKAGE) || redefined != null) {
            return null;
        }
        try {
            if (!seen) {
                seen = true;
                onFirst.run();
            }
            return weave(name.substring(PACKAGE.length()), bytes);
        } catch (RuntimeException | Error e) {
            if (failures.getAndIncrement() == 0) {
                AgentLog.say("a class of LWJGL stays as it is, " + name + ": " + e);
            }
            return null;
        }
    }

    /** Null if no rule fits. */
    byte[] weave(String owner, byte[] bytes) {
        LeafRules fitting = rulesOf(owner);
        if (fitting.isEmpty()) {
            return null;
        }
        LeafClass file = new LeafClass(bytes, Hooks.BOOTSTRAP);
        requireInvokedynamic(file.majorVersion());
        Map<LeafClass.Leaf, LeafRule> woven = file.ruled(fitting);
        if (woven.isEmpty()) {
            return null;
        }
        for (Map.Entry<LeafClass.Leaf, LeafRule> each : woven.entrySet()) {
            file.wrap(each.getKey(), each.getValue(), PREFIX);
        }
        methods.addAndGet(woven.size());
        return file.toBytes();
    }

    /**
     * Checks that a class can have hooks.
     *
     * @throws IllegalArgumentException if it is for an older JVM
     */
    static void requireInvokedynamic(int majorVersion) {
        if (!ProgramClasses.hasInvokedynamic(majorVersion)) {
            throw new IllegalArgumentException("class file of version " + majorVersion);
        }
    }

    /** The rules for a class, without {@code org/lwjgl/}. */
    LeafRules rulesOf(String owner) {
        LeafRules fitting = new LeafRules();
        // Rules of one owner stand together: most patterns are asked once.
        NamePattern asked = null;
        boolean fits = false;
        for (LeafRule rule : rules) {
            if (rule.owner() != asked) {
                asked = rule.owner();
                fits = asked.fits(owner);
            }
            if (fits) {
                fitting.add(rule);
            }
        }
        return fitting;
    }
}
