package dev.zonecast.trace;

import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtArguments;
import dev.zonecast.fxt.FxtEvent;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.trace.TraceEvent.FiberRun;
import dev.zonecast.trace.TraceEvent.FrameMark;
import dev.zonecast.trace.TraceEvent.Step;
import dev.zonecast.trace.TraceEvent.Vsync;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Makes frames, locks, messages and the rest of event records; zones and markers have readers of their own. */
final class EventReader {
    /** Of zones with a category that the program gave them, which follows. */
    static final String ZONE_PREFIX = "zone,";

    /** An info line as long as this may have been cut, with the whole in a blob behind it. */
    private static final int CUT_TEXT_BYTES = FxtLayout.MAX_STRING_BYTES - 4;

    private final Delivery delivery;
    private final LossAccount losses;
    private final TrackTable tracks;
    private final ZoneAssembler zones;
    private final MarkerReader markers;
    private final PlotTable plots;
    private TraceMessage heldMessage;

    EventReader(
            Delivery delivery,
            LossAccount losses,
            TrackTable tracks,
            ZoneAssembler zones,
            MarkerReader markers,
            PlotTable plots) {
        this.delivery = delivery;
        this.losses = losses;
        this.tracks = tracks;
        this.zones = zones;
        this.markers = markers;
        this.plots = plots;
    }

    /** Returns false for an event that our recordings do not have. */
    boolean event(Source source, Track track, FxtEvent event) throws IOException {
        String category = event.category();
        // The most frequent one first: a switch hashes.
        if (category.equals("zone") || category.equals("gpu")) {
            boolean isZone = event.type() >= FxtLayout.DURATION_BEGIN && event.type() <= FxtLayout.DURATION_COMPLETE;
            if (isZone) {
                zones.event(track, event, true);
            }
            return isZone;
        }
        switch (category) {
            case "frame" -> frame(track, event);
            case "vsync" -> delivery.event(new Vsync(track, event.timeNanos()));
            case "plot" -> {
                if (event.type() != FxtLayout.COUNTER || event.arguments().count() == 0) {
                    return false;
                }
                plots.value(event.arguments().name(0), track, event, 0);
            }
            case "lock" -> lock(source, track, event);
            case "memory" -> {
                if (event.type() != FxtLayout.COUNTER || event.arguments().count() == 0) {
                    return false;
                }
                memory(track, event);
            }
            case "fiber" -> {
                if (event.type() != FxtLayout.DURATION_COMPLETE) {
                    return false;
                }
                delivery.event(new FiberRun(track, event.name(), event.timeNanos(), endOf(track, event)));
            }
            case "stop" -> {
                if (event.type() != FxtLayout.DURATION_COMPLETE) {
                    return false;
                }
                stop(track, event);
            }
            case "message" -> message(track, event);
            case "info" -> {
                TraceMessage message = new TraceMessage(track, event.timeNanos(), event.name(), "", false, -1);
                if (event.name().length() * 3L >= CUT_TEXT_BYTES) {
                    heldMessage = message;
                } else {
                    delivery.event(message);
                }
            }
            case "profiler" -> {
                // The same as in blobs, for people who look at it in other programs.
            }
            default -> {
                return categorizedEvent(source, track, event);
            }
        }
        return true;
    }

    /** Zones and markers of categories that the program gave them. */
    private boolean categorizedEvent(Source source, Track track, FxtEvent event) throws IOException {
        if (event.category().startsWith(ZONE_PREFIX) && event.type() >= FxtLayout.DURATION_BEGIN) {
            zones.event(track, event, true);
            return true;
        }
        if (event.category().startsWith("marker,")) {
            Track owner = track.kind() == Track.Kind.MARKERS ? tracks.get(track.program(), track.submitter()) : track;
            markers.event(source, track, owner == null ? track : owner, event);
            return true;
        }
        return false;
    }

    private void frame(Track track, FxtEvent event) throws IOException {
        if (track.kind() != Track.Kind.FRAMES) {
            // The mark of the thread; only marks of the base set are numbered.
            if (event.arguments().find("number") >= 0) {
                delivery.event(new FrameMark(track, event.timeNanos()));
            }
            return;
        }
        if (event.type() == FxtLayout.DURATION_BEGIN) {
            int number = event.arguments().find("number");
            long frameNumber = number < 0 ? -1 : event.arguments().asLong(number);
            track.openFrame =
                    new TraceFrame(track, event.name(), frameNumber, event.timeNanos(), event.timeNanos(), false);
        } else if (event.type() == FxtLayout.DURATION_END && track.openFrame != null) {
            endFrame(track, event.timeNanos(), event.arguments().find("ended by") >= 0);
        } else if (event.type() == FxtLayout.DURATION_END) {
            losses.add(LossKind.UNMATCHED_OTHER_ENDS, track.process(), "frames", 1);
        }
    }

    void endFrame(Track track, long time, boolean cutOff) throws IOException {
        TraceFrame open = track.openFrame;
        track.openFrame = null;
        long end = losses.notBefore(open.beginNanos(), time, track.process());
        delivery.event(new TraceFrame(track, open.name(), open.number(), open.beginNanos(), end, cutOff));
    }

