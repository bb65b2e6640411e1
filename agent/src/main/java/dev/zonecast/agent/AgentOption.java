package dev.zonecast.agent;

import dev.zonecast.agent.methods.MethodOptions;
import dev.zonecast.core.Option;
import dev.zonecast.core.OptionForm;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * An option of the agent. {@code docs/how-to/agent.md} lists them. The profiler's own are {@link Option}.
 *
 * @param name of the option
 * @param form of its value
 * @param usual text of the value without the option
 * @param alone text of the value for the name alone; null if the option needs a value
 * @param meaning in a line
 * @param <T> of the value
 */
public record AgentOption<T>(String name, OptionForm<T> form, String usual, String alone, String meaning) {
    private static final String OFF = "off";

    /** Events of the JVM. */
    public static final AgentOption<Boolean> JVM = new AgentOption<>(
            "jvm",
            OptionForm.flag(),
            "true",
            "true",
            "garbage collections, safepoints, compilations and waits of the JVM");

    /** Stack samples, with their period. */
    public static final AgentOption<Optional<Duration>> SAMPLES = new AgentOption<>(
            "samples",
            orOff(OptionForm.duration(ChronoUnit.MILLIS, 1, 60_000)),
            OFF,
            "10ms",
            "takes a stack sample of a thread each time it has used this much processor time");

    /** What LWJGL allocates. */
    public static final AgentOption<Boolean> LWJGL_MEMORY = new AgentOption<>(
            "lwjgl-memory",
            OptionForm.flag(),
            "false",
            "true",
            "each block that LWJGL allocates, as the memory pool LWJGL");

    /** Pictures of frames. */
    public static final AgentOption<Optional<PictureOptions>> IMAGES = new AgentOption<>(
            "images",
            orOff(PictureOptions.FORM),
            OFF,
            "320x180@30",
            "frame images: largest size, and number per second");

    /** A snapshot of the last seconds when a frame takes longer. */
    public static final AgentOption<Optional<Duration>> HITCH = new AgentOption<>(
            "hitch",
            orOff(OptionForm.duration(ChronoUnit.MILLIS, 1, 1_000_000)),
            OFF,
            "50ms",
            "saves a snapshot after a frame that is longer than this");

    /** Uploads and LWJGL's allocations from this size on are zones. */
    public static final AgentOption<Long> UPLOADS = new AgentOption<>(
            "uploads",
            OptionForm.size(Long.MAX_VALUE),
            "1M",
            "1M",
            "uploads to the GPU and allocations of at least this size are zones");

    /** A GPU zone for each draw call. */
    public static final AgentOption<Boolean> DRAWS =
            new AgentOption<>("draws", OptionForm.flag(), "false", "true", "a GPU zone for each draw call");

    /** When the screen showed each frame of OpenGL. */
    public static final AgentOption<Boolean> PRESENTATION = new AgentOption<>(
            "presentation",
            OptionForm.flag(),
            "false",
            "true",
            "when the screen showed each frame of OpenGL, by GLX_OML_sync_control");

    /** Methods that become zones. */
    public static final AgentOption<String> METHODS = new AgentOption<>(
            "methods",
            new OptionForm<>("patterns of methods, as com.mygame.*,!com.mygame.math.*", Function.identity()),
            "",
            null,
            "methods that become zones, by patterns");

    /** Constructors become zones, too. A constructor's method name is {@code new}. */
    public static final AgentOption<Boolean> CONSTRUCTORS = new AgentOption<>(
            "methods.constructors",
            OptionForm.flag(),
            "false",
            "true",
            "constructors that match `methods` become zones too");

    /** Bodies of lambdas become zones, too. A lambda has the name of the method around it. */
    public static final AgentOption<Boolean> LAMBDAS = new AgentOption<>(
            "methods.lambdas",
            OptionForm.flag(),
            "false",
            "true",
            "bodies of lambdas that match `methods` become zones too");

    /**
     * Share of the process's CPU time that zones of methods may cost. Over it, the methods with the most calls are no zones any more. 1: no
     * limit.
     */
    public static final AgentOption<Double> BUDGET = new AgentOption<>(
            "budget",
            new OptionForm<>("a share in percent, as 3%, or off", MethodOptions::budget),
            "3%",
            null,
            "share of the processor time that zones of methods may cost");

    /** Prints all options. */
    public static final AgentOption<Boolean> HELP = new AgentOption<>(
            "help", OptionForm.flag(), "false", "true", "print the options; the program runs without the agent");

    /** In the order of the documentation. */
    public static final List<AgentOption<?>> ALL = List.of(
            JVM,
            SAMPLES,
            LWJGL_MEMORY,
            IMAGES,
            HITCH,
            UPLOADS,
            DRAWS,
            PRESENTATION,
            METHODS,
            CONSTRUCTORS,
            LAMBDAS,
            BUDGET,
            HELP);

    /** Null if there is none of this name. */
    static AgentOption<?> of(String name) {
        for (AgentOption<?> option : ALL) {
            if (option.name.equals(name)) {
                return option;
            }
        }
        return null;
    }

    private static <T> OptionForm<Optional<T>> orOff(OptionForm<T> form) {
        return new OptionForm<>(form.words() + ", or off", text -> switch (text.toLowerCase(Locale.ROOT)) {
            case "off", "false", "no", "0" -> Optional.empty();
            default -> Optional.of(form.read(text));
        });
    }

    T defaultValue() {
        return form.read(usual);
    }

    /** What {@code help} prints. */
    static String help() {
        var text = new StringBuilder("Options of the agent: -javaagent:zonecast-agent.jar=NAME=VALUE,NAME=VALUE\n");
        for (AgentOption<?> option : ALL) {
            text.append(String.format(
                    Locale.ROOT,
                    "  %-20s %s%n  %-20s takes %s; default %s%n",
                    option.name,
                    option.meaning,
                    "",
                    option.form.words(),
                    option.usual.isEmpty() ? "none" : option.usual));
        }
        text.append("The profiler's options without \"zonecast.\", as record=game.fxt.gz:\n");
        for (Option<?> option : Option.all()) {
            text.append(String.format(
                    Locale.ROOT,
                    "  %-20s takes %s%n",
                    AgentOptions.plain(option.toString()),
                    option.form().words()));
        }
        return text.toString();
    }
}
