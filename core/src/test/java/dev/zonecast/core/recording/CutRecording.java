package dev.zonecast.core.recording;

import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A recording that may have been cut: its whole records. */
public final class CutRecording {
    private final List<FxtReader.Item> items;

    private CutRecording(List<FxtReader.Item> items) {
        this.items = items;
    }

    /** Throws if a record in it is not valid. */
    public static CutRecording read(Path file) throws IOException {
        return new CutRecording(FxtReader.readCut(Files.readAllBytes(file)));
    }

    private List<FxtReader.Event> events(int type, String category) {
        return items.stream()
                .filter(FxtReader.Event.class::isInstance)
                .map(FxtReader.Event.class::cast)
                .filter(event -> event.type() == type && event.category().equals(category))
                .toList();
    }

    /** True if the file begins as a trace does, and says how it counts time. */
    public boolean hasHeader() {
        return items.stream().anyMatch(FxtReader.Initialization.class::isInstance);
    }

    public boolean endedWell() {
        return items.stream()
                .anyMatch(item -> item instanceof FxtReader.Blob b && b.name().equals(ExtensionLayout.END));
    }

    /** A word of the record that tells how the recording ended, which has to be the last one. */
    public long lastSaved(int offset) {
        if (items.getLast() instanceof FxtReader.Blob blob && blob.name().equals(ExtensionLayout.SAVED)) {
            return blob.payload().duplicate().order(ByteOrder.LITTLE_ENDIAN).getLong(offset);
        }
        throw new IllegalStateException("the last record is " + items.getLast());
    }

    public int zoneBegins() {
        return events(FxtLayout.DURATION_BEGIN, "zone").size();
    }

    public int zoneEnds() {
        return events(FxtLayout.DURATION_END, "zone").size();
    }

    /** Zones of a name that were begun. */
    public long zones(String name) {
        return events(FxtLayout.DURATION_BEGIN, "zone").stream()
                .filter(event -> event.name().equals(name))
                .count();
    }

    /** Records lost by a slow disk, by the last account in the trace. */
    public long lostRecords() {
        return items.stream()
                .filter(item -> item instanceof FxtReader.Blob b && b.name().equals(ExtensionLayout.STATISTICS))
                .mapToLong(item -> ((FxtReader.Blob) item)
                        .payload()
                        .duplicate()
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .getLong(ExtensionLayout.STATISTICS_BYTES - 8))
                .max()
                .orElse(-1);
    }

    private static String argument(FxtReader.Event event, String name) {
        return event.arguments().stream()
                .filter(argument -> argument.name().equals(name))
                .map(argument -> argument.value().toString())
                .findFirst()
                .orElse("");
    }

    /** Texts of messages of a severity. */
    public List<String> messages(String severity) {
        return events(FxtLayout.INSTANT, "message").stream()
                .filter(event -> argument(event, "severity").equals(severity))
                .map(FxtReader.Event::name)
                .toList();
    }

    public String stackOfLastMessage() {
        return argument(events(FxtLayout.INSTANT, "message").getLast(), "stack");
    }
}
