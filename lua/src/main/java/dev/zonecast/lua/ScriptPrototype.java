package dev.zonecast.lua;

import org.luaj.vm2.Prototype;

/** A compiled function that knows its name and place, made when its script is loaded. */
final class ScriptPrototype extends Prototype {
    final CallSite definition;

    /**
     * What the last hook that saw the function made of it. One reference to an immutable object: hooks of several {@code Globals}
     * may share a prototype, on several threads.
     */
    HookDecision decision;

    /** Shares what is not written to with {@code from}, which may be loaded again elsewhere. */
    ScriptPrototype(Prototype from, CallSite definition) {
        this.definition = definition;
        k = from.k;
        code = from.code.clone();
        p = from.p;
        lineinfo = from.lineinfo;
        locvars = from.locvars;
        upvalues = from.upvalues;
        source = from.source;
        linedefined = from.linedefined;
        lastlinedefined = from.lastlinedefined;
        numparams = from.numparams;
        is_vararg = from.is_vararg;
        maxstacksize = from.maxstacksize;
    }

    /** Name and place of any compiled function; one that was loaded before has no name of its own. */
    static CallSite definitionOf(Prototype function) {
        return function instanceof ScriptPrototype script
                ? script.definition
                : definition(function, null, LuaText.chunkName(function.source));
    }

    /**
     * Name and place of a function.
     *
     * @param name as its script spells it, or null
     */
    static CallSite definition(Prototype function, String name, String file) {
        String shown = name != null
                ? name
                : function.linedefined == 0
                        ? "main chunk of " + LuaText.baseName(file)
                        : "function <" + LuaText.baseName(file) + ":" + function.linedefined + ">";
        return new CallSite(file, shown, function.linedefined);
    }
}
