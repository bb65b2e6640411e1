package dev.zonecast.core;

/** What happens when a trace buffer is full. The order is that of Fuchsia's codes for them. */
public enum BufferMode {
    /** Recording ends. */
    ONESHOT,
    /** The older half is overwritten: the buffer always holds what came last. */
    CIRCULAR,
    /** Each half is saved when it is full; records are dropped and counted while neither half has room. */
    STREAMING
}
