package dev.zonecast.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.fxt.fixtures.JavaProgram;
import dev.zonecast.trace.LossKind;
import dev.zonecast.trace.TraceLog;
import java.awt.image.BufferedImage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Runs the whole program as a process of its own, as the launcher does. */
class DemoProcessTest {
    private static final int TIME_LIMIT_SECONDS = 240;

    /** The magic and, little-endian, the version of the protocol: 82. */
    private static final byte[] TRACY_0_14_GREETING = {'T', 'r', 'a', 'c', 'y', 'P', 'r', 'f', 82, 0, 0, 0};

    private static final int WELCOME = 1;

    @TempDir
    private Path folder;

    private record Finished(int exitCode, String out, String err) {}

    @Test
    void shouldPrintTheTableAndWriteRecordingAndPictureWhenAllFramesAreDrawn() throws Exception {
        Path recording = folder.resolve("run.fxt");
        Path picture = folder.resolve("last.png");

        Finished run = run(
                List.of(),
                "--frames",
                "20",
                "--size",
                "160x90",
                "--objects",
                "500",
                "--record",
                recording.toString(),
                "--screenshot",
                picture.toString());

        assertEquals(ExitCode.OK, run.exitCode(), run.err());
        for (String zone :
                new String[] {"frame", "simulate", "director.update", "cull", "submit main pass", "present"}) {
            assertRow(run.out(), zone, 20);
        }
        // The hook sees one script; the zones of the other are its own.
        assertTrue(Pattern.compile("(?m)^launchDrones +1 ").matcher(run.out()).find(), run.out());
        assertTrue(Pattern.compile("(?m)^steer +[1-9]\\d ").matcher(run.out()).find(), run.out());
        assertFalse(run.out().contains("Drone:"), run.out());
        assertTrue(run.out().contains("20 frames in "), run.out());
        assertTrue(run.out().contains(recording.toString()), run.out());
        assertTrue(run.out().contains("ui.perfetto.dev"), run.out());
        assertTrue(run.out().contains("Tracy v0.14"), run.out());
        assertTrue(Files.size(recording) > 10_000, "the recording is empty");
        assertEquals(scriptZonesOf(run.out(), recording), scriptZonesOf(recording));
        BufferedImage image = ImageIO.read(picture.toFile());
        assertEquals(160, image.getWidth());
        assertEquals(90, image.getHeight());
        assertRow(run.out(), "capture frame", 20);
        Path sheet = folder.resolve("run-frames.png");
        assertTrue(run.out().contains("some of its frames: " + sheet + System.lineSeparator()), run.out());
        assertSheet(ImageIO.read(sheet.toFile()), recording, image);
    }

    /** How many zones of each place in the scripts the recording has. */
    private static Map<String, Long> scriptZonesOf(Path recording) throws IOException {
        Map<String, Long> counts = new TreeMap<>();
        for (TraceLog.LoggedZone zone : TraceLog.of(recording).zones) {
            if (zone.location().file().endsWith(".lua")) {
                counts.merge(zone.location().displayName(), 1L, Long::sum);
            }
        }
        return counts;
    }

    /** The same as the table has it; the loading of the hooked script is the first of them. */
    private static Map<String, Long> scriptZonesOf(String table, Path recording) throws IOException {
        Map<String, Long> counts = new TreeMap<>();
        Set<String> names = new TreeSet<>(scriptZonesOf(recording).keySet());
        names.add("main chunk of director.lua");
        for (String name : names) {
            Matcher row =
                    Pattern.compile("(?m)^" + Pattern.quote(name) + " +(\\d+) ").matcher(table);
            assertTrue(row.find(), () -> name + " is not in " + table);
            counts.put(name, Long.valueOf(row.group(1)));
        }
        return counts;
    }

