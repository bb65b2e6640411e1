package dev.zonecast.trace;

import java.util.List;

/**
 * A stack that was sampled. Equal ones of one recording are the same object.
 *
 * @param index number in this reading, from 0 on without gaps
 * @param calls innermost first; equal ones of one recording are the same object
 */
public record Stack(int index, List<Calls.Call> calls) {}
