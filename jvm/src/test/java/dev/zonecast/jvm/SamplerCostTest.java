package dev.zonecast.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SamplerCostTest {
    private static final long SECOND = 1_000_000_000;

    @TempDir
    private Path tasks;

    private void thread(int id, String name, long nanos) throws IOException {
        Path folder = Files.createDirectories(tasks.resolve(String.valueOf(id)));
        Files.writeString(folder.resolve("comm"), name + "\n");
        Files.writeString(folder.resolve("schedstat"), nanos + " 79259 4\n");
    }

    @Test
    void shouldAddUpThreadsOfJfrAndTheReaderOfItsStream() throws IOException {
        thread(1, "main", 900_000_000);
        thread(2, "JFR Sampler Thr", 10_000_000);
        thread(3, "zonecast-jvm", 5_000_000);
        SamplerCost cost = new SamplerCost(tasks);
        cost.load(SECOND);
        thread(1, "main", 1_900_000_000);
        thread(2, "JFR Sampler Thr", 30_000_000);
        thread(3, "zonecast-jvm", 15_000_000);

        assertEquals(0.03, cost.load(2 * SECOND), 1e-9);
    }

    @Test
    void shouldKnowNothingAtFirstAndWhereThereIsNoSuchFolder() throws IOException {
        thread(2, "JFR Sampler Thr", 10_000_000);

        SamplerCost cost = new SamplerCost(tasks);
        SamplerCost elsewhere = new SamplerCost(tasks.resolve("none"));
        assertTrue(Double.isNaN(cost.load(SECOND)));
        elsewhere.load(SECOND);
        assertTrue(Double.isNaN(elsewhere.load(2 * SECOND)));
    }

    @Test
    void shouldFindNewThreadsAfterAWhile() throws IOException {
        thread(2, "JFR Recorder Th", 0);
        double found = 0;
        SamplerCost cost = new SamplerCost(tasks);
        cost.load(SECOND);
        thread(9, "JFR Sampler Thr", 0);
        for (int second = 2; second < 30; second++) {
            thread(9, "JFR Sampler Thr", second * SECOND / 2);
            double load = cost.load(second * SECOND);
            found = Double.isNaN(load) ? found : load;
        }

        assertEquals(0.5, found, 1e-9);
    }
}
