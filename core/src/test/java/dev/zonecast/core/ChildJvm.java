package dev.zonecast.core;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs a {@code main} of the tests in a JVM of its own, with the module as our users run it: on the module path. For what is decided
 * once a process: flags, the choice of the clock, the shutdown.
 */
public final class ChildJvm {
    private static final long LIMIT_SECONDS = 60;

    /** Broadcasts to everybody leave by the loopback device too. */
    private static final String LOOPBACK_UP = "ip link set lo up && ip route add default dev lo";

    /** What a child left behind; {@code err} has the JVM's warnings and the log. */
    public record Result(int exit, String out, String err) {
        /** The result, if the child ended well. */
        public Result expectSuccess() {
            if (exit != 0) {
                throw new AssertionError("exit " + exit + this);
            }
            return this;
        }

        @Override
        public String toString() {
            return "\n--- out\n" + out + "\n--- err\n" + err;
        }

        public List<String> outLines() {
            return out.lines().toList();
        }
    }

    private final List<String> flags = new ArrayList<>();
    private boolean nativeAccess = true;
    private boolean ownNetwork;

    /** A JVM with native access for the module, as our documentation advises, and no other flag. */
    public ChildJvm() {}

    /** Further flags of the JVM: {@code -Dzonecast.listen=false}. */
    public ChildJvm flags(String... more) {
        flags.addAll(List.of(more));
        return this;
    }

    /** Runs it in a network of its own, which has nothing but a loopback device: nothing leaves it. */
    public ChildJvm inNetworkOfItsOwn() {
        ownNetwork = true;
        return this;
    }

    /** Whether this machine lets us make networks. */
    public static boolean canMakeNetworks() throws InterruptedException {
        try {
            return new ProcessBuilder("unshare", "-rn", "sh", "-c", LOOPBACK_UP)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Leaves {@code --enable-native-access} out. */
    public ChildJvm withoutNativeAccess() {
        nativeAccess = false;
        return this;
    }

    /** Runs a main class of the tests to its end. */
    public Result run(Class<?> main, String... arguments) throws IOException, InterruptedException {
        Path out = Files.createTempFile("child", ".out");
        Path err = Files.createTempFile("child", ".err");
        try {
            Process process = new ProcessBuilder(command(main, arguments))
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            process.getOutputStream().close();
            boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
            if (!ended) {
                process.destroyForcibly().waitFor();
            }
            Result result = new Result(process.exitValue(), Files.readString(out), Files.readString(err));
            if (!ended) {
                throw new AssertionError("not ended after " + LIMIT_SECONDS + " s: " + main.getName() + result);
            }
            return result;
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    /** Starts a main class of the tests; its errors go nowhere. */
    public Process start(Class<?> main, String... arguments) throws IOException {
        return new ProcessBuilder(command(main, arguments))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private List<String> command(Class<?> main, String... arguments) {
        String module = main.getModule().getName();
        List<String> command = new ArrayList<>();
        if (ownNetwork) {
            command.addAll(List.of("unshare", "-rn", "sh", "-c", LOOPBACK_UP + " && exec \"$@\"", "sh"));
        }
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-XX:+UseSerialGC");
        command.add("--module-path=" + System.getProperty("jdk.module.path"));
        command.add("--patch-module=" + module + "=" + testClasses());
        if (nativeAccess) {
            command.add("--enable-native-access=" + module);
        }
        command.addAll(flags);
        command.add("-m");
        command.add(module + "/" + main.getName());
        command.addAll(List.of(arguments));
        return command;
    }

    /** Folder of the tests' classes. */
    public static Path testClasses() {
        return rootOf(ChildJvm.class);
    }

    /** Folder that a class was loaded from: a patched module has two. */
    static Path rootOf(Class<?> type) {
        String file = type.getName().replace('.', '/') + ".class";
        String url = type.getClassLoader().getResource(file).toString();
        return Path.of(URI.create(url.substring(0, url.length() - file.length())));
    }
}
