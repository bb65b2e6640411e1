package dev.zonecast.gpu.gl;

import dev.zonecast.core.gpu.HardwareCounter;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.lwjgl.opengl.GL;
import org.lwjgl.opengl.GLCapabilities;
import org.lwjgl.system.FunctionProvider;

/** The hardware counters of OpenGL drivers, by GL_AMD_performance_monitor or GL_INTEL_performance_query. */
public final class GlHardwareCounters {
    private GlHardwareCounters() {}

    /** Those of the OpenGL context that is current on this thread; none if the driver has neither extension. */
    public static List<HardwareCounter> ofCurrent() {
        CounterDriver driver = driver();
        return driver == null ? List.of() : driver.counters();
    }

    private static CounterDriver driver() {
        GLCapabilities of;
        try {
            of = GL.getCapabilities();
        } catch (IllegalStateException | LinkageError e) {
            return null;
        }
        FunctionProvider provider = GL.getFunctionProvider();
        return of.GL_INTEL_performance_query
                ? new IntelQueries(provider)
                : of.GL_AMD_performance_monitor ? new AmdMonitors(provider) : null;
    }

    /** Queries for the wanted counters of the current context; null if there are none. What is missing is logged. */
    static GlCounters count(String context, List<String> wanted, BooleanSupplier isLost) {
        if (wanted.isEmpty()) {
            return null;
        }
        CounterDriver driver = driver();
        if (driver == null) {
            HardwareCounter.refuseAll(
                    context, "the driver has neither GL_AMD_performance_monitor nor GL_INTEL_performance_query");
            return null;
        }
        return driver.count(context, HardwareCounter.choose(context, driver.counters(), wanted), isLost);
    }
}