    /** Pictures of 160x88, five beside each other; on a busy machine a frame may be without one. */
    private static void assertSheet(BufferedImage sheet, Path recording, BufferedImage lastFrame) throws IOException {
        TraceLog log = TraceLog.of(recording);
        List<Long> frames = log.images.stream().map(image -> image.frame()).toList();
        int count = frames.size();
        long dropped = log.summary.losses().of(LossKind.DROPPED_IMAGES);
        assertTrue(count >= 1 && count + dropped > 5 && count <= 20, () -> count + " pictures, dropped " + dropped);
        assertEquals(8 + 5 * (160 + 8), sheet.getWidth());
        assertEquals(8 + (count + 4) / 5 * (88 + 8 + 10 + 8), sheet.getHeight());
        int left = 8 + (count - 1) % 5 * 168;
        int top = 8 + (count - 1) / 5 * 114;
        if (frames.getLast() == 19) {
            // The last frame is the last picture, small differences of the compression aside.
            double difference = difference(lastFrame, sheet, left, top);
            assertTrue(difference < 12, () -> "" + difference);
        } else {
            assertTrue(count < 20, "a picture of another frame");
        }
    }

    @Test
    void shouldHaveARowForEachPassOnTheGpuAndNoneForScriptsWhenTheyAreOff() throws Exception {
        Finished run =
                run(List.of(), "--frames", "20", "--size", "160x90", "--objects", "500", "--no-record", "--lua", "off");

        assertEquals(ExitCode.OK, run.exitCode(), run.err());
        String gpu = run.out().substring(run.out().indexOf("GPU zones, renderer"));
        for (String pass : new String[] {"shadow pass", "main pass", "objects", "sky", "bloom", "tone mapping"}) {
            assertRow(gpu, pass, 20);
        }
        assertFalse(run.out().contains("director"), run.out());
    }

