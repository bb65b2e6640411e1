/** What the virtual machine knows, on the same time line: its events and samples of stacks, by JFR. */
module dev.zonecast.jvm {
    requires transitive dev.zonecast.core;
    requires jdk.jfr;

    exports dev.zonecast.jvm;
}
