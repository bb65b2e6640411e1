package dev.zonecast.demo.faults;

import dev.zonecast.trace.bounds.Cause;

/**
 * What a fault must be called.
 *
 * @param kind of the fault
 * @param how the recording was made
 * @param cause expected verdict of the frame
 * @param where part of the expected thread or GPU context
 * @param what part of the expected zone, lock or operation
 */
record Fault(String kind, String how, Cause cause, String where, String what) {}
