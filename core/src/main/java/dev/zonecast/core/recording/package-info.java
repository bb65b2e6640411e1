/**
 * Records a program in Fuchsia's trace format (FXT). Perfetto and Tracy's importer read the standard records and skip the blobs of
 * {@link dev.zonecast.fxt.ExtensionLayout}.
 *
 * <p>Everything here belongs to the collector's thread, but for {@link dev.zonecast.core.recording.FxtRecording#create}.
 */
package dev.zonecast.core.recording;
