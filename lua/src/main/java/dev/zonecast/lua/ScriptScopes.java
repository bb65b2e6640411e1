package dev.zonecast.lua;

import dev.zonecast.lua.LuaTokens.Kind;
import dev.zonecast.lua.LuaTokens.Token;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What the name {@code tracy} means at each token of a script that compiles: the global table, or something of the script's own. In doubt
 * it is the script's own.
 */
final class ScriptScopes {
    private static final String TABLE = "tracy";

    /** Who declares it gives all globals another meaning. */
    private static final String ENVIRONMENT = "_ENV";

    /** The table of globals. */
    private static final String GLOBALS = "_G";

    private static final Set<String> TABLE_AS_KEY = Set.of("\"tracy\"", "'tracy'", "[[tracy]]");

    /** The table under its own name. */
    private static final List<List<String>> SAME_TABLE = List.of(
            List.of(TABLE),
            List.of("_G", ".", TABLE),
            List.of("require", "\"tracy\""),
            List.of("require", "'tracy'"),
            List.of("require", "(", "\"tracy\"", ")"),
            List.of("require", "(", "'tracy'", ")"));

    /** A block of statements or a bracket. */
    private static final class Nesting {
        private final boolean isBracket;

        /** True if the name is declared in this block. */
        private boolean declares;

        Nesting(boolean isBracket, boolean declares) {
            this.isBracket = isBracket;
            this.declares = declares;
        }
    }

    private final List<Token> tokens;
    private final Deque<Nesting> open = new ArrayDeque<>();
    private final Set<String> redefined = new HashSet<>();
    private boolean redefinesTable;

    ScriptScopes(List<Token> tokens) {
        this.tokens = tokens;
        start();
        // A function may be called before the statement that stands above it: redefinitions count in all of the script.
        for (int i = 0; tokens.get(i).kind() != Kind.END; i++) {
            findRedefinition(i);
            pass(i);
        }
        start();
    }

    private void start() {
        open.clear();
        open.push(new Nesting(false, false));
    }

    /** True if statements stand here, false within an expression's brackets. */
    boolean isInBlock() {
        return !open.peek().isBracket;
    }

    /** True if {@code tracy.function} is a function of ours here. */
    boolean isOurs(String function) {
        return !redefinesTable && !redefined.contains(function) && !isDeclared();
    }

    private boolean isDeclared() {
        return open.stream().anyMatch(nesting -> nesting.declares);
    }

    /** Goes on behind a token. */
    void pass(int i) {
        Token token = tokens.get(i);
        if (token.is("(") || token.is("[") || token.is("{")) {
            open.push(new Nesting(true, false));
        } else if (token.is(")") || token.is("]") || token.is("}")) {
            open.pop();
        } else if (token.kind() == Kind.KEYWORD) {
            switch (token.text()) {
                case "function" -> open.push(new Nesting(false, hasParameter(i)));
                // The "do" of a loop represents it: "while" and "for" have no end of their own.
                case "if", "do", "repeat" -> open.push(new Nesting(false, false));
                case "elseif", "else" -> open.peek().declares = false;
                case "end", "until" -> open.pop();
                case "local" -> open.peek().declares |= declaresLocal(i);
                // Its variables end with the loop; the rest of the block around it is left alone with them.
                case "for" -> open.peek().declares |= isListed(i + 1);
                default -> {
                    // Opens and declares nothing.
                }
            }
        }
    }

    private boolean hasParameter(int function) {
        int i = function + 1;
        while (!tokens.get(i).is("(")) {
            i++;
        }
        return isListed(i + 1);
    }

    private boolean declaresLocal(int local) {
        int first = local + (tokens.get(local + 1).is("function") ? 2 : 1);
        return isListed(first) && !isSameTable(first);
    }

    /** True if one of the names from here on, with commas between them, is the table's. */
    private boolean isListed(int first) {
        for (int i = first; tokens.get(i).kind() == Kind.NAME; i += 2) {
            if (isName(i)) {
                return true;
            }
            if (!tokens.get(i + 1).is(",")) {
                return false;
            }
        }
        return false;
    }

