package dev.zonecast.lua;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.luaj.vm2.Globals;
import org.luaj.vm2.Lua;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Prototype;

/**
 * Looks at each script when a {@code Globals} loads it: gives its functions names ({@link ScriptPrototype}) and marks its calls that
 * begin a zone ({@link CallSiteMarks}). What the script does is not changed. It stays for good, and is all that is held by a {@code
 * Globals} whose hook rests.
 */
final class ScriptIndex {
    /** In front of the compiler. */
    private record IndexingCompiler(Globals.Compiler compiler, ScriptIndex index) implements Globals.Compiler {
        @Override
        public Prototype compile(InputStream stream, String chunkName) throws IOException {
            return indexed(compiler.compile(stream, chunkName));
        }
    }

    /** In front of the loader of binary scripts; null says that the stream is not binary. */
    private record IndexingUndumper(Globals.Undumper undumper, ScriptIndex index) implements Globals.Undumper {
        @Override
        public Prototype undump(InputStream stream, String chunkName) throws IOException {
            Prototype loaded = undumper.undump(stream, chunkName);
            return loaded == null ? null : indexed(loaded);
        }
    }

    /** Installed here, or null. */
    HookLibrary hook;

    private ScriptIndex() {}

    /** The index of all scripts that this {@code Globals} loads from the first call on. */
    static ScriptIndex of(Globals globals) {
        ScriptIndex index = installed(globals);
        if (index == null) {
            index = new ScriptIndex();
        }
        // Each by itself: a program may have put in another one since.
        if (globals.compiler != null && !(globals.compiler instanceof IndexingCompiler)) {
            globals.compiler = new IndexingCompiler(globals.compiler, index);
        }
        if (globals.undumper != null && !(globals.undumper instanceof IndexingUndumper)) {
            globals.undumper = new IndexingUndumper(globals.undumper, index);
        }
        return index;
    }

    private static ScriptIndex installed(Globals globals) {
        if (globals.compiler instanceof IndexingCompiler indexing) {
            return indexing.index;
        }
        return globals.undumper instanceof IndexingUndumper indexing ? indexing.index : null;
    }

    /** The script's functions with their names and marks. */
    static ScriptPrototype indexed(Prototype script) {
        return script instanceof ScriptPrototype known ? known : indexed(script, null);
    }

    private static ScriptPrototype indexed(Prototype function, String name) {
        String file = LuaText.chunkName(function.source);
        CallSite definition = ScriptPrototype.definition(function, name, file);
        ScriptPrototype indexed = new ScriptPrototype(function, definition);
        String[] names = FunctionNames.ofInner(function);
        Prototype[] inner = new Prototype[function.p.length];
        for (int i = 0; i < inner.length; i++) {
            inner[i] = indexed(function.p[i], names[i]);
        }
        indexed.p = inner;
        markCalls(indexed);
        return indexed;
    }

    private static void markCalls(ScriptPrototype function) {
        int[] code = function.code;
        for (int pc = 0; pc < code.length; pc++) {
            int instruction = code[pc];
            int opcode = Lua.GET_OPCODE(instruction);
            if (opcode != Lua.OP_GETTABLE && opcode != Lua.OP_GETTABUP) {
                continue;
            }
            int operand = Lua.GETARG_C(instruction);
            // A function of many constants loads the name into a register first.
            int keyAt = Lua.ISK(operand) ? pc : pc - 1;
            int constant = Lua.ISK(operand) ? Lua.INDEXK(operand) : loadedConstant(function, keyAt, operand);
            if (constant < 0 || !(function.k[constant] instanceof LuaString name) || !BeginFunction.Kind.isName(name)) {
                continue;
            }
            int call = callOf(code, pc, Lua.GETARG_A(instruction));
            if (call >= 0) {
                mark(
                        function,
                        keyAt,
                        name,
                        new CallSite(function.definition.file(), function.definition.function(), line(function, call)));
            }
        }
    }

    /** The constant that is loaded for the next instruction alone, or -1. One that is loaded into a local variable serves others too. */
    private static int loadedConstant(Prototype function, int pc, int register) {
        int[] code = function.code;
        return pc >= 0
                        && Lua.GET_OPCODE(code[pc]) == Lua.OP_LOADK
                        && Lua.GETARG_A(code[pc]) == register
                        && function.getlocalname(register + 1, pc + 1) == null
                ? Lua.GETARG_Bx(code[pc])
                : -1;
    }

    /** Gives the instruction at {@code pc} a constant of its own, equal to the one that it has. */
    private static void mark(ScriptPrototype function, int pc, LuaString name, CallSite site) {
        int constant = function.k.length;
        boolean inRegister = Lua.GET_OPCODE(function.code[pc]) == Lua.OP_LOADK;
        if (constant > (inRegister ? Lua.MAXARG_Bx : Lua.MAXINDEXRK)) {
            return;
        }
        LuaString marked = CallSiteMarks.mark(name, site);
        if (marked == null) {
            return;
        }
        function.k = Arrays.copyOf(function.k, constant + 1, LuaValue[].class);
        function.k[constant] = marked;
        function.code[pc] = inRegister
                ? (function.code[pc] & Lua.MASK_NOT_Bx) | constant << Lua.POS_Bx
                : (function.code[pc] & Lua.MASK_NOT_C) | Lua.RKASK(constant) << Lua.POS_C;
    }

    /**
     * Where the function that the instruction at {@code pc} puts into {@code register} is called, or -1 if it is kept for later:
     * then one value serves many calls. A compiler puts nothing but the evaluation of the arguments in between.
     */
    private static int callOf(int[] code, int pc, int register) {
        for (int i = pc + 1; i < code.length; i++) {
            int instruction = code[i];
            int opcode = Lua.GET_OPCODE(instruction);
            int a = Lua.GETARG_A(instruction);
            switch (opcode) {
                case Lua.OP_CALL, Lua.OP_TAILCALL -> {
                    if (a <= register) {
                        return a == register ? i : -1;
                    }
                }
                case Lua.OP_RETURN, Lua.OP_TFORCALL -> {
                    return -1;
                }
                case Lua.OP_LOADNIL -> {
                    if (a <= register && register <= a + Lua.GETARG_B(instruction)) {
                        return -1;
                    }
                }
                default -> {
                    if (a == register && Lua.testAMode(opcode)) {
                        return -1;
                    }
                }
            }
        }
        return -1;
    }

    private static int line(Prototype function, int pc) {
        return function.lineinfo != null && pc < function.lineinfo.length ? function.lineinfo[pc] : 0;
    }
}
