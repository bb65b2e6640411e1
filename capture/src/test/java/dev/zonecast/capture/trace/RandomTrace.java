package dev.zonecast.capture.trace;

import dev.zonecast.capture.fxt.TraceBytes;
import java.util.Random;

/** Traces of well-formed records with words that nobody would write. */
public final class RandomTrace {
    private RandomTrace() {}

    /** The same number gives the same trace. */
    public static byte[] of(long seed) {
        Random random = new Random(seed);
        TraceBytes trace = TraceBytes.trace();
        // As a recording of ours, so that our own records are looked at.
        trace.string(1, "zonecast.session").record(5 | 1L << 16 | 48L << 32 | 1L << 48);
        trace.word(1).word(0).word(0).word(0).word(0).word(0).end();
        String[] words = {
            "zonecast.location",
            "zonecast.track",
            "zonecast.plot",
            "zonecast.attribute",
            "zonecast.frame-image",
            "zonecast.statistics",
            "zonecast.gpu-context",
            "zone",
            "gpu",
            "frame",
            "plot",
            "message",
            "loc",
            "depth",
            "number",
            "text bytes",
            "color",
            "process"
        };
        for (int i = 0; i < words.length; i++) {
            trace.string(i + 1, words[i]);
        }
        for (int i = 0; i < 200; i++) {
            randomRecord(trace, random);
        }
        return trace.bytes();
    }

    private static void randomRecord(TraceBytes trace, Random random) {
        int type = random.nextInt(20) == 0 ? random.nextInt(16) : random.nextBoolean() ? 4 : 5;
        int words = random.nextInt(8);
        long bits = random.nextLong() & 0x0000_0000_0011_0000L;
        if (type == 4) {
            bits = (long) random.nextInt(11) << 16
                    | (long) random.nextInt(2) << 20
                    | (long) random.nextInt(3) << 24
                    | (long) random.nextInt(19) << 32
                    | (long) random.nextInt(19) << 48;
        } else if (type == 5) {
            bits = (long) (1 + random.nextInt(8)) << 16 | (words * 8L) << 32 | 1L << 48;
        }
        trace.record(type | bits);
        for (int i = 0; i < words; i++) {
            long word = random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(1 << (1 + random.nextInt(20)));
            boolean argument = type == 4 && i > 0 && random.nextBoolean();
            boolean head = type == 5 && i == 0;
            trace.word(
                    argument
                            ? random.nextInt(11) | (long) (1 + random.nextInt(2)) << 4 | (long) random.nextInt(19) << 16
                            : head ? 1 | (long) random.nextInt(5) << 16 | (long) random.nextInt(20) << 32 : word);
        }
        trace.end();
    }
}
