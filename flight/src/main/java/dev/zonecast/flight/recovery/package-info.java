/**
 * Recovery: makes a trace of the files that a dead program left. It reads, checks every word, and trusts none.
 */
package dev.zonecast.flight.recovery;
