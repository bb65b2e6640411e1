package dev.zonecast.agent.boot;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Loads the agent and what it uses from its own jar, apart from the program's classes. The jar has them in the folder {@code zonecast/},
 * where the program's class loader does not see them. Where the program has Zonecast on its class path or module path, or in a class loader in which it runs
 * already, that copy is used, so that there is one profiler.
 */
public final class AgentLoader extends ClassLoader {
    /** Of the jar: what only this loader and {@link #sideOf its sides} see. */
    private static final String INSIDE = "zonecast/";

    private static final String AGENT = "dev.zonecast.agent.";
    private static final String OURS = "dev.zonecast.";
    private static final String CLASS = ".class";

    private static final String ZONECAST = "dev.zonecast.core.Zonecast";

    /** Loaded in each copy of Zonecast that runs. */
    private static final String CLAIM = "dev.zonecast.core.ring.RunningCopy";

    static {
        registerAsParallelCapable();
    }

    private final JarFile jar;
    private final URL jarUrl;
    private final ProtectionDomain domain;
    private final AgentLoader agent;
    private final boolean usesProgramsCopy;

    private AgentLoader(JarFile jar, URL jarUrl, ClassLoader parent, AgentLoader agent, boolean usesProgramsCopy) {
        super(parent);
        this.jar = jar;
        this.jarUrl = jarUrl;
        this.agent = agent;
        this.usesProgramsCopy = usesProgramsCopy;
        this.domain =
                new ProtectionDomain(new CodeSource(jarUrl, (java.security.cert.Certificate[]) null), null, this, null);
    }

    static AgentLoader create(Instrumentation jvm) throws IOException, URISyntaxException {
        URL url = Agent.class.getProtectionDomain().getCodeSource().getLocation();
        ClassLoader running = loaderOfRunningCopy(jvm);
        ClassLoader program = running == null ? ClassLoader.getSystemClassLoader() : running;
        boolean programHasZonecast = program.getResource(ZONECAST.replace('.', '/') + ".class") != null;
        return new AgentLoader(new JarFile(new File(url.toURI())), url, program, null, programHasZonecast);
    }

    /** The loader in which the program has started Zonecast; null if it has not. */
    private static ClassLoader loaderOfRunningCopy(Instrumentation jvm) {
        String running = System.getProperty("dev.zonecast.running");
        if (running == null) {
            return null;
        }
        for (Class<?> each : jvm.getAllLoadedClasses()) {
            ClassLoader loader = each.getClassLoader();
            // The property ends with the loader's identity.
            if (each.getName().equals(CLAIM)
                    && running.endsWith("@" + Integer.toHexString(System.identityHashCode(loader)) + ")")) {
                return loader;
            }
        }
        return null;
    }

    /**
     * A loader for the part of the agent that uses a library of the program's: it sees the classes of that library's loader, and shares the rest
     * with this one.
     *
     * @param library the loader of the library
     */
    public AgentLoader sideOf(ClassLoader library) {
        return new AgentLoader(jar, jarUrl, library, this, usesProgramsCopy);
    }

    /** Names of the classes of Zonecast that refer to no library of the program's: one copy of them serves a process. */
    public Set<String> namesOfCore() {
        Set<String> names = new HashSet<>();
        for (Enumeration<JarEntry> all = jar.entries(); all.hasMoreElements(); ) {
            String path = all.nextElement().getName();
            if (path.startsWith(INSIDE + OURS.replace('.', '/')) && path.endsWith(CLASS)) {
                String name = path.substring(INSIDE.length(), path.length() - CLASS.length())
                        .replace('/', '.');
                if (!isOfSide(name)) {
                    names.add(name);
                }
            }
        }
        return names;
    }

    /** True if the program has Zonecast on its class path: that copy is used. */
    public boolean usesProgramsCopy() {
        return usesProgramsCopy;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            if (name.startsWith("dev.zonecast.agent.boot.")) {
                return Agent.class.getClassLoader() == null
                        ? Class.forName(name, false, null)
                        : Agent.class.getClassLoader().loadClass(name);
            }
            if (agent != null && !isOfSide(name) && isOurs(name)) {
                return agent.loadClass(name, resolve);
            }
            if (usesProgramsCopy && agent == null && !isAgents(name)) {
                try {
                    return super.loadClass(name, resolve);
                } catch (ClassNotFoundException e) {
                    // A module that the program does not have.
                    return findClass(name);
                }
            }
            return isOurs(name) ? findClass(name) : super.loadClass(name, resolve);
        }
    }

    /** What the jar has inside. */
    private static boolean isOurs(String name) {
        return name.startsWith(OURS) || name.startsWith("net.jpountz.") || isAgents(name);
    }

    /** What no copy of Zonecast has but the agent. */
    private static boolean isAgents(String name) {
        return name.startsWith(AGENT) || name.startsWith(ClassFileApi.BACKPORT);
    }

    /** What refers to LWJGL's classes. */
    private static boolean isOfSide(String name) {
        return name.startsWith("dev.zonecast.agent.gl.")
                || name.startsWith("dev.zonecast.agent.vk.")
                || name.startsWith("dev.zonecast.agent.lwjgl.")
                || name.startsWith("dev.zonecast.gpu.")
                || name.startsWith("dev.zonecast.framecapture.")
                || name.startsWith("dev.zonecast.lwjgl.");
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        String path = name.replace('.', '/') + ".class";
        JarEntry entry = entry(path);
        if (entry == null) {
            throw new ClassNotFoundException(name);
        }
        try (InputStream in = jar.getInputStream(entry)) {
            byte[] bytes = name.startsWith(AGENT) ? ClassFileApi.ofThisJvm(read(in)) : read(in);
            return defineClass(name, bytes, 0, bytes.length, domain);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private JarEntry entry(String path) {
        JarEntry inside = jar.getJarEntry(INSIDE + path);
        return inside != null || !path.startsWith("dev/zonecast/agent/") ? inside : jar.getJarEntry(path);
    }

    /** Not by a URL, for which the JVM opens the jar once more. */
    @Override
    public InputStream getResourceAsStream(String name) {
        JarEntry entry = entry(name);
        try {
            return entry == null ? super.getResourceAsStream(name) : jar.getInputStream(entry);
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    protected URL findResource(String name) {
        JarEntry entry = entry(name);
        try {
            return entry == null ? null : new URL("jar:" + jarUrl + "!/" + entry.getName());
        } catch (MalformedURLException e) {
            return null;
        }
    }

    @Override
    protected Enumeration<URL> findResources(String name) {
        URL found = findResource(name);
        return found == null
                ? Collections.<URL>emptyEnumeration()
                : Collections.enumeration(Collections.singletonList(found));
    }

    private static byte[] read(InputStream in) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] part = new byte[16 << 10];
        for (int n = in.read(part); n >= 0; n = in.read(part)) {
            all.write(part, 0, n);
        }
        return all.toByteArray();
    }
}
