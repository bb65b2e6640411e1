package dev.zonecast.demo.render.gl;

import static org.lwjgl.opengl.GL33C.*;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.demo.render.FrameSize;
import dev.zonecast.demo.render.GraphicsUnavailableException;
import dev.zonecast.demo.render.Picture;
import dev.zonecast.demo.render.Renderer;
import dev.zonecast.demo.render.RendererInfo;
import dev.zonecast.demo.render.Resources;
import dev.zonecast.demo.render.Screenshots;
import dev.zonecast.demo.scene.FrameView;
import dev.zonecast.demo.scene.InstanceLayout;
import dev.zonecast.demo.scene.InstanceList;
import dev.zonecast.demo.scene.Mesh;
import dev.zonecast.framecapture.gl.GlFrameCapture;
import dev.zonecast.gpu.gl.GpuCtx;
import dev.zonecast.gpu.gl.GpuCtxZone;
import java.nio.ByteBuffer;
import java.util.List;
import org.lwjgl.opengl.GL;
import org.lwjgl.system.MemoryUtil;

/** The demo's renderer in OpenGL 3.3 core; the passes are described in the package's documentation. */
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
    private final List<GlMesh> meshes;
    private final InstanceStream visible;
    private final InstanceStream shadowCasters;
    private final FrameUniforms uniforms;
    private final FullScreen fullScreen;
    private final ShadowPass shadowPass;
    private final MainPass mainPass;
    private final BloomPass bloomPass;
    private final ToneMapPass toneMapPass;
    private final FramesInFlight framesInFlight;
    /** Null if no frame is captured. */
    private final GlFrameCapture capture;

    /**
     * Opens a context and loads the meshes.
     *
     * @param window whether a person shall see it
     * @param size of the frames, in pixels
     * @param shadowMapSize side of the shadow map in texels
     * @param screenshots which frames are captured
     * @param statistics whether passes count what the pipeline does
     * @throws GraphicsUnavailableException if this machine has no OpenGL 3.3
     */
    public static GlRenderer open(
            boolean window,
            FrameSize size,
            int shadowMapSize,
            List<Mesh> meshes,
            Screenshots screenshots,
            boolean statistics)
            throws GraphicsUnavailableException {
        List<ContextKind> kinds = window ? List.of(ContextKind.WINDOW) : ContextKind.headless();
        return open(kinds, size, shadowMapSize, meshes, screenshots, statistics);
    }

    static GlRenderer open(
            List<ContextKind> kinds,
            FrameSize size,
            int shadowMapSize,
            List<Mesh> meshes,
            Screenshots screenshots,
            boolean statistics)
            throws GraphicsUnavailableException {
        GlContext context = GlContexts.open(kinds, size, "Zonecast demo");
        Resources resources = new Resources();
        try {
            return new GlRenderer(context, resources, size, shadowMapSize, meshes, screenshots, statistics);
        } catch (RuntimeException | Error e) {
            closeAll(resources, context);
            throw e;
        }
    }

    private GlRenderer(
            GlContext context,
            Resources resources,
            FrameSize size,
            int shadowMapSize,
            List<Mesh> sceneMeshes,
            Screenshots screenshots,
            boolean statistics) {
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
                .pipelineStatistics(statistics)
                .create());
        meshes = sceneMeshes.stream()
                .map(mesh -> resources.keep(new GlMesh(mesh)))
                .toList();
        visible = resources.keep(new InstanceStream(meshes));
        shadowCasters = resources.keep(new InstanceStream(meshes));
        uniforms = resources.keep(new FrameUniforms());
        fullScreen = resources.keep(new FullScreen());
        shadowPass = resources.keep(new ShadowPass(shadowMapSize));
        mainPass = resources.keep(new MainPass(size.width(), size.height()));
        bloomPass = resources.keep(new BloomPass(size.width(), size.height()));
        toneMapPass = resources.keep(new ToneMapPass(size.width(), size.height()));
        framesInFlight = resources.keep(new FramesInFlight());
        capture = screenshots.on() ? resources.keep(capture(screenshots)) : null;
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
            visible.upload(visibleObjects);
            shadowCasters.upload(casters);
            zone.value((long) (visibleObjects.count() + casters.count()) * InstanceLayout.BYTES);
        }
    }

    @Override
    public void render(FrameView view) {
        uniforms.upload(view);
        shadowPass.draw(gpu, shadowCasters);
        mainPass.draw(gpu, meshes, visible, shadowPass.map(), fullScreen);
        bloomPass.draw(gpu, mainPass.target(), fullScreen);
        toneMapPass.draw(gpu, mainPass.target(), bloomPass, fullScreen);
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
                GpuCtxZone _ = gpu.open(GPU_CAPTURE)) {
            GlTarget frame = toneMapPass.target();
            capture.capture(frame.framebuffer(), frame.width(), frame.height());
        }
    }

    private void copyToWindow() {
        try (Zone _ = Zone.open(SHOW);
                GpuCtxZone _ = gpu.open(GPU_SHOW)) {
            GlTarget frame = toneMapPass.target();
            frame.bindForReading();
            glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
            glBlitFramebuffer(
                    0,
                    0,
                    frame.width(),
                    frame.height(),
                    0,
                    0,
                    context.windowWidth(),
                    context.windowHeight(),
                    GL_COLOR_BUFFER_BIT,
                    GL_LINEAR);
        }
    }

    @Override
    public boolean closeRequested() {
        return context.closeRequested();
    }

    @Override
    public Picture readFrame() {
        GlTarget frame = toneMapPass.target();
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
