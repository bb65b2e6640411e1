/**
 * Zones in scripts that run on LuaJ.
 *
 * <ul>
 *   <li>{@link dev.zonecast.lua.LuaZones}: the functions of Tracy's Lua binding, for scripts that say themselves what to measure.
 *   <li>{@link dev.zonecast.lua.LuaHook}: a zone for every call of a Lua function, without a change of the script.
 *   <li>{@link dev.zonecast.lua.LuaRemove}: takes the calls out of a script's text, for a release.
 * </ul>
 *
 * <p><b>Threads.</b> LuaJ runs one thread of a {@code Globals} at a time: a coroutine is a Java thread of its own, and the resuming
 * coroutine waits.
 * So zones of a coroutine are on the coroutine's thread, each such thread has a stack of its own here
 * ({@link dev.zonecast.lua.ZoneStack}, {@link dev.zonecast.lua.FrameStack}), and nothing on the path of a call is shared or locked.
 * What is kept for all threads (places, marks of call sites) is interned, bounded and safe for any thread.
 *
 * <p><b>Bounds.</b> A viewer takes about 32,000 source locations; scripts get half of them ({@link dev.zonecast.lua.ZonePlace}).
 * Names made at run time become names of single zones instead. No stack grows beyond its limit.
 */
package dev.zonecast.lua;
