package dev.zonecast.agent.gl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.agent.PlainFunction;
import dev.zonecast.gpu.gl.GlPresentTimes;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.lwjgl.system.FunctionProvider;
import org.lwjgl.system.MemoryUtil;

class GlContextTest {
    private static int swaps;

    /** The driver is played. */
    @Test
    void shouldCountEachSwapOfTheWindow() throws Exception {
        var context = new GlContext(1, new ObjectLabels());
        context.presentTimes = playedTimes();

        context.askPresentation();
        context.askPresentation();
        context.askPresentation();

        assertEquals(3, swaps);
    }

    static long drawable() {
        swaps++;
        return 3;
    }

    @SuppressWarnings("restricted")
    private static long counting() throws ReflectiveOperationException {
        MethodHandle drawable =
                MethodHandles.lookup().findStatic(GlContextTest.class, "drawable", MethodType.methodType(long.class));
        return Linker.nativeLinker()
                .upcallStub(drawable, FunctionDescriptor.of(ValueLayout.JAVA_LONG), Arena.global())
                .address();
    }

    private static GlPresentTimes playedTimes() throws ReflectiveOperationException {
        long names = MemoryUtil.memAddress(MemoryUtil.memUTF8("GLX_OML_sync_control"));
        Map<String, Long> functions = new HashMap<>();
        functions.put("glXGetCurrentDisplay", PlainFunction.answering(1L));
        functions.put("glXGetCurrentContext", PlainFunction.answering(2L));
        functions.put("glXGetCurrentDrawable", counting());
        functions.put("glXQueryContext", PlainFunction.answering(0));
        functions.put("glXQueryExtensionsString", PlainFunction.answering(names));
        functions.put("glXGetSyncValuesOML", PlainFunction.answering(1));
        functions.put("glXWaitForSbcOML", PlainFunction.answering(0));
        FunctionProvider driver = name -> functions.getOrDefault(MemoryUtil.memUTF8(MemoryUtil.memAddress(name)), 0L);
        var of = GlPresentTimes.class.getDeclaredMethod("of", int.class, FunctionProvider.class);
        of.setAccessible(true);
        return (GlPresentTimes) of.invoke(null, 0, driver);
    }
}
