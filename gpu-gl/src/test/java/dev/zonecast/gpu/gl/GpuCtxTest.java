package dev.zonecast.gpu.gl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.Options;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zonecast;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.lwjgl.opengl.GL11C;

class GpuCtxTest {
    private static final SourceLocation OUTER = SourceLocation.here("outer");

    @BeforeAll
    static void listen() {
        System.setProperty("zonecast.summary", "true");
        Zonecast.start(Options.fromSystemProperties());
        while (!Zonecast.isActive()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldRecordZonesWhenTheGpuHasFinished() {
        try (HeadlessContext _ = new HeadlessContext(HeadlessContext.Api.OPENGL)) {
            GpuCtx ctx = GpuCtx.builder().name("smoke").create();
            for (int i = 0; i < 100; i++) {
                long t = ctx.begin(OUTER);
                GL11C.glClear(GL11C.GL_COLOR_BUFFER_BIT);
                ctx.end(t);
                GL11C.glFinish();
                ctx.collect();
            }
            ctx.close();
            assertEquals(100, ctx.statistics().zones());
            assertTrue(ctx.statistics().errorNanos() >= 0);
        }
    }
}
