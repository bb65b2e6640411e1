package dev.zonecast.trace;

import dev.zonecast.fxt.fixtures.TraceBytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Collections;
import java.util.Enumeration;
import java.util.stream.IntStream;

/** Reads one short trace many times over, joined, and prints how many recordings that are. */
final class JoinedTraces {
    private JoinedTraces() {}

    /** Takes the kind of trace, {@code empty} or {@code runs}, and how many to join. */
    public static void main(String... arguments) throws IOException {
        byte[] one = arguments[0].equals("empty") ? TraceBytes.trace().bytes() : run();
        int count = Integer.parseInt(arguments[1]);
        Enumeration<InputStream> all = Collections.enumeration(IntStream.range(0, count)
                .mapToObj(i -> (InputStream) new ByteArrayInputStream(one))
                .toList());

        TraceSummary summary = TraceReader.read(new SequenceInputStream(all), new TraceListener() {});

        System.out.println(
                summary.programs().size() + " recordings, " + summary.losses().of(LossKind.OPEN_ZONES) + " open zones");
    }

    /** Of three providers, with a zone and a span that are open. */
    private static byte[] run() {
        TraceBytes trace = TraceBytes.trace();
        for (int provider = 1; provider <= 3; provider++) {
            trace.provider(provider, "p").string(1, "zone").string(2, "text").thread(1, 7, 1);
            trace.event(2, 0, 1, 1, 1000).end();
            trace.event(5, 0, 1, 2, 2, 1000).word(1).end();
        }
        return trace.bytes();
    }
}
