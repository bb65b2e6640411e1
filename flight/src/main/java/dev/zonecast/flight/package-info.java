/**
 * The program's side: commits the rings on the collector's thread, takes snapshots on a thread of its own, and answers a manager on
 * another.
 */
package dev.zonecast.flight;
