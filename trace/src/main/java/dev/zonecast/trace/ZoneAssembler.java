package dev.zonecast.trace;

import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtArguments;
import dev.zonecast.fxt.FxtEvent;
import dev.zonecast.fxt.FxtLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Puts zones together: begin, end, and what was said of them between the two or in blobs. */
final class ZoneAssembler {
    private static final int MAX_DEPTH = 1 << 16;
    /** Of texts of open zones. */
    private static final long MAX_HELD_BYTES = 64 << 20;

    private static final int VALUE_BYTES = 32;

    private record Pending(Track track, int depth) {}

    private record Attribute(int kind, ByteBuffer whole) {}

    private final TraceReader reader;
    /** Of zones whose one event comes after their attributes. */
    private final Map<Pending, List<Attribute>> pending = new HashMap<>();

    // Places of these in the event at hand, or -1.
    private int locationArgument;
    private int depthArgument;

    private long heldBytes;

    ZoneAssembler(TraceReader reader) {
        this.reader = reader;
    }

    /** @param ours its arguments have the meaning that our recordings give them */
    void event(Track track, FxtEvent event, boolean ours) throws IOException {
        if (event.type() == FxtLayout.DURATION_COMPLETE) {
            complete(track, event, ours);
            return;
        }
        if (track.hasHeld()) {
            deliverAllHeld(track);
        }
        if (event.type() == FxtLayout.DURATION_BEGIN) {
            begin(track, event, ours);
        } else {
            end(track, event, ours);
        }
    }

    private void begin(Track track, FxtEvent event, boolean ours) throws IOException {
        if (track.depth() >= MAX_DEPTH) {
            refuse(track);
            return;
        }
        TraceZone zone = track.push();
        start(zone, event, ours);
        beginInside(zone);
    }

    /** A zone begins where the zone around it has come to, or later: an earlier time is moved there. */
    private void beginInside(TraceZone zone) {
        TraceZone outer = zone.parent;
        if (outer != null) {
            zone.beginNanos = reader.losses.notBefore(
                    outer.latestNanos, zone.beginNanos, zone.track().process());
        }
        zone.latestNanos = zone.beginNanos;
    }

    /** Counts a begin that is too deep, so that its end closes no other zone. */
    private void refuse(Track track) {
        track.refusedBegins++;
        reader.losses.add(LossKind.TOO_DEEP, track.process(), 1);
    }

    private void start(TraceZone zone, FxtEvent event, boolean ours) throws IOException {
        zone.beginNanos = event.timeNanos();
        zone.name = event.name();
        arguments(zone, event, ours);
        zone.location = location(event, locationArgument);
        if (zone.name.isEmpty()) {
            zone.name = zone.location.displayName();
        }
    }

    /** Of a begin or an end that says nothing but where the zone is; null of others. It was {@link #event} just before. */
    ZoneTemplate template(Track track, FxtEvent event, boolean ours) throws IOException {
        FxtArguments arguments = event.arguments();
        boolean begin = event.type() == FxtLayout.DURATION_BEGIN;
        if (!begin) {
            return arguments.count() > 0 ? null : new ZoneTemplate(track, null, null);
        }
        int loc = -1;
        for (int i = 0; i < arguments.count(); i++) {
            ZoneArgument meaning = meaning(arguments, i);
            if (meaning == ZoneArgument.LOCATION) {
                loc = loc < 0 ? i : loc;
            } else if (!ours || meaning != ZoneArgument.FUNCTION) {
                return null;
            }
        }
        Location location = location(event, loc);
        return new ZoneTemplate(track, event.name().isEmpty() ? location.displayName() : event.name(), location);
    }

    private ZoneArgument meaning(FxtArguments arguments, int i) {
        int name = arguments.nameIndex(i);
        return name > 0 ? reader.source.argument(name) : ZoneArgument.of(arguments.name(i));
    }

    /** The same once more at another time. */
    void repeated(ZoneTemplate template, long timeNanos) throws IOException {
        Track track = template.track();
        if (track.hasHeld()) {
            deliverAllHeld(track);
        }
        if (template.location() == null) {
            end(track, timeNanos);
        } else if (track.depth() >= MAX_DEPTH) {
            refuse(track);
        } else {
            TraceZone zone = track.push();
            zone.beginNanos = timeNanos;
            zone.name = template.name();
            zone.location = template.location();
            beginInside(zone);
        }
    }

    private Location location(FxtEvent event, int loc) throws IOException {
        if (loc < 0) {
            // In a compact recording the name represents the location.
            Location ofName = reader.source.location(event.nameIndex());
            return ofName != null ? ofName : reader.locations.of(event.name(), "", "", 0, 0);
        }
        Location location = reader.source.location(event.arguments().stringIndex(loc));
        return location != null
                ? location
                : reader.locations.of(event.name(), event.arguments().asText(loc));
    }

