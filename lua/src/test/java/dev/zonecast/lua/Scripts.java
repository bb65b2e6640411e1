package dev.zonecast.lua;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;
import org.luaj.vm2.lib.ZeroArgFunction;

/** Runs scripts of tests. */
final class Scripts {
    private Scripts() {}

    /** Runs a text as file {@code test.lua}. */
    static Varargs run(Globals globals, String... lines) {
        return globals.load(String.join("\n", lines), "@test.lua").invoke();
    }

    /** Gives scripts a Java function. */
    static void define(Globals globals, String name, Runnable action) {
        globals.set(name, new ZeroArgFunction() {
            @Override
            public LuaValue call() {
                action.run();
                return NONE;
            }
        });
    }

    /** From now on, what scripts print. */
    static ByteArrayOutputStream captureOutput(Globals globals) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        globals.STDOUT = new PrintStream(printed, true, StandardCharsets.UTF_8);
        return printed;
    }
}
