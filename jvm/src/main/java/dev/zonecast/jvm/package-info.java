/**
 * What the virtual machine knows, by JFR's event streaming in the same process: {@link dev.zonecast.jvm.JvmEvents}.
 *
 * <p>JFR hands its events over about once a second, on a thread of its own; they are put in the order of their time there, mapped to
 * the profiler's clock ({@code JfrClock}) and published as late events of {@code dev.zonecast.core.late}. All classes that are not
 * public belong to that thread, but where they say otherwise.
 */
package dev.zonecast.jvm;