    private boolean isName(int i) {
        return tokens.get(i).kind() == Kind.NAME
                && (tokens.get(i).text().equals(TABLE) || tokens.get(i).text().equals(ENVIRONMENT));
    }

    /** {@code local tracy = require "tracy"} and the like: the same table under the same name. */
    private boolean isSameTable(int name) {
        if (!tokens.get(name).text().equals(TABLE) || !tokens.get(name + 1).is("=") || isDeclared()) {
            return false;
        }
        return SAME_TABLE.stream().anyMatch(words -> stand(words, name + 2) && endsAt(name + 2 + words.size()));
    }

    private boolean stand(List<String> words, int first) {
        for (int i = 0; i < words.size(); i++) {
            if (first + i >= tokens.size() || !tokens.get(first + i).text().equals(words.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** True if a new statement begins here, or the block ends: nothing goes on with an expression. */
    private boolean endsAt(int i) {
        Token next = tokens.get(i);
        return switch (next.kind()) {
            case NAME, END -> true;
            case KEYWORD -> !next.is("and") && !next.is("or");
            case SYMBOL -> next.is(";") || next.is("::");
            case NUMBER, STRING -> false;
        };
    }

    // --- redefinitions

    private void findRedefinition(int i) {
        if (stand(List.of("rawset", "("), i)) {
            findRawSet(i + 2);
        }
        int suffix = behindTable(i);
        if (suffix < 0 || isDeclared() || !isInBlock()) {
            return;
        }
        Token before = i == 0 ? null : tokens.get(i - 1);
        if (before != null && (before.is(".") || before.is(":") || before.is("local"))) {
            return;
        }
        boolean isFunction = before != null && before.is("function");
        if (isFunction || isAssigned(i)) {
            Token next = tokens.get(suffix);
            if ((next.is(".") || next.is(":")) && !tokens.get(suffix + 2).is(".")) {
                redefined.add(tokens.get(suffix + 1).text());
            } else if (!next.is(".")) {
                redefinesTable = true;
            }
        }
    }

    /** A key that is no constant may be any. */
    private void findRawSet(int arguments) {
        boolean ofTable = stand(List.of(TABLE, ","), arguments);
        boolean ofGlobals = stand(List.of(GLOBALS, ","), arguments) || stand(List.of(ENVIRONMENT, ","), arguments);
        redefinesTable |= ofTable || (ofGlobals && mayBeTable(tokens.get(arguments + 2)));
    }

    private static boolean mayBeTable(Token key) {
        return key.kind() != Kind.STRING || TABLE_AS_KEY.contains(key.text());
    }

    /** Index behind {@code tracy}, {@code _G.tracy} or {@code _G["tracy"]}; -1 if none of them is here. */
    private int behindTable(int i) {
        if (isName(i)) {
            return i + 1;
        }
        if (stand(List.of(GLOBALS, ".", TABLE), i)) {
            return i + 3;
        }
        return stand(List.of(GLOBALS, "["), i) && mayBeTable(tokens.get(i + 2)) ? behindBracket(i + 1) : -1;
    }

    /** True if a list of variables that ends with an equals sign begins or goes on here. */
    private boolean isAssigned(int name) {
        int i = name;
        while (tokens.get(i).kind() == Kind.NAME) {
            i++;
            while (tokens.get(i).is(".") || tokens.get(i).is("[")) {
                i = tokens.get(i).is(".") ? i + 2 : behindBracket(i);
            }
            if (!tokens.get(i).is(",")) {
                return tokens.get(i).is("=");
            }
            i++;
        }
        return false;
    }

    private int behindBracket(int bracket) {
        int depth = 0;
        int i = bracket;
        do {
            Token token = tokens.get(i++);
            if (token.is("[") || token.is("(") || token.is("{")) {
                depth++;
            } else if (token.is("]") || token.is(")") || token.is("}")) {
                depth--;
            }
        } while (depth > 0);
        return i;
    }
}
