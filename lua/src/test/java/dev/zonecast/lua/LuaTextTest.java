package dev.zonecast.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.luaj.vm2.LuaString;

class LuaTextTest {
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "@scripts/ai.lua, scripts/ai.lua",
                "=stdin, stdin",
                "main.lua, main.lua",
                "return 1, return 1",
                "`local x = 1\nreturn x`, `[string \"local x = 1...\"]`",
                "`\nreturn x`, `[string \"...\"]`",
                "``, ?",
            })
    void shouldShowChunkNamesByTheRulesOfLua(String source, String shown) {
        assertEquals(shown, LuaText.chunkName(LuaString.valueOf(source)));
    }

    @Test
    void shouldCutChunksThatAreNamedByALongText() {
        String name = LuaText.chunkName(LuaString.valueOf("x = 1 ".repeat(100)));

        assertEquals("[string \"" + "x = 1 ".repeat(6) + "x =...\"]", name);
    }

    @Test
    void shouldHaveANameForScriptsWithoutDebugInformation() {
        assertEquals("?", LuaText.chunkName(null));
        assertEquals("binary string", LuaText.chunkName(LuaString.valueOf("\033Lua")));
    }

    @Test
    void shouldTakeAnyBytesForText() {
        LuaString cut = LuaString.valueOf(new byte[] {'a', 0, (byte) 0xC3, (byte) 0xA4, (byte) 0xE2, (byte) 0x82});

        assertEquals("a\u2400\u00e4\uFFFD", LuaText.of(cut));
    }

    @Test
    void shouldKeepThePartAfterTheLastSeparator() {
        assertEquals("ai.lua", LuaText.baseName("scripts/ai.lua"));
        assertEquals("ai.lua", LuaText.baseName("C:\\scripts\\ai.lua"));
        assertEquals("ai.lua", LuaText.baseName("ai.lua"));
    }
}
