/** Records other programs: a server of Tracy's protocol, a manager of several programs, importers. */
@SuppressWarnings("module") // dev.zonecast.cli is built after this one.
module dev.zonecast.capture {
    requires dev.zonecast.memory;
    requires transitive dev.zonecast.core;
    requires dev.zonecast.flight;
    requires dev.zonecast.trace;
    requires dev.zonecast.tracy;
    requires jdk.net;
    requires org.lz4.java;
    requires tools.jackson.core;

    exports dev.zonecast.capture.convert to
            dev.zonecast.cli;
    exports dev.zonecast.capture.live to
            dev.zonecast.cli;
    exports dev.zonecast.capture.manager to
            dev.zonecast.cli;
    exports dev.zonecast.capture.tracy to
            dev.zonecast.cli;
}
