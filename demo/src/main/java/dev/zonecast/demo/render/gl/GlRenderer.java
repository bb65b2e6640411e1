package dev.zonecast.demo.render.gl;

import static org.lwjgl.opengl.GL33C.*;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.gpu.GpuZone;
import dev.zonecast.demo.render.GraphicsUnavailableException;
import dev.zonecast.demo.render.Passes;
import dev.zonecast.demo.render.Picture;
import dev.zonecast.demo.render.RenderSettings;
import dev.zonecast.demo.render.Renderer;
import dev.zonecast.demo.render.RendererInfo;
import dev.zonecast.demo.render.Resources;
import dev.zonecast.demo.render.Screenshots;
import dev.zonecast.demo.scene.FrameView;
import dev.zonecast.demo.scene.InstanceLayout;
import dev.zonecast.demo.scene.InstanceList;
import dev.zonecast.framecapture.gl.GlFrameCapture;
import dev.zonecast.gpu.gl.GpuCtx;
import java.nio.ByteBuffer;
import java.util.List;
import org.lwjgl.opengl.GL;
import org.lwjgl.system.MemoryUtil;

/** The demo's renderer in OpenGL 3.3 core. */
public final class GlRenderer implements Renderer {
    private static final SourceLocation UPLOAD = SourceLocation.here("upload instances", 0xB56576);
    private static final SourceLocation SHOW = SourceLocation.here("copy to window", 0x6D6875);
    private static final SourceLocation GPU_SHOW = SourceLocation.here("copy to window (GPU)", 0x6D6875);
    private static final SourceLocation CAPTURE = SourceLocation.here("capture frame", 0x6D6875);
    private static final SourceLocation GPU_CAPTURE = SourceLocation.here("capture frame (GPU)", 0x6D6875);
    private static final SourceLocation COLLECT = SourceLocation.here("collect GPU zones", 0x6D6875);

    private final GlContext context;
    private final RendererInfo info;
    private final Resources resources;

    private final GlErrors errors;
    private final GpuCtx gpu;
    private final GlPasses api;
    private final FrameUniforms uniforms;
    private final Passes<GlTarget, GlProgram> passes;
    private final FramesInFlight framesInFlight;
    /** Null if no frame is captured. */
    private final GlFrameCapture capture;

    /**
     * Opens a context and loads the meshes.
     *
     * @throws GraphicsUnavailableException if this machine has no OpenGL 3.3
     */
    public static GlRenderer open(RenderSettings settings) throws GraphicsUnavailableException {
        return open(settings.window() ? List.of(ContextKind.WINDOW) : ContextKind.headless(), settings);
    }

    static GlRenderer open(List<ContextKind> kinds, RenderSettings settings) throws GraphicsUnavailableException {
        GlContext context = GlContexts.open(kinds, settings.size(), "Zonecast demo");
        Resources resources = new Resources();
        try {
            return new GlRenderer(context, resources, settings);
        } catch (RuntimeException | Error e) {
            closeAll(resources, context);
            throw e;
        }
    }

    private GlRenderer(GlContext context, Resources resources, RenderSettings settings) {
        this.context = context;
        this.resources = resources;
        info = new RendererInfo(
                "OpenGL",
                glGetString(GL_VENDOR),
                glGetString(GL_RENDERER),
                glGetString(GL_VERSION),
                context.description());
        errors = resources.keep(new GlErrors());
        gpu = resources.keep(GpuCtx.builder()
                .name("renderer")
                .debugGroups(true)
                .pipelineStatistics(settings.statistics())
                .create());
        api = resources.keep(new GlPasses(gpu, settings.meshes()));
        uniforms = resources.keep(new FrameUniforms());
        passes = new Passes<>(api, resources, settings);
        framesInFlight = resources.keep(new FramesInFlight());
        capture = settings.screenshots().on() ? resources.keep(capture(settings.screenshots())) : null;
        errors.check("loading");
    }

    private static GlFrameCapture capture(Screenshots screenshots) {
        return GlFrameCapture.builder()
                .size(screenshots.size().width(), screenshots.size().height())
                .rate(screenshots.rate())
                .compressOnGpu(screenshots.gpu())
                .create();
    }

    @Override
    public RendererInfo info() {
        return info;
    }

    @Override
    public void upload(InstanceList visibleObjects, InstanceList casters) {
        try (Zone zone = Zone.open(UPLOAD)) {
            api.visible().upload(visibleObjects);
            api.casters().upload(casters);
            zone.value((long) (visibleObjects.count() + casters.count()) * InstanceLayout.BYTES);
        }
    }

    @Override
    public void render(FrameView view) {
        uniforms.upload(view);
        passes.draw();
    }

    @Override
    public void present() {
        if (capture != null) {
            captureFrame();
        }
        if (context.hasWindow()) {
            copyToWindow();
        }
        context.swap();
        framesInFlight.endFrame();
        try (Zone _ = Zone.open(COLLECT)) {
            gpu.collect();
        }
        errors.check("frame");
    }

    private void captureFrame() {
        try (Zone _ = Zone.open(CAPTURE);
                GpuZone _ = gpu.open(GPU_CAPTURE)) {
            GlTarget frame = passes.frame();
            capture.capture(frame.framebuffer(), frame.width(), frame.height());
        }
    }

    private void copyToWindow() {
        try (Zone _ = Zone.open(SHOW);
                GpuZone _ = gpu.open(GPU_SHOW)) {
            GlTarget frame = passes.frame();
            int[] window = context.windowSize();
            frame.bindForReading();
            glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
            glBlitFramebuffer(
                    0, 0, frame.width(), frame.height(), 0, 0, window[0], window[1], GL_COLOR_BUFFER_BIT, GL_LINEAR);
        }
    }

    @Override
    public boolean closeRequested() {
        return context.closeRequested();
    }

    @Override
    public Picture readFrame() {
        GlTarget frame = passes.frame();
        int width = frame.width();
        int height = frame.height();
        ByteBuffer pixels = MemoryUtil.memAlloc(width * height * 4);
        try {
            frame.bindForReading();
            glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
            errors.check("reading the frame");
            return Picture.ofBottomUp(width, height, pixels);
        } finally {
            MemoryUtil.memFree(pixels);
        }
    }

    @Override
    public void close() {
        glFinish();
        gpu.collect();
        closeAll(resources, context);
    }

    private static void closeAll(Resources resources, GlContext context) {
        resources.close();
        GL.setCapabilities(null);
        context.close();
    }
}
