package dev.zonecast.trace.stats;

import dev.zonecast.trace.LockSpan;
import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.TraceFrame;
import dev.zonecast.trace.TraceZone;
import dev.zonecast.trace.Track;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/** Selects zones, frames and other events, and notes which of its criteria matched anything. For one thread. */
public final class ZoneFilter {
    /** Everything. */
    public static final ZoneFilter ALL = new ZoneFilter(null, null, ProgramChoice.ALL, Long.MIN_VALUE, Long.MAX_VALUE);

    private final Pattern zoneName;
    private final Pattern threadName;
    private final ProgramChoice programs;
    private final long fromNanos;
    private final long toNanos;

    /** Numbers of programs that were there and are wanted; none if all are. */
    private final Set<Long> accepted = new HashSet<>();

    private boolean zoneMatched;
    private boolean threadMatched;
    private boolean processMatched;
    private boolean timeMatched;

    /**
     * A filter by all criteria together.
     *
     * @param zoneName part of a zone's name, or null
     * @param threadName part of a track's name, or null
     * @param programs which programs
     * @param fromNanos accepts begins from this time on
     * @param toNanos accepts begins before this time
     */
    public ZoneFilter(Pattern zoneName, Pattern threadName, ProgramChoice programs, long fromNanos, long toNanos) {
        this.zoneName = zoneName;
        this.threadName = threadName;
        this.programs = programs;
        this.fromNanos = fromNanos;
        this.toNanos = toNanos;
    }

    /** Whether a zone's name matched; true without that criterion. */
    public boolean zoneMatched() {
        return zoneName == null || zoneMatched;
    }

    /** Whether a track's name matched; true without that criterion. */
    public boolean threadMatched() {
        return threadName == null || threadMatched;
    }

    /** Whether anything of the programs was there; true without that criterion. */
    public boolean processMatched() {
        return programs.isAll() || processMatched;
    }

    /** Whether anything began in the range of time. */
    public boolean timeMatched() {
        return timeMatched;
    }

    /** Text between slashes is a regular expression, other text is looked for as it is; neither minds capitals. */
    public static Pattern pattern(String text) {
        boolean expression = text.length() > 2 && text.startsWith("/") && text.endsWith("/");
        int flags = Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
        return expression
                ? Pattern.compile(text.substring(1, text.length() - 1), flags)
                : Pattern.compile(text, flags | Pattern.LITERAL);
    }

    /** Whether a zone is wanted. */
    public boolean accepts(TraceZone zone) {
        return acceptsName(zone) && acceptsTime(zone.beginNanos()) && acceptsTrack(zone.track());
    }

    /** Whether a zone is wanted, but for its time. */
    public boolean acceptsPlace(TraceZone zone) {
        return acceptsName(zone) && acceptsTrack(zone.track());
    }

    private boolean acceptsName(TraceZone zone) {
        boolean accepted = zoneName == null
                || zoneName.matcher(zone.location().displayName()).find();
        zoneMatched |= accepted;
        return accepted;
    }

    /** Whether something of that track is wanted, but for its time. */
    public boolean acceptsTrack(Track track) {
        return acceptsProgram(track.program()) && acceptsThread(track);
    }

    private boolean acceptsThread(Track track) {
        boolean accepted =
                threadName == null || threadName.matcher(track.name()).find();
        threadMatched |= accepted;
        return accepted;
    }

    /** Losses of the chosen programs, and losses that belong to no program. */
    public LossAccount losses(LossAccount all) {
        return programs.isAll() ? all : all.ofProcesses(accepted);
    }

    /** Whether anything of that program is wanted. */
    public boolean acceptsProgram(Program program) {
        boolean isWanted = programs.has(program);
        if (isWanted && !programs.isAll()) {
            accepted.add(program.number());
        }
        processMatched |= isWanted;
        return isWanted;
    }

    /** Whether something that begins then is wanted, of that track's program whatever thread it is about. */
    public boolean accepts(Track track, long timeNanos) {
        return acceptsTime(timeNanos) && acceptsProgram(track.program());
    }

    /** Whether an event is wanted, of the programs whatever thread it is about. */
    public boolean accepts(TraceEvent event) {
        return accepts(event.track(), event.beginNanos());
    }

    /** As {@link #accepts(TraceEvent)}, and of a chosen thread if the event is about one. */
    public boolean acceptsThreadOf(TraceEvent event) {
        boolean isOfProgram =
                event instanceof TraceFrame || event instanceof LockSpan || event instanceof TraceEvent.Vsync;
        return accepts(event) && (isOfProgram || acceptsThread(event.track()));
    }

    /** Begins from this time on are wanted. */
    long fromNanos() {
        return fromNanos;
    }

    /** Begins before this time are wanted. */
    long toNanos() {
        return toNanos;
    }

    /** Whether that time lies before all that is wanted. */
    boolean isBefore(long timeNanos) {
        return timeNanos < fromNanos;
    }

    /** Whether all threads are wanted. */
    boolean hasAllThreads() {
        return threadName == null;
    }

    /** Whether something that begins then is wanted. */
    public boolean acceptsTime(long timeNanos) {
        boolean accepted = timeNanos >= fromNanos && timeNanos < toNanos;
        timeMatched |= accepted;
        return accepted;
    }
}