    /** Bytes in use of a pool, as a plot. */
    private void memory(Track track, FxtEvent event) throws IOException {
        String name = "memory: " + event.arguments().name(0);
        PlotSeries plot = plots.plot(track.program(), name);
        if (plot != null && plot.format() != PlotSeries.Format.MEMORY) {
            plot.describe(PlotSeries.Format.MEMORY, true, true, 0);
        }
        plots.value(name, track, event, 0);
    }

    private void lock(Source source, Track track, FxtEvent event) throws IOException {
        long time = event.timeNanos();
        if (track.kind() == Track.Kind.LOCK && event.type() == FxtLayout.DURATION_BEGIN) {
            track.openHold = new LockSpan(track.subject(), track, event.name(), true, "", time, time);
        } else if (track.kind() == Track.Kind.LOCK && track.openHold != null) {
            LockSpan hold = track.openHold;
            track.openHold = null;
            int ended = event.arguments().find("ended by");
            String outcome = ended < 0 ? "released" : event.arguments().asText(ended);
            int place = event.arguments().find("loc");
            delivery.event(new LockSpan(
                    hold.lock(),
                    track,
                    hold.name(),
                    true,
                    outcome,
                    hold.beginNanos(),
                    losses.notBefore(hold.beginNanos(), time, track.process()),
                    place < 0 ? null : source.location(event.arguments().stringIndex(place))));
        } else if (event.type() == FxtLayout.DURATION_COMPLETE) {
            int lock = event.arguments().find("lock");
            int outcome = event.arguments().find("outcome");
            delivery.event(new LockSpan(
                    lock < 0 ? -1 : event.arguments().asLong(lock),
                    track,
                    event.name(),
                    false,
                    outcome < 0 ? "" : event.arguments().asText(outcome),
                    time,
                    endOf(track, event)));
        }
    }

    private long endOf(Track track, FxtEvent event) {
        return losses.notBefore(event.timeNanos(), event.endNanos(), track.process());
    }

    private void stop(Track track, FxtEvent event) throws IOException {
        int text = event.arguments().find("text");
        delivery.event(new ThreadStop(
                track,
                event.name(),
                text < 0 ? "" : event.arguments().asText(text),
                event.timeNanos(),
                endOf(track, event)));
    }

    private void message(Track track, FxtEvent event) throws IOException {
        FxtArguments arguments = event.arguments();
        int severity = arguments.find("severity");
        int color = arguments.find("color");
        int stack = arguments.find("stack");
        TraceMessage message = new TraceMessage(
                track,
                event.timeNanos(),
                event.name(),
                severity < 0 ? "" : arguments.asText(severity),
                arguments.find("source") >= 0,
                color < 0 ? -1 : Colors.parse(arguments.asText(color)),
                stack < 0 ? null : Calls.parse(arguments.asText(stack)));
        if (arguments.find("text bytes") >= 0) {
            heldMessage = message;
        } else {
            delivery.event(message);
        }
    }

    /** Delivers a message that waited for its whole text: another event follows. */
    void releaseMessage() throws IOException {
        if (heldMessage != null) {
            TraceMessage message = heldMessage;
            heldMessage = null;
            delivery.event(message);
        }
    }

    /** The whole of an attribute that was cut. */
    void attribute(Track track, int depth, int kind, byte[] whole) throws IOException {
        if (kind != ExtensionLayout.ATTRIBUTE_MESSAGE) {
            zones.attribute(track, depth, kind, whole);
        } else if (heldMessage != null && heldMessage.track() == track) {
            TraceMessage cut = heldMessage;
            heldMessage = new TraceMessage(
                    track,
                    cut.beginNanos(),
                    new String(whole, StandardCharsets.UTF_8),
                    cut.severity(),
                    cut.ofProfiler(),
                    cut.rgb(),
                    cut.stack());
            releaseMessage();
        }
    }

    /** An event of a trace that is not ours. */
    void foreign(Track track, FxtEvent event) throws IOException {
        FxtArguments arguments = event.arguments();
        switch (event.type()) {
            case FxtLayout.INSTANT -> {
                StringBuilder text = new StringBuilder(event.name());
                for (int i = 0; i < arguments.count(); i++) {
                    text.append(i == 0 ? ": " : ", ")
                            .append(arguments.name(i))
                            .append('=')
                            .append(arguments.asText(i));
                }
                delivery.event(new TraceMessage(track, event.timeNanos(), text.toString(), "", false, -1));
            }
            case FxtLayout.COUNTER -> {
                for (int i = 0; i < arguments.count(); i++) {
                    if (arguments.isNumber(i)) {
                        String name = event.name() + ":" + arguments.name(i);
                        plots.value(event.id() == 0 ? name : name + ":" + event.id(), track, event, i);
                    }
                }
            }
            case FxtLayout.DURATION_BEGIN, FxtLayout.DURATION_END, FxtLayout.DURATION_COMPLETE ->
                zones.event(track, event, false);
            default ->
                delivery.event(
                        new Step(event.type(), track, event.timeNanos(), event.category(), event.name(), event.id()));
        }
    }
}
