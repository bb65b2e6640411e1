/**
 * The event model: each kind of event once ({@link dev.zonecast.core.kind.EventKind}), the objects that sinks get
 * ({@link dev.zonecast.core.event.Event}), and the sinks' interface ({@link dev.zonecast.core.event.EventSink}).
 *
 * <p>Sinks are called on one thread. An event, a run of zones and a text are valid during the call only.
 */
package dev.zonecast.core.event;
