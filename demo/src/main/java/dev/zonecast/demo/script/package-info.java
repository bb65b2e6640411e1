/**
 * The game's logic, in Lua: {@code director.lua} says when a drone starts, {@code drone.lua} steers it, each drone in a coroutine of
 * its own. The first is seen through {@link dev.zonecast.lua.LuaHook}, the other one calls {@code tracy.*} itself.
 */
package dev.zonecast.demo.script;
