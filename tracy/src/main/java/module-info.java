/** Tracy's wire protocol: tables of each version, encoder, blocks, handshake and queries, for client and server. */
@SuppressWarnings("module") // The modules that speak the protocol are built after this one.
module dev.zonecast.tracy {
    requires org.lz4.java;

    // It follows the needs of our session and of our server; it is no interface for others.
    exports dev.zonecast.tracy to
            dev.zonecast.capture,
            dev.zonecast.cli,
            dev.zonecast.core;
}
