package dev.zonecast.core.live;

import dev.zonecast.core.event.SampledCall;
import dev.zonecast.core.late.SampledStacks;

/**
 * Samples of Java have no addresses, and the viewer's sampling views know nothing else: calls and functions get made-up ones, in two
 * ranges that do not meet, with bits 60 to 63 clear as the viewer wants them. 16 apart, because it takes one from a return address.
 */
final class SampleAddress {
    private static final long CALLS = 1L << 48;
    private static final long FUNCTIONS = 1L << 52;
    private static final int SHIFT = 4;

    private SampleAddress() {}

    static long of(SampledCall call) {
        return CALLS + ((long) call.id() << SHIFT);
    }

    static long ofFunction(SampledCall call) {
        return FUNCTIONS + ((long) call.functionId() << SHIFT);
    }

    /** The call of an address, or null. */
    static SampledCall call(long address) {
        return address < CALLS || address >= FUNCTIONS ? null : SampledStacks.INSTANCE.call((address - CALLS) >> SHIFT);
    }

    /** A call of the function of an address, or null. */
    static SampledCall callOfFunction(long address) {
        return address < FUNCTIONS ? null : SampledStacks.INSTANCE.callOfFunction((address - FUNCTIONS) >> SHIFT);
    }
}
