package dev.zonecast.capture.manager;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Programs of a test, in JVMs of their own. */
public final class ChildPrograms {
    private final List<Process> started = new ArrayList<>();

    /** The tests run on the module path; a child needs no modules. */
    public static String classPath() {
        String modules = System.getProperty("jdk.module.path");
        String own = ChildPrograms.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        return own
                + File.pathSeparator
                + Path.of("target", "test-classes").toAbsolutePath()
                + File.pathSeparator
                + (modules == null || modules.isEmpty() ? System.getProperty("java.class.path") : modules);
    }

    /** Starts a class's main method. */
    Process start(String mainClass, List<String> flags, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-XX:+UseSerialGC");
        command.add("--enable-native-access=ALL-UNNAMED");
        command.addAll(flags);
        command.add("-cp");
        command.add(classPath());
        command.add(mainClass);
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        started.add(process);
        return process;
    }

    /** Starts a program that waits for a manager. */
    Process startManaged(Path runtime, String name, Class<?> main, String... arguments) throws IOException {
        return startManaged(runtime, name, List.of(), main, arguments);
    }

    /** With further options. */
    Process startManaged(Path runtime, String name, List<String> flags, Class<?> main, String... arguments)
            throws IOException {
        List<String> all = new ArrayList<>(flags);
        all.addAll(List.of(
                "-Dzonecast.listen=false",
                "-Dzonecast.system=false",
                "-Dzonecast.manager=true",
                "-Dzonecast.ring.wait=5000000",
                "-Dzonecast.name=" + name,
                "-Dzonecast.buffer.folder=" + runtime));
        return start(main.getName(), all, arguments);
    }

    /** Ends it as a kill -9 does. */
    static void kill(Process process) throws InterruptedException {
        process.toHandle().destroyForcibly();
        int _ = process.waitFor();
    }

    void killAll() throws InterruptedException {
        for (Process each : started) {
            kill(each);
        }
    }
}
