package dev.zonecast.bench.league;

import androidx.tracing.Tracer;
import androidx.tracing.wire.TraceDriver;
import androidx.tracing.wire.TraceSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import kotlin.Unit;
import kotlinx.coroutines.Dispatchers;
import okio.Okio;

/** AndroidX's tracer for the JVM, which writes Perfetto's format. */
final class AndroidxSections extends Contestant {
    private static final int SEQUENCE = 1;

    private TraceDriver driver;
    private Tracer tracer;
    private Path file;

    @Override
    void start(Path folder) throws IOException {
        file = folder.resolve("androidx.perfetto-trace");
        driver = new TraceDriver(
                new TraceSink(SEQUENCE, Okio.buffer(Okio.sink(Files.newOutputStream(file))), Dispatchers.getIO()));
        tracer = driver.getTracer();
    }

    @Override
    void zones(int count) {
        for (int i = 0; i < count; i++) {
            tracer.trace("league", "zone", () -> Unit.INSTANCE);
        }
    }

    @Override
    void settle() {
        driver.flush();
    }

    @Override
    Outcome stop(long zones) throws IOException {
        driver.close();
        return new Outcome(size(file), UNKNOWN);
    }
}
