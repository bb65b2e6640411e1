package dev.zonecast.lua;

import dev.zonecast.core.Zonecast;
import org.luaj.vm2.Globals;

/**
 * A zone for every call of a Lua function, without a change of the script:
 *
 * <pre>{@code
 * try (LuaHook hook = LuaHook.install(globals, LuaHookOptions.defaults().exclude("*:Vec.*"))) {
 *     globals.loadfile("game.lua").call();
 * }
 * }</pre>
 *
 * <p>A zone has the name that the script gives the function, and its file and the line of its definition. It ends when the function
 * returns, also by an error or a tail call, after which the called function's zone follows. While nobody listens the interpreter runs as
 * without a hook; it notices a viewer or a recording within the call that runs.
 *
 * <p>Functions of scripts that were loaded before the hook was installed have no names but their lines, and cost more. Functions
 * compiled by LuaJC call no hook and are not seen. {@code docs/how-to/lua.md} has the details.
 *
 * <p>LuaJ's own debug library, if it is loaded, goes on working. If it is not, scripts see no difference either, with one exception:
 * an {@code error} without a message (or with nil) that nobody catches reads "nil".
 *
 * <p>With {@code -Dzonecast.enabled=false} nothing is installed.
 */
public final class LuaHook implements AutoCloseable {
    private final ScriptIndex index;
    private final HookLibrary library;
    private final Replacements replacements = new Replacements();

    private LuaHook(ScriptIndex index, HookLibrary library) {
        this.index = index;
        this.library = library;
    }

    /** Hooks all calls, with {@link LuaHookOptions#defaults}. */
    public static LuaHook install(Globals globals) {
        return install(globals, LuaHookOptions.defaults());
    }

    /**
     * Hooks calls. To be called while no script of the {@code Globals} runs, or by a function that a script calls; best before scripts
     * are loaded.
     *
     * @throws IllegalStateException if a hook is installed already
     */
    public static LuaHook install(Globals globals, LuaHookOptions options) {
        HookLibrary library = new HookLibrary(globals, globals.debuglib, options);
        if (!Zonecast.isEnabled()) {
            return new LuaHook(null, library);
        }
        ScriptIndex index = ScriptIndex.of(globals);
        if (index.hook != null) {
            throw new IllegalStateException("these globals have a LuaHook already: close it first");
        }
        index.hook = library;
        LuaHook hook = new LuaHook(index, library);
        if (!library.keepsDebugInfo()) {
            ErrorFunction.replace(globals, hook.replacements);
        }
        if (options.libraries()) {
            ZonedFunction.replaceLibraries(globals, options, hook.replacements);
        }
        if (options.coroutines()) {
            CoroutineZones.replace(globals, options, hook.replacements);
        }
        library.install();
        return hook;
    }

    /** False after {@link #close}, and with a profiler that is switched off. */
    public boolean isInstalled() {
        return index != null && index.hook == library;
    }

    /**
     * Takes the hook away and puts back what was there. On the thread that runs the scripts; zones of calls that run now end. Called in
     * a coroutine, it ends those of the resuming threads at their next call or return. A coroutine that is suspended keeps its zones
     * until it ends.
     */
    @Override
    public void close() {
        if (isInstalled()) {
            index.hook = null;
            library.close();
            replacements.undo();
        }
    }
}
