/**
 * Methods as zones. {@link dev.zonecast.agent.methods.MethodWeaver} puts a zone around the bodies of chosen methods when their class is
 * loaded. {@link dev.zonecast.agent.methods.MethodZones} links the woven code. {@link dev.zonecast.agent.methods.Throttle} takes methods out
 * again whose zones cost too much.
 *
 * <p>The begin of a zone is an {@code invokedynamic} with a call site of the method's own, whose target has the method's source location
 * as a constant. A method that is taken out gets a target that returns 0. The compiler then removes the rest of the zone.
 */
package dev.zonecast.agent.methods;
