package dev.zonecast.core.recording;

import dev.zonecast.core.Plot;
import dev.zonecast.core.PlotFormat;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import dev.zonecast.fxt.write.Arguments;
import dev.zonecast.fxt.write.Blobs;
import dev.zonecast.fxt.write.Events;
import dev.zonecast.fxt.write.Payload;
import java.io.IOException;

/**
 * Values over time: counters with one argument that has the plot's name. Perfetto shows a counter as {@code name:argument:id},
 * Tracy's importer by the argument's name alone.
 */
final class PlotRecords {
    private static final long COUNTER = Events.header(FxtLayout.COUNTER, 5, 1, Term.PLOT, Term.PLOT.index());

    private static final class Entry {
        private Plot.Config config;
        private int epoch = -1;
        private long longHead;
        private long doubleHead;
    }

    private final RecordingWriter writer;
    private final TrackTable tracks;
    private final StringTable strings;
    private Entry[] entries = new Entry[64];

    PlotRecords(RecordingWriter writer, TrackTable tracks, StringTable strings) {
        this.writer = writer;
        this.tracks = tracks;
        this.strings = strings;
    }

    void value(Track track, long time, Plot plot, long value) throws IOException {
        long head = entry(plot).longHead;
        writer.record5(COUNTER | tracks.reference(track), time, head, value, 0);
    }

    void value(Track track, long time, Plot plot, double value) throws IOException {
        long head = entry(plot).doubleHead;
        writer.record5(COUNTER | tracks.reference(track), time, head, Double.doubleToRawLongBits(value), 0);
    }

    private Entry entry(Plot plot) throws IOException {
        int id = plot.id();
        Entry entry = id < entries.length ? entries[id] : null;
        return entry != null && entry.epoch == strings.epoch() && entry.config == plot.config()
                ? entry
                : describe(plot);
    }

    private Entry describe(Plot plot) throws IOException {
        int id = plot.id();
        if (id >= entries.length) {
            entries = java.util.Arrays.copyOf(entries, Math.max(id + 1, entries.length * 2));
        }
        Entry entry = entries[id];
        if (entry == null) {
            entry = new Entry();
            entries[id] = entry;
        }
        int name = strings.index(plot.nameId());
        entry.longHead = Arguments.longHead(name);
        entry.doubleHead = Arguments.doubleHead(name);
        entry.epoch = strings.epoch();
        Plot.Config config = plot.config();
        if (entry.config != config) {
            entry.config = config;
            writeBlob(plot, config, name);
        }
        return entry;
    }

    private static int format(PlotFormat format) {
        return switch (format) {
            case NUMBER -> ExtensionLayout.PLOT_NUMBER;
            case MEMORY -> ExtensionLayout.PLOT_MEMORY;
            case PERCENTAGE -> ExtensionLayout.PLOT_PERCENTAGE;
        };
    }

    private void writeBlob(Plot plot, Plot.Config config, int name) throws IOException {
        int flags = (config.step() ? ExtensionLayout.PLOT_STEP : 0)
                | (config.fill() ? ExtensionLayout.PLOT_FILL : 0)
                | (plot.display().rate() ? ExtensionLayout.PLOT_RATE : 0);
        byte[] texts = new Payload()
                .text(plot.display().description())
                .text(plot.display().category())
                .toBytes();
        if (!writer.durableRoom().takesName(DurableRoom.blobBytes(ExtensionLayout.PLOT_TEXTS + texts.length))) {
            return;
        }
        writer.open();
        writer.word(Blobs.head(name, plot.id()));
        writer.word(format(config.format()) | (long) flags << 8 | (long) config.rgb() << 32);
        writer.bytes(texts, 0, texts.length);
        writer.close(Blobs.header(Term.BLOB_PLOT, ExtensionLayout.PLOT_TEXTS + texts.length));
    }
}
