package dev.zonecast.lua;

/**
 * What a hook does with a function.
 *
 * @param options of the hook that decided
 * @param place of the function's zones, null if it gets none
 */
record HookDecision(LuaHookOptions options, ZonePlace place) {}
