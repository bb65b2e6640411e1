package dev.zonecast.agent;

import java.util.concurrent.atomic.AtomicInteger;

/** Hooks that could not be linked or threw: the first is logged, all are counted. Thread-safe. */
public final class HookFailures {
    private static final AtomicInteger COUNT = new AtomicInteger();

    private HookFailures() {}

    /** Called by generated code, too: see {@link GuardedHooks}. */
    public static void report(Throwable thrown, String hook) {
        if (COUNT.getAndIncrement() == 0) {
            AgentLog.say("a hook failed, " + hook
                    + " (later ones are counted only; -Dzonecast.agent.debug=true prints the stack): " + thrown);
            if (Boolean.getBoolean("zonecast.agent.debug")) {
                thrown.printStackTrace();
            }
        }
    }

    static int count() {
        return COUNT.get();
    }
}
