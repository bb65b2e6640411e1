package dev.zonecast.lua;

import dev.zonecast.core.Zonecast;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;

/**
 * Gives the scripts of a {@code Globals} the table {@code tracy}, with the functions of Tracy's own Lua binding and their meanings:
 *
 * <pre>{@code
 * LuaZones.install(globals);               function spawn(kind, n)
 * globals.loadfile("game.lua").call();         tracy.ZoneBeginN("spawn")
 *                                              tracy.ZoneText(kind)
 *                                              ...
 *                                              tracy.ZoneEnd()
 *                                          end
 * }</pre>
 *
 * <table>
 * <caption>Functions</caption>
 * <tr><th>function</th><th>does</th></tr>
 * <tr><td>ZoneBegin()</td><td>begins a zone that has the calling function's name</td></tr>
 * <tr><td>ZoneBeginN(name)</td><td>begins a zone with a name</td></tr>
 * <tr><td>ZoneBeginS(depth), ZoneBeginNS(name, depth)</td><td>the same, with the script's call stack of up to {@code depth} (1 to
 *     64) calls</td></tr>
 * <tr><td>ZoneEnd()</td><td>ends the innermost zone</td></tr>
 * <tr><td>ZoneText(text), ZoneName(name)</td><td>adds a line to the innermost zone; gives it another name</td></tr>
 * <tr><td>ZoneValue(number), ZoneColor(0xRRGGBB)</td><td>adds a number to the innermost zone; gives it another colour</td></tr>
 * <tr><td>Message(text)</td><td>logs a line</td></tr>
 * <tr><td>Marker(name[, text])</td><td>a marker at this moment</td></tr>
 * <tr><td>FrameMark([name])</td><td>a frame ends here and the next begins: of the base set, or of a named one</td></tr>
 * <tr><td>Plot(name, number)</td><td>a value of a plot</td></tr>
 * </table>
 *
 * <p>A wrong argument is a Lua error; so is an end or an attribute without an open zone. Zones belong to the coroutine that began
 * them. Those that a failed {@code pcall} or {@code xpcall} left open end with it; those that a coroutine left open end with its
 * thread.
 *
 * <p>File, line and function of a zone are those of the call. They are found when a script is loaded, so that it costs nothing to
 * know them: install this before loading scripts. {@code docs/how-to/lua.md} says what becomes of other calls.
 *
 * <p>With {@code -Dzonecast.enabled=false} the functions do nothing, and look at nothing.
 */
public final class LuaZones implements AutoCloseable {
    private final Globals globals;
    private final Replacements replacements = new Replacements();

    /** The stack used last; a coroutine is another thread, so that this is right nearly always. */
    private ZoneStack last;

    private LuaZones(Globals globals) {
        this.globals = globals;
    }

    /**
     * Gives scripts the table {@code tracy}, as a global variable and for {@code require}. What was there before is put back by
     * {@link #close}. A second call for the same {@code Globals} returns what the first one did.
     *
     * <p>To be called while no script of the {@code Globals} runs, before any is loaded.
     */
    public static LuaZones install(Globals globals) {
        if (globals.get("tracy") instanceof TracyTable table && table.zones.globals == globals) {
            return table.zones;
        }
        LuaZones zones = new LuaZones(globals);
        TracyTable table = new TracyTable(zones);
        if (Zonecast.isEnabled()) {
            ZoneFunctions.addTo(table);
            ScriptIndex.of(globals);
            zones.guard("pcall");
            zones.guard("xpcall");
        } else {
            ZoneFunctions.addNothingTo(table);
        }
        zones.replacements.put(globals, "tracy", table);
        if (globals.get("package").istable() && globals.get("package").get("loaded") instanceof LuaTable loaded) {
            zones.replacements.put(loaded, "tracy", table);
        }
        return zones;
    }

    private void guard(String name) {
        LuaValue function = globals.get(name);
        if (function.isfunction()) {
            replacements.put(globals, name, new ProtectedCall(this, function));
        }
    }

    /**
     * Ends what scripts left open on the calling thread: for a program that calls a script, catches its error and goes on. A zone of
     * the program around the call does the same for the trace.
     */
    public static void endOpenZones() {
        if (Zonecast.isEnabled()) {
            ZoneStack.current().endAll();
        }
    }

    /** Takes the table away again. Scripts that hold it, or a function of it, may go on calling. While no script runs. */
    @Override
    public void close() {
        replacements.undo();
    }

    Globals globals() {
        return globals;
    }

    /** Zones that scripts have open on the calling thread. */
    ZoneStack stack() {
        ZoneStack stack = last;
        return stack != null && stack.thread == Thread.currentThread() ? stack : stackOfNewThread();
    }

    private ZoneStack stackOfNewThread() {
        ZoneStack stack = ZoneStack.current();
        last = stack;
        return stack;
    }
}
