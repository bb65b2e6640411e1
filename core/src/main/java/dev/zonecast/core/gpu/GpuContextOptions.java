package dev.zonecast.core.gpu;

import java.time.Duration;
import java.util.Objects;

/**
 * How a GPU context is to be.
 *
 * @param name as viewers show it
 * @param labels true if zones also open groups in graphics debuggers, also while nobody listens
 * @param maxOutstandingZones zones that wait for the GPU at most, from 1 on; later ones are dropped and counted. Rounded up to a
 *     multiple of {@value GpuZones#ZONES_PER_CHUNK}
 * @param recalibrateEvery how often the GPU's clock is read; zero = only once, {@link #AUTOMATIC} = by what it costs
 */
public record GpuContextOptions(String name, boolean labels, int maxOutstandingZones, Duration recalibrateEvery) {
    /** Default of {@link #maxOutstandingZones}. */
    public static final int DEFAULT_MAX_OUTSTANDING_ZONES = 64 << 10;

    /** Greatest {@link #maxOutstandingZones}. */
    public static final int LARGEST_MAX_OUTSTANDING_ZONES = 16 << 20;

    /**
     * At most one thousandth of the time goes into reading the GPU's clock: ten times a second where that is quick, down to once in
     * ten seconds where the driver stalls.
     */
    public static final Duration AUTOMATIC = Calibrator.AUTOMATIC;

    /**
     * Checks its arguments.
     *
     * @throws IllegalArgumentException if a number is out of its range
     */
    public GpuContextOptions {
        name = name == null || name.isEmpty() ? "GPU" : name;
        Objects.requireNonNull(recalibrateEvery, "recalibrateEvery");
        if (maxOutstandingZones < 1 || maxOutstandingZones > LARGEST_MAX_OUTSTANDING_ZONES) {
            throw new IllegalArgumentException(
                    "maxOutstandingZones is 1 to " + LARGEST_MAX_OUTSTANDING_ZONES + ": " + maxOutstandingZones);
        }
        if (recalibrateEvery.isNegative() && !recalibrateEvery.equals(AUTOMATIC)) {
            throw new IllegalArgumentException("recalibrateEvery is negative: " + recalibrateEvery);
        }
    }

    /** The defaults under a name. */
    public static GpuContextOptions of(String name) {
        return new GpuContextOptions(name, false, DEFAULT_MAX_OUTSTANDING_ZONES, AUTOMATIC);
    }
}
