package dev.zonecast.lua;

import org.luaj.vm2.Globals;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.lib.TwoArgFunction;

/**
 * {@code error} that gives an error without a message the value nil, as {@code pcall} would. LuaJ's own gives it none at all, for
 * which its interpreter, as soon as it has a debug library, puts in a text.
 */
final class ErrorFunction extends TwoArgFunction {
    private final LuaValue original;

    private ErrorFunction(LuaValue original) {
        this.original = original;
        this.name = "error";
    }

    static void replace(Globals globals, Replacements replacements) {
        LuaValue error = globals.get("error");
        if (error.isfunction() && !error.isclosure()) {
            replacements.put(globals, "error", new ErrorFunction(error));
        }
    }

    @Override
    public LuaValue call(LuaValue message, LuaValue level) {
        if (message.isnil()) {
            throw new LuaError(NIL);
        }
        return original.call(message, level);
    }
}
