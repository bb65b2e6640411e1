package dev.zonecast.bench.league;

import java.util.function.Supplier;

/** The rows of the table, in its order. */
enum Peer {
    NANO_TIME("two System.nanoTime", "what no profiler can do without", () -> new ClockReads(false)),
    COUNTER(
            "two reads of Zonecast's clock",
            "the processor's counter, where it can be read",
            () -> new ClockReads(true)),
    ZONECAST("Zonecast zone", "Zone.begin and Zone.end, recorded to a file", ZonecastZones::new),
    JFR_EVENT("JFR event", "begin and commit of an event without stack trace and threshold", JfrEvents::new),
    JFR_METHOD("JFR method trace", "jdk.MethodTrace of one method, without stack trace and threshold", JfrMethods::new),
    REMOTERY(
            "Remotery sample",
            "LWJGL's binding; name encoded and hashed once, no viewer connected",
            RemoterySamples::new),
    ANDROIDX(
            "AndroidX tracing section",
            "Tracer.trace of tracing-wire-desktop, Perfetto's format, to a file",
            AndroidxSections::new),
    MICROMETER("Micrometer timer", "Timer.start and stop; sums alone, no single zone is kept", MicrometerTimers::new),
    OPEN_TELEMETRY(
            "OpenTelemetry span",
            "SDK, BatchSpanProcessor, an exporter that counts and discards",
            OpenTelemetrySpans::new);

    final String title;
    final String how;

    @SuppressWarnings("ImmutableEnumChecker") // Constructors.
    final Supplier<Contestant> contestant;

    Peer(String title, String how, Supplier<Contestant> contestant) {
        this.title = title;
        this.how = how;
        this.contestant = contestant;
    }
}
