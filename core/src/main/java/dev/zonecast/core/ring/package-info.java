/**
 * Rings between the program's threads and the collector, after "lock-free ring buffers": one producer, one consumer, positions that
 * only grow, each written by one side.
 *
 * <p>Roles. A {@link dev.zonecast.core.ring.Recorder} is the producer's end and belongs to one thread; only its counters are read by
 * others (opaque). The consumer's end, {@link dev.zonecast.core.ring.EventRing}, belongs to the collector's thread while the owner
 * lives; after the owner's end and the last record, the ring passes to the {@link dev.zonecast.core.ring.RingPool} and from there,
 * through its lock, to the next owner. So does a ring whose owner has gone on in another one.
 *
 * <p>Order. A record's words are plain stores; the producer's position is stored with release and read with acquire, so a reader that sees
 * a position sees all records below it.
 * The consumer's position is stored with release after the records were read, and read with
 * acquire by the producer before it overwrites them. Nothing else is ordered: not two rings, and not a ring and
 * {@link dev.zonecast.core.ring.GateState}, whose flag is opaque (threads see a change soon, not at once).
 *
 * <p>Growth. A producer goes on in another ring by a volatile store of {@link dev.zonecast.core.ring.EventRing#next} behind its last
 * access to the old one. A consumer that reads the link before the old ring's position knows that position to be the last.
 *
 * <p>Padding. 128 bytes on the heap fence the producer's fields. Each of the two positions has a 128-byte area of its own.
 *
 * <p>Left out: batching of publications (a released store is a plain one on x86-64, and a killed process should lose nothing), and
 * several producers on one ring.
 */
package dev.zonecast.core.ring;
