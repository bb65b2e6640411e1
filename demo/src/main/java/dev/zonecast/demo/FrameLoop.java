package dev.zonecast.demo;

import dev.zonecast.core.Category;
import dev.zonecast.core.Frame;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.demo.render.Renderer;
import dev.zonecast.demo.scene.FrameView;
import dev.zonecast.demo.scene.GameLogic;
import dev.zonecast.demo.scene.Scene;
import dev.zonecast.demo.scene.Simulation;
import dev.zonecast.demo.scene.VisibilityStage;
import dev.zonecast.demo.scene.WorkerPool;

/** The pipeline of a frame, frame after frame. */
final class FrameLoop {
    private static final SourceLocation FRAME = SourceLocation.here("frame", 0x2A9D8F);
    private static final SourceLocation INPUT =
            SourceLocation.here("input", 0x8D99AE).category(Category.of("Input"));
    private static final SourceLocation SIMULATE = SourceLocation.here("simulate", 0x4C9F70);
    private static final SourceLocation CULL = SourceLocation.here("cull", 0xC9A227);
    private static final SourceLocation RENDER = SourceLocation.here("render", 0x3E7CB1);
    private static final SourceLocation PRESENT =
            SourceLocation.here("present", 0x6D6875).category(Category.of("Present"));

    /** Simulated time of a frame without a window: the same frames on every machine, however slow. */
    private static final float FIXED_STEP_SECONDS = 1 / 60f;

    private static final float LONGEST_STEP_SECONDS = 0.1f;

    private final int frames;
    private final boolean window;
    private final float aspectRatio;
    private final FramePacer pacer;
    private final Renderer renderer;
    private final StopSignal stop;
    private final FrameView view;
    private final WorkerPool workers;
    private final Simulation simulation;
    private final VisibilityStage visibility;
    private final FrameTelemetry telemetry = new FrameTelemetry();

    /**
     * What was drawn.
     *
     * @param frames number of frames
     * @param nanos from the begin of the first to the end of the last
     */
    record Outcome(int frames, long nanos) {
        double framesPerSecond() {
            return nanos == 0 ? 0 : frames * 1e9 / nanos;
        }
    }

    FrameLoop(
            DemoCommand options, Scene scene, GameLogic logic, Renderer renderer, int shadowMapSize, StopSignal stop) {
        frames = options.frames;
        window = options.window;
        aspectRatio = options.size.aspectRatio();
        pacer = new FramePacer(options.framesPerSecondLimit);
        this.renderer = renderer;
        this.stop = stop;
        view = new FrameView(shadowMapSize);
        workers = new WorkerPool(WorkerPool.defaultSize());
        simulation = new Simulation(scene, logic, workers);
        visibility = new VisibilityStage(scene, view, workers);
    }

    /** Runs until all frames are drawn, the window is closed or the program is told to stop. Closes the progress line. */
    Outcome run(ProgressLine progress) {
        long beginNanos = System.nanoTime();
        long frameBeginNanos = beginNanos;
        float stepSeconds = FIXED_STEP_SECONDS;
        int drawn = 0;
        try (progress;
                workers) {
            while ((frames == 0 || drawn < frames) && !stop.requested() && !closeRequested()) {
                drawFrame(stepSeconds);
                pacer.endFrame();
                Frame.mark();
                drawn++;
                long nowNanos = System.nanoTime();
                long frameNanos = nowNanos - frameBeginNanos;
                frameBeginNanos = nowNanos;
                telemetry.frame(drawn, frameNanos, visibility);
                if (window) {
                    stepSeconds = Math.min(frameNanos * 1e-9f, LONGEST_STEP_SECONDS);
                }
                progress.step();
            }
        }
        return new Outcome(drawn, System.nanoTime() - beginNanos);
    }

    private boolean closeRequested() {
        try (Zone _ = Zone.open(INPUT)) {
            return renderer.closeRequested();
        }
    }

    private void drawFrame(float stepSeconds) {
        try (Zone _ = Zone.open(FRAME)) {
            try (Zone _ = Zone.open(SIMULATE)) {
                simulation.advance(stepSeconds);
            }
            view.update(simulation.timeSeconds(), aspectRatio);
            try (Zone _ = Zone.open(CULL)) {
                visibility.cull();
            }
            renderer.upload(visibility.visible(), visibility.shadowCasters());
            try (Zone _ = Zone.open(RENDER)) {
                renderer.render(view);
            }
            try (Zone _ = Zone.open(PRESENT)) {
                renderer.present();
            }
        }
    }
}
