/**
 * Counts that are kept whether or not anybody listens, and read now and then. Each platform thread adds to cells of its own, which
 * nobody else writes: a plain addition, no atomic instruction. A reader of a counter adds up the cells of all threads; an addition
 * is seen soon, never half, and never lost: cells of a thread that has ended are added to a sum before they are forgotten, under the
 * lock that readers take.
 */
package dev.zonecast.core.counter;
