package dev.zonecast.lua;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.compiler.LuaC;
import org.luaj.vm2.parser.LuaParser;
import org.luaj.vm2.parser.ParseException;
import org.luaj.vm2.parser.Token;
import org.luaj.vm2.parser.TokenMgrError;

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

    /** Lua counts two different breaks in a row as one; LuaJ's parser counts {@code \r\n} alone so. */
    private static final Pattern LINE_BREAK = Pattern.compile("\r\n|\n\r|\r|\n");

    private static final Pattern PARSERS_LINE_BREAK = Pattern.compile("\r\n|\r|\n");

    private static final Pattern ARGUMENTS = Pattern.compile("[({'\"]|\\[=*\\[");
    private static final Set<String> NO_CALL_AFTER = Set.of(".", ":", "function");

    /** The syntax tree of LuaJ's parser has columns of 16 bits. */
    private static final int MAX_COLUMNS = 0xFFFF;

    private final String script;
    private final char[] text;

    /** Where LuaJ's parser begins its lines. */
    private final List<Integer> lineStarts = new ArrayList<>(List.of(0));

    private final List<Integer> keptLines = new ArrayList<>();
    private int removed;

    private LuaRemove(String script) {
        this.script = script;
        this.text = script.toCharArray();
        PARSERS_LINE_BREAK.matcher(script).results().forEach(found -> lineStarts.add(found.end()));
    }

    /** Takes the calls out. A script that does not compile is returned as it was, with the reason. */
    public static Result from(String script) {
        LuaRemove remove = new LuaRemove(script);
        String error = compileError(script);
        if (error == null) {
            error = remove.run();
        }
        String text = new String(remove.text);
        if (error == null) {
            error = compileError(text);
        }
        return error == null
                ? new Result(text, remove.removed, List.copyOf(remove.keptLines), null)
                : new Result(script, 0, List.of(), error);
    }

    private static String compileError(String script) {
        try {
            LuaC.instance.compile(new ByteArrayInputStream(script.getBytes(StandardCharsets.UTF_8)), "=script");
            return null;
        } catch (LuaError | IOException e) {
            return String.valueOf(e.getMessage());
        } catch (RuntimeException | StackOverflowError e) {
            return "the compiler fails: " + e;
        }
    }

    /** True if the parser cannot tell places of a line apart. */
    private boolean hasTooLongLine() {
        int start = 0;
        for (int next : lineStarts) {
            if (next - start > MAX_COLUMNS) {
                return true;
            }
            start = next;
        }
        return script.length() - start > MAX_COLUMNS;
    }

    /** Blanks the calls; returns why it cannot, or null. */
    private String run() {
        if (hasTooLongLine()) {
            return "a line has more than 65,535 columns";
        }
        // A tab is one column wide here, so that a column is an index.
        LuaParser parser = new LuaParser(new StringReader(script.replace('\t', ' ')));
        Token first = parser.token;
        List<ScriptCalls.Call> calls;
        try {
            calls = ScriptCalls.removable(parser.Chunk());
        } catch (ParseException | TokenMgrError | StackOverflowError e) {
            return "LuaJ's parser fails: " + e.getMessage();
        }
        int next = 0;
        String before = "";
        for (Token token = first.next; token != null; token = token.next) {
            while (next < calls.size() && calls.get(next).endsBefore(token)) {
                next++;
            }
            if (next < calls.size() && calls.get(next).has(token)) {
                removed += calls.get(next).beginsAt(token) ? 1 : 0;
                blank(token);
            } else if (isCall(before, token)) {
                keptLines.add(line(start(token)));
            }
            before = token.image;
        }
        return null;
    }

    /** {@code tracy.ZoneBegin} before arguments, but no field of another table and no definition. */
    private static boolean isCall(String before, Token table) {
        if (!table.image.equals(ScriptCalls.TABLE) || !table.next.image.equals(".")) {
            return false;
        }
        Token function = table.next.next;
        return ZoneFunctions.NAMES.contains(function.image)
                && !NO_CALL_AFTER.contains(before)
                && ARGUMENTS.matcher(function.next.image).lookingAt();
    }

    private void blank(Token token) {
        int end = start(token) + token.image.length();
        for (int i = start(token); i < end; i++) {
            if (text[i] != '\n' && text[i] != '\r') {
                text[i] = ' ';
            }
        }
    }

    private int start(Token token) {
        return lineStarts.get(token.beginLine - 1) + token.beginColumn - 1;
    }

    private int line(int index) {
        return 1
                + (int) LINE_BREAK.matcher(script.substring(0, index)).results().count();
    }
}
