/**
 * Fuchsia's trace format (FXT): the layouts, checks of records that others wrote, and a reader that hands out record by record. Our
 * extensions are blobs that other readers skip: {@link dev.zonecast.fxt.ExtensionLayout}.
 *
 * <p>A reader and all that it hands out belong to one thread. {@link dev.zonecast.fxt.FxtEvent} and its arguments are views of the
 * current record: the next one changes them. Memory is bounded, whatever the file holds: a window of a mebibyte, and the string and
 * thread tables of the providers.
 */
package dev.zonecast.fxt;
