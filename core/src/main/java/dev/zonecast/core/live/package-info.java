/**
 * Tracy's live protocol: from the collector to a viewer.
 *
 * <p>Layers, each with one job: {@code TracyListener} finds out who connects; {@code TracySession} (an
 * {@link dev.zonecast.core.event.EventSink}) orders events as the protocol requires; {@code EventEncoder} writes
 * bytes, with numbers and features from {@code EventType} and {@code Protocol}; {@code BlockSender} and {@code QueryReader} move them.
 *
 * <p>Threads and their objects:
 *
 * <ul>
 *   <li>{@code zonecast-listener}: the port. {@code zonecast-greeting}, one for each connection: the greeting, and the wait for the
 *       session. So a silent peer delays no other.
 *   <li>the collector's thread: the session, its encoder, and the block that is being filled. It answers queries between two complete
 *       events, so that no answer falls between an event that fills a slot of the viewer's and the one that empties it.
 *   <li>{@code zonecast-tracy-send}: a block from when it was handed over until it is written. Blocks go to and fro through two
 *       bounded queues; when none is free the collector waits, for a bounded time.
 *   <li>{@code zonecast-tracy-receive}: the bytes that come in. Queries wait in a bounded queue; a peer that fills it is dropped.
 * </ul>
 *
 * A session is over at one moment, noticed by either side ({@code SessionConnection}): from then on its events are dropped, nothing
 * waits any more, and the collector is asked to end it. The listener admits the next session after that.
 */
package dev.zonecast.core.live;
