package dev.zonecast.demo;

import dev.zonecast.core.Message;
import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.Threads;
import dev.zonecast.core.ZoneSummary;
import dev.zonecast.core.Zonecast;
import dev.zonecast.demo.render.GraphicsUnavailableException;
import dev.zonecast.demo.render.Picture;
import dev.zonecast.demo.render.RenderSettings;
import dev.zonecast.demo.render.Renderer;
import dev.zonecast.demo.render.RenderingException;
import dev.zonecast.demo.render.gl.GlRenderer;
import dev.zonecast.demo.render.vk.VulkanRenderer;
import dev.zonecast.demo.scene.GameLogic;
import dev.zonecast.demo.scene.GameLogicException;
import dev.zonecast.demo.scene.Scene;
import dev.zonecast.demo.script.LuaGame;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** One run of the demo: recording, scene, renderer, frames, report, in this order. */
final class DemoRun {
    private static final int SHADOW_MAP_SIZE = 1024;
    private static final Duration FLUSH_LIMIT = Duration.ofSeconds(10);
    private static final Duration SHUTDOWN_LIMIT = Duration.ofSeconds(3);

    private final DemoCommand options;
    private final PrintStream out;
    private final PrintStream err;

    DemoRun(DemoCommand options, PrintStream out, PrintStream err) {
        this.options = options;
        this.out = out;
        this.err = err;
    }

    /** Returns an exit code. */
    int run() {
        // Before anything else uses the profiler: the first use would start it without the summary that the table
        // needs.
        Zonecast.start(Options.fromSystemProperties()
                .set(Option.PROGRAM_NAME, "zonecast demo")
                .set(Option.RECORD_FILE, null)
                .set(Option.SUMMARY, true)
                .set(Option.SHUTDOWN_HOOK, false));
        Threads.name("main");
        StopSignal stop = StopSignal.install();
        try {
            return runUntil(stop);
        } catch (GraphicsUnavailableException e) {
            err.println(MissingGraphics.explain(e, options.api, options.window));
            return ExitCode.NO_GRAPHICS;
        } catch (RenderingException | GameLogicException | IOException e) {
            err.println("zonecast demo: " + e.getMessage());
            return ExitCode.FAILED;
        } finally {
            Zonecast.shutdown(SHUTDOWN_LIMIT);
            stop.finished();
        }
    }

    private int runUntil(StopSignal stop) throws GraphicsUnavailableException, IOException {
        int scripted = options.lua == DemoCommand.OnOff.ON ? LuaGame.objectsOf(options.objects) : 0;
        Scene scene = new Scene(options.objects, options.seed, scripted);
        FrameLoop.Outcome outcome;
        Picture lastFrame;
        Path recording = options.recordingFile();
        Renderer opened = open(scene);
        try (Renderer renderer = opened;
                GameLogic logic = logic(scene, scripted, recording)) {
            Zonecast.appInfo(renderer.info().toString());
            err.println(renderer.info().device() + ", " + renderer.info().api() + " "
                    + renderer.info().version() + ", " + renderer.info().surface());
            if (options.waitForViewer && !ViewerWait.await(stop, err)) {
                return ExitCode.OK;
            }
            Message.log("scene loaded: " + scene.objectCount() + " objects, "
                    + scene.meshes().size() + " meshes, seed " + options.seed);
            FrameLoop loop = new FrameLoop(options, scene, logic, renderer, SHADOW_MAP_SIZE, stop);
            outcome = loop.run(ProgressLine.start(options.frames, err));
            lastFrame = options.screenshot == null ? null : renderer.readFrame();
        }
        report(outcome, recording);
        requireNoMessages(opened);
        if (lastFrame != null) {
            PngFile.write(lastFrame, options.screenshot);
        }
        return ExitCode.OK;
    }

    /** The recording begins before the scripts are loaded, which is a zone too. */
    private GameLogic logic(Scene scene, int scripted, Path recording) throws IOException {
        if (recording != null) {
            Zonecast.startRecording(recording);
        }
        return scripted > 0 ? new LuaGame(scene.scripted(), options.seed) : GameLogic.NONE;
    }

    private Renderer open(Scene scene) throws GraphicsUnavailableException {
        RenderSettings settings = new RenderSettings(
                options.window,
                options.size,
                SHADOW_MAP_SIZE,
                scene.meshes(),
                options.screenshots,
                options.pipelineStatistics);
        return switch (options.api) {
            case OPENGL -> GlRenderer.open(settings);
            case VULKAN -> VulkanRenderer.open(settings, options.validate ? err : null);
        };
    }

    /** After the renderer is closed: the validation layer has something to say of what was not destroyed, too. */
    private static void requireNoMessages(Renderer renderer) {
        if (renderer instanceof VulkanRenderer vulkan && vulkan.validationMessages() > 0) {
            throw new RenderingException(vulkan.validationMessages() + " messages of the validation layer");
        }
    }

    /** After the renderer is closed: by then it has handed over its last GPU zones. */
    private void report(FrameLoop.Outcome outcome, Path recording) throws IOException {
        Zonecast.flush(FLUSH_LIMIT);
        Report.Recording state;
        if (recording == null || !Zonecast.isEnabled()) {
            state = Report.Recording.NONE;
        } else {
            state = Zonecast.recordingFile() == null ? Report.Recording.BROKEN : Report.Recording.COMPLETE;
        }
        List<ZoneSummary> summaries = Zonecast.zoneSummaries();
        long losses = Zonecast.statistics().losses().total();
        Zonecast.stopRecording();
        out.print(new Report(summaries, outcome, recording, state, losses, Zonecast.port()).text());
        out.flush();
        if (state == Report.Recording.COMPLETE) {
            writeContactSheet(recording);
        }
    }

    /** Beside the recording, if there are images in that. After the report, which a failure here does not hold back. */
    private void writeContactSheet(Path recording) throws IOException {
        Picture sheet = ContactSheet.of(recording);
        if (sheet != null) {
            Path file = ContactSheet.fileFor(recording);
            PngFile.write(sheet, file);
            out.println("some of its frames: " + file.toAbsolutePath().normalize());
        }
    }
}
