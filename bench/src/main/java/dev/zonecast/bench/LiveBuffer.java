package dev.zonecast.bench;

import dev.zonecast.core.BufferMode;
import dev.zonecast.core.Options;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** As {@link LiveRecording}, with rings in mapped files and a circular trace buffer beside the sink. */
@State(Scope.Benchmark)
public class LiveBuffer extends LiveRecording {
    @Override
    Options options() {
        Options options = super.options();
        options.buffer().mode(BufferMode.CIRCULAR);
        return options;
    }
}
