/** Zones, frames, plots and messages; the collector; Tracy's live protocol; FXT recordings. */
@SuppressWarnings("module") // The modules that it exports packages to are built after this one.
module dev.zonecast.core {
    // Optional: only for recordings that Zstandard compresses.
    requires static com.github.luben.zstd_jni;
    requires dev.zonecast.memory;
    requires dev.zonecast.fxt;
    requires dev.zonecast.tracy;
    requires java.management;
    requires jdk.management;

    exports dev.zonecast.core;
    exports dev.zonecast.core.event;
    exports dev.zonecast.core.gpu;
    exports dev.zonecast.core.kind;
    exports dev.zonecast.core.marker;

    // Sinks of other programs.
    uses dev.zonecast.core.event.EventSink;

    // What a recording is fed with, by the collector here or by the recorder of another program.
    exports dev.zonecast.core.collect to
            dev.zonecast.capture,
            dev.zonecast.cli,
            dev.zonecast.flight;
    exports dev.zonecast.core.registry to
            dev.zonecast.capture,
            dev.zonecast.flight,
            dev.zonecast.gpu.gl,
            dev.zonecast.gpu.vk,
            dev.zonecast.jvm;

    // Events of the virtual machine and of other programs, whose times have passed.
    exports dev.zonecast.core.late to
            dev.zonecast.capture,
            dev.zonecast.jvm;

    // Recordings of other programs, and files that programs leave behind.
    exports dev.zonecast.core.recording to
            dev.zonecast.capture,
            dev.zonecast.cli,
            dev.zonecast.flight,
            dev.zonecast.trace;

    // Figures of the GPU's memory.
    exports dev.zonecast.core.system to
            dev.zonecast.gpu.gl,
            dev.zonecast.gpu.vk;

    // The way of frame images.
    exports dev.zonecast.core.image to
            dev.zonecast.framecapture;

    // The other half of what outlives the program.
    exports dev.zonecast.core.clock to
            dev.zonecast.flight;
    exports dev.zonecast.core.disk to
            dev.zonecast.capture,
            dev.zonecast.flight;
    exports dev.zonecast.core.state to
            dev.zonecast.flight;
    exports dev.zonecast.core.ring to
            dev.zonecast.flight;
    exports dev.zonecast.core.session to
            dev.zonecast.flight;

    uses dev.zonecast.core.session.FlightProvider;
}
