package dev.zonecast.lua;

import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;
import org.luaj.vm2.lib.VarArgFunction;

/** {@code pcall} or {@code xpcall}: an error passes by the ends of the zones that were begun inside, so they end here. */
final class ProtectedCall extends VarArgFunction {
    private final LuaZones zones;
    private final LuaValue original;

    ProtectedCall(LuaZones zones, LuaValue original) {
        this.zones = zones;
        this.original = original;
    }

    @Override
    public Varargs invoke(Varargs arguments) {
        ZoneStack stack = zones.stack();
        int depth = stack.depth();
        boolean succeeds = false;
        try {
            Varargs result = original.invoke(arguments);
            succeeds = result.arg1().toboolean();
            return result;
        } finally {
            // Not those that a success left open: to begin a zone in one function and to end it in another is allowed.
            // An
            // Error, that of a full stack say, passes by LuaJ's own pcall.
            if (!succeeds) {
                stack.endTo(depth);
            }
        }
    }
}
