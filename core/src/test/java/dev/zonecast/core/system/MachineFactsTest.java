package dev.zonecast.core.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.event.PowerReading;
import dev.zonecast.core.kind.EventKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Read from folders as Linux has them; missing and unreadable ones are ordinary. */
class MachineFactsTest {
    private static final long SECOND_NANOS = 1_000_000_000;

    @TempDir
    Path root;

    private void file(String path, String content) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content + "\n");
    }

    private void part(String folder, String name, long microjoules) throws IOException {
        file(folder + "/name", name);
        file(folder + "/max_energy_range_uj", "1000000");
        file(folder + "/energy_uj", Long.toString(microjoules));
    }

    private void cpu(int number, String packageId, String die, String core) throws IOException {
        String topology = "cpu" + number + "/topology/";
        file(topology + "physical_package_id", packageId);
        if (!die.isEmpty()) {
            file(topology + "die_id", die);
        }
        file(topology + "core_id", core);
    }

    @Test
    void shouldReportTheEnergySinceTheLastReadingWhenACounterRisesAndWhenItBeginsAnew() throws IOException {
        part("intel-rapl:0", "package-0", 999_000);
        part("intel-rapl:0:0", "core", 10);
        PowerMeter meter = new PowerMeter(root);

        file("intel-rapl:0/energy_uj", "999900");
        file("intel-rapl:0:0/energy_uj", "30");
        List<PowerReading> first = meter.read(System.nanoTime());
        file("intel-rapl:0/energy_uj", "100");
        List<PowerReading> second = meter.read(System.nanoTime() + 1_000_000);

        assertEquals(
                List.of("core", "package-0"),
                first.stream().map(PowerReading::name).toList());
        assertEquals(
                List.of(20L, 900L),
                first.stream().map(PowerReading::microjoules).toList());
        assertEquals(
                List.of(0L, 200L),
                second.stream().map(PowerReading::microjoules).toList());
    }

    @Test
    void shouldLeaveAPartOutForGoodWhenItCannotBeRead() throws IOException {
        part("intel-rapl:0", "package-0", 1);
        part("intel-rapl:1", "package-1", 1);
        file("intel-rapl:2/name", "no counter");
        PowerMeter meter = new PowerMeter(root);

        file("intel-rapl:0/energy_uj", "not a number");
        Files.delete(root.resolve("intel-rapl:1/energy_uj"));

        assertEquals(List.of(), meter.read(System.nanoTime()));
        assertEquals(List.of(), new PowerMeter(root.resolve("missing")).read(System.nanoTime()));
    }

    @Test
    void shouldComputeWattsWhenEnergyAndTimeAreKnown() {
        assertEquals(5.0, new PowerReading("core", 1, 500_000, 100_000_000).watts());
        assertEquals(0.0, new PowerReading("core", 1, 500_000, 0).watts());
    }

    @Test
    void shouldPlaceProcessorsWhenLinuxTellsWhereTheySit() throws IOException {
        cpu(10, "1", "1", "4");
        cpu(2, "0", "0", "1");
        cpu(3, "-1", "", "1");
        Files.createDirectories(root.resolve("cpufreq"));
        Files.createDirectories(root.resolve("cpu5"));

        assertEquals(
                List.of(new LogicalCpu(2, 0, 0, 1), new LogicalCpu(3, 0, 0, 1), new LogicalCpu(10, 1, 1, 4)),
                LogicalCpu.read(root));
        assertEquals(List.of(), LogicalCpu.read(root.resolve("missing")));
    }

    @Test
    void shouldKnowNoProcessorWhenOneOfThemIsUnreadable() throws IOException {
        cpu(0, "zero", "0", "0");

        assertEquals(List.of(), LogicalCpu.read(root));
    }

    @Test
    void shouldDescribeTheMachineWhenItsFilesAreThere() throws IOException {
        file("proc/cpuinfo", "processor\t: 0\nmodel name\t: Some CPU @ 3 GHz");
        file("proc/meminfo", "MemTotal:       16777216 kB\nMemFree: 1 kB");

        String lines = HostFacts.describe(root, List.of(new LogicalCpu(0, 0, 0, 0), new LogicalCpu(1, 0, 0, 0)));

        assertTrue(lines.startsWith("OS: "), lines);
        assertTrue(lines.contains("\nCPU: Some CPU @ 3 GHz\n"), lines);
        assertTrue(lines.contains("\nMemory: 16384 MB\n"), lines);
        assertTrue(lines.contains(" (machine: 2 in 1 cores, 1 packages)\n"), lines);
        assertFalse(lines.contains(System.getProperty("user.name") + "\n"), lines);
    }

    @Test
    void shouldDescribeWhatTheJvmKnowsWhenThereAreNoSuchFiles() throws IOException {
        file("proc/meminfo", "MemTotal: much");

        String lines = HostFacts.describe(root, List.of());

        assertTrue(lines.contains("\nHeap limit: "), lines);
        assertFalse(lines.contains("CPU: ") || lines.contains("Memory: "), lines);
    }

    @Test
    void shouldNotReportTheFiguresOfAPause() {
        List<String> reported = new ArrayList<>();
        MachineReport report = new MachineReport(
                event -> reported.add(event.kind() + " " + event.nanos() / SECOND_NANOS), Duration.ZERO);
        List<PowerReading> readings = List.of(new PowerReading("package", 1, 1000, 1000));

        for (long second : new long[] {1, 2, 4, 60, 61}) {
            report.report(second * SECOND_NANOS, 0.5, readings);
        }

        assertEquals(
                LongStream.of(1, 2, 4, 61)
                        .boxed()
                        .flatMap(second -> Stream.of(EventKind.CPU_LOAD + " " + second, EventKind.POWER + " " + second))
                        .toList(),
                reported);
    }

    @Test
    void shouldReportWhileSomebodyListensAndThenRest() throws Exception {
        AtomicBoolean wanted = new AtomicBoolean(true);
        CountDownLatch loads = new CountDownLatch(2);
        List<Long> times = new ArrayList<>();
        SystemReports reports = new SystemReports(
                List.of(() -> new MachineReport(
                        event -> {
                            if (event.kind() == EventKind.CPU_LOAD) {
                                times.add(event.nanos());
                                loads.countDown();
                            }
                        },
                        Duration.ZERO)),
                wanted::get);

        reports.wake();
        reports.wake();

        assertTrue(loads.await(30, TimeUnit.SECONDS), "no reports of the processors' load");
        reports.stop();
        assertTrue(times.get(1) > times.get(0));
    }

    @Test
    void shouldMakeTheOtherReportsWhenSomeFail() throws Exception {
        CountDownLatch made = new CountDownLatch(2);
        AtomicInteger failures = new AtomicInteger();
        SystemReports reports = new SystemReports(
                List.of(
                        () -> {
                            throw new IllegalStateException("cannot be made");
                        },
                        () -> () -> {
                            failures.incrementAndGet();
                            throw new IllegalStateException("fails");
                        },
                        () -> made::countDown),
                () -> true);

        reports.wake();

        assertTrue(made.await(30, TimeUnit.SECONDS), "no reports");
        reports.stop();
        assertEquals(1, failures.get());
    }
}
