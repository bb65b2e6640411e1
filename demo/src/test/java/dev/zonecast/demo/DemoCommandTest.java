package dev.zonecast.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.demo.render.FrameSize;
import dev.zonecast.demo.render.Screenshots;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class DemoCommandTest {
    private static final PrintWriter NONE = new PrintWriter(Writer.nullWriter());
    private static final String USAGE = "Usage: zonecast demo [OPTIONS]\nzonecast demo --help lists the options\n";

    @Test
    void shouldTakeTheDefaultsWhenNoOptionIsGiven() {
        DemoCommand command = parse();

        assertEquals(300, command.frames);
        assertEquals(new FrameSize(960, 540), command.size);
        assertNotNull(command.recordingFile());
        assertEquals(DemoCommand.OnOff.ON, command.lua);
        assertEquals(Screenshots.EVERY_FRAME, command.screenshots);
    }

    @Test
    void shouldTakeAListOfScreenshotsOrNone() {
        assertEquals(
                new Screenshots(true, 3, new FrameSize(640, 360), true),
                parse("--screenshots", "size=640x360,every=3,gpu").screenshots);
        assertFalse(parse("--screenshots", "off").screenshots.on());
    }

    @Test
    void shouldTakeWhatIsGivenWhenOptionsAreGiven() {
        DemoCommand command =
                parse("--frames", "7", "--size", "64x32", "--record", "a/b.fxt", "--objects", "9", "--lua", "off");

        assertEquals(7, command.frames);
        assertEquals(new FrameSize(64, 32), command.size);
        assertEquals(9, command.objects);
        assertEquals(DemoCommand.OnOff.OFF, command.lua);
        assertEquals(Path.of("a/b.fxt"), command.recordingFile());
    }

    @Test
    void shouldRecordNothingWhenToldSo() {
        assertNull(parse("--no-record").recordingFile());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--frames -1",
                "--frames x",
                "--size 960",
                "--size 1x1",
                "--size 99999x9",
                "--size 123456x9",
                "--objects 3",
                "--objects 1000001",
                "--fps -1",
                "--lua yes",
                "--screenshots on",
                "--screenshots every=0",
                "--screenshots every=2,,gpu",
                "--screenshots size=5000x20",
                "--no-record --record a.fxt",
                "--unknown"
            })
    void shouldEndWithWrongUseAndNameTheOptionWhenItIsWrong(String arguments) {
        StringWriter err = new StringWriter();
        CommandLine commandLine = Main.commandLine(NONE, new PrintWriter(err));

        int exitCode = commandLine.execute(arguments.split(" ", -1));

        assertEquals(ExitCode.WRONG_USE, exitCode);
        String option = arguments.split(" ", -1)[0];
        assertTrue(err.toString().contains(option), err.toString());
        assertTrue(err.toString().startsWith("zonecast: "), err.toString());
        assertTrue(err.toString().endsWith(USAGE), err.toString());
    }

    @Test
    void shouldEndWithWrongUseWhenTheOptionOfTheListOfGpusIsWrong() {
        StringWriter err = new StringWriter();
        CommandLine commandLine = GpuMain.commandLine(NONE, new PrintWriter(err));

        assertEquals(ExitCode.WRONG_USE, commandLine.execute("--frames"));
        assertEquals("zonecast: Unknown option: '--frames'\n" + USAGE.replace("demo", "gpu"), err.toString());
    }

    @Test
    void shouldNameEveryOptionWhenAskedForHelp() {
        StringWriter out = new StringWriter();

        int exitCode = Main.commandLine(new PrintWriter(out), NONE).execute("--help");

        assertEquals(ExitCode.OK, exitCode);
        for (String option : new String[] {
            "--frames",
            "--window",
            "--size",
            "--objects",
            "--record",
            "--no-record",
            "--wait-viewer",
            "--fps",
            "--screenshot",
            "--seed",
            "--lua"
        }) {
            assertTrue(out.toString().contains(option), option);
        }
    }

    private static DemoCommand parse(String... arguments) {
        CommandLine commandLine = Main.commandLine(NONE, NONE);
        commandLine.parseArgs(arguments);
        return commandLine.getCommand();
    }
}
