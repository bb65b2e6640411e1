/** Zones, frames, plots and messages; the collector; Tracy's live protocol; FXT recordings. */
@SuppressWarnings("module") // dev.zonecast.capture is built after this one.
module dev.zonecast.core {
    requires jdk.management;
    requires org.lz4.java;

    exports dev.zonecast.core;
    exports dev.zonecast.core.gpu;
    exports dev.zonecast.core.image;

    // The layouts that writer and reader share.
    exports dev.zonecast.core.fxt to
            dev.zonecast.capture;
}
