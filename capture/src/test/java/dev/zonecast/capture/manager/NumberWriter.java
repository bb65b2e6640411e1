package dev.zonecast.capture.manager;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;

/** Records numbered zones while it is recorded, without an end, and says through its output how many it has published. */
public final class NumberWriter {
    private static final SourceLocation NUMBERED = SourceLocation.here("numbered");
    private static final int ZONES_PER_REPORT = 20;
    private static final long REST_NANOS = 1_000_000;

    private NumberWriter() {}

    /** Runs until it is killed. */
    public static void main(String[] arguments) throws IOException {
        boolean _ = Zonecast.start();
        DataOutputStream out = new DataOutputStream(new FileOutputStream(FileDescriptor.out));
        long number = 0;
        while (true) {
            for (int i = 0; i < ZONES_PER_REPORT; i++) {
                long zone = Zone.begin(NUMBERED);
                if (zone != 0) {
                    Zone.value(zone, ++number);
                    Zone.end(zone);
                }
            }
            out.writeLong(number);
            LockSupport.parkNanos(REST_NANOS);
        }
    }
}
