package dev.zonecast.agent;

import dev.zonecast.agent.boot.AgentLoader;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * One copy of Zonecast for class loaders of the program that have a copy each, as those of mods and plug-ins. A class loader asks
 * {@code ClassLoader.findLoadedClass} before it defines a class. For a class of Zonecast's core it gets the agent's class there, as if it
 * had defined that before. So the mod's code is linked to the agent's classes: there is one profiler, and a call costs nothing more.
 *
 * <p>A class loader keeps its own copy if that differs from the agent's in any class file, if it has defined a class of it before the
 * agent came, or if its copy is a module.
 *
 * <p>Thread-safe. No lock is held while the program's class loaders are called.
 */
final class OneCopy implements BiFunction<ClassLoader, String, Class<?>> {
    private static final String CORE = "dev.zonecast.core.";
    private static final String MODULE = "dev.zonecast.core";
    private static final String MARK = CORE + "Zonecast";

    private final AgentLoader agent;
    private final Set<String> names;

    /** {@code ModuleLayer.layers(ClassLoader)}. */
    private final MethodHandle layers;

    private final Instrumentation jvm;

    /** Whether a class loader gets the agent's classes. */
    private final Map<ClassLoader, Boolean> decided = Collections.synchronizedMap(new WeakHashMap<>());

    private OneCopy(Instrumentation jvm, AgentLoader agent) throws ReflectiveOperationException {
        this.jvm = jvm;
        this.agent = agent;
        names = agent.namesOfCore();
        layers = MethodHandles.privateLookupIn(ModuleLayer.class, MethodHandles.lookup())
                .findStatic(ModuleLayer.class, "layers", MethodType.methodType(Stream.class, ClassLoader.class));
        keepOwn();
    }

    /** Where this is impossible, a line is logged, and copies of the program stay off. */
    static void install(Instrumentation jvm) {
        AgentLoader agent = (AgentLoader) OneCopy.class.getClassLoader();
        if (!isForAll(agent.getParent())) {
            return;
        }
        try {
            FinderWeaver.install(jvm, new OneCopy(jvm, agent));
        } catch (Throwable e) {
            AgentLog.say("a copy of Zonecast in a class loader of the program stays off: " + e);
        }
    }

    /** False if the agent uses the running copy of one of the program's loaders. */
    private static boolean isForAll(ClassLoader used) {
        return used == ClassLoader.getSystemClassLoader();
    }

    /** These loaders have no copy of their own, or the agent's copy comes from them, or they have begun to use their own. */
    private void keepOwn() {
        for (ClassLoader each = agent; each != null; each = each.getParent()) {
            decided.put(each, false);
        }
        for (Class<?> each : jvm.getAllLoadedClasses()) {
            if (each.getName().startsWith(CORE) && each.getClassLoader() != null) {
                decided.put(each.getClassLoader(), false);
            }
        }
    }

    /** The agent's class for a class loader; null if the loader is to find its own. */
    @Override
    public Class<?> apply(ClassLoader loader, String name) {
        try {
            if (loader instanceof AgentLoader || !names.contains(name)) {
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
    private boolean decide(ClassLoader loader) throws Throwable {
        if (read(loader, MARK) == null) {
            decided.put(loader, false);
            return false;
        }
        String obstacle = hasModule(loader) ? "it is a module" : difference(loader);
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

    private boolean hasModule(ClassLoader loader) throws Throwable {
        return ((Stream<?>) layers.invoke(loader))
                .anyMatch(layer -> ((ModuleLayer) layer)
                        .findModule(MODULE)
                        .filter(module -> module.getClassLoader() == loader)
                        .isPresent());
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
