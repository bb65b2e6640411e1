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
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Makes frames, locks, messages and the rest of event records; zones and markers have readers of their own. */
final class EventReader {
    /** Of zones with a category that the program gave them, which follows. */
    static final String ZONE_PREFIX = "zone,";

    /** An info line as long as this may have been cut, with the whole in a blob behind it. */
    private static final int CUT_TEXT_BYTES = FxtLayout.MAX_STRING_BYTES - 4;

    private final TraceReader reader;
    final SpanTable spans;
    final FlowTable flows;
    private TraceMessage heldMessage;

    EventReader(TraceReader reader) {
        this.reader = reader;
        spans = new SpanTable(reader);
        flows = new FlowTable(reader);
    }

    /** Returns false for an event that our recordings do not have. */
    boolean event(Source source, Track track, FxtEvent event) throws IOException {
        String category = event.category();
        // The most frequent one first: a switch hashes.
        if (category.equals("zone") || category.equals("gpu")) {
            boolean isZone = event.type() >= FxtLayout.DURATION_BEGIN && event.type() <= FxtLayout.DURATION_COMPLETE;
            if (isZone) {
                reader.zones.event(track, event, true);
            }
            return isZone;
        }
        boolean isWhole = event.type() == FxtLayout.DURATION_COMPLETE;
        boolean isValue = event.type() == FxtLayout.COUNTER && event.arguments().count() > 0;
        switch (category) {
            case "frame" -> frame(track, event);
            case "vsync" -> vsync(track, event);
            case "plot", "memory" -> {
                if (isValue) {
                    value(track, event, category.equals("memory"));
                }
                return isValue;
            }
            case "lock" -> lock(source, track, event);
            case "fiber", "stop" -> {
                if (isWhole) {
                    deliver(
                            category.equals("stop")
                                    ? stop(track, event)
                                    : new FiberRun(track, event.name(), event.timeNanos(), endOf(track, event)));
                }
                return isWhole;
            }
            case "message" -> message(track, event);
            // A row has one open section at a time.
            case "section" -> reader.markers.event(track, track, event);
            case "info" -> {
                TraceMessage message = new TraceMessage(track, event.timeNanos(), event.name(), "", false, -1);
                if (event.name().length() * 3L >= CUT_TEXT_BYTES) {
                    heldMessage = message;
                } else {
                    deliver(message);
                }
            }
            case "profiler" -> {
                // The same as in blobs, for people who look at it in other programs.
            }
            default -> {
                return categorizedEvent(track, event);
            }
        }
        return true;
    }

    private void deliver(TraceEvent event) throws IOException {
        reader.delivery.event(event);
    }

    /** Zones and markers of categories that the program gave them. */
    private boolean categorizedEvent(Track track, FxtEvent event) throws IOException {
        if (event.category().startsWith(ZONE_PREFIX) && event.type() >= FxtLayout.DURATION_BEGIN) {
            reader.zones.event(track, event, true);
            return true;
        }
        if (event.category().startsWith("marker,")) {
            Track owner =
                    track.kind() == Track.Kind.MARKERS ? reader.tracks.get(track.program(), track.submitter()) : track;
            reader.markers.event(track, owner == null ? track : owner, event);
            return true;
        }
        return false;
    }

    private void vsync(Track track, FxtEvent event) throws IOException {
        int number = event.arguments().find("number");
        long frame = number < 0 ? 0 : event.arguments().asLong(number);
        deliver(new Vsync(track, event.timeNanos(), frame));
    }

