package dev.zonecast.core.system;

import dev.zonecast.core.event.PowerReading;
import dev.zonecast.core.registry.Registry;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Intel's and AMD's running average power limit, as Linux shows it under {@code /sys/class/powercap}: a folder a part, with a counter
 * of microjoules that begins anew at a limit. Since 2020 Linux lets only root read the counters.
 *
 * <p>Owned by one thread.
 */
final class PowerMeter {
    private static final class Part {
        final Path counter;
        final String name;
        final int nameId;
        final long range;
        long last;
        long lastNanos;

        Part(Path folder) throws IOException {
            counter = folder.resolve("energy_uj");
            name = Files.readString(folder.resolve("name")).strip();
            range = number(folder.resolve("max_energy_range_uj"));
            last = number(counter);
            lastNanos = System.nanoTime();
            nameId = Registry.INSTANCE.names().intern(name);
        }

        PowerReading read(long nanos) throws IOException {
            long now = number(counter);
            long used = now >= last ? now - last : now + range - last;
            PowerReading reading = new PowerReading(name, nameId, Math.max(0, used), nanos - lastNanos);
            last = now;
            lastNanos = nanos;
            return reading;
        }
    }

    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    private final List<Part> parts = new ArrayList<>();

    /** Null: all parts can be read. */
    private Exception refused;

    /** @param powercap {@code /sys/class/powercap}, which need not exist */
    PowerMeter(Path powercap) {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(powercap, "intel-rapl:*")) {
            folders.forEach(this::add);
        } catch (IOException e) {
            // Not this kind of machine.
        }
        if (parts.isEmpty() && refused != null) {
            LOG.log(Level.INFO, "the power of the machine is not recorded; Linux lets only root read it: {0}", refused);
        }
        parts.sort((a, b) -> a.name.compareTo(b.name));
    }

    private void add(Path folder) {
        try {
            parts.add(new Part(folder));
        } catch (IOException | NumberFormatException e) {
            refused = e;
        }
    }

    /** Energy used since the last call. A part that cannot be read any more is dropped. */
    List<PowerReading> read(long nanos) {
        if (parts.isEmpty()) {
            return List.of();
        }
        List<PowerReading> readings = new ArrayList<>();
        parts.removeIf(part -> {
            try {
                readings.add(part.read(nanos));
                return false;
            } catch (IOException | NumberFormatException e) {
                return true;
            }
        });
        return readings;
    }

    private static long number(Path file) throws IOException {
        return Long.parseLong(Files.readString(file).strip());
    }
}
