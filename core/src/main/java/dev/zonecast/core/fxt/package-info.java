/**
 * Recordings in Fuchsia's trace format (FXT), written so that Perfetto and Tracy's importer both read all that they can. What they
 * cannot read is in blobs that both skip; {@link dev.zonecast.core.fxt.ExtensionLayout} has their layouts.
 *
 * <p>Everything here belongs to the collector's thread, but for {@link dev.zonecast.core.fxt.FxtRecording#create}.
 */
package dev.zonecast.core.fxt;
