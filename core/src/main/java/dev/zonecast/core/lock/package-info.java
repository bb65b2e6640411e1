/** What is known of the program's locks, apart from what happens to them; for the collector and its sinks. */
package dev.zonecast.core.lock;
