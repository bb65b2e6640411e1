package dev.zonecast.agent.methods;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.List;
import java.util.function.Consumer;

/** Transforms loaded classes again, in parts: the program pauses for each of them. */
public final class Retransformation {
    private Retransformation() {}

    /**
     * A class that cannot be transformed stays as it is, alone, and gets a line in the log.
     *
     * @param part classes in one pause
     */
    public static void of(List<Class<?>> classes, int part, Instrumentation jvm, Consumer<String> log) {
        for (int from = 0; from < classes.size(); from += part) {
            List<Class<?>> now = classes.subList(from, Math.min(from + part, classes.size()));
            try {
                jvm.retransformClasses(now.toArray(Class<?>[]::new));
            } catch (UnmodifiableClassException | RuntimeException | LinkageError e) {
                if (part == 1) {
                    log.accept(now.getFirst().getName() + " stays as it is: " + e);
                } else {
                    of(now, 1, jvm, log);
                }
            }
        }
    }
}
