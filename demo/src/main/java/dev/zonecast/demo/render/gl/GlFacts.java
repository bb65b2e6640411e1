package dev.zonecast.demo.render.gl;

import dev.zonecast.core.gpu.HardwareCounter;
import dev.zonecast.demo.render.FrameSize;
import dev.zonecast.demo.render.GpuFacts;
import dev.zonecast.demo.render.GraphicsUnavailableException;
import dev.zonecast.gpu.gl.GlHardwareCounters;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import org.lwjgl.opengl.GL11C;
import org.lwjgl.opengl.GL30C;
import org.lwjgl.opengl.GL33C;

/** What a profiler can have of this machine's OpenGL. */
public final class GlFacts {
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
        String name = "OpenGL " + GL11C.glGetString(GL11C.GL_VERSION) + ", " + GL11C.glGetString(GL11C.GL_RENDERER);
        return new GpuFacts(name, rows, counters);
    }
}
