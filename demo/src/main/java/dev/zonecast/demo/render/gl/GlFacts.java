package dev.zonecast.demo.render.gl;

import dev.zonecast.core.gpu.HardwareCounter;
import dev.zonecast.demo.render.FrameSize;
import dev.zonecast.demo.render.GpuFacts;
import dev.zonecast.demo.render.GraphicsUnavailableException;
import dev.zonecast.gpu.gl.GlHardwareCounters;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import org.lwjgl.opengl.GL11C;
import org.lwjgl.opengl.GL30C;
import org.lwjgl.opengl.GL33C;
import org.lwjgl.system.Configuration;
import org.lwjgl.system.JNI;
import org.lwjgl.system.Library;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.system.linux.X11;

/** What a profiler can have of this machine's OpenGL. */
public final class GlFacts {
    private static final String PRESENTATION = "GLX_OML_sync_control";
    private static final List<String> COUNTERS = List.of("GL_INTEL_performance_query", "GL_AMD_performance_monitor");

    private GlFacts() {}

    /**
     * Facts of a context without a window.
     *
     * @throws GraphicsUnavailableException if there is no OpenGL 3.3
     */
    public static GpuFacts ofDefault() throws GraphicsUnavailableException {
        try (GlContext _ = GlContexts.open(ContextKind.headless(), new FrameSize(16, 16), "zonecast gpu")) {
            return ofCurrent();
        }
    }

    private static GpuFacts ofCurrent() {
        Set<String> has = new HashSet<>();
        for (int i = 0; i < GL11C.glGetInteger(GL30C.GL_NUM_EXTENSIONS); i++) {
            has.add(GL30C.glGetStringi(GL11C.GL_EXTENSIONS, i));
        }
        List<HardwareCounter> counters = GlHardwareCounters.ofCurrent();
        SequencedMap<String, String> rows = new LinkedHashMap<>();
        int bits = GL33C.glGetQueryi(GL33C.GL_TIMESTAMP, GL33C.GL_QUERY_COUNTER_BITS);
        rows.put("clock", bits == 0 ? "none: the driver has no time stamps" : "time stamps of " + bits + " bits");
        rows.put("statistics", GpuFacts.present(has, List.of("GL_ARB_pipeline_statistics_query")));
        String found = GpuFacts.present(has, COUNTERS);
        rows.put("counters", COUNTERS.stream().noneMatch(has::contains) ? found : GpuFacts.counters(counters, found));
        rows.put("memory", GpuFacts.present(has, List.of("GL_NVX_gpu_memory_info", "GL_ATI_meminfo")));
        rows.put("debug groups", GpuFacts.present(has, List.of("GL_KHR_debug")));
        rows.put("presentation", presentation());
        String name = "OpenGL " + GL11C.glGetString(GL11C.GL_VERSION) + ", " + GL11C.glGetString(GL11C.GL_RENDERER);
        return new GpuFacts(name, rows, counters);
    }

    /** An extension of GLX: of windows on an X server, which the context of these facts does not need. */
    private static String presentation() {
        long connection = 0;
        try {
            connection = X11.XOpenDisplay((ByteBuffer) null);
            if (connection != 0) {
                // By symbol: LWJGL's own functions are EGL's here.
                long query = Library.loadNative(
                                GlFacts.class,
                                "dev.zonecast.demo",
                                Configuration.OPENGL_LIBRARY_NAME,
                                "libGLX.so.0",
                                "libGL.so.1")
                        .getFunctionAddress("glXQueryExtensionsString");
                String has = query == 0
                        ? null
                        : MemoryUtil.memUTF8Safe(JNI.callPP(connection, X11.XDefaultScreen(connection), query));
                List<String> names = has == null ? List.of() : List.of(has.split(" ", -1));
                return GpuFacts.present(Set.copyOf(names), List.of(PRESENTATION));
            }
        } catch (LinkageError e) {
            // A machine without X11.
        } finally {
            if (connection != 0) {
                X11.XCloseDisplay(connection);
            }
        }
        return "none: no X server with GLX to ask for " + PRESENTATION;
    }
}
