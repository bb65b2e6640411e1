/** Whether two recordings differ: zone by zone, with a test that skewed and correlated timings do not fool. */
package dev.zonecast.trace.compare;
