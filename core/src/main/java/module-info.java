/** Zones, frames, plots and messages; the collector; Tracy's live protocol; FXT recordings. */
module dev.zonecast.core {
    requires org.lz4.java;

    exports dev.zonecast.core;
    exports dev.zonecast.core.gpu;
    exports dev.zonecast.core.image;
}
