package dev.zonecast.lua;

import dev.zonecast.core.CallStack;
import java.lang.StackWalker.StackFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LuaClosure;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;
import org.luaj.vm2.lib.DebugLib;

/**
 * Who called: for calls whose site is not marked, and for call stacks. The slow way, for zones that are recorded. Asked in turn:
 *
 * <ol>
 *   <li>the Java stack, if the script was compiled by LuaJC: its classes have line numbers;
 *   <li>LuaJ's debug library, if it is loaded: it has the line of every call;
 *   <li>our own hook, if it is installed: it has the functions, and no line but that of their definition.
 * </ol>
 */
final class CallerLookup {
    /** By name: a program without LuaJC need not have the library that its classes depend on. */
    private static final String LUAJC_LOADER = "org.luaj.vm2.luajc.JavaLoader";

    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private static final LuaValue GETINFO = getinfo();

    private CallerLookup() {}

    /**
     * {@code debug.getinfo}, whatever a script does to the table that it is usually taken from. It works for any thread that it is
     * given; the {@code Globals} that it belongs to only says which thread is meant if none is given.
     */
    private static LuaValue getinfo() {
        Globals scratch = new Globals();
        LuaTable packages = new LuaTable();
        packages.set("loaded", new LuaTable());
        scratch.set("package", packages);
        return new DebugLib().call(LuaValue.NIL, scratch).get("getinfo");
    }

    /** The place in a script that called a Java function. */
    static CallSite caller(Globals globals) {
        List<CallSite> stack = frames(globals, 1);
        return stack.isEmpty() ? CallSite.UNKNOWN : stack.getFirst();
    }

    /**
     * The script's call stack.
     *
     * @param site the innermost call if it is known, else null
     * @param depth calls at most
     */
    static CallStack stack(Globals globals, CallSite site, int depth) {
        List<CallSite> frames = new ArrayList<>(frames(globals, depth));
        if (site != null) {
            if (frames.isEmpty()) {
                frames.add(site);
            } else {
                frames.set(0, site);
            }
        }
        return new CallStack(frames.stream()
                .map(frame -> new CallStack.Call(frame.function(), frame.file(), frame.line()))
                .toList());
    }

    private static List<CallSite> frames(Globals globals, int depth) {
        List<CallSite> compiled =
                WALKER.walk(frames -> frames.takeWhile(frame -> frame.getDeclaringClass() != LuaClosure.class)
                        .flatMap(frame -> compiledCall(frame).stream())
                        .limit(depth)
                        .toList());
        if (!compiled.isEmpty()) {
            return compiled;
        }
        DebugLib library = globals.debuglib;
        if (library instanceof HookLibrary hook && !hook.keepsDebugInfo()) {
            return hook.frames().definitions(depth);
        }
        return library == null ? List.of() : debugFrames(globals, depth);
    }

    private static Optional<CallSite> compiledCall(StackFrame frame) {
        ClassLoader loader = frame.getDeclaringClass().getClassLoader();
        if (loader == null || !loader.getClass().getName().equals(LUAJC_LOADER)) {
            return Optional.empty();
        }
        String file = frame.getFileName() == null ? "?" : frame.getFileName();
        String type = frame.getClassName();
        int dollar = type.lastIndexOf('$');
        String function = dollar < 0 ? "main chunk of " + LuaText.baseName(file) : type.substring(dollar + 1);
        return Optional.of(new CallSite(file, function, Math.max(0, frame.getLineNumber())));
    }

    private static List<CallSite> debugFrames(Globals globals, int depth) {
        List<CallSite> found = new ArrayList<>();
        for (int level = 1; found.size() < depth; level++) {
            Varargs arguments = LuaValue.varargsOf(globals.running, LuaValue.valueOf(level), LuaValue.valueOf("Slf"));
            LuaValue info = GETINFO.invoke(arguments).arg1();
            if (!info.istable()) {
                break;
            }
            if (info.get("func") instanceof LuaClosure closure) {
                CallSite definition = ScriptPrototype.definitionOf(closure.p);
                int line = Math.max(0, info.get("currentline").toint());
                found.add(new CallSite(definition.file(), definition.function(), line));
            }
        }
        return found;
    }
}
