/** Recordings as a library: reading, zones and frames, statistics, comparison. */
module dev.zonecast.trace {
    // Optional: only for traces that Zstandard compresses.
    requires static com.github.luben.zstd_jni;
    requires transitive dev.zonecast.fxt;
    requires org.apache.commons.statistics.inference;
    requires org.lz4.java;

    exports dev.zonecast.trace;
    exports dev.zonecast.trace.bounds;
    exports dev.zonecast.trace.compare;
    exports dev.zonecast.trace.stats;
}
