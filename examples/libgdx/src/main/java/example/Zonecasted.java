package example;

import com.badlogic.gdx.ApplicationListener;
import com.badlogic.gdx.Gdx;
import dev.zonecast.core.Frame;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.gpu.GpuZone;
import dev.zonecast.framecapture.gl.GlFrameCapture;
import dev.zonecast.gpu.gl.GpuCtx;

/** Zonecast for any game of libGDX, around its listener: frames, zones on CPU and GPU, pictures. */
public final class Zonecasted implements ApplicationListener {
    private static final SourceLocation CREATE = SourceLocation.here("create");
    private static final SourceLocation RENDER = SourceLocation.here("render");
    private static final SourceLocation PRESENT = SourceLocation.here("present and wait");
    private static GpuCtx gpu;

    private final ApplicationListener game;
    private GlFrameCapture capture;
    private long present;

    public Zonecasted(ApplicationListener game) {
        this.game = game;
    }

    /** A zone of the GPU in the game's code. Batches draw late: flush before it ends. */
    public static GpuZone gpu(SourceLocation location) {
        return gpu.open(location);
    }

    @Override
    public void create() {
        gpu = GpuCtx.builder().name("libGDX").create();
        capture = GlFrameCapture.builder().create();
        try (var _ = Zone.open(CREATE)) {
            game.create();
        }
    }

    @Override
    public void render() {
        Zone.end(present);
        Frame.mark();
        try (var _ = Zone.open(RENDER);
                var _ = gpu.open(RENDER)) {
            game.render();
        }
        present = Zone.begin(PRESENT);
        capture.capture(Gdx.graphics.getBackBufferWidth(), Gdx.graphics.getBackBufferHeight());
        gpu.collect();
    }

    @Override
    public void dispose() {
        Zone.end(present);
        game.dispose();
        capture.close();
        gpu.close();
    }

    @Override
    public void resize(int width, int height) {
        game.resize(width, height);
    }

    @Override
    public void pause() {
        game.pause();
    }

    @Override
    public void resume() {
        game.resume();
    }
}
