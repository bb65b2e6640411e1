/**
 * State of the program that exists whether or not a sink listens, and does not go through the rings: counters, parameters, open sections,
 * locks.
 *
 * <p>Counters: each platform thread adds to cells of its own ({@link dev.zonecast.core.state.CounterCells}), without an atomic
 * instruction. A reader adds up the cells of all threads. An addition is seen soon and never half. Cells of an ended thread are added to a
 * sum under the lock that readers take, so no addition is lost.
 *
 * <p>Parameters: the collector's thread stores a viewer's change (volatile) and queues the parameter, once at most. The thread
 * {@code zonecast-parameters} runs the program's action under no lock. Changes during a run are one further change. So a viewer that
 * floods costs one bounded queue, and an action that hangs holds up other actions only.
 */
package dev.zonecast.core.state;
