package dev.zonecast.capture.convert;

import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.LossKind;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.Map;

/** A trace of another format on its way to FXT: filled by a reader of that format, then written. */
public final class ImportedTrace {
    private static final int BUFFER_BYTES = 1 << 16;

    final ImportTracks tracks = new ImportTracks();
    private final CutTexts texts = new CutTexts();
    final ArgumentBuffer arguments = new ArgumentBuffer(texts);
    private final ImportWriter writer = new ImportWriter(tracks);
    /** Each name once. */
    private final Map<String, String> names = new HashMap<>();

    private long events;
    private boolean cut;
    private long skipped;

    /** Makes an empty trace. */
    public ImportedTrace() {}

    /**
     * Adds an event with the arguments that were collected.
     *
     * @param extra length of a complete event in nanoseconds, id of others
     */
    void add(ImportedEvent.Kind kind, ImportTracks.Track track, long nanos, long extra, String name, String category) {
        track.events.add(new ImportedEvent(kind, nanos, extra, kept(name), kept(category), arguments.copy()));
        events++;
    }

    private String kept(String name) {
        String known = names.putIfAbsent(name, name);
        return known == null ? name : known;
    }

    void cutShort() {
        cut = true;
    }

    void skip() {
        skipped++;
    }

    /** Events that were read. */
    public long eventCount() {
        return events;
    }

    /** Zones that were written. */
    public long zones() {
        return writer.zones;
    }

    /** What is missing in the output, once it is written. */
    public LossAccount losses() {
        LossAccount losses = new LossAccount();
        losses.add(LossKind.CUT, cut ? 1 : 0);
        losses.add(LossKind.LEFT_OUT, "events of kinds that FXT does not have, or without a time", skipped);
        losses.addAll(writer.losses);
        losses.add(LossKind.LEFT_OUT, "arguments for which an event has no room", arguments.leftOut);
        losses.add(LossKind.LEFT_OUT, "arguments inside more than three others", arguments.tooDeep);
        losses.add(LossKind.TRUNCATED_TEXTS, texts.count);
        return losses;
    }

    /** Writes all, once; the stream is flushed, not closed. */
    public void writeTo(OutputStream stream) throws IOException {
        OutputStream buffered = new BufferedOutputStream(stream, BUFFER_BYTES);
        tracks.write(new FxtOutput(buffered, texts), writer);
        buffered.flush();
    }
}
