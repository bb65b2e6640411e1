package dev.zonecast.lua;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.ast.Block;
import org.luaj.vm2.ast.Chunk;
import org.luaj.vm2.ast.Exp;
import org.luaj.vm2.ast.FuncBody;
import org.luaj.vm2.ast.FuncName;
import org.luaj.vm2.ast.Name;
import org.luaj.vm2.ast.Stat;
import org.luaj.vm2.ast.SyntaxElement;
import org.luaj.vm2.ast.Visitor;
import org.luaj.vm2.parser.Token;

/**
 * Finds the calls of a script that are statements and call functions of the global table {@code tracy}. In doubt, the table is the
 * script's own.
 */
final class ScriptCalls extends Visitor {
    static final String TABLE = "tracy";

    /** A local variable of this name gives all globals another meaning. */
    private static final String ENVIRONMENT = "_ENV";

    private static final String GLOBALS = "_G";

    /** A call, from its first character to its last. Lines and columns from 1 on. */
    record Call(String function, int line, int column, int endLine, int endColumn) {
        private static Call of(Exp.FuncCall call, SyntaxElement whole) {
            return new Call(
                    ((Exp.FieldExp) call.lhs).name.name,
                    whole.beginLine,
                    column(whole.beginColumn),
                    whole.endLine,
                    column(whole.endColumn));
        }

        /** LuaJ's columns have 16 bits. {@link LuaRemove} refuses longer lines. */
        private static int column(short column) {
            return column & 0xFFFF;
        }

        boolean beginsAt(Token token) {
            return token.beginLine == line && token.beginColumn == column;
        }

        boolean has(Token token) {
            return token.beginLine > line || (token.beginLine == line && token.beginColumn >= column);
        }

        boolean endsBefore(Token token) {
            return token.beginLine > endLine || (token.beginLine == endLine && token.beginColumn > endColumn);
        }
    }

    private final List<Call> statements = new ArrayList<>();
    private final Set<String> redefined = new HashSet<>();
    private boolean redefinesTable;

    /** A local variable of the name {@code tracy} or {@code _ENV} is visible. */
    private boolean declared;

    private ScriptCalls() {}

    /** The calls in the order of the text. A function may run after a later statement: a redefinition counts in all of the script. */
    static List<Call> removable(Chunk script) {
        ScriptCalls found = new ScriptCalls();
        script.accept(found);
        return found.redefinesTable
                ? List.of()
                : found.statements.stream()
                        .filter(call -> !found.redefined.contains(call.function))
                        .toList();
    }

    @Override
    public void visit(Stat.FuncCallStat statement) {
        add(statement.funccall, statement);
        super.visit(statement);
    }

    @Override
    public void visit(Stat.Return statement) {
        if (statement.values != null
                && statement.values.size() == 1
                && statement.values.getFirst() instanceof Exp.FuncCall call) {
            add(call, call);
        }
        super.visit(statement);
    }

    private void add(Exp.FuncCall call, SyntaxElement whole) {
        if (!declared
                && !(call instanceof Exp.MethodCall)
                && call.lhs instanceof Exp.FieldExp field
                && isName(field.lhs, TABLE)
                && ZoneFunctions.NAMES.contains(field.name.name)) {
            statements.add(Call.of(call, whole));
        }
    }

    @Override
    public void visit(Block block) {
        boolean before = declared;
        super.visit(block);
        declared = before;
    }

    /** The condition sees the local variables of the block. */
    @Override
    public void visit(Stat.RepeatUntil loop) {
        boolean before = declared;
        super.visit(loop.block);
        loop.exp.accept(this);
        declared = before;
    }

    @Override
    public void visit(FuncBody function) {
        within(function.parlist.names, () -> super.visit(function));
    }

    @Override
    public void visit(Stat.GenericFor loop) {
        visitExps(loop.exps);
        within(loop.names, () -> loop.block.accept(this));
    }

    @Override
    public void visit(Stat.NumericFor loop) {
        within(List.of(loop.name), () -> super.visit(loop));
    }

    private void within(List<?> names, Runnable scope) {
        boolean before = declared;
        declare(names);
        scope.run();
        declared = before;
    }

