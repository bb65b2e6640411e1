package dev.zonecast.demo.faults;

import dev.zonecast.core.Frame;
import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.jvm.JvmEvents;
import dev.zonecast.jvm.JvmOptions;
import dev.zonecast.trace.bounds.Cause;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

/**
 * Makes 50 recordings, each with one slow frame of known cause. A seed chooses the frame, the length of the fault and what goes on beside
 * it. {@link SeededFaultsTest} runs it in a JVM of its own.
 */
final class SeededFaults {
    /** A table of the recordings in their folder. */
    static final String INDEX = "faults.csv";

    private static final int LEAST_FRAMES = 8;
    private static final int MORE_FRAMES = 8;
    private static final long LEAST_MICROS = 25_000;
    private static final int MORE_MICROS = 25_000;
    private static final int COLLECTIONS = 6;
    private static final int LIVE_ARRAYS = 400_000;

    /** What makes a frame slow, for about so long. */
    interface Doing {
        void during(Stage stage, long micros) throws IOException, InterruptedException;
    }

    /** @param ofGpu it takes the place of the frame's GPU work */
    record Plan(Fault fault, boolean ofGpu, Doing doing) {}

    private static final Object MONITOR = new Object();

    private final Path folder;
    private final PrintWriter index;
    private final Set<String> wanted;
    private boolean withJvm;
    private int made;

    private SeededFaults(Path folder, PrintWriter index, Set<String> wanted) {
        this.folder = folder;
        this.index = index;
        this.wanted = wanted;
    }

    /** The first argument is a folder. Further ones are names of recordings: no others are made. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path folder = Path.of(arguments[0]);
        Zonecast.start(Options.defaults().set(Option.LISTEN, false));
        try (PrintWriter index = new PrintWriter(folder.resolve(INDEX).toFile(), StandardCharsets.UTF_8)) {
            SeededFaults faults = new SeededFaults(
                    folder, index, Arrays.stream(arguments).skip(1).collect(Collectors.toSet()));
            warmUp();
            faults.make(4, processor());
            faults.make(4, pass());
            faults.make(5, convoy());
            faults.make(4, shader());
            faults.make(5, display());
            faults.make(3, upload());
            faults.make(5, worker());
            faults.make(5, starved());
            try (GlFaults gl = new GlFaults()) {
                faults.make(3, gl.pass());
                faults.make(1, gl.shader());
                faults.make(1, gl.upload());
            }
            List<Object> live = ballast();
            faults.withJvm = true;
            faults.make(5, collection());
            faults.make(2, monitor());
            faults.make(3, socket());
            System.out.println(faults.made + " recordings, " + live.size() + " live objects");
        }
        Zonecast.shutdown(Duration.ofSeconds(10));
    }

    /** Frames before the first recording, so that code is loaded and compiled. */
    private static void warmUp() throws IOException, InterruptedException {
        try (Stage stage = new Stage()) {
            for (int i = 0; i < 20; i++) {
                frame(stage, new Random(i), null, 0);
            }
        }
    }

    /** Many small objects: a collection takes its time to walk over them. */
    private static List<Object> ballast() {
        List<Object> live = new ArrayList<>();
        for (int i = 0; i < LIVE_ARRAYS; i++) {
            live.add(new Object[] {live.isEmpty() ? null : live.getLast()});
        }
        return live;
    }

    private void make(int count, Plan plan) throws IOException, InterruptedException {
        for (int i = 0; i < count; i++) {
            make(plan);
        }
    }

    private void make(Plan plan) throws IOException, InterruptedException {
        int seed = ++made;
        String file = String.format(Locale.ROOT, "%02d.fxt", seed);
        if (!wanted.isEmpty() && !wanted.contains(file)) {
            return;
        }
        // Small seeds that follow each other begin with like numbers.
        Random random = new Random(seed * 0x9E37_79B9_7F4A_7C15L);
        int frames = LEAST_FRAMES + random.nextInt(MORE_FRAMES);
        int slow = 3 + random.nextInt(frames - 4);
        long micros = LEAST_MICROS + random.nextInt(MORE_MICROS);
        long number = 0;
        try (Stage stage = new Stage()) {
            Zonecast.startRecording(folder.resolve(file));
            JvmEvents jvm = withJvm ? jvm() : null;
            for (int i = 0; i < frames; i++) {
                Frame.mark();
                if (i == slow) {
                    number = Frame.number();
                }
                frame(stage, random, i == slow ? plan : null, micros);
            }
            Frame.mark();
            stage.finish(Stage.FENCE);
            if (jvm != null) {
                jvm.close();
            }
            Zonecast.flush(Duration.ofSeconds(5));
            Zonecast.stopRecording();
        }
        Fault fault = plan.fault;
        index.println(String.join(
                ";",
                file,
                Long.toString(number),
                fault.kind(),
                fault.how(),
                fault.cause().name(),
                fault.where(),
                fault.what(),
                Long.toString(micros)));
        index.flush();
    }

    /** JFR starts with it: what is before it has no events. */
    private static JvmEvents jvm() throws InterruptedException {
        JvmEvents jvm = JvmEvents.install(
                JvmOptions.defaults().samplingPeriod(Duration.ZERO).waitsFrom(Duration.ofMillis(1)));
        jvm.flush(Duration.ofMinutes(1));
        return jvm;
    }

