/** Fuchsia's trace format: layouts, reader and writer. It starts no threads and knows no profiler. */
@SuppressWarnings("module") // The modules that may write are built after this one.
module dev.zonecast.fxt {
    requires dev.zonecast.memory;

    exports dev.zonecast.fxt;

    // The writer follows the needs of our own recordings; it is no interface for others.
    exports dev.zonecast.fxt.write to
            dev.zonecast.capture,
            dev.zonecast.core,
            dev.zonecast.flight;
}
