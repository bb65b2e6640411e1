package dev.zonecast.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What does the agent cost a program that knows nothing of Zonecast?
 *
 * <p>{@code ./zonecast bench agent [ROUNDS]}: each round starts a scene of jMonkeyEngine in a process of each kind. One process has a turn of
 * some frames while the others wait, so that all of them see the same moods of the machine. One is without the agent, and is held against
 * itself in a second process: that is the noise. Looked at are the processor time of the whole process and the time of a frame.
 *
 * <p>Each process has a display of its own. On one display their windows lie above each other, and which one is on top makes more of a
 * difference than the agent. Two processes also differ by what the compiler chose, for as long as they run. So a round counts once, with
 * the median of its turns. Printed are the medians of the rounds beside the process without the agent, with an interval that has the true
 * median in it at 95 % (see {@link Middle}).
 */
final class AgentCost {
    static final double LIMIT_PERCENT = 2;
    static final double METHODS_LIMIT_PERCENT = LIMIT_PERCENT + 3;

    private static final int OBJECTS = 300;
    private static final int FRAMES = 40;

    /** Turns until the compiler has little left to do. After a quarter of it, an agent still costs a tenth of the processor time. */
    private static final int WARM_UP = 60;

    private static final int TURNS = 20;

    private enum Variant {
        WITHOUT("without the agent", null, 0),
        AGAIN("without it, once more", null, 0),
        AGENT("agent, recording to a file", "", LIMIT_PERCENT),
        METHODS("all methods of the engine, too", ",methods=com.jme3.*", METHODS_LIMIT_PERCENT);

        private final String text;

        /** Null: without the agent. */
        private final String options;

        private final double limitPercent;

        Variant(String text, String options, double limitPercent) {
            this.text = text;
            this.options = options;
            this.limitPercent = limitPercent;
        }
    }

    /** Nanoseconds of a frame; or percent more than without the agent. And the milliseconds to the first frame, or so many more. */
    private record Cost(double processor, double time, double startMillis) {
        Cost over(Cost without) {
            return new Cost(
                    100 * (processor / without.processor - 1),
                    100 * (time / without.time - 1),
                    startMillis - without.startMillis);
        }

        String text() {
            return String.format(
                    Locale.ROOT,
                    "processor time %+.2f %%, time of a frame %+.2f %%, first frame %.0f ms later",
                    processor,
                    time,
                    startMillis);
        }
    }

    /** A process with a scene that waits for its turn. */
    private record Scene(Process process, BufferedReader out, Writer in, double startMillis) {
        Cost turn() throws IOException {
            in.write("turn\n");
            in.flush();
            String[] words = line(out, "turn ").split(" ", -1);
            return new Cost(Double.parseDouble(words[1]), Double.parseDouble(words[2]), startMillis);
        }

