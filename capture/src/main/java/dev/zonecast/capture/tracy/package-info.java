/**
 * The other end of Tracy's protocol: connects to a program that has a Tracy client in it, of any kind and version from 0.11.1 on, and
 * feeds what the program tells to an {@link dev.zonecast.core.event.EventSink}, of which the recording is one.
 *
 * <p>Two threads. The <em>reader</em> ({@link dev.zonecast.tracy.BlockReader}) reads blocks from the socket and decompresses
 * them into buffers that go round between the two. The <em>decoder</em>, which is the thread that calls {@link
 * dev.zonecast.capture.tracy.TracySession#record}, does everything else, and owns all other state.
 *
 * <p>The client sends ids in place of names, and names only when asked. A sink wants names at once, so the decoder stops at an event
 * whose names are not known yet, and from there on looks ahead: further blocks are kept, and read for answers and for what else there
 * is to ask ({@link dev.zonecast.capture.tracy.Lookahead}). Once the names have come it goes on where it stopped. Most of the time
 * nothing is missing, and each event is read once. What is kept is bounded in bytes and time; names that do not come in these bounds
 * are replaced and counted.
 */
package dev.zonecast.capture.tracy;
