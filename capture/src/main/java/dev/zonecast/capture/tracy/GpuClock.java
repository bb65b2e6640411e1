package dev.zonecast.capture.tracy;

import dev.zonecast.tracy.Wire;

/** Converts a GPU context's ticks to nanoseconds of the trace, for contexts with and without calibration. */
final class GpuClock {
    /** A time that is lower by more than this is from a counter that wrapped. */
    private static final long MAX_BACK_TICKS = 1L << 31;

    private final float nanosPerTick;
    private final boolean calibrated;
    private long offsetNanos;
    private long originGpu;
    private long originCpu;
    private double scale = 1;
    private long lastTicks;
    private long wrapTicks;
    private long setBackNanos;

    /** At an instant the GPU's counter shows {@code gpuTicks}, and the trace's time is {@code cpuNanos}. */
    GpuClock(float nanosPerTick, boolean calibrated, long gpuTicks, long cpuNanos) {
        this.nanosPerTick = Float.isFinite(nanosPerTick) && nanosPerTick > 0 ? nanosPerTick : 1;
        this.calibrated = calibrated;
        synchronize(gpuTicks, cpuNanos);
        originGpu = gpuNanos(gpuTicks);
        originCpu = cpuNanos;
    }

    private long gpuNanos(long ticks) {
        return nanosPerTick == 1 ? ticks : (long) ((double) nanosPerTick * ticks);
    }

    /** The event GpuTimeSync, and the context's beginning. */
    void synchronize(long gpuTicks, long cpuNanos) {
        offsetNanos = cpuNanos - gpuNanos(gpuTicks);
        lastTicks = 0;
        wrapTicks = 0;
    }

    /** The event GpuCalibration at an index. */
    void calibrate(byte[] bytes, int at, long cpuNanos) {
        long gpu = gpuNanos(Wire.getLong(bytes, at + 1));
        long passed = Wire.getLong(bytes, at + 17);
        if (calibrated && gpu != originGpu) {
            long before = calibratedNanos(gpu);
            scale = (double) passed / (gpu - originGpu);
            originGpu = gpu;
            originCpu = cpuNanos;
            setBackNanos = Math.max(0, before - cpuNanos);
        }
    }

    /** By how much the last calibration has set the GPU's time back. */
    long setBackNanos() {
        return setBackNanos;
    }

    private long calibratedNanos(long gpu) {
        return (long) ((gpu - originGpu) * scale) + originCpu;
    }

    /** Nanoseconds of the trace, not below 0. */
    long nanos(long ticks) {
        if (ticks < lastTicks - MAX_BACK_TICKS && lastTicks > 0) {
            wrapTicks += 1L << Math.min(62, Long.SIZE - Long.numberOfLeadingZeros(lastTicks));
        }
        lastTicks = ticks;
        long gpu = gpuNanos(ticks + wrapTicks);
        long nanos = calibrated ? calibratedNanos(gpu) : gpu + offsetNanos;
        return Math.max(0, nanos);
    }
}
