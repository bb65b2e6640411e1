package dev.zonecast.lua;

import org.luaj.vm2.Globals;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.lib.OneArgFunction;

/**
 * Zones around the switches of coroutines. A coroutine is a thread: what it has begun stays open there while it is suspended, and
 * the resuming coroutine waits while it runs. A zone on either side shows it.
 */
final class CoroutineZones {
    private CoroutineZones() {}

    static void replace(Globals globals, LuaHookOptions options, Replacements replacements) {
        if (!(globals.get("coroutine") instanceof LuaTable coroutine)) {
            return;
        }
        replace(coroutine, "yield", options, replacements);
        replace(coroutine, "resume", options, replacements);
        LuaValue wrap = coroutine.get("wrap");
        if (wrap.isfunction()) {
            replacements.put(coroutine, "wrap", new Wrap(wrap, options, replacements));
        }
    }

    private static void replace(LuaTable coroutine, String name, LuaHookOptions options, Replacements replacements) {
        LuaValue function = coroutine.get(name);
        if (function.isfunction() && !(function instanceof ZonedFunction)) {
            replacements.put(coroutine, name, new ZonedFunction(function, "coroutine." + name, options, replacements));
        }
    }

    /** {@code coroutine.wrap}: the function that it returns resumes. */
    private static final class Wrap extends OneArgFunction {
        private final LuaValue original;
        private final LuaHookOptions options;
        private final Replacements replacements;

        Wrap(LuaValue original, LuaHookOptions options, Replacements replacements) {
            this.original = original;
            this.options = options;
            this.replacements = replacements;
            this.name = "coroutine.wrap";
        }

        @Override
        public LuaValue call(LuaValue function) {
            return new ZonedFunction(original.call(function), "coroutine.resume", options, replacements);
        }
    }
}
