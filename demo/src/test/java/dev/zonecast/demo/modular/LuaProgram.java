package dev.zonecast.demo.modular;

import dev.zonecast.lua.LuaZones;
import org.luaj.vm2.Globals;
import org.luaj.vm2.lib.jse.JsePlatform;

/** Zones in a script. */
public final class LuaProgram {
    private LuaProgram() {}

    /** Runs it. */
    public static void main(String[] arguments) {
        Globals globals = JsePlatform.standardGlobals();
        try (LuaZones zones = LuaZones.install(globals)) {
            globals.load("tracy.ZoneBeginN('script') tracy.ZoneEnd() print('the script ran')")
                    .call();
            System.out.println("installed: " + (zones != null));
        }
    }
}
