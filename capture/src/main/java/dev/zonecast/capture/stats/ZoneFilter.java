package dev.zonecast.capture.stats;

import dev.zonecast.capture.trace.Track;
import dev.zonecast.capture.trace.Zone;
import java.util.regex.Pattern;

/**
 * Which zones, frames and so on are wanted.
 *
 * @param zoneName part of a zone's name, or null
 * @param threadName part of a track's name, or null
 * @param process koid of the process, or {@link #ANY_PROCESS}
 * @param fromNanos begins at that time or later
 * @param toNanos begins before that time
 */
public record ZoneFilter(Pattern zoneName, Pattern threadName, long process, long fromNanos, long toNanos) {
    /** No choice of a process: no process has that koid. */
    public static final long ANY_PROCESS = -1;

    /** Everything. */
    public static final ZoneFilter ALL = new ZoneFilter(null, null, ANY_PROCESS, Long.MIN_VALUE, Long.MAX_VALUE);

    /** Text between slashes is a regular expression, other text is looked for as it is; neither minds capitals. */
    public static Pattern pattern(String text) {
        boolean expression = text.length() > 2 && text.startsWith("/") && text.endsWith("/");
        int flags = Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
        return expression
                ? Pattern.compile(text.substring(1, text.length() - 1), flags)
                : Pattern.compile(text, flags | Pattern.LITERAL);
    }

    /** Whether a zone is wanted. */
    public boolean accepts(Zone zone) {
        return acceptsTime(zone.beginNanos())
                && (zoneName == null
                        || zoneName.matcher(zone.location().displayName()).find())
                && acceptsTrack(zone.track());
    }

    /** Whether something of that track is wanted, but for its time. */
    public boolean acceptsTrack(Track track) {
        return acceptsProcess(track.process())
                && (threadName == null || threadName.matcher(track.name()).find());
    }

    /** Whether anything of that process is wanted. */
    public boolean acceptsProcess(long koid) {
        return process == ANY_PROCESS || process == koid;
    }

    /** Whether something that begins then is wanted, of that track's process whatever thread it is about. */
    public boolean accepts(Track track, long timeNanos) {
        return acceptsTime(timeNanos) && acceptsProcess(track.process());
    }

    /** Whether something that begins then is wanted. */
    public boolean acceptsTime(long timeNanos) {
        return timeNanos >= fromNanos && timeNanos < toNanos;
    }
}