    private void frame(Track track, FxtEvent event) throws IOException {
        if (track.kind() != Track.Kind.FRAMES) {
            // The mark of the thread; only marks of the base set are numbered.
            // One without a known thread is on the profiler's track.
            if (track.kind() == Track.Kind.THREAD && event.arguments().find("number") >= 0) {
                deliver(new FrameMark(track, event.timeNanos()));
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
            reader.losses.add(LossKind.UNMATCHED_OTHER_ENDS, track.process(), "frames", 1);
        }
    }

    void endFrame(Track track, long time, boolean cutOff) throws IOException {
        TraceFrame open = track.openFrame;
        track.openFrame = null;
        long end = reader.losses.notBefore(open.beginNanos(), time, track.process());
        deliver(new TraceFrame(track, open.name(), open.number(), open.beginNanos(), end, cutOff));
    }

    private void value(Track track, FxtEvent event, boolean isMemory) throws IOException {
        String name = (isMemory ? "memory: " : "") + event.arguments().name(0);
        PlotSeries plot = isMemory ? reader.plots.plot(track.program(), name) : null;
        if (plot != null && plot.format() != PlotSeries.Format.MEMORY) {
            plot.describe(new PlotSeries.Look(PlotSeries.Format.MEMORY, true, true, 0, false, "", ""));
        }
        reader.plots.value(name, track, event, 0);
    }

    private void lock(Source source, Track track, FxtEvent event) throws IOException {
        long time = event.timeNanos();
        if (track.kind() == Track.Kind.LOCK && event.type() == FxtLayout.DURATION_BEGIN) {
            track.openHold = new LockSpan(track.subject(), track, event.name(), true, "", time, time, null);
        } else if (track.kind() == Track.Kind.LOCK
                && event.type() == FxtLayout.DURATION_END
                && track.openHold == null) {
            reader.losses.add(LossKind.UNMATCHED_OTHER_ENDS, track.process(), "locks", 1);
        } else if (track.kind() == Track.Kind.LOCK && event.type() == FxtLayout.DURATION_END) {
            LockSpan hold = track.openHold;
            track.openHold = null;
            String outcome = text(event, "ended by", "released");
            int place = event.arguments().find("loc");
            long end = reader.losses.notBefore(hold.beginNanos(), time, track.process());
            Location location =
                    place < 0 ? null : source.location(event.arguments().stringIndex(place));
            deliver(new LockSpan(hold.lock(), track, hold.name(), true, outcome, hold.beginNanos(), end, location));
        } else if (event.type() == FxtLayout.DURATION_COMPLETE) {
            int lock = event.arguments().find("lock");
            long id = lock < 0 ? -1 : event.arguments().asLong(lock);
            String outcome = text(event, "outcome", "");
            deliver(new LockSpan(id, track, event.name(), false, outcome, time, endOf(track, event), null));
        }
    }

    private static String text(FxtEvent event, String argument, String absent) {
        int i = event.arguments().find(argument);
        return i < 0 ? absent : event.arguments().asText(i);
    }

    private long endOf(Track track, FxtEvent event) {
        return reader.losses.notBefore(event.timeNanos(), event.endNanos(), track.process());
    }

    private ThreadStop stop(Track track, FxtEvent event) {
        String text = text(event, "text", "");
        return new ThreadStop(track, event.name(), text, event.timeNanos(), endOf(track, event));
    }

    private void message(Track track, FxtEvent event) throws IOException {
        FxtArguments arguments = event.arguments();
        String stack = text(event, "stack", null);
        TraceMessage message = new TraceMessage(
                track,
                event.timeNanos(),
                event.name(),
                text(event, "severity", ""),
                arguments.find("source") >= 0,
                rgb(text(event, "color", "")),
                stack == null ? null : Calls.parse(stack));
        if (arguments.find("text bytes") >= 0) {
            heldMessage = message;
        } else {
            deliver(message);
        }
    }

    /** {@code #RRGGBB} as {@code 0xRRGGBB}; -1 if it is something else. */
    static int rgb(String text) {
        boolean isColor = text.length() == 7
                && text.charAt(0) == '#'
                && text.chars().skip(1).allMatch(HexFormat::isHexDigit);
        return isColor ? HexFormat.fromHexDigits(text, 1, 7) : -1;
    }

    /** Delivers a message that waited for its whole text: another event follows. */
    void releaseMessage() throws IOException {
        if (heldMessage != null) {
            TraceMessage message = heldMessage;
            heldMessage = null;
            deliver(message);
        }
    }

    /** The whole of an attribute that was cut. */
    void attribute(Track track, int depth, int kind, ByteBuffer whole) throws IOException {
        if (kind != ExtensionLayout.ATTRIBUTE_MESSAGE) {
            reader.zones.attribute(track, depth, kind, whole);
        } else if (heldMessage != null && heldMessage.track() == track) {
            TraceMessage cut = heldMessage;
            heldMessage = new TraceMessage(
                    track,
                    cut.beginNanos(),
                    StandardCharsets.UTF_8.decode(whole).toString(),
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
                deliver(new TraceMessage(track, event.timeNanos(), text.toString(), "", false, -1));
            }
            case FxtLayout.COUNTER -> {
                for (int i = 0; i < arguments.count(); i++) {
                    if (arguments.isNumber(i)) {
                        String name = event.name() + ":" + arguments.name(i);
                        reader.plots.value(event.id() == 0 ? name : name + ":" + event.id(), track, event, i);
                    }
                }
            }
            case FxtLayout.DURATION_BEGIN, FxtLayout.DURATION_END, FxtLayout.DURATION_COMPLETE ->
                reader.zones.event(track, event, false);
            default -> {
                Step step =
                        new Step(event.type(), track, event.timeNanos(), event.category(), event.name(), event.id());
                deliver(step);
                if (step.isFlow()) {
                    flows.step(step);
                } else {
                    spans.step(step);
                }
            }
        }
    }
}