    private void end(Track track, FxtEvent event, boolean ours) throws IOException {
        TraceZone zone = track.innermost();
        if (zone != null && track.refusedBegins == 0 && event.arguments().count() > 0) {
            arguments(zone, event, ours);
        }
        end(track, event.timeNanos());
    }

    private void end(Track track, long time) throws IOException {
        if (track.refusedBegins > 0) {
            track.refusedBegins--;
            return;
        }
        TraceZone zone = track.innermost();
        if (zone == null) {
            reader.losses.add(LossKind.UNMATCHED_ENDS, track.process(), 1);
            return;
        }
        finish(track, zone, time);
    }

    private void finish(Track track, TraceZone zone, long time) throws IOException {
        zone.endNanos = reader.losses.notBefore(zone.latestNanos, time, track.process());
        zone.childNanos += track.takeCompleted(zone.beginNanos, zone.endNanos);
        reader.delivery.zone(zone);
        heldBytes -= zone.heldBytes;
        track.pop();
        TraceZone parent = track.innermost();
        if (parent != null) {
            parent.childNanos += zone.durationNanos();
            parent.latestNanos = zone.endNanos;
        }
    }

    private void complete(Track track, FxtEvent event, boolean ours) throws IOException {
        if (!ours) {
            completeOfOthers(track, event);
            return;
        }
        TraceZone zone = track.spare();
        start(zone, event, true);
        endComplete(zone, event);
        zone.childNanos = track.takeCompleted(zone.beginNanos, zone.endNanos);
        int levels = track.levelsTaken();
        if (depthArgument >= 0) {
            zone.depth = Math.clamp(event.arguments().asLong(depthArgument), 1, Integer.MAX_VALUE);
            if (!pending.isEmpty()) {
                applyPending(zone);
            }
        } else {
            zone.levelsInside = levels;
        }
        deliver(track, zone);
    }

    private void endComplete(TraceZone zone, FxtEvent event) {
        zone.endNanos = reader.losses.notBefore(
                zone.beginNanos, event.endNanos(), zone.track().process());
    }

    private void deliver(Track track, TraceZone zone) throws IOException {
        reader.delivery.zone(zone);
        heldBytes -= zone.heldBytes;
        track.completed(zone);
    }

    /** Zones inside it may come before it or after it: it waits for the first event that is not inside. */
    private void completeOfOthers(Track track, FxtEvent event) throws IOException {
        TraceZone zone = track.held().next(track.depth() + 1, track.innermost());
        start(zone, event, false);
        endComplete(zone, event);
        while (track.held().isPassedBy(zone)) {
            deliverHeld(track);
        }
        if (track.held().isFull()) {
            reader.losses.add(LossKind.TOO_DEEP, track.process(), 1);
            deliver(track, zone);
        } else {
            track.held().push();
        }
    }

    private void deliverAllHeld(Track track) throws IOException {
        while (!track.held().isEmpty()) {
            deliverHeld(track);
        }
    }

    private void deliverHeld(Track track) throws IOException {
        TraceZone zone = track.held().pop();
        zone.childNanos += track.takeCompleted(zone.beginNanos, zone.endNanos);
        zone.levelsInside = track.levelsTaken();
        deliver(track, zone);
    }

    private void applyPending(TraceZone zone) {
        for (Attribute attribute : pending.getOrDefault(new Pending(zone.track(), zone.depth), List.of())) {
            heldBytes -= attribute.whole.capacity();
            apply(zone, attribute.kind, attribute.whole);
        }
        pending.remove(new Pending(zone.track(), zone.depth));
    }

    /** The trace ends: what is still open, from the inside out. */
    void endAll(Track track, long time) throws IOException {
        if (track.hasHeld()) {
            deliverAllHeld(track);
        }
        while (track.depth() > 0) {
            TraceZone zone = track.innermost();
            // The object is used again behind a gap.
            zone.touched = true;
            zone.cutOff = true;
            finish(track, zone, time);
        }
    }

    // --- attributes

    private void arguments(TraceZone zone, FxtEvent event, boolean ours) {
        zone.touched = true;
        locationArgument = -1;
        depthArgument = -1;
        FxtArguments arguments = event.arguments();
        int count = arguments.count();
        for (int i = 0; i < count; i++) {
            ZoneArgument meaning = meaning(arguments, i);
            if (meaning == ZoneArgument.LOCATION) {
                locationArgument = locationArgument < 0 ? i : locationArgument;
            } else if (meaning == ZoneArgument.ENDED_BY && reader.source.session != null) {
                // Of ours, also if its category is missing.
                zone.cutOff = true;
            } else if (!ours) {
                addText(zone, arguments.name(i) + ": " + arguments.asText(i), false);
            } else if (meaning == ZoneArgument.MARKER) {
                i += marker(zone, arguments, i);
            } else {
                argument(zone, event, i, meaning);
            }
        }
    }

