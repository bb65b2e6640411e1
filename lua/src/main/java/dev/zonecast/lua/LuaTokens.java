package dev.zonecast.lua;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Splits a script into tokens as the reference manual of Lua 5.2, section 3.1, defines them. White space and comments are none. */
final class LuaTokens {
    enum Kind {
        NAME,
        KEYWORD,
        NUMBER,
        STRING,
        SYMBOL,
        /** Behind the last one. */
        END
    }

    /**
     * A token.
     *
     * @param start index of its first character
     * @param end index behind its last character
     */
    record Token(Kind kind, String text, int start, int end) {
        boolean is(String symbolOrKeyword) {
            return (kind == Kind.SYMBOL || kind == Kind.KEYWORD) && text.equals(symbolOrKeyword);
        }
    }

    /** The script ends within a token. */
    static final class UnfinishedTokenException extends Exception {
        private static final long serialVersionUID = 1;

        UnfinishedTokenException(String message) {
            super(message);
        }
    }

    private static final Set<String> KEYWORDS = Set.of(
            "and",
            "break",
            "do",
            "else",
            "elseif",
            "end",
            "false",
            "for",
            "function",
            "goto",
            "if",
            "in",
            "local",
            "nil",
            "not",
            "or",
            "repeat",
            "return",
            "then",
            "true",
            "until",
            "while");

    /** Longest first. */
    private static final String[] LONG_SYMBOLS = {"...", "..", "==", "~=", "<=", ">=", "::"};

    private final String script;
    private final List<Token> tokens = new ArrayList<>();
    private int position;

    private LuaTokens(String script) {
        this.script = script;
    }

    /** All tokens, and one of kind {@link Kind#END}. */
    static List<Token> of(String script) throws UnfinishedTokenException {
        LuaTokens reader = new LuaTokens(script);
        reader.read();
        return reader.tokens;
    }

    private void read() throws UnfinishedTokenException {
        if (script.startsWith("#")) {
            skipLine();
        }
        while (position < script.length()) {
            char c = script.charAt(position);
            int bracket;
            if (isSpace(c)) {
                position++;
            } else if (script.startsWith("--", position)) {
                skipComment();
            } else if (isNameStart(c)) {
                name();
            } else if (isDigit(c) || (c == '.' && isDigit(at(position + 1)))) {
                number();
            } else if (c == '"' || c == '\'') {
                quoted(c);
            } else if (c == '[' && (bracket = longBracket(position)) >= 0) {
                add(Kind.STRING, endOfLong(bracket, "string"));
            } else {
                symbol();
            }
        }
        add(Kind.END, position);
    }

    private void add(Kind kind, int end) {
        tokens.add(new Token(kind, script.substring(position, end), position, end));
        position = end;
    }

    private void skipComment() throws UnfinishedTokenException {
        int bracket = longBracket(position + 2);
        if (bracket >= 0) {
            position = endOfLong(bracket, "comment");
        } else {
            skipLine();
        }
    }

    private void skipLine() {
        while (position < script.length() && !isLineBreak(script.charAt(position))) {
            position++;
        }
    }

    private void name() {
        int end = position + 1;
        while (isNameStart(at(end)) || isDigit(at(end))) {
            end++;
        }
        add(KEYWORDS.contains(script.substring(position, end)) ? Kind.KEYWORD : Kind.NAME, end);
    }

    /** As the reference implementation reads it: everything that may belong to a number, whether or not it makes sense. */
    private void number() {
        boolean hexadecimal = at(position) == '0' && (at(position + 1) | 0x20) == 'x';
        int end = position + (hexadecimal ? 2 : 1);
        while (true) {
            int c = at(end);
            if ((c | 0x20) == (hexadecimal ? 'p' : 'e')) {
                end += at(end + 1) == '+' || at(end + 1) == '-' ? 2 : 1;
            } else if (c == '.' || isDigit(c) || isLetter(c | 0x20, 'f')) {
                end++;
            } else {
                break;
            }
        }
        add(Kind.NUMBER, end);
    }

    private void quoted(char quote) throws UnfinishedTokenException {
        int end = position + 1;
        while (at(end) != quote) {
            int c = at(end);
            if (c < 0 || isLineBreak((char) c)) {
                throw unfinished("string");
            }
            end = c == '\\' ? afterEscape(end + 1) : end + 1;
        }
        add(Kind.STRING, end + 1);
    }

    private int afterEscape(int index) {
        int c = at(index);
        if (c == 'z') {
            int end = index + 1;
            while (at(end) >= 0 && isSpace((char) at(end))) {
                end++;
            }
            return end;
        }
        boolean twoForOneBreak = (c == '\r' && at(index + 1) == '\n') || (c == '\n' && at(index + 1) == '\r');
        return index + (twoForOneBreak ? 2 : 1);
    }

    /** Number of equals signs of the long bracket that opens here, or -1. */
    private int longBracket(int index) {
        if (at(index) != '[') {
            return -1;
        }
        int end = index + 1;
        while (at(end) == '=') {
            end++;
        }
        return at(end) == '[' ? end - index - 1 : -1;
    }

    private int endOfLong(int level, String what) throws UnfinishedTokenException {
        String close = "]" + "=".repeat(level) + "]";
        int end = script.indexOf(close, position + level + 2);
        if (end < 0) {
            throw unfinished("long " + what);
        }
        return end + close.length();
    }

    private void symbol() {
        for (String symbol : LONG_SYMBOLS) {
            if (script.startsWith(symbol, position)) {
                add(Kind.SYMBOL, position + symbol.length());
                return;
            }
        }
        add(Kind.SYMBOL, position + 1);
    }

    private UnfinishedTokenException unfinished(String what) {
        return new UnfinishedTokenException("line " + line(script, position) + ": a " + what + " is not ended");
    }

    /** Line of a character, from 1 on. As Lua counts: a carriage return with or without a line feed, in either order, is one break. */
    static int line(String script, int index) {
        int line = 1;
        for (int i = 0; i < index; i++) {
            char c = script.charAt(i);
            if (isLineBreak(c)) {
                line++;
                char next = i + 1 < index ? script.charAt(i + 1) : c;
                i += isLineBreak(next) && next != c ? 1 : 0;
            }
        }
        return line;
    }

    private int at(int index) {
        return index < script.length() ? script.charAt(index) : -1;
    }

    private static boolean isSpace(char c) {
        return c == ' ' || (c >= '\t' && c <= '\r');
    }

    private static boolean isLineBreak(char c) {
        return c == '\n' || c == '\r';
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isNameStart(int c) {
        return isLetter(c | 0x20, 'z') || c == '_';
    }

    private static boolean isLetter(int lowerCase, char last) {
        return lowerCase >= 'a' && lowerCase <= last;
    }
}
