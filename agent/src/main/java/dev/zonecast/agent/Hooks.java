package dev.zonecast.agent;

import dev.zonecast.agent.boot.AgentLoader;
import dev.zonecast.agent.methods.MethodZones;
import io.github.dmlloyd.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;

/**
 * Links woven code to the agent. Woven code has an {@code invokedynamic} whose bootstrap method is in {@code java.lang}, in a class that is
 * defined there: every class loader and module sees it. It asks this class for the hook, which the compiler then inlines like a direct
 * call.
 *
 * <p>Switched off, hooks are empty and cost nothing. The hook after a call still ends what the hook before it began. Hooks that drop
 * what is gone stay on: its handle may come again.
 *
 * <p>A hook that throws is reported once; nothing reaches the program. Thread-safe.
 */
final class Hooks {
    private static final Bridge LINKAGE = new Bridge(
            ClassDesc.of("java.lang.ZonecastLinkage"),
            "link",
            MethodTypeDesc.of(
                    ConstantDescs.CD_CallSite,
                    ConstantDescs.CD_MethodHandles_Lookup,
                    ConstantDescs.CD_String,
                    ConstantDescs.CD_MethodType));

    /** What woven code names. */
    static final DirectMethodHandleDesc BOOTSTRAP = MethodHandleDesc.ofMethod(
            DirectMethodHandleDesc.Kind.STATIC, LINKAGE.type(), LINKAGE.method(), LINKAGE.methodType());

    private static final MethodHandle HAS_BEGUN;

