package dev.zonecast.fleet;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Zones of all sessions together. */
@Command(
        name = "zones",
        description =
                "Zones of all sessions together: counts, times and percentiles, those with the most self time first.",
        mixinStandardHelpOptions = true)
final class ZonesCommand extends PercentilesCommand {
    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "print the first N rows (default: ${DEFAULT-VALUE}; 0: all)")
    private int limit = 50;

    @Override
    public Integer call() throws Exception {
        return percentiles(false, limit);
    }
}
