package dev.zonecast.lua;

import java.nio.charset.StandardCharsets;
import org.luaj.vm2.LuaString;

/** Lua's strings are bytes; names, texts and messages are Unicode. */
final class LuaText {
    /** Longest text of a chunk that is shown as its own name. */
    private static final int MAX_CHUNK_TEXT = 40;

    /** Chunk names beyond this, or with a line break, are taken for the chunk's text: Lua uses it where no name was given. */
    private static final int MAX_CHUNK_NAME = 200;

    private LuaText() {}

    /** UTF-8 decoded, malformed bytes as U+FFFD; a zero byte, at which a viewer would cut the text, as its symbol U+2400. */
    static String of(LuaString string) {
        String text = new String(string.m_bytes, string.m_offset, string.m_length, StandardCharsets.UTF_8);
        return text.indexOf('\0') < 0 ? text : text.replace('\0', '\u2400');
    }

    /** A string of its own: a Lua string may be a few bytes of a large one, and would hold all of it. */
    static LuaString copy(LuaString string) {
        byte[] bytes = new byte[string.m_length];
        System.arraycopy(string.m_bytes, string.m_offset, bytes, 0, bytes.length);
        return LuaString.valueUsing(bytes, 0, bytes.length);
    }

    /**
     * A chunk's name as shown, by the rules of Lua: {@code @} marks a file, {@code =} a name, anything else is the chunk's text.
     * LuaJ programs often name files without the mark, so that only what cannot be a file's name is treated as a text.
     *
     * @param source null if the script has no debug information
     */
    static String chunkName(LuaString source) {
        if (source == null || source.m_length == 0) {
            return "?";
        }
        String name = of(source);
        return switch (name.charAt(0)) {
            case '@', '=' -> name.substring(1);
            case '\033' -> "binary string";
            default -> name.length() > MAX_CHUNK_NAME || name.indexOf('\n') >= 0 ? excerpt(name) : name;
        };
    }

    private static String excerpt(String text) {
        int newline = text.indexOf('\n');
        String line = newline < 0 ? text : text.substring(0, newline);
        boolean cut = newline >= 0 || line.length() > MAX_CHUNK_TEXT;
        String shown = line.length() > MAX_CHUNK_TEXT ? line.substring(0, MAX_CHUNK_TEXT) : line;
        return "[string \"" + shown.strip() + (cut ? "...\"]" : "\"]");
    }

    /** The last part of a path. */
    static String baseName(String file) {
        return file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
    }
}
