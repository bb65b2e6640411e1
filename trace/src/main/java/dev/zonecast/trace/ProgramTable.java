package dev.zonecast.trace;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The programs of a trace by provider and process id. A provider that only names processes, as a kernel's does, names those of the
 * other providers.
 */
final class ProgramTable {
    private static final int MAX_PROGRAMS = 100_000;
    private static final long FIRST_FREE_NUMBER = 1L << 30;

    private final TraceListener listener;
    private final LossAccount losses;
    private final Map<Long, Program.Namesakes> namesakes = new HashMap<>();
    private final Set<Long> numbers = new HashSet<>();
    private long nextNumber = FIRST_FREE_NUMBER;
    private int file;

    // Of the trace at hand, of those that were joined.

    /** By process id and provider: programs with a name and without events. */
    private final Map<Long, Map<Source, Program>> namedOnly = new HashMap<>();
    /** By process id: the last program with events. */
    private final Map<Long, Program> used = new HashMap<>();

    ProgramTable(TraceListener listener, LossAccount losses) {
        this.losses = losses;
        this.listener = listener;
    }

    /** Another trace begins in the same file: its programs are others. */
    void beginTrace() {
        file++;
        namedOnly.clear();
        used.clear();
    }

    /** A program with events of that provider; null if there are too many. */
    Program of(Source source, long processId) throws IOException {
        Program known = source.program(processId);
        if (known != null) {
            return known;
        }
        Program program = takeNamed(source, processId);
        if (program == null) {
            program = make(processId);
        }
        if (program != null) {
            source.add(program);
            used.put(processId, program);
            if (program.name().isEmpty() && !source.provider.isEmpty()) {
                boolean ignored = program.setName(source.provider, null);
            }
            listener.program(program);
        }
        return program;
    }

    private Program takeNamed(Source source, long processId) {
        Map<Source, Program> named = namedOnly.get(processId);
        if (named == null) {
            return null;
        }
        Program own = named.remove(source);
        if (own != null || source.session != null || named.isEmpty()) {
            return own;
        }
        return named.remove(named.keySet().iterator().next());
    }

    /** A program that the provider names; null if there are too many. */
    Program toName(Source source, long processId) throws IOException {
        Program known = source.program(processId);
        if (known != null) {
            return known;
        }
        Program other = source.session == null ? used.get(processId) : null;
        if (other != null && other.isNamedByNoneBut(source.part)) {
            return other;
        }
        Map<Source, Program> named = namedOnly.computeIfAbsent(processId, id -> new LinkedHashMap<>());
        Program program = named.get(source);
        if (program == null) {
            program = make(processId);
            if (program != null) {
                named.put(source, program);
            }
        }
        return program;
    }

    /** The provider names a program. */
    void name(Source source, Program program, String name) throws IOException {
        if (!name.isEmpty() && program.setName(name, source.part)) {
            listener.program(program);
        }
    }

    private Program make(long processId) {
        if (numbers.size() >= MAX_PROGRAMS) {
            losses.add(LossKind.TOO_MANY_THREADS, "programs", 1);
            return null;
        }
        boolean isFree = processId >= 0 && processId <= Program.MAX_NUMBER && numbers.add(processId);
        long number = processId;
        if (!isFree) {
            while (!numbers.add(nextNumber)) {
                nextNumber++;
            }
            number = nextNumber;
        }
        return new Program(
                number, processId, namesakes.computeIfAbsent(processId, id -> new Program.Namesakes()), file);
    }
}
