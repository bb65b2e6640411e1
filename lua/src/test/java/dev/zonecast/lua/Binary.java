package dev.zonecast.lua;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.luaj.vm2.compiler.DumpState;
import org.luaj.vm2.compiler.LuaC;

/** Scripts in Lua's binary form. */
final class Binary {
    private Binary() {}

    /** Compiled, without names and lines. */
    static byte[] stripped(String script) {
        return dump(script, true);
    }

    static byte[] dump(String script, boolean strip) {
        try {
            var out = new ByteArrayOutputStream();
            var compiled = LuaC.instance.compile(
                    new ByteArrayInputStream(script.getBytes(StandardCharsets.UTF_8)), "@test.lua");
            DumpState.dump(compiled, out, strip);
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
