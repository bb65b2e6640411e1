package dev.zonecast.cli.export;

import dev.zonecast.trace.Program;
import dev.zonecast.trace.TraceEvent.Step;

/** Ids of tracks, by their kind in the highest byte and what they belong to; and ids of arrows. */
final class PerfettoIds {
    static final long PROCESSES = 1L << 56;
    static final long PLOTS = 2L << 56;
    static final long WAITS = 3L << 56;
    private static final long ASYNC = 4L << 56;
    static final long PICTURES = 5L << 56;
    static final long TRACKS = 6L << 56;
    static final long MARKERS = 7L << 56;
    static final long FIBERS = 8L << 56;
    static final long STOPS = 9L << 56;
    static final long MEMORY = 10L << 56;
    static final long LOSSES = 11L << 56;
    static final long RING_USE = 12L << 56;
    static final long ACCOUNT = 13L << 56;

    /** Apart from the arrows of the export, which are counted from 1 up. */
    private static final long FLOWS_OF_TRACE = 1L << 63;

    /** Numbers of programs, apart from those of files. */
    private static final long FLOWS_OF_PROGRAMS = 1L << 32;

    private PerfettoIds() {}

    /** Track of a span: 56 bits of a hash of program, category and id. It needs no table, which could become full. */
    static long span(Program program, String category, long id) {
        long owner = mixed((program.number() << Integer.SIZE) | (category.hashCode() & 0xFFFF_FFFFL));
        return ASYNC | (mixed(owner + id) >>> Byte.SIZE);
    }

    /** Arrow of the trace. It stays in its program; if it may leave that, in the joined file. The export to Chrome has it too. */
    static long flow(Step step) {
        Program program = step.track().program();
        long owner = step.mayLeaveProgram() ? program.file() : FLOWS_OF_PROGRAMS | program.number();
        return FLOWS_OF_TRACE | mixed(step.id() + mixed(owner));
    }

    /** The finalizer of MurmurHash3 in Stafford's variant 13: a permutation of all numbers. */
    private static long mixed(long number) {
        long mixed = (number ^ (number >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D0_49BB_1331_11EBL;
        return mixed ^ (mixed >>> 31);
    }
}
