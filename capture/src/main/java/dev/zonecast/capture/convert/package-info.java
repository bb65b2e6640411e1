/**
 * Traces of other formats as FXT. Other formats have no order, FXT's readers want begin and end in order on each thread: all events
 * are kept in memory ({@link dev.zonecast.capture.convert.ImportedEvent}), put in order thread by thread, and written.
 */
package dev.zonecast.capture.convert;
