package dev.zonecast.flight.buffer;

import dev.zonecast.core.kind.EventField;
import dev.zonecast.core.kind.EventKind;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/** Which declarations of events the records of a ring follow. */
final class Declarations {
    /** Of this version: kinds that have records, with their fields. */
    static final int CRC = crc();

    private Declarations() {}

    private static int crc() {
        CRC32 crc = new CRC32();
        for (EventKind kind : EventKind.values()) {
            if (kind.code() != 0) {
                update(crc, kind.name(), kind.code(), kind.order());
                for (EventField field : kind.fields()) {
                    update(crc, field.name(), field.part(), field.space(), field.least(), field.most());
                    update(crc, field.isZeroValid());
                }
            }
        }
        return (int) crc.getValue();
    }

    private static void update(CRC32 crc, Object... parts) {
        for (Object part : parts) {
            crc.update((part + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }
}
