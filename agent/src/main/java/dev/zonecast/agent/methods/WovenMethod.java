package dev.zonecast.agent.methods;

import dev.zonecast.core.Category;
import dev.zonecast.core.SourceLocation;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;

/**
 * A method with a zone around its body. Its location and its call site are made at the first call: source locations are few, and most
 * methods of an engine never run.
 */
final class WovenMethod {
    /** The counter's place in its array: 64 bytes before and after it belong to nothing else, so threads do not share its cache line. */
    static final int CALLS = 8;

    private static final int PADDED_COUNTER = 24;
    private static final MethodHandle NO_ZONE = MethodHandles.constant(long.class, 0L);
    private static final MethodType BEGIN_TYPE = MethodType.methodType(long.class);

    private final String shown;
    private final ZonedMark mark;
    private final String file;
    private final int line;
    private final String owner;

    /** Written by all threads without any order: a call that is lost in a race changes no decision. */
    private long[] calls;

    private MutableCallSite site;

    // Of the throttle's thread.

    /** Calls that the throttle has seen. */
    long seen;

    /** Calls of late, older ones with less weight. */
    double recent;

    /**
     * What the begin of a zone knows as constants. A record, because the compiler takes a record's fields for constants.
     *
     * @param calls counter at {@link #CALLS}
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared: one for each method.
    record Constants(SourceLocation location, long[] calls) {}

    /** @param shown as viewers show it: {@code Game.update} */
    WovenMethod(String shown, ZonedMark mark, String file, int line, String owner) {
        this.shown = shown;
        this.mark = mark;
        this.file = file;
        this.line = line;
        this.owner = owner;
    }

    /** True at the first call. The site calls {@code begin} with this method's constants. */
    synchronized boolean link(MethodHandle begin) {
        if (site != null) {
            return false;
        }
        calls = new long[PADDED_COUNTER];
        site = new MutableCallSite(
                begin.bindTo(new Constants(location(), calls)).asType(BEGIN_TYPE));
        return true;
    }

    /**
     * Two mods may have a copy of one library: their methods differ in the package only, which a location does not have. The file of the
     * later one has its owner.
     */
    private SourceLocation location() {
        Category mine = Owner.category(owner);
        synchronized (WovenMethod.class) {
            SourceLocation location = SourceLocation.of(mark.name(), shown, file, line, mark.rgb());
            boolean isAnothers =
                    location.category() != null && !location.category().equals(mine);
            return (isAnothers ? SourceLocation.of(mark.name(), shown, owner + "/" + file, line, mark.rgb()) : location)
                    .category(mine);
        }
    }

    /** The call site of a linked method. */
    synchronized MutableCallSite site() {
        return site;
    }

    /** The site of a method that is no zone from its first call on. */
    static CallSite withoutZone() {
        return new ConstantCallSite(NO_ZONE);
    }

    /** Calls of a linked method so far. */
    long calls() {
        return calls[CALLS];
    }

    /** Takes the zone out; {@link MutableCallSite#syncAll} makes all threads see it. */
    void takeOut() {
        site.setTarget(NO_ZONE);
    }

    @Override
    public String toString() {
        return mark.name().isEmpty() ? shown : mark.name();
    }
}
