/**
 * The Fuchsia trace format, read record by record as a stream: ours, Fuchsia's own and any that keeps to the format. What a record
 * means to Zonecast is the next package's matter.
 *
 * <p>A reader and all that it hands out belong to one thread. {@link dev.zonecast.capture.fxt.FxtEvent} and its arguments are views
 * of the record at hand: they change with the next one. Memory is bounded whatever the file says: a window of a mebibyte, the
 * string and thread tables of the providers, and no more.
 */
package dev.zonecast.capture.fxt;
