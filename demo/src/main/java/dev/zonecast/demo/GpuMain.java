package dev.zonecast.demo;

import dev.zonecast.core.gpu.HardwareCounter;
import dev.zonecast.demo.render.GpuFacts;
import dev.zonecast.demo.render.GraphicsUnavailableException;
import dev.zonecast.demo.render.gl.GlFacts;
import dev.zonecast.demo.render.vk.VulkanFacts;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Lists what a profiler can have of the GPUs of this machine. */
@Command(
        name = "zonecast gpu",
        usageHelpAutoWidth = true,
        description =
                "Lists the GPUs of this machine through Vulkan and OpenGL: the extensions that GPU zones use, and the"
                        + " names of the hardware counters for GPU contexts.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:at least one API has a device", "2:wrong options", "3:no API has a device"},
        mixinStandardHelpOptions = true)
public final class GpuMain implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    /** Ends the JVM with an exit code of those above. */
    public static void main(String[] args) {
        System.setProperty("org.lwjgl.system.memoryBackend", "ffm");
        dev.zonecast.cli.Main.start(GpuMain::commandLine, args);
    }

    static CommandLine commandLine(PrintWriter out, PrintWriter err, String... ignored) {
        return dev.zonecast.cli.Main.configured(new CommandLine(new GpuMain()), out, err);
    }

    /** What an API has, or why it has nothing. */
    private interface Source {
        List<GpuFacts> read() throws GraphicsUnavailableException;
    }

    @Override
    public Integer call() {
        int vulkan = print("Vulkan", VulkanFacts::ofAll);
        int openGl = print("OpenGL", () -> List.of(GlFacts.ofDefault()));
        spec.commandLine().getOut().flush();
        return vulkan + openGl == 0 ? ExitCode.NO_GRAPHICS : ExitCode.OK;
    }

    private int print(String api, Source source) {
        PrintWriter out = spec.commandLine().getOut();
        try {
            List<GpuFacts> all = source.read();
            if (all.isEmpty()) {
                out.println(api + ": no device");
            }
            all.forEach(facts -> print(facts, out));
            return all.size();
        } catch (GraphicsUnavailableException e) {
            out.println(api + ": none. " + e.getMessage());
            return 0;
        }
    }

    private static void print(GpuFacts facts, PrintWriter out) {
        out.println(facts.name());
        facts.rows().forEach((subject, text) -> out.printf("  %-24s %s%n", subject, text));
        String group = "";
        for (HardwareCounter counter : facts.counters()) {
            if (!counter.group().equals(group)) {
                group = counter.group();
                out.println("  " + group);
            }
            String unit = counter.isCount() ? counter.unit() : counter.unit() + ", not in zones";
            out.printf("    %-40s %s. %s%n", counter.name(), unit, counter.description());
        }
        out.println();
    }
}
