package dev.zonecast.lua;

import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaValue;

/** Arguments that scripts give; a wrong one is the script's error, with a message in the words of Lua's own library. */
final class Arguments {
    private Arguments() {}

    /** A string, or a number as text. */
    static LuaString string(LuaValue value, int number, String function) {
        if (!value.isstring()) {
            throw wrong(number, function, "string expected, got " + value.typename());
        }
        return value.checkstring();
    }

    static double number(LuaValue value, int number, String function) {
        if (!value.isnumber()) {
            throw wrong(number, function, "number expected, got " + value.typename());
        }
        return value.todouble();
    }

    /** A whole number within bounds. */
    static int integer(LuaValue value, int least, int most, int number, String function) {
        double given = number(value, number, function);
        if (given != Math.rint(given) || given < least || given > most) {
            throw wrong(
                    number,
                    function,
                    "a whole number from " + least + " to " + most + " expected, got " + value.tojstring());
        }
        return (int) given;
    }

    private static LuaError wrong(int number, String function, String what) {
        return new LuaError("bad argument #" + number + " to 'tracy." + function + "' (" + what + ")");
    }
}