    @Test
    void shouldDrawWithVulkanWithoutAMessageOfTheValidationLayer() throws Exception {
        Finished run = run(
                List.of(),
                "--api",
                "vulkan",
                "--validate",
                "--frames",
                "20",
                "--size",
                "160x90",
                "--objects",
                "500",
                "--no-record");

        assertEquals(ExitCode.OK, run.exitCode(), run.err());
        assertFalse(run.err().contains("validation: "), run.err());
        String gpu = run.out().substring(run.out().indexOf("GPU zones, renderer"));
        for (String pass : new String[] {"shadow pass", "main pass", "objects", "sky", "bloom", "tone mapping"}) {
            assertRow(gpu, pass, 20);
        }
        assertRow(run.out().substring(run.out().indexOf("GPU zones, uploads")), "copy instances", 20);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldPrintTheTableOfWhatWasDoneWhenInterrupted() throws Exception {
        Path recording = folder.resolve("cut.fxt");
        Path table = folder.resolve("table.txt");
        Process process = builder(
                        List.of(),
                        "--frames",
                        "0",
                        "--size",
                        "64x64",
                        "--objects",
                        "50",
                        "--record",
                        recording.toString())
                .redirectOutput(table.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        awaitSize(process, recording, 30_000);

        process.destroy();
        assertTrue(process.waitFor(TIME_LIMIT_SECONDS, TimeUnit.SECONDS));

        String out = Files.readString(table);
        assertEquals(128 + 15, process.exitValue(), "ended by SIGTERM");
        assertTrue(Pattern.compile("(?m)^frame +[1-9]").matcher(out).find(), out);
        assertTrue(out.contains(" frames per second"), out);
        assertTrue(Files.size(folder.resolve("cut-frames.png")) > 0);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldNameThePackagesAndEndWithItsOwnCodeWhenThereIsNoOpenGl() throws Exception {
        Finished run = run(
                List.of("-Dorg.lwjgl.egl.libname=no-such-egl", "-Dorg.lwjgl.opengl.libname=no-such-gl"), "--no-record");

        assertEquals(ExitCode.NO_GRAPHICS, run.exitCode(), run.err());
        assertTrue(run.err().contains("apt-get install libegl1"), run.err());
        assertFalse(run.err().contains("\tat "), run.err());
        assertEquals("", run.out());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldNameThePackagesAndEndWithItsOwnCodeWhenThereIsNoVulkan() throws Exception {
        Finished run = run(List.of("-Dorg.lwjgl.vulkan.libname=no-such-vulkan"), "--api", "vulkan", "--no-record");

        assertEquals(ExitCode.NO_GRAPHICS, run.exitCode(), run.err());
        assertTrue(run.err().contains("apt-get install libvulkan1 mesa-vulkan-drivers"), run.err());
        assertFalse(run.err().contains("\tat "), run.err());
    }

    @Test
    void shouldEndWithOneLineWhenTheRecordingCannotBeWritten() throws Exception {
        Path file = Files.createFile(folder.resolve("not-a-folder")).resolve("run.fxt");

        Finished run = run(List.of(), "--frames", "1", "--size", "16x16", "--record", file.toString());

        assertEquals(ExitCode.FAILED, run.exitCode(), run.err());
        assertTrue(run.err().contains("run.fxt"), run.err());
        assertFalse(run.err().contains("\tat "), run.err());
    }

    @Test
    void shouldDrawItsFirstFrameOnlyWhenAViewerHasConnected() throws Exception {
        Path out = folder.resolve("table.txt");
        Process process = builder(
                        List.of("-Dzonecast.listen=true"),
                        "--frames",
                        "5",
                        "--size",
                        "64x64",
                        "--objects",
                        "50",
                        "--wait-viewer",
                        "--no-record")
                .redirectOutput(out.toFile())
                .start();
        try (BufferedReader err = process.errorReader(StandardCharsets.UTF_8)) {
            int port = awaitPort(err);
            assertTrue(process.isAlive());

            try (Socket viewer = new Socket(InetAddress.getLoopbackAddress(), port)) {
                viewer.getOutputStream().write(TRACY_0_14_GREETING);
                assertEquals(WELCOME, viewer.getInputStream().read());
                viewer.getInputStream().transferTo(OutputStream.nullOutputStream());
            }
            assertTrue(process.waitFor(TIME_LIMIT_SECONDS, TimeUnit.SECONDS));
        }

        assertEquals(ExitCode.OK, process.exitValue());
        assertRow(Files.readString(out), "frame", 5);
    }

    /** Mean difference of a channel between a picture and its smaller copy on a sheet. */
    private static double difference(BufferedImage image, BufferedImage sheet, int left, int top) {
        long sum = 0;
        for (int y = 0; y < 88; y++) {
            for (int x = 0; x < 160; x++) {
                int expected = image.getRGB(x, y * 90 / 88);
                int actual = sheet.getRGB(left + x, top + y);
                for (int shift = 0; shift < 24; shift += 8) {
                    sum += Math.abs((expected >>> shift & 0xFF) - (actual >>> shift & 0xFF));
                }
            }
        }
        return sum / (3.0 * 160 * 88);
    }

    private static int awaitPort(BufferedReader err) throws IOException {
        Pattern pattern = Pattern.compile("waiting for a Tracy v0.14 viewer on 127.0.0.1:(\\d+)");
        for (String line = err.readLine(); line != null; line = err.readLine()) {
            Matcher matcher = pattern.matcher(line);
            if (matcher.find()) {
                return Integer.parseInt(matcher.group(1));
            }
        }
        throw new AssertionError("the demo has ended without waiting");
    }

    private static void assertRow(String table, String zone, int count) {
        Pattern row = Pattern.compile("(?m)^" + Pattern.quote(zone) + " +" + count + " ");
        assertTrue(row.matcher(table).find(), "no row with " + count + " times " + zone + " in\n" + table);
    }

    private Finished run(List<String> jvmOptions, String... arguments) throws IOException, InterruptedException {
        Path out = folder.resolve("out.txt");
        Path err = folder.resolve("err.txt");
        Process process = builder(jvmOptions, arguments)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        if (!process.waitFor(TIME_LIMIT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("the demo did not end; so far: " + Files.readString(err));
        }
        return new Finished(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    /** The file grows while frames are drawn: so long, and some were. */
    private static void awaitSize(Process process, Path file, long bytes) throws IOException, InterruptedException {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIME_LIMIT_SECONDS);
        while (!Files.exists(file) || Files.size(file) < bytes) {
            assertTrue(process.isAlive(), "the demo has ended by itself");
            assertTrue(System.nanoTime() < deadlineNanos, "the demo records nothing");
            Thread.sleep(20);
        }
    }

    private ProcessBuilder builder(List<String> jvmOptions, String... arguments) {
        return new ProcessBuilder(new JavaProgram(Main.class)
                        .flags("-Dzonecast.listen=false")
                        .flags(jvmOptions)
                        .command((Object[]) arguments))
                .directory(folder.toFile());
    }
}
