package dev.zonecast.trace;

/**
 * A program of a trace: a process as one provider describes it. Containers and joined files have several programs with one process id.
 * Threads, locks, frames, GPU contexts and the ids of spans belong to a program; equal ids in two programs are unrelated.
 */
public final class Program {
    /** The programs of one process id. */
    static final class Namesakes {
        private int count;
    }

    /** Perfetto has 31 bits for a process id. */
    static final long MAX_NUMBER = Integer.MAX_VALUE;

    private final long number;
    private final long processId;
    private final Namesakes namesakes;
    private final int place;
    private final int file;
    private String name = "";
    /** Recording of the provider that named it. */
    private ProgramPart namedBy;

    Program(long number, long processId, Namesakes namesakes, int file) {
        this.file = file;
        this.number = number;
        this.processId = processId;
        this.namesakes = namesakes;
        place = ++namesakes.count;
    }

    /**
     * Unique among the programs of a reading, from 0 to 2^31 - 1, and the same in each reading of a file. It is the process id where
     * that fits and no program before has it; else a number from 2^30 up.
     */
    public long number() {
        return number;
    }

    /** Process id (koid) in the trace; other programs may have the same. */
    public long processId() {
        return processId;
    }

    /** Place among the programs with this process id, in the order of the trace, from 1 up. */
    public int place() {
        return place;
    }

    /** Place of its trace among those that were joined, from 0 up. */
    public int file() {
        return file;
    }

    /** The process id; where several programs have it, {@code 7#1}, {@code 7#2} and so on. Final once the trace has been read. */
    public String id() {
        String process = Long.toUnsignedString(processId);
        return namesakes.count == 1 ? process : process + "#" + place;
    }

    /** Empty if the trace does not name it. */
    public String name() {
        return name;
    }

    /** The name; {@code process} and the id if there is none. Programs whose {@link #number} is not the process id have that too. */
    public String title() {
        if (number == processId) {
            return name.isEmpty() ? "process " + Long.toUnsignedString(processId) : name;
        }
        return name.isEmpty() ? "process " + id() : name + " (process " + id() + ")";
    }

    /** False if it has that name already. */
    boolean setName(String newName, ProgramPart by) {
        boolean isNew = !newName.equals(name);
        name = newName;
        namedBy = by;
        return isNew;
    }

    /** No other provider has named it. */
    boolean isNamedByNoneBut(ProgramPart part) {
        return namedBy == null || namedBy == part;
    }

    @Override
    public String toString() {
        return title();
    }
}
