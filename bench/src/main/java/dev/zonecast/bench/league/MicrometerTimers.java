package dev.zonecast.bench.league;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;

/** A timer of Micrometer in its in-memory registry. */
final class MicrometerTimers extends Contestant {
    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final Timer timer = registry.timer("zone");

    @Override
    void start(Path folder) {}

    @Override
    void zones(int count) {
        for (int i = 0; i < count; i++) {
            Timer.Sample sample = Timer.start(registry);
            sample.stop(timer);
        }
    }

    @Override
    Outcome stop(long zones) {
        long losses = zones - timer.count();
        registry.close();
        return new Outcome(UNKNOWN, losses);
    }
}
