package dev.zonecast.core.collect;

import dev.zonecast.core.FrameName;
import dev.zonecast.core.MessageSource;
import dev.zonecast.core.Plot;
import dev.zonecast.core.Severity;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Statistics;
import dev.zonecast.core.gpu.GpuContextInfo;

/**
 * A sink to which nothing matters; those that extend it take what they want to know. Recordings and viewers' sessions implement
 * {@link EventSink} itself, so that nothing new is forgotten there.
 */
public abstract class PartialSink implements EventSink {
    @Override
    public void begin(long nowNanos, long frameMarks) {}

    @Override
    public void threadStarted(ThreadTrack thread) {}

    @Override
    public void threadChanged(ThreadTrack thread) {}

    @Override
    public void threadEnded(ThreadTrack thread) {}

    @Override
    public void zoneBegin(ThreadTrack thread, long nanos, SourceLocation location) {}

    @Override
    public void zoneEnd(ThreadTrack thread, long nanos) {}

    @Override
    public void zoneText(ThreadTrack thread, Utf8Text text) {}

    @Override
    public void zoneName(ThreadTrack thread, Utf8Text name) {}

    @Override
    public void zoneValue(ThreadTrack thread, long value) {}

    @Override
    public void zoneColor(ThreadTrack thread, int rgb) {}

    @Override
    public void plot(ThreadTrack thread, long nanos, Plot plot, long value) {}

    @Override
    public void plot(ThreadTrack thread, long nanos, Plot plot, double value) {}

    @Override
    public void message(
            ThreadTrack thread, long nanos, Severity severity, MessageSource source, int rgb, Utf8Text text) {}

    @Override
    public void messageLiteral(
            ThreadTrack thread, long nanos, Severity severity, MessageSource source, int rgb, int stringId) {}

    @Override
    public void frameMark(ThreadTrack thread, long nanos, long number) {}

    @Override
    public void frameMark(ThreadTrack thread, long nanos, FrameName name) {}

    @Override
    public void frameStart(ThreadTrack thread, long nanos, FrameName name) {}

    @Override
    public void frameEnd(ThreadTrack thread, long nanos, FrameName name) {}

    @Override
    public void frameVsync(long nanos, int display) {}

    @Override
    public void gpuContext(GpuContextInfo context) {}

    @Override
    public void gpuZoneBegin(
            GpuContextInfo context, long threadId, SourceLocation location, long cpuNanos, long gpuNanos) {}

    @Override
    public void gpuZoneEnd(GpuContextInfo context, long threadId, long cpuNanos, long gpuNanos) {}

    @Override
    public void gpuCalibration(GpuContextInfo context, long nanos, long errorNanos) {}

    @Override
    public void appInfo(String line) {}

    @Override
    public void statistics(long nanos, Statistics statistics) {}

    @Override
    public void cycleEnd(long nowNanos) {}

    @Override
    public void flush() {}

    @Override
    public void end(long nowNanos, long limitNanos) {}
}
