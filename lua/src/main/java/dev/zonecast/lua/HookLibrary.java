package dev.zonecast.lua;

import dev.zonecast.core.Zonecast;
import java.lang.invoke.VarHandle;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LuaClosure;
import org.luaj.vm2.LuaFunction;
import org.luaj.vm2.LuaThread;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Prototype;
import org.luaj.vm2.Varargs;
import org.luaj.vm2.lib.DebugLib;
import org.luaj.vm2.lib.OneArgFunction;

/**
 * What the interpreter tells of each call and return. It tells of a return also when an error passes through a function, and when a
 * coroutine that nobody can resume any more is unwound.
 *
 * <p>If LuaJ's own debug library was loaded, it is told everything too; else we behave as if there was none.
 *
 * <p><b>Rest.</b> The interpreter asks for each instruction whether there is a debug library, and tells it if there is: a hook that does
 * nothing still costs a third of a short call. So it is in its place only while a viewer or recording listens. {@link #wake} puts it there,
 * on the
 * thread that opens the gate: it replaces null or another library, which a running script may find or not. {@link #rest}
 * takes it away, on the thread of the scripts only, and only from within what the interpreter called: no other time is safe, because
 * the interpreter reads the field twice.
 */
final class HookLibrary extends DebugLib {
    /** All hooks that are installed, to be woken. */
    private static final Set<HookLibrary> INSTALLED = Collections.newSetFromMap(new WeakHashMap<>());

    static {
        Zonecast.whenActivated(HookLibrary::wakeAll);
    }

    /**
     * With a debug library the interpreter puts a stack trace into the message of each error, except for a handler's ({@code xpcall})
     * to say what the message is to be. This one says: the message that it would have been without.
     */
    private static final LuaValue PLAIN_MESSAGE = new OneArgFunction() {
        @Override
        public LuaValue call(LuaValue message) {
            return message;
        }
    };

    private final Globals globals;
    private final LuaHookOptions options;

    /** LuaJ's debug library, or null. It may be loaded while this one rests. */
    private DebugLib next;

    /** What to do with functions whose scripts were loaded before anyone looked at scripts. */
    private final Map<Prototype, HookDecision> strangers = Collections.synchronizedMap(new WeakHashMap<>());

    @SuppressWarnings("ThreadLocalUsage") // One a hook: two hooks on a thread must not see each other's calls.
    private final ThreadLocal<FrameStack> stacks = ThreadLocal.withInitial(this::newStack);

    /** The stack used last; right unless a coroutine was switched. Only its own thread ever passes the check. */
    private FrameStack last;

    /** Counts how often the hook was woken; a thread may see it late, and then notices at its next call. */
    private int session;

    private boolean closed;

    /**
     * Not yet told of anything.
     *
     * @param next LuaJ's debug library, or null
     */
    HookLibrary(Globals globals, DebugLib next, LuaHookOptions options) {
        this.globals = globals;
        this.next = withoutClosed(next);
        this.options = options;
        this.last = newStack();
        stacks.set(last);
    }

    private FrameStack newStack() {
        return new FrameStack(session);
    }

    /** True if LuaJ's debug library is told everything. */
    boolean keepsDebugInfo() {
        return next != null;
    }

    // --- wake and rest

    void install() {
        synchronized (INSTALLED) {
            INSTALLED.add(this);
        }
        if (Zonecast.isActive()) {
            wake();
        }
    }

    private static void wakeAll() {
        List<HookLibrary> all;
        synchronized (INSTALLED) {
            all = List.copyOf(INSTALLED);
        }
        all.forEach(HookLibrary::wake);
    }

    private synchronized void wake() {
        DebugLib installed = withoutClosed(globals.debuglib);
        if (!closed && !(installed instanceof HookLibrary)) {
            next = installed;
            session++;
            // The interpreter, on another thread, finds this one with its fields.
            VarHandle.storeStoreFence();
            globals.debuglib = this;
        }
    }

