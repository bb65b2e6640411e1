package dev.zonecast.cli;

import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceMarker;
import dev.zonecast.trace.TraceMessage;
import dev.zonecast.trace.TraceZone;
import dev.zonecast.trace.Track;
import dev.zonecast.trace.stats.ProgramChoice;
import java.util.regex.Pattern;

/** Finds the first message or marker with a text behind a time. */
final class MarkSearch implements TraceListener {
    private final Pattern text;
    private final ProgramChoice programs;
    private final long after;
    private long first = Long.MAX_VALUE;

    MarkSearch(Pattern text, ProgramChoice programs, long after) {
        this.text = text;
        this.programs = programs;
        this.after = after;
    }

    /** {@link Long#MAX_VALUE}: there is none. */
    long firstNanos() {
        return first;
    }

    /** A marker with a scope. */
    @Override
    public void zone(TraceZone zone) {
        if (zone.marker() != null) {
            look(zone.track(), zone.beginNanos(), zone.marker().name());
        }
    }

    @Override
    public void event(TraceEvent event) {
        switch (event) {
            case TraceMessage message -> look(message.track(), message.beginNanos(), message.text());
            case TraceMarker marker ->
                look(marker.track(), marker.beginNanos(), marker.kind().name());
            case TraceEvent.Span span ->
                look(span.track(), span.beginNanos(), span.marker().kind().name());
            default -> {
                // No mark.
            }
        }
    }

    private void look(Track track, long nanos, String found) {
        if (nanos > after
                && nanos < first
                && programs.has(track.program())
                && text.matcher(found).find()) {
            first = nanos;
        }
    }
}
