package dev.zonecast.agent;

import com.sun.tools.attach.VirtualMachine;
import dev.zonecast.fxt.fixtures.JavaProgram;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A program that runs and plays frames when the test asks for them. */
final class RunningGame implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;
    private final PrintWriter commands;
    private final StringBuilder text = new StringBuilder();

    RunningGame(List<String> options, String... main) throws Exception {
        this(ProgramJvm.chosen(), options, main);
    }

    RunningGame(ProgramJvm jvm, List<String> options, String... main) throws Exception {
        this(jvm, options, Map.of(), main);
    }

    /** With variables of the environment. */
    RunningGame(ProgramJvm jvm, List<String> options, Map<String, String> environment, String... main)
            throws Exception {
        List<String> command = jvm.command();
        command.add("-XX:+EnableDynamicAgentLoading");
        command.add(JavaProgram.SHUTDOWN_LIMIT);
        command.addAll(options);
        command.addAll(List.of(main));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        process = builder.start();
        output = process.inputReader(StandardCharsets.UTF_8);
        commands = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
    }

    /** Plays frames, and waits until they are done. */
    void play(int frames) throws Exception {
        commands.println(frames);
        await("frames " + frames + ", error 0");
    }

    private void await(String line) throws Exception {
        for (String next = output.readLine(); next != null; next = output.readLine()) {
            text.append(next).append('\n');
            if (next.equals(line)) {
                return;
            }
        }
        throw new AssertionError("ended before \"" + line + "\":\n" + text);
    }

    /** Loads the agent; returns the state that it reports. */
    String attach(Path jar, String options) throws Exception {
        VirtualMachine vm = VirtualMachine.attach(Long.toString(process.pid()));
        try {
            vm.loadAgent(jar.toString(), options);
            return vm.getSystemProperties().getProperty("dev.zonecast.agent");
        } finally {
            vm.detach();
        }
    }

    /** Ends the program; returns all that it printed. */
    String end() throws Exception {
        commands.close();
        output.lines().forEach(line -> text.append(line).append('\n'));
        process.waitFor();
        return text.toString();
    }

    /** Ends the program by SIGKILL, and waits for that. */
    void kill() throws Exception {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
