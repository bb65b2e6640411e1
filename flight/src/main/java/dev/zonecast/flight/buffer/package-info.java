/**
 * Trace buffers after the Fuchsia tracing system, in mapped files: what a program records outlives it.
 *
 * <p>Roles. The collector's thread writes a {@link dev.zonecast.flight.buffer.TraceBuffer} and commits; another thread saves halves or
 * snapshots, without a lock between the two: ends and counts in the buffer's header are stored with release after the records that
 * they speak of, and read with acquire. Threads of the program write rings in mapped files as they do in native memory, and what they
 * register into the journal of names, before its id is used.
 *
 * <p>Order of what is overwritten while it may be read. A release store keeps earlier stores before it, but does not keep later ones
 * behind it. Both sides therefore need a fence between mark and data:
 *
 * <pre>
 *   writer: mark "begun" | storeStoreFence | data, plain | mark "done", release
 *   reader: mark, acquire | data, plain    | loadLoadFence | mark again: equal, or the data is dropped
 * </pre>
 *
 * <table>
 *   <caption>Who writes, who reads, and which mark counts</caption>
 *   <tr><th>data</th><th>writer</th><th>reader</th><th>mark</th></tr>
 *   <tr><td>half of a trace buffer</td><td>collector</td><td>thread that saves, manager</td><td>wrapped count</td></tr>
 *   <tr><td>commit in the program's state</td><td>collector</td><td>recovery</td><td>number of the last commit: the place that it does
 *       not name is written</td></tr>
 *   <tr><td>saved half in the program's state</td><td>thread that saves</td><td>recovery</td><td>number of the last saved half, the
 *       same way</td></tr>
 *   <tr><td>saved place of a ring</td><td>collector</td><td>recovery</td><td>commit number of the place, 0 while it is written</td></tr>
 *   <tr><td>gap of an overwritten ring</td><td>owner of the ring</td><td>collector</td><td>consumer position: the collector's
 *       compare-and-set fails if it changed</td></tr>
 * </table>
 *
 * Entries of the journal of names, the records of a ring and the slots of frame images are written once for each reader: a release store
 * of the mark and its acquire are enough there.
 *
 * <p>After a death only what a commit says is believed: the rings' saved positions, the buffer's ends and the clock's map of one commit
 * belong together, and a single release store makes them count. What the rings published since is read from the rings.
 */
package dev.zonecast.flight.buffer;
