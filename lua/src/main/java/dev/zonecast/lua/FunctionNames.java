package dev.zonecast.lua;

import org.luaj.vm2.Lua;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Prototype;

/**
 * Names of functions, read from the instruction that stores each one: a Lua function itself has none. {@code function M.f} reads
 * "M.f", {@code function M:f} reads "M:f", {@code local function f} reads "f"; a function that is passed on or returned has no name.
 *
 * <p>Lua's debug library looks at the instruction that calls instead, which takes the program counter of the caller, and gives one
 * function many names.
 */
final class FunctionNames {
    /** How far back the table that a function is stored in is looked for. */
    private static final int LOOK_BACK = 8;

    private final Prototype parent;

    private FunctionNames(Prototype parent) {
        this.parent = parent;
    }

    /** Names of the functions defined directly in {@code parent}, in the order of its {@code p}; null where there is none. */
    static String[] ofInner(Prototype parent) {
        String[] names = new String[parent.p.length];
        FunctionNames reader = new FunctionNames(parent);
        for (int pc = 0; pc < parent.code.length; pc++) {
            int instruction = parent.code[pc];
            if (Lua.GET_OPCODE(instruction) == Lua.OP_CLOSURE) {
                int inner = Lua.GETARG_Bx(instruction);
                if (names[inner] == null) {
                    names[inner] = reader.storedAs(pc, parent.p[inner]);
                }
            }
        }
        return names;
    }

    private String storedAs(int pc, Prototype function) {
        int register = Lua.GETARG_A(parent.code[pc]);
        if (pc + 1 < parent.code.length) {
            int next = parent.code[pc + 1];
            switch (Lua.GET_OPCODE(next)) {
                case Lua.OP_SETTABUP -> {
                    if (Lua.GETARG_C(next) == register) {
                        return field(upvalue(Lua.GETARG_A(next)), constant(Lua.GETARG_B(next)), function);
                    }
                }
                case Lua.OP_SETTABLE -> {
                    if (Lua.GETARG_C(next) == register) {
                        String table = register(Lua.GETARG_A(next), pc);
                        return field(table, constant(Lua.GETARG_B(next)), function);
                    }
                }
                case Lua.OP_SETUPVAL -> {
                    if (Lua.GETARG_A(next) == register) {
                        return upvalue(Lua.GETARG_B(next));
                    }
                }
                case Lua.OP_MOVE -> {
                    if (Lua.GETARG_B(next) == register && local(register, pc + 1) == null) {
                        return local(Lua.GETARG_A(next), pc + 1);
                    }
                }
                default -> {
                    // A new local variable: the register is its home.
                }
            }
        }
        return local(register, pc + 1);
    }

    private static String field(String table, String key, Prototype function) {
        if (key == null || table == null || table.equals("_ENV")) {
            return key;
        }
        return table + (isMethod(function) ? ":" : ".") + key;
    }

    private static boolean isMethod(Prototype function) {
        return function.numparams > 0
                && function.locvars.length > 0
                && function.locvars[0].varname.tojstring().equals("self");
    }

    /** What the script calls the value in a register. */
    private String register(int register, int pc) {
        String local = local(register, pc);
        if (local != null) {
            return local;
        }
        for (int i = pc - 1; i >= Math.max(0, pc - LOOK_BACK); i--) {
            if (Lua.GETARG_A(parent.code[i]) == register) {
                return value(i);
            }
        }
        return null;
    }

    /** What the script calls the value that an instruction gets. */
    private String value(int pc) {
        int instruction = parent.code[pc];
        int from = Lua.GETARG_B(instruction);
        return switch (Lua.GET_OPCODE(instruction)) {
            case Lua.OP_GETTABUP -> path(upvalue(from), constant(Lua.GETARG_C(instruction)));
            case Lua.OP_GETTABLE -> path(register(from, pc), constant(Lua.GETARG_C(instruction)));
            case Lua.OP_GETUPVAL -> upvalue(from);
            default -> null;
        };
    }

    private static String path(String table, String key) {
        return table == null || table.equals("_ENV") || key == null ? key : table + "." + key;
    }

    private String local(int register, int pc) {
        LuaString name = parent.getlocalname(register + 1, pc);
        // Names in brackets are the compiler's own, of a loop's hidden variables.
        return name == null || name.m_length == 0 || name.luaByte(0) == '(' ? null : LuaText.of(name);
    }

    private String upvalue(int index) {
        LuaString name = index < parent.upvalues.length ? parent.upvalues[index].name : null;
        return name == null ? null : LuaText.of(name);
    }

    private String constant(int operand) {
        if (!Lua.ISK(operand)) {
            return null;
        }
        LuaValue value = parent.k[Lua.INDEXK(operand)];
        return value instanceof LuaString name ? LuaText.of(name) : null;
    }
}
