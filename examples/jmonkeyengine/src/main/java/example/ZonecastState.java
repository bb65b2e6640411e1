package example;

import com.jme3.app.Application;
import com.jme3.app.state.BaseAppState;
import com.jme3.profile.AppProfiler;
import com.jme3.profile.AppStep;
import com.jme3.profile.SpStep;
import com.jme3.profile.VpStep;
import com.jme3.renderer.ViewPort;
import com.jme3.renderer.queue.RenderQueue.Bucket;
import dev.zonecast.core.Frame;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.framecapture.gl.GlFrameCapture;
import dev.zonecast.gpu.gl.GpuCtx;
import java.util.HashMap;

/** Zonecast for any game of jMonkeyEngine: frames, zones of each step and each pass on CPU and GPU, pictures. */
public final class ZonecastState extends BaseAppState implements AppProfiler {
    private final HashMap<String, SourceLocation> locations = new HashMap<>();
    private GpuCtx gpu;
    private GlFrameCapture capture;
    private long step, view, viewOnGpu, pass, passOnGpu; // tokens of open zones

    @Override
    protected void initialize(Application game) {
        gpu = GpuCtx.builder().name("jMonkeyEngine").create();
        capture = GlFrameCapture.builder().create();
        Frame.mark(); // the first frame
    }

    @Override
    protected void onEnable() {
        getApplication().setAppProfiler(this);
    }

    /** A step of the frame ends here, and the next begins. The last one, EndFrame, holds the swap and the wait. */
    @Override
    public void appStep(AppStep next) {
        Zone.end(step);
        if (next == AppStep.BeginFrame) {
            Frame.mark();
        }
        step = Zone.begin(location(next.name()));
        if (next == AppStep.EndFrame) {
            var size = getApplication().getContext();
            capture.capture(size.getFramebufferWidth(), size.getFramebufferHeight());
            gpu.collect();
        }
    }

    @Override
    public void vpStep(VpStep next, ViewPort viewPort, Bucket bucket) {
        if (next == VpStep.EndRender) {
            gpu.end(viewOnGpu);
            Zone.end(view);
            view = viewOnGpu = pass = passOnGpu = 0;
            return;
        }
        if (view == 0 && viewOnGpu == 0) {
            view = Zone.begin(location(viewPort.getName()));
            viewOnGpu = gpu.begin(location(viewPort.getName()));
        }
        pass(bucket == null ? next.name() : bucket.name());
    }

    /** A scene processor, such as a shadow renderer, or one of its filters. */
    @Override
    public void spStep(SpStep next, String... names) {
        pass(names[Math.min(1, names.length - 1)]); // of a filter: its processor, its name, its part
    }

    @Override
    public void appSubStep(String... names) {}

    private void pass(String name) {
        gpu.end(passOnGpu);
        Zone.end(pass);
        pass = Zone.begin(location(name));
        passOnGpu = gpu.begin(location(name));
    }

    private SourceLocation location(String name) {
        return locations.computeIfAbsent(name, each -> SourceLocation.of(each, "jMonkeyEngine", "", 0, 0));
    }

    @Override
    protected void onDisable() {
        getApplication().setAppProfiler(null);
        Zone.end(step);
        step = 0;
    }

    @Override
    protected void cleanup(Application game) {
        capture.close();
        gpu.close();
    }
}
