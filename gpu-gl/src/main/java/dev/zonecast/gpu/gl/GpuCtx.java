package dev.zonecast.gpu.gl;

import static org.lwjgl.opengl.GL46C.GL_RENDERER;
import static org.lwjgl.opengl.GL46C.GL_VERSION;

import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextOptions;
import dev.zonecast.core.gpu.GpuContextStatistics;
import dev.zonecast.core.gpu.GpuStatistic;
import dev.zonecast.core.gpu.GpuZones;
import dev.zonecast.core.gpu.ImmediateContext;
import dev.zonecast.core.registry.Registry;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * Zones of the work that an OpenGL context gives to the GPU.
 *
 * <pre>{@code
 * private static final SourceLocation SHADOWS = SourceLocation.here("shadows");
 *
 * GpuCtx gpu = GpuCtx.builder().name("renderer").create();  // the OpenGL context is current, GL.createCapabilities() was called
 * while (running) {
 *     long zone = gpu.begin(SHADOWS);
 *     drawShadows();
 *     gpu.end(zone);
 *     swapBuffers();
 *     gpu.collect();                                        // once a frame; never waits
 * }
 * gpu.close();
 * }</pre>
 *
 * A zone spans the time from when the GPU has done all that was submitted before {@link #begin} to when it has done all that was
 * submitted before {@link #end}; zones may be nested. It is shown on the CPU's time line, where it lies between its submission and the end of
 * a {@code glFinish} that follows it, give or take {@link GpuContextStatistics#errorNanos}.
 *
 * <p>It needs OpenGL 3.3, ARB_timer_query, or OpenGL ES with EXT_disjoint_timer_query. Where there is none of them, or the driver has
 * no timestamps, a line in the log reports it and zones are counted as dropped.
 *
 * <p><b>Threads.</b> All calls belong on a thread where the OpenGL context is current and LWJGL knows it. Elsewhere, with another context or
 * none, they are counted ({@link GpuContextStatistics#wrongCalls}) and do not call the driver. The context is identified by its native handle
 * (GLX, EGL, WGL, CGL) and by LWJGL's capabilities. No call throws for the profiler's own state, and none raises an OpenGL error.
 *
 * <p>A context of a program that is switched off ({@code -Dzonecast.enabled=false}) does nothing at all. While nobody listens, a zone
 * costs a load and a branch, and no call to the driver unless {@linkplain Builder#debugGroups debug groups} are wanted.
 */
public final class GpuCtx extends ImmediateContext {
    private GpuCtx(GpuZones zones) {
        super(zones);
    }

    /** Starts to make a context. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Takes the zones that are ready, counts the others as dropped, and deletes the queries. Before the OpenGL context is destroyed, while it
     * is current; zones that are open are ended, and so is the counting in them. With another context current, or none, the queries remain and
     * the call is counted. Calls that come after are ignored.
     */
    @Override
    public void close() {
        super.close();
    }

    /** How a {@link GpuCtx} is to be. */
    public static final class Builder {
        private String name = "OpenGL";
        private boolean debugGroups;
        private boolean pipelineStatistics;
        private List<String> counters = List.of();
        private int maxOutstandingZones = GpuContextOptions.DEFAULT_MAX_OUTSTANDING_ZONES;
        private Duration recalibrateEvery = GpuContextOptions.AUTOMATIC;

        private Builder() {}

        /** Name as viewers show it; default {@code OpenGL}. */
        public Builder name(String name) {
            this.name = name;
            return this;
        }

        /**
         * Whether zones also push debug groups (KHR_debug), so that graphics debuggers show the same names; default no. Groups are pushed
         * also while nobody listens.
         */
        public Builder debugGroups(boolean debugGroups) {
            this.debugGroups = debugGroups;
            return this;
        }

        /**
         * Whether the GPU counts what its pipeline does in each zone (vertices, primitives, runs of shaders), to be shown as values with the
         * zone; default no, because it costs the GPU time. Needs OpenGL 4.6 or ARB_pipeline_statistics_query, and has no effect without.
         * Where the program counts such a thing itself when a zone begins or ends, the zones that are open have no values; it must not
         * begin to while a zone is open.
         */
        public Builder pipelineStatistics(boolean pipelineStatistics) {
            this.pipelineStatistics = pipelineStatistics;
            return this;
        }

        /**
         * Hardware counters that the GPU counts in each zone, to be shown as values with the zone; default none, because they cost the GPU
         * time. Needs GL_AMD_performance_monitor or GL_INTEL_performance_query; one log line names each counter that the context cannot
         * have. Desktop OpenGL only. While a zone is open, the program must not use the extension itself.
         *
         * @param names as {@link GlHardwareCounters#ofCurrent} has them, with or without the group; {@value GpuStatistic#MAX_COUNTERS} at
         *     most
         */
        public Builder counters(String... names) {
            this.counters = List.of(names);
            return this;
        }

        /**
         * How many zones may wait for the GPU; later ones are dropped and counted. Default {@value
         * GpuContextOptions#DEFAULT_MAX_OUTSTANDING_ZONES}; the pool starts small and grows.
         *
         * @throws IllegalArgumentException by {@link #create} if less than 1 or greater than {@value
         *     GpuContextOptions#LARGEST_MAX_OUTSTANDING_ZONES}
         */
        public Builder maxOutstandingZones(int zones) {
            this.maxOutstandingZones = zones;
            return this;
        }

        /**
         * How often the GPU's clock is read to follow its drift, at the most. Some drivers stall in this call, so by default its cost
         * decides: ten times a second where it is quick, down to once in ten seconds. {@link Duration#ZERO} reads it at creation only;
         * its drift is then followed by the results of queries alone.
         */
        public Builder recalibrateEvery(Duration interval) {
            this.recalibrateEvery = Objects.requireNonNull(interval, "interval");
            return this;
        }

        /**
         * Makes the context for the OpenGL context that is current on this thread, and calibrates its clock. Waits until the GPU has done
         * what was submitted before.
         *
         * @return never null: where there is no OpenGL or no timestamps, one that only counts ({@link GpuCtx#isAvailable})
         * @throws IllegalArgumentException if an option is out of its range
         */
        public GpuCtx create() {
            var options = new GpuContextOptions(name, debugGroups, maxOutstandingZones, recalibrateEvery);
            if (!GpuZones.ENABLED) {
                return new GpuCtx(GpuZones.unavailable(options.name(), "switched off"));
            }
            GlFunctions gl = functions();
            if (gl == null) {
                return new GpuCtx(GpuZones.unavailable(
                        options.name(),
                        "no OpenGL context is current on this thread (or GL.createCapabilities() was not called)"));
            }
            describe(gl);
            GlCounters hardware = GlHardwareCounters.count(options.name(), counters, gl::wasLost);
            return new GpuCtx(GpuZones.create(GpuApi.OPENGL, new GlQueries(gl, pipelineStatistics, hardware), options));
        }

        /** Names the device and its driver for {@code fleet}. NVIDIA's renderer ends with bus and processor; Vulkan's name does not. */
        private static void describe(GlFunctions gl) {
            String device = gl.string(GL_RENDERER);
            String driver = gl.string(GL_VERSION);
            if (device != null && driver != null) {
                Registry.INSTANCE.addGpu(device.replaceFirst("/PCIe.*", ""), driver);
            }
        }

        private static GlFunctions functions() {
            GlFunctions desktop = null;
            try {
                desktop = DesktopFunctions.ofCurrent();
            } catch (LinkageError e) {
                // A machine without desktop OpenGL.
            }
            if (desktop != null) {
                return desktop;
            }
            try {
                return EsFunctions.ofCurrent();
            } catch (LinkageError e) {
                // A program without LWJGL's binding of OpenGL ES, or a machine without its library.
                return null;
            }
        }
    }
}
