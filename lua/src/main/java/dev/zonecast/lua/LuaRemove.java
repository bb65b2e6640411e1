package dev.zonecast.lua;

import dev.zonecast.lua.LuaTokens.Kind;
import dev.zonecast.lua.LuaTokens.Token;
import dev.zonecast.lua.LuaTokens.UnfinishedTokenException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.compiler.LuaC;

/**
 * Takes the calls of the functions of {@link LuaZones} out of a script's text, so that a release pays nothing for them:
 *
 * <pre>{@code
 * LuaRemove.Result release = LuaRemove.from(script);
 * globals.load(release.text(), "@game.lua").call();
 * }</pre>
 *
 * <p>Spaces take the place of a call; line breaks and comments inside it stay. So all else is where it was, to the column: lines in
 * error messages are right. What looks like a call within a string or a comment is left alone.
 *
 * <p>A call is removed with its arguments, which are not evaluated any more, as in Tracy's own {@code LuaRemove}. It has to be written
 * {@code tracy.ZoneBegin(...)} and to be a statement of its own, or all that a {@code return} returns. {@link Result#keptLines} lists
 * the calls that are kept: a call whose (missing) value is used; a call before something that would then belong to the statement before;
 * a call of the script's own {@code tracy}. That is a local variable, parameter or loop variable of this name, in its scope, unless it
 * is {@code local tracy = require "tracy"} or {@code = tracy}; and a global {@code tracy}, or a function of it, that the script assigns by
 * name, in {@code _G} or by {@code rawset}.
 * Functions that a script keeps in variables of its own are not seen.
 *
 * <p>Stateless; any thread.
 */
public final class LuaRemove {
    /**
     * What became of a script.
     *
     * @param text the script without the calls, or as it was if there is a reason
     * @param removedCalls calls that were removed
     * @param keptLines lines, from 1 on, of calls that could not be removed: their value is used, or they call the script's own table
     * @param reason why the script was left as it was: what is wrong with it; else null
     */
    public record Result(String text, int removedCalls, List<Integer> keptLines, String reason) {}

    /** After these a new statement may begin; so it may after a name, a number and a string. */
    private static final Set<String> BEFORE_STATEMENT = Set.of(
            ";", "then", "do", "else", "repeat", "end", "break", "nil", "true", "false", "...", ")", "]", "}", "::");

    /** What goes on with the value of a call. */
    private static final Set<String> CONTINUES_CALL = Set.of(".", ":", "[", "(", "{");

    private static final Set<String> AFTER_RETURN = Set.of(";", "end", "else", "elseif", "until");

    private final String script;
    private final List<Token> tokens;
    private final char[] text;
    private final ScriptScopes scopes;
    private final List<Integer> keptLines = new ArrayList<>();
    private int removed;

    private LuaRemove(String script, List<Token> tokens) {
        this.script = script;
        this.tokens = tokens;
        this.text = script.toCharArray();
        this.scopes = new ScriptScopes(tokens);
    }

    /** The script without calls of our functions. One that does not compile is left as it is, with the reason. */
    public static Result from(String script) {
        String error = compileError(script);
        if (error != null) {
            return new Result(script, 0, List.of(), error);
        }
        try {
            LuaRemove remove = new LuaRemove(script, LuaTokens.of(script));
            remove.run();
            String text = new String(remove.text);
            error = compileError(text);
            return error == null
                    ? new Result(text, remove.removed, List.copyOf(remove.keptLines), null)
                    : new Result(script, 0, List.of(), "without the calls it would not compile: " + error);
        } catch (UnfinishedTokenException e) {
            return new Result(script, 0, List.of(), e.getMessage());
        }
    }

    /** What LuaJ's compiler says against a script, or null. */
    private static String compileError(String script) {
        try {
            LuaC.instance.compile(new ByteArrayInputStream(script.getBytes(StandardCharsets.UTF_8)), "=script");
            return null;
        } catch (LuaError | IOException e) {
            return String.valueOf(e.getMessage());
        } catch (RuntimeException | StackOverflowError e) {
            // Its defects: some malformed scripts make it fail otherwise than by saying so.
            return "the compiler fails: " + e;
        }
    }

    private void run() {
        int i = 0;
        while (tokens.get(i).kind() != Kind.END) {
            int last = callAt(i);
            if (last >= 0 && scopes.isOurs(tokens.get(i + 2).text()) && isRemovable(i, last)) {
                blank(i, last);
                i = last + 1;
            } else {
                if (last >= 0) {
                    keptLines.add(line(tokens.get(i)));
                }
                scopes.pass(i);
                i++;
            }
        }
    }

    /** Index of the last token of the call of one of our functions that starts here, or -1. */
    private int callAt(int i) {
        Token table = tokens.get(i);
        if (table.kind() != Kind.NAME
                || !table.text().equals("tracy")
                || !tokens.get(i + 1).is(".")
                || isFieldOrDefinition(i)
                || !ZoneFunctions.NAMES.contains(tokens.get(i + 2).text())) {
            return -1;
        }
        Token argument = tokens.get(i + 3);
        if (argument.kind() == Kind.STRING) {
            return i + 3;
        }
        return argument.is("(") || argument.is("{") ? closing(i + 3) : -1;
    }

    private boolean isFieldOrDefinition(int i) {
        return i > 0
                && (tokens.get(i - 1).is(".")
                        || tokens.get(i - 1).is(":")
                        || tokens.get(i - 1).is("function"));
    }

    private int closing(int open) {
        int depth = 0;
        int i = open;
        do {
            Token token = tokens.get(i++);
            depth += isOpening(token) ? 1 : isClosing(token) ? -1 : 0;
        } while (depth > 0);
        return i - 1;
    }

    private boolean isRemovable(int first, int last) {
        Token next = tokens.get(last + 1);
        // No string reads like one of these: it has its quotes with it.
        if (next.kind() == Kind.STRING || CONTINUES_CALL.contains(next.text())) {
            return false;
        }
        if (first == 0) {
            return true;
        }
        Token before = tokens.get(first - 1);
        if (before.is("return")) {
            return next.kind() == Kind.END || AFTER_RETURN.contains(next.text());
        }
        return scopes.isInBlock()
                && switch (before.kind()) {
                    case NAME, NUMBER, STRING -> true;
                    case KEYWORD, SYMBOL -> BEFORE_STATEMENT.contains(before.text());
                    case END -> false;
                };
    }

    private static boolean isOpening(Token token) {
        return token.is("(") || token.is("[") || token.is("{");
    }

    private static boolean isClosing(Token token) {
        return token.is(")") || token.is("]") || token.is("}");
    }

    private void blank(int first, int last) {
        removed++;
        for (Token token : tokens.subList(first, last + 1)) {
            for (int i = token.start(); i < token.end(); i++) {
                if (text[i] != '\n' && text[i] != '\r') {
                    text[i] = ' ';
                }
            }
        }
    }

    private int line(Token token) {
        return LuaTokens.line(script, token.start());
    }
}
