/**
 * Figures of a running program, without a file. Three threads: the <em>recorder</em> is the decoder of {@link
 * dev.zonecast.capture.tracy.TracySession} and writes records to a {@link dev.zonecast.capture.live.RecordPipe}; the <em>reader</em>
 * reads them and owns the figures; the caller of {@link dev.zonecast.capture.live.LiveSession#next} takes each interval's figures when it
 * has ended. A caller that is late gets the latest interval.
 */
package dev.zonecast.capture.live;
