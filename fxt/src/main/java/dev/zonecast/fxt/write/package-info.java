/** Writes records of Fuchsia's trace format into buffers that a {@link dev.zonecast.fxt.write.RecordOutput} takes. For one thread. */
package dev.zonecast.fxt.write;
