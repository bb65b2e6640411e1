package dev.zonecast.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.Zonecast;
import dev.zonecast.fxt.fixtures.JavaProgram;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.lib.jse.JsePlatform;

/** With {@code -Dzonecast.enabled=false}. */
class SwitchedOffTest {
    /** In a JVM of its own: the switch is a constant. */
    static final class SwitchedOffMain {
        private SwitchedOffMain() {}

        public static void main(String[] arguments) {
            Globals globals = JsePlatform.standardGlobals();
            Globals.Compiler compiler = globals.compiler;
            LuaValue pcall = globals.get("pcall");
            LuaZones.install(globals);
            LuaHook hook = LuaHook.install(globals, LuaHookOptions.defaults().libraries(true));

            Scripts.run(globals, """
                for name, f in pairs(tracy) do
                  assert(select('#', f()) == 0 and select('#', f({}, nil, 3, 4, 5)) == 0, name)
                end
                """);
            LuaZones.endOpenZones();

            System.out.print(Zonecast.isEnabled());
            System.out.print(" " + hook.isInstalled());
            System.out.print(" " + (globals.compiler == compiler && globals.get("pcall") == pcall));
            System.out.print(" " + (globals.debuglib == null));
            hook.close();
        }
    }

    @Test
    void shouldDoNothingAndChangeNothing() throws IOException, InterruptedException {
        assertEquals(
                "false false true true",
                new JavaProgram(SwitchedOffMain.class)
                        .flags("-Dzonecast.enabled=false")
                        .output());
    }
}
