/** Reads recordings and other traces in the Fuchsia trace format: statistics, comparison, export, a page to look at. */
module dev.zonecast.capture {
    requires com.github.luben.zstd_jni;
    requires transitive dev.zonecast.core;
    requires info.picocli;
    requires java.desktop;
    requires jdk.net;
    requires jdk.unsupported;
    requires me.tongfei.progressbar;
    requires org.apache.commons.statistics.inference;
    requires org.lz4.java;
    requires tools.jackson.core;

    exports dev.zonecast.capture.fxt;
    exports dev.zonecast.capture.trace;

    // Picocli sets the fields of the commands.
    opens dev.zonecast.capture.cli to
            info.picocli;
}
