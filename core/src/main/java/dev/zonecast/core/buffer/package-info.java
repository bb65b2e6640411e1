/**
 * Trace buffers after the Fuchsia tracing system, in mapped files: what a program records outlives it.
 *
 * <p>Roles. The collector's thread writes a {@link dev.zonecast.core.buffer.TraceBuffer} and commits; another thread saves halves or
 * snapshots, without a lock between the two: ends and counts in the buffer's header are stored with release after the records that
 * they speak of, and read with acquire. Threads of the program write rings in mapped files as they do in native memory, and what they
 * register into the journal of names, before its id is used.
 *
 * <p>After a death only what a commit says is believed: the rings' saved positions, the buffer's ends and the clock's map of one commit
 * belong together, and a single release store makes them count. What the rings published since is read from the rings.
 */
package dev.zonecast.core.buffer;
