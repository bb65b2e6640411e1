package dev.zonecast.core.event;

import dev.zonecast.core.CallStack;

/**
 * A place in a method, as stacks have it.
 *
 * @param id from 1 on; places that differ in function, file or line have different ones
 * @param functionId from 1 on; the same for all places of a function
 */
public record SampledCall(int id, int functionId, CallStack.Call call) {}
