package dev.zonecast.agent;

import dev.zonecast.fxt.fixtures.JavaProgram;
import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.TraceFrame;
import dev.zonecast.trace.TraceFrameImage;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceReader;
import dev.zonecast.trace.TraceZone;
import dev.zonecast.trace.Track;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A program of its own with the agent, and what it recorded.
 *
 * @param exit code of the process
 * @param output of it
 * @param recording null if there is none
 */
record AgentRun(int exit, String output, Path recording) {
    private static final Pattern LOSSES =
            Pattern.compile("no losses|lost since the program's start: dropped frame images (\\d+)\\.");

    /**
     * Starts a program that knows nothing of Zonecast, with the agent, and waits for its end.
     *
     * @param folder the recording is there
     * @param options of the agent, besides the recording
     * @param jvm options of the JVM
     * @param main class of these tests, and its arguments
     */
    static AgentRun of(Path folder, Path jar, String options, List<String> jvm, String... main) throws Exception {
        return of(folder, jar, options, jvm, Map.of(), main);
    }

    /** As {@link #of(Path, Path, String, List, String...)}, with variables of the environment. */
    static AgentRun of(
            Path folder, Path jar, String options, List<String> jvm, Map<String, String> environment, String... main)
            throws Exception {
        var command = new ArrayList<>(jvm);
        Path recording = recording(folder);
        command.add(
                "-javaagent:" + jar + "=listen=false,record=" + recording + (options.isEmpty() ? "" : "," + options));
        if (jvm.stream().noneMatch(option -> option.startsWith("--module-path") || option.equals("-cp"))) {
            command.addAll(List.of("-cp", programsClassPath()));
        }
        command.addAll(List.of(main));
        return java(folder, command, environment);
    }

    /**
     * Starts a JVM and waits for its end.
     *
     * @param arguments options, main class, its arguments
     */
    static AgentRun java(Path folder, List<String> arguments, Map<String, String> environment) throws Exception {
        return java(ProgramJvm.chosen(), folder, arguments, environment);
    }

    /** As {@link #java(Path, List, Map)}, in that JVM. */
    static AgentRun java(ProgramJvm jvm, Path folder, List<String> arguments, Map<String, String> environment)
            throws Exception {
        Path recording = recording(folder);
        Files.deleteIfExists(recording);
        List<String> command = jvm.command();
        command.add(JavaProgram.SHUTDOWN_LIMIT);
        command.addAll(arguments);
        Path output = folder.resolve("output.txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        int exit = builder.start().waitFor();
        return new AgentRun(exit, Files.readString(output), Files.exists(recording) ? recording : null);
    }

    /** Where a run with that folder records to. */
    static Path recording(Path folder) {
        return folder.resolve("game.fxt");
    }

    /** LWJGL and the tests' programs, nothing of Zonecast. */
    static String programsClassPath() {
        return ProgramJvm.chosen().classPath();
    }

    /** Zonecast as a program has it on its class path: these modules and what they need of others. */
    static String zonecast(String modules) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> (entry.matches(".*(" + modules + ")/target/.*") && !entry.endsWith("test-classes"))
                        || entry.contains("lz4-java"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Pictures of frames that had no room, by the log. The rest of what the program recorded is complete. */
    int droppedPictures() {
        Matcher losses = LOSSES.matcher(output);
        if (!losses.find()) {
            throw new AssertionError(output);
        }
        return losses.group(1) == null ? 0 : Integer.parseInt(losses.group(1));
    }

    Recorded read() throws Exception {
        var recorded = new Recorded();
        TraceReader.read(recording, recorded);
        return recorded;
    }

    /** What a recording holds. */
    static final class Recorded implements TraceListener {
        final TreeMap<String, Integer> cpuZones = new TreeMap<>();
        final TreeMap<String, Integer> gpuZones = new TreeMap<>();

        /** Last value of each plot. */
        final TreeMap<String, Double> plots = new TreeMap<>();

        /** Texts of CPU zones, by the zones' names. */
        final TreeMap<String, String> texts = new TreeMap<>();

        /** Pictures by the numbers of their frames. */
        final Map<Long, TraceFrameImage> pictures = new TreeMap<>();

        /** Arrows from GPU zones to GPU zones. */
        int semaphores;

        int frames;
        private long lastFrame;

        /** Zones of the JVM. */
        final TreeMap<String, Integer> jvmZones = new TreeMap<>();

        /** Frames of the program that ended before the recording's first, if it had so many. */
        long firstFrame(int all) {
            return all - 1 - lastFrame;
        }

        @Override
        public void frameImage(TraceFrameImage image) {
            pictures.put(image.frame(), image);
        }

        @Override
        public void zone(TraceZone zone) {
            if (zone.track().kind() == Track.Kind.JVM) {
                jvmZones.merge(zone.name(), 1, Integer::sum);
            } else {
                (zone.track().kind() == Track.Kind.GPU ? gpuZones : cpuZones).merge(zone.name(), 1, Integer::sum);
                zone.texts().forEach(text -> texts.put(zone.name(), text));
            }
        }

        @Override
        public void event(TraceEvent event) {
            switch (event) {
                case TraceFrame frame
                when frame.isBase() && !frame.cutOff() -> {
                    frames++;
                    lastFrame = Math.max(lastFrame, frame.number());
                }
                case TraceEvent.Flow flow
                when flow.name().equals("semaphore")
                        && flow.track().kind() == Track.Kind.GPU
                        && flow.to().kind() == Track.Kind.GPU
                        && flow.endNanos() >= flow.beginNanos() -> semaphores++;
                case TraceEvent.PlotValue value -> plots.put(value.plot().name(), value.value());
                default -> {}
            }
        }
    }
}