    /** A frame of a millisecond or two, with a little of everything, in an order that the seed chooses. */
    private static void frame(Stage stage, Random random, Plan plan, long micros)
            throws IOException, InterruptedException {
        Stage.work(Stage.INPUT, 50 + random.nextInt(100));
        List<Doing> parts = new ArrayList<>(List.of(
                (s, m) -> Stage.work(Stage.PHYSICS, 100 + random.nextInt(200)),
                (s, m) -> Stage.work(Stage.CULLING, 50 + random.nextInt(100)),
                (s, m) -> Stage.work(Stage.SHADER, random.nextInt(60)),
                (s, m) -> Stage.work(Stage.UPLOAD, random.nextInt(60)),
                (s, m) -> s.jobs(100, 150, 100),
                (s, m) -> s.convoy(1, 60)));
        if (plan != null && !plan.ofGpu) {
            parts.add(random.nextInt(parts.size() + 1), plan.doing);
        }
        for (Doing part : parts) {
            part.during(stage, micros);
        }
        Stage.work(Stage.RECORDING, 50);
        if (plan != null && plan.ofGpu) {
            plan.doing.during(stage, micros);
        } else {
            stage.pass(Stage.SHADOWS, 100);
            stage.pass(Stage.MAIN_PASS, 200);
        }
        stage.finish(random.nextBoolean() ? Stage.FENCE : Stage.SWAP);
    }

    private static Plan plan(String kind, String how, Cause cause, String where, String what, Doing doing) {
        return new Plan(new Fault(kind, how, cause, where, what), false, doing);
    }

    private static Plan gpuPlan(String kind, String how, Cause cause, String where, String what, Doing doing) {
        return new Plan(new Fault(kind, how, cause, where, what), true, doing);
    }

    private static Plan processor() {
        return plan(
                "a spike in one zone",
                "really run",
                Cause.CPU,
                "main",
                "physics",
                (stage, micros) -> Stage.work(Stage.PHYSICS, micros));
    }

    private static Plan pass() {
        return gpuPlan("a spike in one pass", "simulated GPU", Cause.GPU, Stage.GPU_NAME, "bloom", (stage, micros) -> {
            stage.pass(Stage.SHADOWS, 100);
            stage.pass(Stage.BLOOM, micros);
            stage.pass(Stage.MAIN_PASS, 200);
        });
    }

    private static Plan convoy() {
        return plan(
                "a lock convoy",
                "really run",
                Cause.LOCK,
                "main",
                Stage.LOCK_NAME,
                (stage, micros) -> stage.convoy(3, micros / 3));
    }

    private static Plan monitor() {
        return plan("a monitor", "really run, JFR", Cause.LOCK, "main", "Object", (stage, micros) -> {
            CountDownLatch held = new CountDownLatch(1);
            Thread.ofPlatform().daemon().name("loader").start(() -> {
                synchronized (MONITOR) {
                    held.countDown();
                    Stage.sleepMicros(micros);
                }
            });
            held.await();
            synchronized (MONITOR) {
                Stage.spin(10);
            }
        });
    }

    private static Plan shader() {
        return plan("a shader compile", "really run", Cause.COMPILE, "main", "link a program", (stage, micros) -> {
            long token = Zone.begin(Stage.SHADER);
            Stage.work(Stage.CULLING, micros / 20);
            Stage.spin(micros);
            Zone.end(token);
        });
    }

    private static Plan display() {
        return gpuPlan("vsync", "really run", Cause.PRESENT, "main", "swap buffers", (stage, micros) -> {
            stage.pass(Stage.MAIN_PASS, 200);
            Stage.sleep(Stage.SWAP, micros);
        });
    }

    private static Plan upload() {
        return plan(
                "an upload",
                "really run",
                Cause.UPLOAD,
                "main",
                "upload a texture",
                (stage, micros) -> Stage.work(Stage.UPLOAD, micros));
    }

    private static Plan worker() {
        return plan(
                "a slow worker",
                "really run",
                Cause.WORKER,
                "worker",
                "simulate job",
                (stage, micros) -> stage.jobs(500, micros, 800));
    }

    private static Plan starved() {
        return gpuPlan(
                "a starved GPU", "simulated GPU", Cause.STARVED_GPU, "main", "record commands", (stage, micros) -> {
                    stage.pass(Stage.SHADOWS, 200);
                    Stage.work(Stage.RECORDING, micros / 2);
                    stage.pass(Stage.BLOOM, 200);
                    Stage.work(Stage.RECORDING, micros / 2);
                    stage.pass(Stage.MAIN_PASS, 200);
                });
    }

    private static Plan collection() {
        return plan("a garbage collection", "really run, JFR", Cause.PAUSE, "main", "", (stage, micros) -> {
            for (int i = 0; i < COLLECTIONS; i++) {
                System.gc();
            }
        });
    }

    /** A server on this machine that answers late. */
    private static Plan socket() {
        return plan("a slow socket", "really run, JFR", Cause.IO, "main", "read socket", (stage, micros) -> {
            try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                Thread.ofPlatform().daemon().name("server").start(() -> {
                    try (Socket client = server.accept()) {
                        Stage.sleepMicros(micros);
                        client.getOutputStream().write(1);
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                });
                try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
                        InputStream in = socket.getInputStream()) {
                    if (in.read() != 1) {
                        throw new IOException("no answer");
                    }
                }
            }
        });
    }

    /** The recordings as the index has them. */
    record Made(Path file, long frame, Fault fault, long micros) {
        static List<Made> in(Path folder) throws IOException {
            return Files.readAllLines(folder.resolve(INDEX)).stream()
                    .map(line -> line.split(";", -1))
                    .map(part -> new Made(
                            folder.resolve(part[0]),
                            Long.parseLong(part[1]),
                            new Fault(part[2], part[3], Cause.valueOf(part[4]), part[5], part[6]),
                            Long.parseLong(part[7])))
                    .toList();
        }
    }
}