    /** A hook that was closed in a coroutine is still installed: the library behind it then. */
    private static DebugLib withoutClosed(DebugLib installed) {
        return installed instanceof HookLibrary hook && hook.closed ? hook.next : installed;
    }

    /** Nobody listens, or the hook is closed: from here on the interpreter does without us. */
    private void rest() {
        frames().endAll();
        if (closed && !globals.running.isMainThread()) {
            return;
        }
        leaveMessages();
        if (globals.debuglib == this) {
            globals.debuglib = next;
            // The gate is opened first and the hooks are woken then; we do both the other way round. One of us sees the
            // other.
            VarHandle.fullFence();
            if (Zonecast.isActive()) {
                wake();
            }
        }
    }

    /**
     * Rests for good. On the thread of the scripts; zones of calls that run there end. In a coroutine it stays in its place until a script
     * calls a function outside of all coroutines: only the threads that resumed one another can end their own zones, at their next call
     * or return.
     */
    synchronized void close() {
        closed = true;
        session++;
        synchronized (INSTALLED) {
            INSTALLED.remove(this);
        }
        rest();
    }

    // --- calls

    /** Calls on this thread. */
    FrameStack frames() {
        FrameStack stack = last;
        if (stack.thread != Thread.currentThread()) {
            stack = stacks.get();
            last = stack;
        }
        stack.beginSession(session);
        return stack;
    }

    @Override
    public void onCall(LuaClosure function, Varargs arguments, LuaValue[] stack) {
        if (next == null) {
            keepMessagesPlain();
        } else {
            next.onCall(function, arguments, stack);
        }
        if (Zonecast.isActive() && !closed) {
            FrameStack frames = frames();
            frames.settle();
            Prototype prototype = function.p;
            long token = frames.depth() < options.depth() ? begin(prototype) : 0;
            // No call, which might throw: a zone that has begun is on the stack, and what threw before put nothing
            // there.
            frames.tokens[frames.depth] = token;
            frames.functions[frames.depth] = prototype;
            frames.scriptZones[frames.depth] = frames.zones.open;
            frames.depth++;
        } else {
            rest();
        }
    }

    /** LuaJ tells this of {@code pcall} and {@code xpcall}, and of no other Java function. */
    @Override
    public void onCall(LuaFunction function) {
        if (next != null) {
            next.onCall(function);
        }
        FrameStack frames = frames();
        frames.settle();
        frames.tokens[frames.depth] = 0;
        frames.functions[frames.depth] = null;
        frames.depth++;
    }

    @Override
    public void onReturn() {
        try {
            frames().pop();
        } catch (Throwable e) {
            // The Java stack has no room. Nor for a call here.
            last.isUnsure = true;
            throw e;
        }
        if (next != null) {
            next.onReturn();
        }
    }

    /** Nothing of ours: what is done here is done for each instruction of each script. */
    @Override
    public void onInstruction(int pc, Varargs extras, int top) {
        if (next != null) {
            next.onInstruction(pc, extras, top);
        }
    }

    @Override
    public String traceback(int level) {
        return next != null ? next.traceback(level) : "";
    }

    private void keepMessagesPlain() {
        LuaThread running = globals.running;
        if (running.errorfunc == null) {
            running.errorfunc = PLAIN_MESSAGE;
        }
    }

    /** A debug library that is loaded later has its stack traces. */
    private void leaveMessages() {
        LuaThread running = globals.running;
        if (running.errorfunc == PLAIN_MESSAGE) {
            running.errorfunc = null;
        }
    }

    private long begin(Prototype function) {
        HookDecision decision;
        if (function instanceof ScriptPrototype script) {
            decision = script.decision;
            if (decision == null || decision.options() != options) {
                decision = decide(script);
                script.decision = decision;
            }
        } else {
            decision = strangers.computeIfAbsent(function, this::decide);
        }
        ZonePlace place = decision.place();
        return place == null ? 0 : place.begin();
    }

    private HookDecision decide(Prototype function) {
        CallSite definition = ScriptPrototype.definitionOf(function);
        return new HookDecision(options, options.selects(definition) ? options.place(definition) : null);
    }
}
