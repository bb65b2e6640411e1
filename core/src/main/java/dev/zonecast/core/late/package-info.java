/**
 * Late events: recorded afterwards, on a thread that is not theirs, such as events of the virtual machine.
 * {@link dev.zonecast.core.late.LateEvents} takes them in batches from any thread; the collector hands them to the sinks on tracks of
 * their own, because a live viewer takes nothing of the past for a thread that has gone on since.
 */
package dev.zonecast.core.late;