        private static String line(BufferedReader out, String begin) throws IOException {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.startsWith(begin)) {
                    return line;
                }
            }
            throw new IOException("the scene has ended");
        }

        /** A scene ends when it is asked for no further turn. Its display ends with it. */
        void end() throws IOException {
            in.close();
            process.onExit().join();
        }
    }

    private AgentCost() {}

    /**
     * Asks. The jar of the agent and the class path of the scene are the system properties {@code zonecast.bench.agent} and
     * {@code zonecast.bench.scene}, which the launcher sets.
     *
     * @return exit status
     */
    static int run(int rounds) throws IOException {
        Map<Variant, List<Cost>> costs = new EnumMap<>(Variant.class);
        for (int round = 1; round <= rounds; round++) {
            System.err.printf(Locale.ROOT, "round %d of %d%n", round, rounds);
            round(round).forEach((variant, cost) -> {
                costs.computeIfAbsent(variant, v -> new ArrayList<>()).add(cost);
                System.err.printf(Locale.ROOT, "  %s: %s%n", variant.text, cost.text());
            });
        }
        return print(costs, rounds);
    }

    /** What each kind costs in new processes. The order of their starts changes from round to round. */
    private static Map<Variant, Cost> round(int number) throws IOException {
        Path folder = Files.createTempDirectory("agent-cost");
        List<Variant> order = new ArrayList<>(List.of(Variant.values()));
        Collections.rotate(order, number);
        Map<Variant, Scene> scenes = new EnumMap<>(Variant.class);
        try {
            for (Variant variant : order) {
                scenes.put(variant, start(variant, folder));
            }
            Map<Variant, List<Cost>> costs = new EnumMap<>(Variant.class);
            for (int turn = -WARM_UP; turn < TURNS; turn++) {
                Map<Variant, Cost> turns = turns(scenes, turn % 2 == 0);
                for (Variant variant : Variant.values()) {
                    if (turn >= 0 && variant != Variant.WITHOUT) {
                        costs.computeIfAbsent(variant, v -> new ArrayList<>())
                                .add(turns.get(variant).over(turns.get(Variant.WITHOUT)));
                    }
                }
            }
            Map<Variant, Cost> middle = new EnumMap<>(Variant.class);
            costs.forEach((variant, all) -> middle.put(
                    variant,
                    new Cost(
                            Middle.of(all, Cost::processor).median(),
                            Middle.of(all, Cost::time).median(),
                            Middle.of(all, Cost::startMillis).median())));
            return middle;
        } finally {
            for (Scene scene : scenes.values()) {
                scene.end();
            }
            for (Variant variant : Variant.values()) {
                boolean ignored = Files.deleteIfExists(file(variant, folder));
            }
            Files.delete(folder);
        }
    }

    private static Path file(Variant variant, Path folder) {
        return folder.resolve(variant + ".fxt");
    }

    private static Scene start(Variant variant, Path folder) throws IOException {
        List<String> command = new ArrayList<>(List.of("xvfb-run", "-a"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        if (variant.options != null) {
            command.add("-javaagent:" + System.getProperty("zonecast.bench.agent") + "=listen=false,record="
                    + file(variant, folder) + variant.options);
        }
        command.addAll(List.of(
                "-cp",
                System.getProperty("zonecast.bench.scene"),
                "JmeScene",
                Integer.toString(Integer.MAX_VALUE),
                Integer.toString(OBJECTS),
                Integer.toString(FRAMES)));
        long began = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader out = process.inputReader();
        String ignored = Scene.line(out, "ready");
        return new Scene(process, out, process.outputWriter(), (System.nanoTime() - began) / 1e6);
    }

    /** A turn of each, forwards or backwards. */
    private static Map<Variant, Cost> turns(Map<Variant, Scene> scenes, boolean forwards) throws IOException {
        Map<Variant, Cost> turns = new EnumMap<>(Variant.class);
        List<Variant> order = List.of(Variant.values());
        for (Variant variant : forwards ? order : order.reversed()) {
            turns.put(variant, scenes.get(variant).turn());
        }
        return turns;
    }

    /** Returns 1 if a target was missed, else 0. */
    private static int print(Map<Variant, List<Cost>> costs, int rounds) {
        boolean missed = false;
        System.out.println(
                "| beside the program without the agent | processor time | time of a frame | target |  | first frame later by |");
        System.out.println("|------|------|------|------|--|------|");
        for (Map.Entry<Variant, List<Cost>> entry : costs.entrySet()) {
            Variant variant = entry.getKey();
            Middle processor = Middle.of(entry.getValue(), Cost::processor);
            Middle time = Middle.of(entry.getValue(), Cost::time);
            Middle start = Middle.of(entry.getValue(), Cost::startMillis);
            boolean asked = variant.options != null;
            boolean isMissed = asked && Math.max(processor.low(), time.low()) > variant.limitPercent;
            boolean isMet = Math.max(processor.high(), time.high()) <= variant.limitPercent;
            missed |= isMissed;
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %s | %s | %s | %s | %.0f ms (%.0f to %.0f) |%n",
                    variant.text,
                    processor,
                    time,
                    asked ? String.format(Locale.ROOT, "at most %.0f %%", variant.limitPercent) : "",
                    asked ? isMissed ? "MISSED" : isMet ? "met" : "open: noise" : "the noise",
                    start.median(),
                    start.low(),
                    start.high());
        }
        System.out.printf(
                Locale.ROOT,
                "%d rounds of %d turns of %d frames, %d cores, Java %s%n",
                rounds,
                TURNS,
                FRAMES,
                Runtime.getRuntime().availableProcessors(),
                Runtime.version());
        return missed ? 1 : 0;
    }
}