    private void declare(List<?> names) {
        declared |= names != null && names.stream().anyMatch(each -> isOurs(((Name) each).name));
    }

    private static boolean isOurs(String name) {
        return name.equals(TABLE) || name.equals(ENVIRONMENT);
    }

    @Override
    public void visit(Stat.LocalFuncDef function) {
        declare(List.of(function.name));
        super.visit(function);
    }

    @Override
    public void visit(Stat.LocalAssign statement) {
        super.visit(statement);
        if (declared || !isSameTable(statement.names, statement.values)) {
            declare(statement.names);
        }
    }

    /** {@code local tracy =} the table under its own name. */
    private static boolean isSameTable(List<?> names, List<?> values) {
        if (names.size() != 1
                || values == null
                || values.size() != 1
                || !((Name) names.getFirst()).name.equals(TABLE)) {
            return false;
        }
        Exp value = (Exp) values.getFirst();
        return isName(value, TABLE)
                || (value instanceof Exp.FieldExp field && isName(field.lhs, GLOBALS) && field.name.name.equals(TABLE))
                || (value instanceof Exp.FuncCall call
                        && isName(call.lhs, "require")
                        && call.args.exps != null
                        && call.args.exps.size() == 1
                        && isText((Exp) call.args.exps.getFirst(), TABLE));
    }

    @Override
    public void visit(Stat.Assign statement) {
        for (Object variable : statement.vars) {
            redefine((Exp) variable);
        }
        super.visit(statement);
    }

    private void redefine(Exp variable) {
        if (declared) {
            return;
        }
        if (variable instanceof Exp.NameExp name) {
            redefinesTable |= isOurs(name.name.name);
        } else if (variable instanceof Exp.FieldExp field) {
            redefineField(isTable(field.lhs), isName(field.lhs, GLOBALS), field.name.name);
        } else if (variable instanceof Exp.IndexExp index) {
            redefinesTable |= isTable(index.lhs) || (isGlobals(index.lhs) && mayBeTable(index.exp));
        }
    }

    private void redefineField(boolean ofTable, boolean ofGlobals, String name) {
        if (ofTable) {
            redefined.add(name);
        }
        redefinesTable |= ofGlobals && name.equals(TABLE);
    }

    @Override
    public void visit(Stat.FuncDef function) {
        FuncName name = function.name;
        List<String> path = new ArrayList<>(List.of(name.name.name));
        if (name.dots != null) {
            for (Object each : name.dots) {
                path.add((String) each);
            }
        }
        if (name.method != null) {
            path.add(name.method);
        }
        if (!declared) {
            if (path.getFirst().equals(GLOBALS)) {
                path.removeFirst();
            }
            if (path.getFirst().equals(TABLE)) {
                redefinesTable |= path.size() == 1;
                redefined.addAll(path.subList(1, Math.min(2, path.size())));
            }
        }
        super.visit(function);
    }

    @Override
    public void visit(Exp.FuncCall call) {
        if (isName(call.lhs, "rawset") && call.args.exps != null && call.args.exps.size() > 1) {
            Exp target = (Exp) call.args.exps.getFirst();
            redefinesTable |= isName(target, TABLE) || (isGlobals(target) && mayBeTable((Exp) call.args.exps.get(1)));
        }
        super.visit(call);
    }

    private static boolean isTable(Exp expression) {
        return isName(expression, TABLE)
                || (expression instanceof Exp.FieldExp field
                        && isName(field.lhs, GLOBALS)
                        && field.name.name.equals(TABLE))
                || (expression instanceof Exp.IndexExp index && isName(index.lhs, GLOBALS) && mayBeTable(index.exp));
    }

    private static boolean isGlobals(Exp expression) {
        return isName(expression, GLOBALS) || isName(expression, ENVIRONMENT);
    }

    /** A key that is no constant may be any. */
    private static boolean mayBeTable(Exp key) {
        return !(key instanceof Exp.Constant) || isText(key, TABLE);
    }

    private static boolean isText(Exp expression, String text) {
        return expression instanceof Exp.Constant constant
                && constant.value instanceof LuaString string
                && LuaText.of(string).equals(text);
    }

    private static boolean isName(Exp expression, String name) {
        return expression instanceof Exp.NameExp variable && variable.name.name.equals(name);
    }
}
