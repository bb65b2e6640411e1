package dev.zonecast.demo;

import dev.zonecast.core.Options;
import dev.zonecast.demo.render.FrameSize;
import dev.zonecast.demo.render.Screenshots;
import dev.zonecast.demo.scene.Scene;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The options of the demo. */
@Command(
        name = "zonecast demo",
        usageHelpAutoWidth = true,
        sortOptions = false,
        description = {
            "Draws a scene with OpenGL or Vulkan, profiled with Zonecast. A Tracy viewer can connect while it runs."
                    + " Writes a recording, and prints a table of the recorded zones at the end."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all frames were drawn, or the window was closed",
            "1:drawing or recording failed",
            "2:wrong options",
            "3:this machine has no OpenGL 3.3, or no Vulkan 1.3",
            "130:ended by Ctrl-C; the table was printed"
        })
final class DemoCommand implements Callable<Integer> {
    private static final int MAXIMUM_OBJECTS = 1_000_000;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--frames",
            paramLabel = "N",
            defaultValue = "300",
            description = "Frames to draw; 0: until the window is closed or Ctrl-C (default: ${DEFAULT-VALUE}).")
    int frames;

    @Option(
            names = "--api",
            paramLabel = "API",
            defaultValue = "OPENGL",
            description = "Graphics API: opengl or vulkan (default: opengl).")
    Api api;

    /** A graphics API. */
    enum Api {
        OPENGL,
        VULKAN
    }

    @Option(
            names = "--validate",
            description =
                    "With Vulkan: run the validation layer with synchronization validation; fail on any" + " message.")
    boolean validate;

    @Option(
            names = "--pipeline-statistics",
            description =
                    "Record vertices, primitives and shader invocations of each GPU pass, if the GPU counts" + " them.")
    boolean pipelineStatistics;

    @Option(
            names = "--window",
            description = "Show the frames in a window. Without it the demo needs no window system.")
    boolean window;

    @Option(
            names = "--size",
            paramLabel = "WxH",
            defaultValue = "960x540",
            description = "Size of a frame in pixels (default: ${DEFAULT-VALUE}).")
    FrameSize size;

    @Option(
            names = "--objects",
            paramLabel = "N",
            defaultValue = "4000",
            description = "Objects in the scene (default: ${DEFAULT-VALUE}).")
    int objects;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "2026",
            description = "The same seed gives the same scene (default: ${DEFAULT-VALUE}).")
    long seed;

    @Option(
            names = "--lua",
            paramLabel = "on|off",
            defaultValue = "on",
            description = "Let Lua scripts spawn and steer drones (default: ${DEFAULT-VALUE}).")
    OnOff lua;

    @Option(
            names = "--fps",
            paramLabel = "N",
            defaultValue = "0",
            description = "Draw at most N frames a second; 0: no limit (default: ${DEFAULT-VALUE}).")
    int framesPerSecondLimit;

    @ArgGroup
    private Recording recording = new Recording();

    private static final class Recording {
        @Option(
                names = "--record",
                paramLabel = "FILE",
                description = "The recording (default: zonecast-demo.fxt in demo/target, or in the current folder"
                        + " if there is no demo/target).")
        private Path file;

        @Option(names = "--no-record", description = "Record nothing.")
        private boolean none;
    }

    @Option(names = "--wait-viewer", description = "Wait for a Tracy viewer before the first frame.")
    boolean waitForViewer;

    @Option(
            names = "--screenshots",
            paramLabel = "off|LIST",
            defaultValue = "every=1",
            converter = ScreenshotsConverter.class,
            description = "Frame images for the viewer and the recording: off, or a list of every=N (each Nth frame),"
                    + " size=WxH (largest size, default 320x180) and gpu (compress on the GPU), separated by"
                    + " commas (default: ${DEFAULT-VALUE}).")
    Screenshots screenshots;

    @Option(names = "--screenshot", paramLabel = "FILE", description = "Write the last frame as a PNG.")
    Path screenshot;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Print this.")
    @SuppressWarnings("UnusedVariable") // Picocli prints the help; the option needs a field all the same.
    private boolean help;

    enum OnOff {
        ON,
        OFF
    }

    /** Reads a text as {@link Screenshots#parse} does. */
    static final class ScreenshotsConverter implements ITypeConverter<Screenshots> {
        @Override
        public Screenshots convert(String value) {
            try {
                return Screenshots.parse(value);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    /** Where to record to, or null for nowhere. */
    Path recordingFile() {
        if (recording.none) {
            return null;
        }
        if (recording.file != null) {
            return recording.file;
        }
        Path fromProperties = Options.fromSystemProperties().get(dev.zonecast.core.Option.RECORD_FILE);
        if (fromProperties != null) {
            return fromProperties;
        }
        Path buildFolder = Path.of("demo", "target");
        Path name = Path.of("zonecast-demo.fxt");
        return Files.isDirectory(buildFolder) ? buildFolder.resolve(name) : name;
    }

    static FrameSize frameSize(String text) {
        try {
            return FrameSize.parse(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    @Override
    public Integer call() {
        requireRange("--frames", frames, 0, Integer.MAX_VALUE);
        requireRange("--objects", objects, Scene.MINIMUM_OBJECTS, MAXIMUM_OBJECTS);
        requireRange("--fps", framesPerSecondLimit, 0, 10_000);
        return new DemoRun(this, System.out, System.err).run();
    }

    private void requireRange(String option, int value, int minimum, int maximum) {
        if (value < minimum || value > maximum) {
            throw new ParameterException(
                    spec.commandLine(), option + " is " + minimum + " to " + maximum + ", not " + value);
        }
    }
}
