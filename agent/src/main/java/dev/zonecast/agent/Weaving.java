package dev.zonecast.agent;

import dev.zonecast.agent.methods.ProgramClasses;
import dev.zonecast.agent.methods.Retransformation;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The agent's changes of the program's classes: made, taken back, made again. Classes that are loaded later get hooks as they are loaded.
 * Classes that are loaded already are transformed in parts, so that the program pauses for milliseconds.
 *
 * <p>Thread-safe.
 */
final class Weaving {
    /** Classes in one pause. */
    private static final int PART = 32;

    private static final String MARK = "org/lwjgl/";
    private static final String LIBRARY = "org.lwjgl.";

    private final Instrumentation jvm;
    private final Hooks hooks;
    private final LeafWeaver leaves;
    private InlineWeaver inline;

    /** Classes that were transformed after they had been loaded. */
    private final List<WeakReference<Class<?>>> changed = new ArrayList<>();

    Weaving(Instrumentation jvm, Hooks hooks, LeafWeaver leaves) {
        this.jvm = jvm;
        this.hooks = hooks;
        this.leaves = leaves;
    }

    /** Before the program's main: all classes are still to come. */
    void begin() throws ReflectiveOperationException {
        hooks.install(leaves.staying());
        jvm.addTransformer(leaves);
        jvm.setNativeMethodPrefix(leaves, LeafWeaver.PREFIX);
        OneCopy.begin(jvm);
        hooks.methods().begin(AgentStart.options().methods());
    }

    /**
     * Puts hooks into the classes that are loaded before the program's main: an AOT cache loads all of its classes before the agent
     * comes.
     */
    synchronized void addToCached() {
        for (Class<?> each : jvm.getInitiatedClasses(ClassLoader.getSystemClassLoader())) {
            if (each.getName().startsWith(LIBRARY)) {
                int ignored = addToLoaded();
                return;
            }
        }
        hooks.methods().addToLoaded(AgentStart.options().methods());
    }

    /** Puts hooks into the classes that are loaded already. Returns how many classes have them. */
    synchronized int addToLoaded() {
        hooks.switchTo(true);
        leaves.switchTo(true);
        if (inline != null) {
            jvm.removeTransformer(inline);
        }
        var natives = new NativeLeaves();
        var weaver = new InlineWeaver(leaves, natives);
        for (Class<?> each : jvm.getAllLoadedClasses()) {
            if (each.getName().startsWith(LIBRARY)) {
                addNatives(natives, each);
            }
        }
        inline = weaver;
        jvm.addTransformer(weaver, true);
        // Classes that are loaded from here on get their hooks as they are loaded.
        List<Class<?>> fitting = new ArrayList<>();
        for (Class<?> each : jvm.getAllLoadedClasses()) {
            if (needsHook(each, weaver)) {
                fitting.add(each);
            }
        }
        Retransformation.of(fitting, PART, jvm, AgentLog::say);
        changed.clear();
        fitting.forEach(each -> changed.add(new WeakReference<>(each)));
        hooks.methods().addToLoaded(AgentStart.options().methods());
        return fitting.size();
    }

    private void addNatives(NativeLeaves natives, Class<?> type) {
        try {
            natives.add(type, leaves.rulesOf(type.getName().replace('.', '/').substring(MARK.length())));
        } catch (LinkageError e) {
            AgentLog.say("functions of " + type.getName() + " have no hooks: " + e);
        }
    }

    /** Reads the class file: a class that is not changed need not be transformed. */
    private boolean needsHook(Class<?> type, InlineWeaver weaver) {
        String name = type.getName().replace('.', '/');
        if (type.isArray() || !jvm.isModifiableClass(type) || !ProgramClasses.areOf(type.getClassLoader())) {
            return false;
        }
        try (InputStream in = type.getResourceAsStream("/" + name + ".class")) {
            if (in == null) {
                return false;
            }
            byte[] bytes = in.readAllBytes();
            return new String(bytes, StandardCharsets.ISO_8859_1).contains(MARK)
                    && weaver.weave(type.getClassLoader(), name, bytes, true) != null;
        } catch (IOException | RuntimeException | LinkageError e) {
            return false;
        }
    }

    /** Removes all hooks except those that stay on. A class that was woven as it was loaded keeps calls that do nothing. */
    synchronized void remove() {
        hooks.switchTo(false);
        leaves.switchTo(false);
        hooks.methods().end();
        if (inline != null) {
            inline.switchOff();
            var living = new ArrayList<Class<?>>();
            for (WeakReference<Class<?>> each : changed) {
                Class<?> type = each.get();
                if (type != null) {
                    living.add(type);
                }
            }
            Retransformation.of(living, PART, jvm, AgentLog::say);
        }
    }

    /** Classes that could not be woven. */
    synchronized int failures() {
        return leaves.failures() + (inline == null ? 0 : inline.failures());
    }

    /** The end's line. */
    synchronized String summary() {
        if (!leaves.hasSeenLibrary() && inline == null) {
            return "the program loaded no LWJGL: there are no frames and no GPU zones";
        }
        return leaves.methods() + (inline == null ? 0 : inline.functions()) + " functions of LWJGL had hooks; "
                + failures() + " classes could not be woven, hooks failed " + HookFailures.count() + " times";
    }
}
