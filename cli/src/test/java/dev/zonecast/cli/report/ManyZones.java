package dev.zonecast.cli.report;

import dev.zonecast.fxt.fixtures.TraceBytes;
import java.io.InputStream;
import java.util.Random;

/** A trace with any number of zones, of lengths that differ as those of programs do. */
final class ManyZones {
    private ManyZones() {}

    /** As many calls, each with three zones inside. */
    static InputStream stream(int calls) {
        TraceBytes trace = TraceBytes.trace();
        String[] names = {"call", "read", "parse", "store"};
        for (int i = 0; i < names.length; i++) {
            trace.string(i + 1, names[i]);
        }
        trace.thread(1, 70, 71);
        Random random = new Random(5);
        long time = 1_000_000;
        for (int i = 0; i < calls; i++) {
            time += 100 + (long) (200 * Math.exp(random.nextGaussian()));
            trace.event(2, 0, 1, 1, time).end();
            for (int name = 2; name <= names.length; name++) {
                time += 20;
                trace.event(2, 0, 1, name, time).end();
                time += (long) (300 * Math.exp(random.nextGaussian()));
                trace.event(3, 0, 1, 0, time).end();
            }
            time += 30;
            trace.event(3, 0, 1, 0, time).end();
        }
        return trace.stream();
    }
}