    /** Takes the data of a marker, which stands behind its id, and returns how many arguments that are. */
    private int marker(TraceZone zone, FxtArguments arguments, int i) {
        int id = (int) arguments.asLong(i);
        MarkerKind kind = reader.source.markers.get(id & ~ExtensionLayout.MARKER_NO_DATA);
        if (kind == null) {
            return 0;
        }
        if (!kind.equals(zone.marker)) {
            // They belong to the kind before.
            zone.markerValues = List.of();
        }
        zone.marker = kind;
        boolean hasData =
                (id & ExtensionLayout.MARKER_NO_DATA) == 0 && !kind.fields().isEmpty();
        if (hasData && hold(zone, VALUE_BYTES * (long) kind.fields().size())) {
            zone.markerValues = MarkerReader.values(reader.source, kind, arguments, i + 1);
        }
        return hasData ? kind.fields().size() : 0;
    }

    private void argument(TraceZone zone, FxtEvent event, int i, ZoneArgument meaning) {
        FxtArguments arguments = event.arguments();
        switch (meaning) {
            case DEPTH -> depthArgument = i;
            case TEXT -> {
                addText(zone, arguments.asText(i), false);
            }
            case COUNT -> {
                ZoneCount what = ZoneCount.of(arguments.name(i));
                zone.count(what, arguments.asLong(i));
                zone.countTexts += addText(zone, what.displayName() + ": " + arguments.asText(i), false) ? 1 : 0;
            }
            case VALUE -> {
                if (hold(zone, VALUE_BYTES)) {
                    zone.values.add(arguments.asLong(i), false);
                }
            }
            case NAME -> {
                if (!zone.nameFromBlob) {
                    zone.name = arguments.asText(i);
                }
            }
            case COLOR -> {
                if (!zone.colorFromBlob) {
                    zone.rgb = EventReader.rgb(arguments.asText(i));
                }
            }
            case STACK -> {
                String text = arguments.asText(i);
                if (hold(zone, VALUE_BYTES + 2L * text.length())) {
                    zone.stackText = text;
                }
            }
            case CPU_SUBMIT -> {
                // An end has the time at which the end was submitted.
                if (event.type() != FxtLayout.DURATION_END) {
                    zone.cpuBeginNanos = arguments.asLong(i);
                }
            }
            case LOCATION, FUNCTION, MARKER, ENDED_BY, OTHER -> {
                // The function is in the location, others are taken elsewhere.
            }
        }
    }

    private boolean addText(TraceZone zone, String text, boolean ofBlob) {
        boolean fits = hold(zone, VALUE_BYTES + 2L * text.length());
        if (fits) {
            zone.texts.add(text, ofBlob);
        }
        return fits;
    }

    private boolean hold(TraceZone zone, long bytes) {
        if (heldBytes + bytes > MAX_HELD_BYTES) {
            reader.losses.add(LossKind.TOO_MUCH_TEXT, zone.track().process(), 1);
            return false;
        }
        heldBytes += bytes;
        zone.heldBytes += bytes;
        return true;
    }

    /** Whole attribute of the zone at that depth, which may be one that is written later. */
    void attribute(Track track, int depth, int kind, ByteBuffer whole) {
        if (depth < 1) {
            return;
        }
        if (depth <= track.depth()) {
            apply(track.open(depth), kind, whole);
        } else if (track.refusedBegins > 0) {
            // Of a zone that was left out.
            reader.losses.add(LossKind.TOO_DEEP, track.process(), 1);
        } else if (heldBytes + whole.capacity() > MAX_HELD_BYTES) {
            reader.losses.add(LossKind.TOO_MUCH_TEXT, track.process(), 1);
        } else {
            heldBytes += whole.capacity();
            pending.computeIfAbsent(new Pending(track, depth), key -> new ArrayList<>())
                    .add(new Attribute(kind, whole));
        }
    }

    private void apply(TraceZone zone, int kind, ByteBuffer whole) {
        zone.touched = true;
        switch (kind) {
            case ExtensionLayout.ATTRIBUTE_ZONE_TEXT -> {
                addText(zone, StandardCharsets.UTF_8.decode(whole).toString(), true);
            }
            case ExtensionLayout.ATTRIBUTE_ZONE_NAME -> {
                zone.name = StandardCharsets.UTF_8.decode(whole).toString();
                zone.nameFromBlob = true;
            }
            case ExtensionLayout.ATTRIBUTE_ZONE_VALUE -> {
                if (whole.capacity() >= Long.BYTES && hold(zone, VALUE_BYTES)) {
                    zone.values.add(whole.getLong(), true);
                }
            }
            case ExtensionLayout.ATTRIBUTE_ZONE_COLOR -> {
                if (whole.capacity() >= Integer.BYTES) {
                    zone.rgb = whole.getInt() & 0xFFFFFF;
                    zone.colorFromBlob = true;
                }
            }
            default -> {
                // Of a kind that is not known.
            }
        }
    }
}
