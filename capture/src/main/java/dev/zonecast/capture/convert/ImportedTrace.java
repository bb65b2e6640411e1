package dev.zonecast.capture.convert;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** A trace of another format on its way to FXT: filled by a reader of that format, then written. */
public final class ImportedTrace {
    private static final int BUFFER_BYTES = 1 << 16;

    private final OutputSwitch target = new OutputSwitch();
    final FxtOutput out = new FxtOutput(target);
    final ImportedEvents events = new ImportedEvents();
    final ImportTracks tracks = new ImportTracks();
    final ArgumentBuffer arguments = new ArgumentBuffer();
    private final ImportWriter writer = new ImportWriter(out, events, tracks);
    private boolean cut;
    private long skipped;

    /** An empty one. */
    public ImportedTrace() {}

    /** Names get their numbers before there is anything to write to. */
    private static final class OutputSwitch extends OutputStream {
        private OutputStream stream = OutputStream.nullOutputStream();

        @Override
        public void write(int b) throws IOException {
            stream.write(b);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            stream.write(bytes, from, count);
        }
    }

    void cutShort() {
        cut = true;
    }

    void skip() {
        skipped++;
    }

    /** True if the file ended in the middle of what it is made of. */
    public boolean isCut() {
        return cut;
    }

    /** Events that were read. */
    public long eventCount() {
        return events.size();
    }

    /** Events that FXT has nothing for, or that lack what they need. */
    public long skipped() {
        return skipped;
    }

    /** Zones that were written. */
    public long zones() {
        return writer.zones();
    }

    /** Ends without a begin. */
    public long unmatchedEnds() {
        return writer.unmatchedEnds();
    }

    /** Zones that were cut at the end of the one around them. */
    public long clipped() {
        return writer.clipped();
    }

    /** Arguments that found no room beside fifteen others. */
    public long argumentsLeftOut() {
        return arguments.leftOut();
    }

    /** Writes all; the stream is flushed, not closed. */
    public void writeTo(OutputStream stream) throws IOException {
        target.stream = new BufferedOutputStream(stream, BUFFER_BYTES);
        out.begin();
        tracks.describe(out);
        int[][] byTrack = events.byTrack(tracks.all().size());
        for (ImportTracks.Track track : tracks.all()) {
            int[] ordered = byTrack[track.index()];
            events.orderEqualTimes(ordered);
            writer.write(track, ordered);
            byTrack[track.index()] = null;
        }
        target.stream.flush();
    }
}
