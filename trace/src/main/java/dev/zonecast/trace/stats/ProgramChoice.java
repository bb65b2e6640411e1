package dev.zonecast.trace.stats;

import dev.zonecast.trace.Program;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A choice of programs by process id.
 *
 * @param processId koid of the process
 * @param place place among the programs with that process id, from 1 up; 0: all of them
 */
public record ProgramChoice(long processId, int place) {
    /** All programs. */
    public static final ProgramChoice ALL = new ProgramChoice(-1, -1);

    private static final Pattern FORM = Pattern.compile("(\\d{1,20})(?:#(\\d{1,9}))?");

    /**
     * {@code 7}: all programs with that process id; {@code 7#2}: the second of them in the trace. As {@link Program#id} writes it.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    public static ProgramChoice parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches() || "0".equals(form.group(2))) {
            throw new IllegalArgumentException("not a process id: " + text);
        }
        int place = form.group(2) == null ? 0 : Integer.parseInt(form.group(2));
        return new ProgramChoice(Long.parseUnsignedLong(form.group(1)), place);
    }

    /** Whether all programs are chosen. */
    public boolean isAll() {
        return equals(ALL);
    }

    /** Whether a program is chosen; null, a program that the trace does not name, only among all. */
    public boolean has(Program program) {
        return isAll()
                || (program != null && program.processId() == processId && (place == 0 || place == program.place()));
    }
}
