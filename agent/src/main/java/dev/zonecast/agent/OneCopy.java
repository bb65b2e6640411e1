package dev.zonecast.agent;

import dev.zonecast.agent.boot.AgentLoader;
import dev.zonecast.core.Zonecast;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.BiFunction;

/**
 * One copy of Zonecast for class loaders of the program that have a copy each, as those of mods and plug-ins. A class loader asks
 * {@code ClassLoader.findLoadedClass} before it defines a class. For a class of Zonecast's core it gets the agent's class there, as if it
 * had defined that before. So the mod's code is linked to the agent's classes: there is one profiler, and a call costs nothing more.
 * Modules that read a copy of a layer of their own read the agent's classes too, from before their first class is defined.
 *
 * <p>A class loader keeps its own copy if that differs from the agent's in any class file, or if it has defined a class of it before the
 * agent came.
 *
 * <p>Thread-safe. No lock is held while the program's class loaders are called.
 */
final class OneCopy implements BiFunction<ClassLoader, String, Class<?>>, ClassFileTransformer {
    private static final String CORE = "dev.zonecast.core.";
    private static final String CORE_PATH = CORE.replace('.', '/');
    private static final String MODULE = "dev.zonecast.core";
    private static final long LONGEST_WEAVE_MILLIS = 5_000;
    private static final String MARK = CORE + "Zonecast";
    private static final ClassLoader SYSTEM = ClassLoader.getSystemClassLoader();
    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

    private final Instrumentation jvm;
    private final AgentLoader agent = (AgentLoader) OneCopy.class.getClassLoader();

    /** Whether a class loader gets the agent's classes. */
    private final Map<ClassLoader, Boolean> decided = Collections.synchronizedMap(new WeakHashMap<>());

    /** Set when class loaders are woven. */
    private volatile Set<String> names;

    /** Named modules of the program's layers that have been looked at. */
    private final Set<Module> modules = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private volatile boolean failed;

    private OneCopy(Instrumentation jvm) {
        this.jvm = jvm;
    }

    /**
     * Begins. Before the program's main, class loading is woven when the first class loader of the program's own loads a class: a program
     * without one starts no later.
     */
    static void begin(Instrumentation jvm) {
        OneCopy copy = new OneCopy(jvm);
        if (copy.agent.getParent() != SYSTEM) {
            // The agent uses the running copy of one of the program's loaders.
            return;
        }
        if (AgentStart.isAttached()) {
            for (Class<?> each : jvm.getAllLoadedClasses()) {
                copy.letRead(each.getModule());
                if (each.getName().startsWith(CORE) && each.getClassLoader() != null) {
                    copy.decided.put(each.getClassLoader(), false);
                }
            }
            copy.weave();
        }
        jvm.addTransformer(copy);
    }

    @Override
    public byte[] transform(
            Module module, ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
        if (redefined == null && isOfProgram(loader)) {
            letRead(module);
            if (name != null && name.startsWith(CORE_PATH)) {
                // It has begun to use its own.
                decided.putIfAbsent(loader, false);
            }
            if (names == null && !failed) {
                weaveBeside();
            }
        }
        return null;
    }

    /** False for loaders that have no copy of their own, or that the agent uses. */
    private static boolean isOfProgram(ClassLoader loader) {
        return loader != null && loader != SYSTEM && loader != PLATFORM && !(loader instanceof AgentLoader);
    }

    /** The JVM calls no transformer on a thread that is in one. */
    private void weaveBeside() {
        Thread beside = Thread.ofPlatform().daemon().name("zonecast-agent-copy").start(this::weave);
        try {
            beside.join(LONGEST_WEAVE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Where this is impossible, a line is logged, and copies of the program stay off. */
    private synchronized void weave() {
        if (names != null || failed) {
            return;
        }
        try {
            FinderWeaver.install(jvm, this);
            names = agent.namesOfCore();
        } catch (Throwable e) {
            failed = true;
            AgentLog.say("a copy of Zonecast in a class loader of the program stays off: " + e);
        }
    }

    /** The agent's class for a class loader; null if the loader is to find its own. */
    @Override
    public Class<?> apply(ClassLoader loader, String name) {
        try {
            Set<String> core = names;
            if (core == null || !isOfProgram(loader) || !core.contains(name)) {
                return null;
            }
            Boolean shares = decided.get(loader);
            if (shares == null) {
                shares = decide(loader);
            }
            return shares ? agent.loadClass(name) : null;
        } catch (Throwable e) {
            return null;
        }
    }

    /** Two threads may decide at the same time: they decide the same. */
    private boolean decide(ClassLoader loader) throws IOException {
        if (read(loader, MARK) == null) {
            decided.put(loader, false);
            return false;
        }
        String obstacle = difference(loader);
        boolean shares = obstacle == null;
        if (shares) {
            ProgramModules.exportTo(jvm, loader);
            AgentStart.programHasZones();
        }
        if (decided.put(loader, shares) == null) {
            // On a thread of its own: the caller loads a class.
            Thread.ofPlatform()
                    .daemon()
                    .name("zonecast-agent-copy")
                    .start(() -> AgentLog.say("the copy of Zonecast in class loader "
                            + loader.getClass().getName()
                            + (shares
                                    ? " is one with the agent's"
                                    : " stays off, " + obstacle + ": use the agent of the same version")));
        }
        return shares;
    }

    private void letRead(Module module) {
        ModuleLayer layer = module.getLayer();
        if (layer != null && layer != ModuleLayer.boot() && !modules.contains(module)) {
            Module copy = layer.findModule(MODULE).orElse(null);
            if (copy != null && copy != Zonecast.class.getModule() && module.canRead(copy)) {
                ProgramModules.letRead(jvm, module);
            }
            modules.add(module);
        }
    }

    /** Null, or how a loader's copy differs. Modules beside the core may be absent. */
    private String difference(ClassLoader loader) throws IOException {
        for (String name : names) {
            byte[] theirs = read(loader, name);
            if (theirs == null ? name.startsWith(CORE) : !Arrays.equals(theirs, read(agent, name))) {
                return "its " + name + " is not the agent's";
            }
        }
        return null;
    }

    private static byte[] read(ClassLoader loader, String name) throws IOException {
        try (InputStream in = loader.getResourceAsStream(name.replace('.', '/') + ".class")) {
            return in == null ? null : in.readAllBytes();
        }
    }
}