    static {
        try {
            HAS_BEGUN = MethodHandles.lookup()
                    .findStatic(Hooks.class, "hasBegun", MethodType.methodType(boolean.class, long.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Map<ClassLoader, WeakReference<ClassLoader>> sides = new WeakHashMap<>();
    private final GuardedHooks guarded = new GuardedHooks();
    private final AtomicBoolean used = new AtomicBoolean();
    private final List<WeakReference<Site>> sites = new ArrayList<>();
    private final Instrumentation jvm;
    private final Runnable onFirst;
    private final MethodZones methods;
    private Set<String> staying = Set.of();
    private boolean on = true;

    /** @param onFirst run before the first call of a hook of LWJGL */
    Hooks(Instrumentation jvm, Runnable onFirst) {
        this.jvm = jvm;
        this.onFirst = onFirst;
        methods = new MethodZones(jvm, BOOTSTRAP, AgentLog::say, AgentStart::methodHasZone, AgentStart::awaitProfiler);
    }

    /** Methods as zones: their calls are linked here, too. */
    MethodZones methods() {
        return methods;
    }

    /**
     * Defines the class in {@code java.lang}.
     *
     * @param stayingOn names of hooks that are called while all are switched off
     * @throws IllegalStateException if there is one: the agent is loaded twice
     */
    void install(Set<String> stayingOn) throws ReflectiveOperationException {
        staying = stayingOn;
        jvm.redefineModule(
                Object.class.getModule(),
                Set.of(),
                Map.of(),
                Map.of("java.lang", Set.of(Hooks.class.getModule())),
                Set.of(),
                Map.of());
        BiFunction<MethodHandles.Lookup, Map.Entry<String, MethodType>, CallSite> linker =
                (caller, hook) -> link(caller, hook.getKey(), hook.getValue());
        LINKAGE.define(linker, Hooks::writeLink);
        methods.install(MethodHandles.privateLookupIn(Object.class, MethodHandles.lookup()));
        allowNativeAccess();
    }

    /** As {@code --enable-native-access=ALL-UNNAMED}, without which the JVM prints a warning. */
    private static void allowNativeAccess() {
        try {
            MethodHandles.privateLookupIn(Module.class, MethodHandles.lookup())
                    .findStatic(
                            Module.class, "implAddEnableNativeAccessToAllUnnamed", MethodType.methodType(void.class))
                    .invokeExact();
        } catch (Throwable e) {
            AgentLog.say("this JVM will warn of native access: " + e);
        }
    }

    /** {@code static CallSite link(lookup, name, type) { return (CallSite) linker.apply(lookup, Map.entry(name, type)); }}. */
    private static void writeLink(CodeBuilder code) {
        ClassDesc map = ClassDesc.of("java.util.Map");
        LINKAGE.loadFunction(code)
                .aload(0)
                .aload(1)
                .aload(2)
                .invokestatic(
                        map,
                        "entry",
                        MethodTypeDesc.of(map.nested("Entry"), ConstantDescs.CD_Object, ConstantDescs.CD_Object),
                        true);
        LINKAGE.applyAndReturn(code);
    }

    /** Switches hooks on or off. A hook that is off is an empty call, which the compiler removes. */
    void switchTo(boolean next) {
        Site[] all;
        synchronized (sites) {
            on = next;
            sites.removeIf(each -> each.get() == null);
            all = sites.stream()
                    .map(WeakReference::get)
                    .filter(Objects::nonNull)
                    .toArray(Site[]::new);
            for (Site site : all) {
                site.switchTo(next);
            }
        }
        MutableCallSite.syncAll(all);
    }

    /** A place in woven code that calls a hook. */
    private static final class Site extends MutableCallSite {
        private final MethodHandle hook;

        /** The hook comes after a call, and gets the token of the one before. */
        private final boolean ends;

        Site(MethodHandle hook, boolean ends) {
            super(hook);
            this.hook = hook;
            this.ends = ends;
        }

        void switchTo(boolean on) {
            setTarget(on ? hook : off());
        }

        /** A hook before a call that is off gives 0. */
        private MethodHandle off() {
            MethodHandle empty = MethodHandles.empty(type());
            return ends ? MethodHandles.guardWithTest(HAS_BEGUN, hook, empty) : empty;
        }
    }

    @SuppressWarnings("UnusedMethod") // Called by HAS_BEGUN.
    private static boolean hasBegun(long token) {
        return token != 0;
    }

    private CallSite link(MethodHandles.Lookup caller, String name, MethodType type) {
        try {
            if (name.startsWith(MethodZones.PREFIX)) {
                return methods.link(name);
            }
            if (used.compareAndSet(false, true)) {
                onFirst.run();
            }
            MethodHandle hook = find(caller.lookupClass(), name, type);
            if (staying.contains(name)) {
                return new ConstantCallSite(hook);
            }
            Site site = new Site(hook, name.endsWith(LeafRule.END));
            synchronized (sites) {
                site.switchTo(on);
                sites.add(new WeakReference<>(site));
            }
            return site;
        } catch (Throwable e) {
            HookFailures.report(e, name);
            return new ConstantCallSite(MethodHandles.empty(type));
        }
    }

    private MethodHandle find(Class<?> caller, String name, MethodType type) throws ReflectiveOperationException {
        int dollar = name.indexOf('$');
        String library = name.substring(0, dollar);
        String className = "dev.zonecast.agent." + library + "." + Character.toUpperCase(library.charAt(0))
                + library.substring(1) + "Hooks";
        Class<?> hooks = guarded.get(Class.forName(className, true, sideOf(libraryOf(caller.getClassLoader()))));
        String method = name.substring(dollar + 1);
        try {
            return MethodHandles.publicLookup().findStatic(hooks, method, type);
        } catch (NoSuchMethodException e) {
            if (!method.endsWith(LeafRule.END)) {
                throw e;
            }
            return MethodHandles.publicLookup().findStatic(hooks, "end", type);
        }
    }

    /** The loader of the LWJGL that a class calls: a game's own loader may have it from another. */
    private static ClassLoader libraryOf(ClassLoader caller) {
        try {
            return Class.forName("org.lwjgl.system.Pointer", false, caller).getClassLoader();
        } catch (ClassNotFoundException | LinkageError e) {
            return caller;
        }
    }

    private ClassLoader sideOf(ClassLoader library) {
        synchronized (sides) {
            WeakReference<ClassLoader> known = sides.get(library);
            ClassLoader side = known == null ? null : known.get();
            if (side == null) {
                side = ((AgentLoader) Hooks.class.getClassLoader()).sideOf(library);
                ProgramModules.exportTo(jvm, side);
                sides.put(library, new WeakReference<>(side));
            }
            return side;
        }
    }
}
