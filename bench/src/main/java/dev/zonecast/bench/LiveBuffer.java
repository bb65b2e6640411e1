package dev.zonecast.bench;

import dev.zonecast.core.BufferMode;
import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** As {@link LiveRecording}, with rings in mapped files and a circular trace buffer beside the sink. */
@State(Scope.Benchmark)
public class LiveBuffer extends LiveRecording {
    @Override
    Options options() {
        return super.options().set(Option.BUFFER_MODE, BufferMode.CIRCULAR);
    }
}
