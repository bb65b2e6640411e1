package dev.zonecast.agent.gl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.lwjgl.system.MemoryUtil;

class GlHooksTest {
    /** LWJGL gives the length of a label, and no zero byte behind it. */
    @Test
    void shouldReadNoMoreOfATextThanItHas() {
        ByteBuffer bytes = MemoryUtil.memAlloc(4)
                .put("abc\0".getBytes(StandardCharsets.US_ASCII))
                .flip();
        long text = MemoryUtil.memAddress(bytes);

        assertEquals("", GlHooks.text(0, text));
        assertEquals("ab", GlHooks.text(2, text));
        assertEquals("abc", GlHooks.text(-1, text));
        assertEquals("", GlHooks.text(-1, 0));
        MemoryUtil.memFree(bytes);
    }
}
