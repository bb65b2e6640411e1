package dev.zonecast.cli.export;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.cli.CommandRun;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.fixtures.ProviderRecords;
import dev.zonecast.fxt.fixtures.TraceBytes;
import dev.zonecast.trace.TraceLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The end of an interval, and that of a zone, has another kind of marker than the begin, and no data. */
class MarkersOfTwoKindsTest {
    private static final int THREAD = 71;
    private static final int BEGIN = 2;
    private static final int END = 3;
    private static final int WITH_DATA = 1;
    private static final int BARE = 2;

    @TempDir
    private Path folder;

    private final TraceBytes trace = TraceBytes.trace();
    private final ProviderRecords own =
            new ProviderRecords(trace, 1, 70, "odd").track(THREAD, ExtensionLayout.TRACK_THREAD, 0, 0, "main");
    private Path file;

    @BeforeEach
    void write() throws IOException {
        kind("loaded", WITH_DATA, "time");
        kind("bare", BARE);
        int zones = own.string("zone");
        int markers = own.string("marker,Other");
        int loaded = own.string("loaded");
        int bare = own.string("bare");
        int key = own.string("key");
        int marker = own.string("marker");
        event(BEGIN, 1, markers, loaded, 1000)
                .word(3 | 2L << 4 | (long) key << 16)
                .word(900)
                .end();
        event(END, 0, markers, bare, 2000).end();
        event(BEGIN, 2, zones, own.string("work"), 3000)
                .word(2 | 1L << 4 | (long) marker << 16 | (long) WITH_DATA << 32)
                .word(3 | 2L << 4 | (long) key << 16)
                .word(900)
                .end();
        event(END, 1, zones, own.string("work"), 4000)
                .word(2 | 1L << 4 | (long) marker << 16 | (long) BARE << 32)
                .end();
        own.recordingEnd();
        file = Files.write(folder.resolve("odd.fxt"), trace.bytes());
    }

    private TraceBytes event(int type, int arguments, int category, int name, long time) {
        return trace.event(type, arguments, THREAD, category, name, time);
    }

    /** A kind of marker with a field of each format. */
    private void kind(String name, int id, String... formats) {
        int index = own.string(name);
        ByteBuffer blob = ProviderRecords.blob(index, id).putInt(0).putShort((short) formats.length);
        blob.position(ExtensionLayout.MARKER_TEXTS);
        blob.put(ProviderRecords.text("schema of " + name));
        for (int i = 0; i < 4; i++) {
            blob.put(ProviderRecords.text(""));
        }
        for (String format : formats) {
            blob.put(ProviderRecords.text("key"))
                    .put(ProviderRecords.text("Label"))
                    .put(ProviderRecords.text(format));
        }
        trace.blob(own.string(ExtensionLayout.MARKER), blob);
    }

    @Test
    void shouldKeepTheDataWithTheKindThatItBelongsTo() throws IOException {
        TraceLog log = TraceLog.of(file);

        assertEquals(
                List.of("loaded [9.0E-4]"),
                log.markers.stream()
                        .map(marker -> marker.kind().name() + " " + marker.values())
                        .toList());
        assertEquals(
                List.of("bare []"),
                log.zones("work").stream()
                        .map(zone -> zone.marker().name() + " " + zone.markerValues())
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"csv", "perfetto", "chrome", "firefox"})
    void shouldExportThem(String format) {
        CommandRun run = CommandRun.of("export", file, "--to", format, "-o", folder.resolve("exported"));

        assertEquals(0, run.exit(), run.err());
    }
}
