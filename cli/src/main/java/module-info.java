/** The zonecast command: statistics, comparison, exports, a page to look at, recording of other programs. */
module dev.zonecast.cli {
    requires dev.zonecast.memory;
    requires com.github.luben.zstd_jni;
    requires dev.zonecast.capture;
    requires dev.zonecast.core;
    requires dev.zonecast.flight;
    requires dev.zonecast.trace;
    requires dev.zonecast.tracy;
    requires info.picocli;
    requires java.desktop;
    requires jdk.attach;
    requires jdk.unsupported;
    requires me.tongfei.progressbar;
    requires tools.jackson.core;

    // Picocli sets the fields of the commands.
    opens dev.zonecast.cli to
            info.picocli;
}
