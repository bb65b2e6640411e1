package dev.zonecast.gpu.gl;

import java.util.Map;
import java.util.WeakHashMap;

/**
 * Which objects of LWJGL's capabilities stand for which context. A program may make several for one context: one on each thread.
 *
 * <p>Thread-safe.
 */
final class KnownCapabilities {
    private static final Map<Object, GlFunctions> OWNERS = new WeakHashMap<>();

    private KnownCapabilities() {}

    static synchronized void learn(Object capabilities, GlFunctions context) {
        OWNERS.put(capabilities, context);
    }

    /** The context that these belong to, null if they were not seen before. */
    static synchronized GlFunctions owner(Object capabilities) {
        return OWNERS.get(capabilities);
    }

    static synchronized void forget(GlFunctions context) {
        OWNERS.values().removeIf(owner -> owner == context);
    }
}
