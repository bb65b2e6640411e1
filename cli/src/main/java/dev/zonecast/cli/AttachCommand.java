package dev.zonecast.cli;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The agent for a program that runs. */
@Command(
        name = "attach",
        description = {
            "Profiles a running LWJGL program: loads Zonecast's agent into it.",
            "Without PID it lists the Java programs of this user. PID off removes the agent's hooks."
        },
        footer = {
            "The JVM of the program prints a warning that an agent was loaded dynamically, and that a later Java will not"
                    + " allow it by default. -XX:+EnableDynamicAgentLoading in the program's start command prevents both."
        },
        mixinStandardHelpOptions = true)
final class AttachCommand extends ToolCommand {
    private static final int OLDEST_JAVA = 21;

    /** System property in which the agent reports its state. */
    private static final String STATE = "dev.zonecast.agent";

    /** Of the state: the agent does not know an option, or the program's options switch the profiler off. */
    private static final String REFUSED = "refused: ";

    /** Of the state: the agent was asked for its options. */
    private static final String HELP = "help: ";

    private static final String OFF = "off";
    private static final String RECORD = "record=";

    @Parameters(index = "0", arity = "0..1", paramLabel = "PID", description = "process id of the program")
    private Long pid;

    @Parameters(
            index = "1..*",
            paramLabel = "NAME=VALUE",
            description = "options of the agent, such as record=game.fxt; off: remove the hooks;"
                    + " help: print the options")
    private List<String> options = List.of();

    @Option(
            names = "--agent",
            paramLabel = "FILE",
            description = "the agent's jar (default: zonecast-agent.jar beside the command line's jar)")
    private Path agent;

    @Override
    public Integer call() throws IOException {
        if (pid == null) {
            return list();
        }
        Path jar = jar();
        ProcessHandle process = ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .orElseThrow(() -> wrongOption("there is no process " + pid));
        if (process.equals(ProcessHandle.current())) {
            throw wrongOption("process " + pid + " is this command");
        }
        checkIsJava(process);
        attach(jar);
        return ExitCode.OK;
    }

    private int list() {
        String own = Long.toString(ProcessHandle.current().pid());
        List<VirtualMachineDescriptor> programs = VirtualMachine.list().stream()
                .filter(each -> !each.id().equals(own))
                .toList();
        if (programs.isEmpty()) {
            out().println("No Java program of this user runs.");
        }
        for (VirtualMachineDescriptor each : programs) {
            String name = each.displayName().isEmpty() ? "(no name)" : each.displayName();
            out().printf("%7s  %s%n", each.id(), name.lines().findFirst().orElse(""));
        }
        return ExitCode.OK;
    }

    private Path jar() throws IOException {
        Path jar = agent != null ? agent : besideOwn();
        if (!Files.isRegularFile(jar)) {
            throw new IOException(jar + ": there is no such file. The agent is zonecast-agent.jar: name it by --agent");
        }
        return jar.toAbsolutePath().normalize();
    }

    /** {@code zonecast-agent.jar} or {@code zonecast-agent-VERSION.jar}. */
    private static Path besideOwn() throws IOException {
        try {
            Path own = Path.of(AttachCommand.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            try (Stream<Path> files = Files.list(own.getParent())) {
                return files.filter(file ->
                                file.getFileName().toString().matches("zonecast-agent(-\\d[\\d.]*(-SNAPSHOT)?)?\\.jar"))
                        .sorted()
                        .findFirst()
                        .orElse(own.resolveSibling("zonecast-agent.jar"));
            }
        } catch (URISyntaxException e) {
            throw new IOException("cannot locate the agent's jar: name it with --agent", e);
        }
    }

    /** Attaching sends a signal, which ends a process that is no JVM. */
    private void checkIsJava(ProcessHandle process) throws IOException {
        Optional<String> user = process.info().user();
        Optional<String> own = ProcessHandle.current().info().user();
        if (user.isPresent()
                && own.isPresent()
                && !user.equals(own)
                && !own.get().equals("root")) {
            throw new IOException("process " + pid + " belongs to " + user.get() + ": attach as that user");
        }
        boolean isListed =
                VirtualMachine.list().stream().anyMatch(each -> each.id().equals(Long.toString(pid)));
        Path maps = Path.of("/proc", Long.toString(pid), "maps");
        if (isListed || !Files.exists(maps)) {
            return;
        }
        boolean isJava;
        try (Stream<String> lines = Files.lines(maps)) {
            isJava = lines.anyMatch(line -> line.contains("libjvm"));
        } catch (IOException | java.io.UncheckedIOException e) {
            throw new IOException("process " + pid + " belongs to another user: attach as that user", e);
        }
        if (!isJava) {
            throw new IOException("process " + pid + " is no Java program"
                    + process.info().command().map(name -> " (" + name + ")").orElse(""));
        }
    }

    private void attach(Path jar) throws IOException {
        VirtualMachine program;
        try {
            program = VirtualMachine.attach(Long.toString(pid));
        } catch (AttachNotSupportedException e) {
            throw new IOException(
                    "process " + pid + " does not let itself be attached to: it is no Java program, is ending,"
                            + " or was started with -XX:+DisableAttachMechanism",
                    e);
        }
        try {
            Properties before = program.getSystemProperties();
            check(before);
            program.loadAgent(jar.toString(), options());
            String state = program.getSystemProperties().getProperty(STATE);
            if (state == null) {
                throw new IOException(
                        "the agent did not start in process " + pid + ": the program's error output has the reason");
            }
            if (state.startsWith(REFUSED)) {
                throw wrongOption("process " + pid + ": " + state.substring(REFUSED.length()));
            }
            if (state.startsWith(HELP)) {
                out().print(state.substring(HELP.length()));
            } else {
                say("process " + pid + ": " + state);
            }
            if (before.getProperty(STATE) == null) {
                say("the program's JVM warns of a dynamic agent; -XX:+EnableDynamicAgentLoading in its start command"
                        + " prevents that");
            }
        } catch (AgentLoadException | AgentInitializationException e) {
            throw new IOException(reason(e), e);
        } finally {
            program.detach();
        }
    }

    private void check(Properties program) throws IOException {
        String java = program.getProperty("java.specification.version", "0");
        int version = Integer.parseInt(java.startsWith("1.") ? java.substring(2) : java);
        if (version < OLDEST_JAVA) {
            throw new IOException(
                    "process " + pid + " runs on Java " + version + ", the agent needs Java " + OLDEST_JAVA);
        }
        if (options().equals(OFF) && program.getProperty(STATE) == null) {
            throw new IOException("process " + pid + " has no agent");
        }
    }

    private String reason(Exception e) {
        String message = String.valueOf(e.getMessage());
        if (message.contains("Dynamic agent loading is not enabled")) {
            return "process " + pid
                    + " was started with -XX:-EnableDynamicAgentLoading: start it with -javaagent instead";
        }
        if (message.contains("java.instrument") || message.contains("instrument library")) {
            return "the Java of process " + pid + " lacks the module java.instrument: make its runtime with"
                    + " jlink --add-modules java.instrument";
        }
        return "process " + pid + " did not load the agent: " + message;
    }

    /** A recording is relative to the folder of this command, not of the program. */
    private String options() {
        return options.stream()
                .flatMap(each -> Stream.of(each.split(",")))
                .map(each -> each.startsWith(RECORD) && each.length() > RECORD.length()
                        ? RECORD + Path.of(each.substring(RECORD.length())).toAbsolutePath()
                        : each)
                .collect(Collectors.joining(","));
    }
}
